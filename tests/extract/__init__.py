"""Tests: extract."""
