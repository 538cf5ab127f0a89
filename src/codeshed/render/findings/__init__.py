"""Findings in every format: for people, for programs, and for the places where teams read them."""
