"""How names resolve in Go."""
