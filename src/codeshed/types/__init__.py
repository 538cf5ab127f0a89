"""The adapter of the type engine.

Turns: files below a root → TypeFacts. The engine is pyrefly, a type checker for Python, run as a process of its own. No
other package knows its formats.
"""
