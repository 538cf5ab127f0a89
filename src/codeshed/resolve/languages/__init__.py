"""What one language alone knows: how its files find each other, and its standard library."""
