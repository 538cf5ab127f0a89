"""The syntax of Ruby."""
