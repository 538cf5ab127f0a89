"""Measurements of time, memory and truth, a folder for each subject; `python -m bench` runs those that need nothing."""
