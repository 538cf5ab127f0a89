"""How names resolve in Rust."""
