"""What is stored of a file's flow, so that the next resolution repeats only what an edit changes.

A stamp is a logical time: successive steps of a phase have successive stamps, and phases are far apart.
"""

from typing import NamedTuple

import msgspec

from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey

PHASE = 1000
"""The distance between the first stamps of two phases, and so the maximum number of steps of a phase."""

VALUES, DECORATED, CERTAINTY = 0, PHASE, 2 * PHASE
"""The phases by their first stamps: values flow; unknown decorators are completed; certainty is determined."""

PHASES = (VALUES, DECORATED, CERTAINTY)

PostedValues = dict[NodeKey, tuple[ValueKey, ...]]
"""Values by the node that gets them, each tuple sorted."""


SharedKeys = dict[int, tuple[NodeKey, ...]]
"""By stamp, nodes of a file that other files began to use."""


class StepMessages(NamedTuple):
    """What a file sends to others with a step: requests for nodes of theirs, and values."""

    requested: tuple[NodeKey, ...] = ()
    posted: PostedValues = {}  # noqa: RUF012 - never changed: a tuple's default is shared like any constant


NOTHING_SENT = StepMessages()


class FileFlowRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The values that a file sent and received, and which of its nodes other files began to use, by stamp."""

    sent: dict[int, StepMessages] = {}
    inbox: dict[int, PostedValues] = {}
    shared: SharedKeys = {}


NO_RECORD = FileFlowRecord()


class SharedNodeRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A node that several files use: which values were posted when, by how many files, and who reads it."""

    posts: dict[int, dict[ValueKey, int]] = {}
    """By stamp and value, how many files posted it."""
    senders: dict[int, int] = {}
    """By stamp, how many files other than the owner posted something."""
    readers: dict[str, int] = {}
    """Paths of files other than the owner, with the stamps at which they requested the node."""
