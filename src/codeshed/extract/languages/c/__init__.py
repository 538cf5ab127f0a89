"""The syntax of C."""
