"""Tests: project/revisions."""
