"""CodeGraphContext: entities around those that a change is about, as one document within a limit of tokens."""
