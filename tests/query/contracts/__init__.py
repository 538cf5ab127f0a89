"""Contracts: signatures, bindings, and what a change breaks."""
