"""Tests: build, linking."""
