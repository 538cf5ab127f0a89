"""Tests: scorers that read."""
