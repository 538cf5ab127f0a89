"""Search: words of code and of commits → ranked files and functions."""
