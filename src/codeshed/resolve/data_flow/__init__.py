"""Data-flow summaries joined to what their calls and names mean."""
