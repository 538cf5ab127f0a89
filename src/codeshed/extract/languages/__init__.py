"""The syntax of each language but Python: a grammar description and a tree-sitter query."""
