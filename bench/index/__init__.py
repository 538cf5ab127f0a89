"""What an index costs: beside other tools, on trees of growing size, and when it is opened."""
