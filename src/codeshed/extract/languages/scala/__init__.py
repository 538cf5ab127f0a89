"""The syntax of Scala."""
