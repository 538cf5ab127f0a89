"""Causes of incompleteness: external bases, structural interfaces, dynamic code, unresolved calls."""
