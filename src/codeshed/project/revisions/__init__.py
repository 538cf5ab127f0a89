"""The repository at another revision: its files and its index, in the user's cache folder."""
