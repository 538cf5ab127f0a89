"""Tests of the question about architecture rules."""
