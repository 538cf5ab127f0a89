"""What declares a contract in Python, and what a written call passes."""
