"""The types of all files: found by the type engine, updated after edits, provisional in between."""
