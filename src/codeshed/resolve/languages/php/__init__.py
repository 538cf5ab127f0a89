"""How names resolve in PHP."""
