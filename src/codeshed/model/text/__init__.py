"""The text of a file: encodings, notebooks, generated code, where a signature ends."""
