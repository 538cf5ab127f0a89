"""The tests mirror `src/`; beside them stand contract, surface and whole-project tests."""
