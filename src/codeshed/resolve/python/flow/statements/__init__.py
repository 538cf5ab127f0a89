"""Reads a program once: its expressions become nodes, its statements edges between them."""
