"""Tests of reading and importing architecture rules."""
