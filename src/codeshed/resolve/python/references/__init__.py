"""What every place of a file means: sites and the values at their nodes become references."""
