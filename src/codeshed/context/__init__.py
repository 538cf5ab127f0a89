"""Which code is worth having beside a piece of code, and how much of it fits a budget."""
