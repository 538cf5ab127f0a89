"""What all footprints of a large graph cost, by each method that can find them."""
