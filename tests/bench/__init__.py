"""Tests of the benchmarks' scorers and recorders, on toy projects of their own."""
