"""A running service under load: what it bears, and how it behaves beyond that."""
