"""The text of a file: what spans count in, for those who read it and those who cut pieces out of it."""
