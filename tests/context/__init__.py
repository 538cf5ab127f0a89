"""Tests of contexts: the code that is relevant to a piece of code."""
