"""The name of what judges documentation if no program of the user does."""

DEFAULT_DOCUMENTATION_SCORER = "signature-coverage"
