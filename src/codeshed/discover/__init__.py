"""The repository on disk: what may be read of it, and how."""
