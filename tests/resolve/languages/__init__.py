"""Tests: resolve.languages."""
