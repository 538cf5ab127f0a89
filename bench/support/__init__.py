"""What the subjects share: measured processes, and tables as text."""
