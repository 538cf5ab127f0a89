"""The engine that extracts CodeFacts from one file of any language but Python."""
