"""Which functions nothing reaches, and what speaks for their use."""
