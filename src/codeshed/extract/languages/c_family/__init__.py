"""The syntax of C and C++."""
