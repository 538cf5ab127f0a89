"""Comparing two revisions of a repository with the sources at hand."""
