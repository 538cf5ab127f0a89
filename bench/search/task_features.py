"""The features of one task, as they are kept."""

import msgspec
import numpy as np

from bench.search.fixes import FixTask


class TaskFeatures(msgspec.Struct, frozen=True):
    """The columns of one task, and which rows are right. Units are the best by any feature, and the right ones."""

    task: FixTask
    files: np.ndarray
    right_files: tuple[int, ...]
    units: np.ndarray
    unit_files: np.ndarray
    right_units: tuple[int, ...]
    n_right_units: int
    seconds: float
