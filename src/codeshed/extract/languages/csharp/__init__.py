"""The syntax of C#."""
