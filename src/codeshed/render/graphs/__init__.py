"""A graph pack as text, Markdown and diagrams."""
