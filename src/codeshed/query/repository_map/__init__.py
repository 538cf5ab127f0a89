"""The map of a repository."""
