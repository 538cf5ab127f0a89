"""The type engine.

Turns: files below a root → TypeFacts. The engine is pyrefly, run as a process of its own; nothing outside this folder
knows its formats.
"""
