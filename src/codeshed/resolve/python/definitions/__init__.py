"""Definitions: the functions, types and variables of each file."""
