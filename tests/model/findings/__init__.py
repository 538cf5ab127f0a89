"""Tests of findings, suppressions and baselines."""
