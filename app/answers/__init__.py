"""Results as JSON, in the shape of app/schemas: a file for each game."""
