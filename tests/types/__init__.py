"""Tests: types."""
