"""How it is served: HTTP, and the command line."""
