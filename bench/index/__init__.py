"""What an index costs: beside other tools, on trees of growing size, on the disk, and when it is opened."""
