"""Architecture rules, and what a check of them reports."""
