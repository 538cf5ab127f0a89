"""Selects the code that is relevant to a piece of code, within a budget."""
