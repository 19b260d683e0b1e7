"""The paths of the service, one file a subject."""
