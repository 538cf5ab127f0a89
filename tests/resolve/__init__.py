"""Tests: resolve."""
