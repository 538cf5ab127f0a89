"""Semantics of languages: specification and tests in one, as markdown."""
