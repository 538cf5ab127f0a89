"""Tests: entry points."""
