"""Why a file or folder is not read."""

import enum
from dataclasses import dataclass


class Reason(enum.Enum):
    """Why something was left out; the value is a stable code."""

    ENVIRONMENT = "environment"
    """Packages that were installed, not written here: a virtual environment, `site-packages`, `node_modules`."""

    HIDDEN = "hidden"
    """A folder whose name begins with a dot, or what macOS leaves beside a file."""

    CACHE = "cache"
    """`__pycache__`."""

    BUILD_OUTPUT = "build_output"
    """Copies that a build made."""

    VENDORED = "vendored"
    """Code of others that was copied into the repository."""

    TOO_LARGE = "too_large"
    """More bytes than anyone writes by hand."""

    UNREADABLE = "unreadable"
    """The operating system says no, or there is nothing there."""

    NOT_A_FILE = "not_a_file"
    """A pipe, socket, device or folder where a file was expected."""

    LINK_OUTSIDE = "link_outside"
    """A link that leads out of the root."""

    LINK_BROKEN = "link_broken"
    """A link that leads nowhere, or to itself."""

    LINK_REPEATED = "link_repeated"
    """A link to a folder that is read by another path."""

    UNUSABLE_NAME = "unusable_name"
    """A name that cannot be part of a symbol id or of a line of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A file or folder that is not read; what cannot be shown of its path is escaped."""

    path: str
    reason: Reason
