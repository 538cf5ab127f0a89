"""How names resolve in JavaScript and TypeScript."""
