"""Phrases that several renderers share, and what codes mean in words."""
