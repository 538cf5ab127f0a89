"""What a map holds of the code that later commits touch."""
