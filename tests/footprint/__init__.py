"""Tests: footprint."""
