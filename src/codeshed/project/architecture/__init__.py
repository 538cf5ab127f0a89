"""Reads the architecture rules of a repository, ours and those of other tools."""
