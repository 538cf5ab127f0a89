"""How names resolve in languages of the JVM."""
