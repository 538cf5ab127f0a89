"""Reading and parsing files, in several processes where that is faster."""
