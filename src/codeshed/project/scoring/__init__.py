"""Scorers that read: a program of the user judges documentation, and what it said is kept by content."""
