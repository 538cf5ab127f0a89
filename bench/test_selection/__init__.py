"""How good the suggested tests are."""
