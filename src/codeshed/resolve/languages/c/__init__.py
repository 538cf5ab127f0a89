"""How names resolve in C."""
