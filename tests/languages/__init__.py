"""What the code of a language means: specification and tests in one, as markdown."""
