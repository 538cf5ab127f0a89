"""How names resolve in Ruby."""
