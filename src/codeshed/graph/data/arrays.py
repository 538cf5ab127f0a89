"""The kinds of arrays that columns are, and what stands for no row in them."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Offsets: TypeAlias = NDArray[np.signedinteger[Any]]
"""Where entries of one column begin in another: eight bytes each, four where a stored graph has no need for more."""

NO_ROW = -1
