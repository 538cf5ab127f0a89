"""Tests of what is worth having beside a piece of code."""
