"""Whether a context shows what a function needs: the symbols that a removed body used."""
