"""Tests of search: words, segments, queries, evidence, ranking."""
