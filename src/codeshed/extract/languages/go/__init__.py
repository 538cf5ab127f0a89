"""The syntax of Go."""
