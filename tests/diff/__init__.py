"""Tests: diff."""
