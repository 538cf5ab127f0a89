"""Types of arrays, and the row number that means no row."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Offsets: TypeAlias = NDArray[np.signedinteger[Any]]
"""Offsets of entries in another column: 64-bit, or 32-bit in stored graphs where that is enough."""

NO_ROW = -1
