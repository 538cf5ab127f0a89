"""The syntax of Rust."""
