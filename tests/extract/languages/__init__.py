"""Tests: extract.languages."""
