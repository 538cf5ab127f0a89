"""The syntax of Java."""
