"""The syntax of Lua."""
