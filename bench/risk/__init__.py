"""Risk flows: which documented flaws of deliberately vulnerable applications are found, and what is found elsewhere."""
