"""What a change reaches, and the paths that show it."""
