"""Tests: surface."""
