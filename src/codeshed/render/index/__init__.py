"""What was done to an index, and what is known of it."""
