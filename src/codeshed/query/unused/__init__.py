"""Which functions nothing reaches, and which traces of use they have."""
