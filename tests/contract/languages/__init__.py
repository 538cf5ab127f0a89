"""What every language must give, asked of the same small program in each of them."""
