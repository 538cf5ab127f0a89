"""What answers have in common: references to nodes, caps, truncation records, what they rest on, and the rules they keep."""
