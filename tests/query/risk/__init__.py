"""Tests of risk flows."""
