"""Tests: discover."""
