"""Keeping an index up to date while its repository is edited."""
