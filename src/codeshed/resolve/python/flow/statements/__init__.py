"""Readers of statements and expressions: these become nodes, edges and sites of a file's flow graph."""
