"""Measurements of time and memory; `python -m bench` runs them all."""
