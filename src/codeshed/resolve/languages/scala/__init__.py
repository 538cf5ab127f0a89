"""How names resolve in Scala."""
