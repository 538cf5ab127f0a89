"""How fast files of many languages are indexed, beside ctags and codegraph."""
