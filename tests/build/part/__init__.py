"""Tests: build, parts."""
