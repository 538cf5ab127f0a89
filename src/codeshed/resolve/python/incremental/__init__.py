"""Resolving what an edit changes, and no more."""
