"""How names resolve in Java."""
