"""Risk rules: which values nobody vouches for, and which calls they must not reach unchanged."""
