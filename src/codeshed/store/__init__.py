"""The index on disk: the only code that knows its format."""
