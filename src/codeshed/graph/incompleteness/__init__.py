"""Why an answer may be incomplete: external bases, structural interfaces, code that is run as text."""
