"""Findings: what a check of code has to say, in one form for all checks."""
