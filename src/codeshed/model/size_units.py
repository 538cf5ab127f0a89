"""Names of what sizes are counted in."""

ENCODINGS = ("cl100k_base", "o200k_base")
WORDS = "words"
SIZE_FUNCTION_NAMES = (*ENCODINGS, WORDS)
DEFAULT_SIZE_FUNCTION = "cl100k_base"
