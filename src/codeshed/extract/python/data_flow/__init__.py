"""The data-flow summaries of a Python file, made of its facts."""
