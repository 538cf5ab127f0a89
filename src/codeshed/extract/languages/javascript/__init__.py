"""The syntax of JavaScript."""
