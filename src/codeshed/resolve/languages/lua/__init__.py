"""How names resolve in Lua."""
