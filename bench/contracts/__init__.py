"""How many calls of released packages seem wrong, and how many real mistakes are found."""
