"""The syntax of C++."""
