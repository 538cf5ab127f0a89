"""Folders and files that a command line names.

Turns: an argument → a Path that is there; for one that is not, the parser says so and stops with exit code 2.
"""

import argparse
from pathlib import Path


def existing_folder(argument: str) -> Path:
    """Return a folder that is there."""
    path = Path(argument)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {argument}")
    return path


def existing_place(argument: str) -> Path:
    """Return a folder or file that is there."""
    path = Path(argument)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no file or folder {argument}")
    return path
