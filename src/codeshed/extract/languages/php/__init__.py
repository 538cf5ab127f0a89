"""The syntax of PHP."""
