"""Tests of the texts that spans count in."""
