"""How names resolve in both C and C++."""
