"""The tests mirror `src/`; there are also contract, surface and whole-project tests."""
