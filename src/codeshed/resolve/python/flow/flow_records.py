"""What is remembered of a flow, so that the next one need follow only what an edit changes.

A stamp is a number that says when: steps of the same phase follow each other, phases lie far apart.
"""

from typing import NamedTuple

import msgspec

from codeshed.resolve.python.names.value_keys import NodeKey, ValueKey

PHASE = 1000
"""How far apart the stamps of two phases are, and so how many steps a phase may have at most."""

VALUES, DECORATED, CERTAINTY = 0, PHASE, 2 * PHASE
"""The phases by their first stamps: values flow; what unknown decorators leave is filled in; what is certain."""

PHASES = (VALUES, DECORATED, CERTAINTY)

Posted = dict[NodeKey, tuple[ValueKey, ...]]
"""Values by the node that holds them, each sorted."""


Shared = dict[int, tuple[NodeKey, ...]]
"""Nodes of a file that others began to take part in, by stamp."""


class Sent(NamedTuple):
    """What a file sends to others with a step: nodes of theirs that it asks for, and values."""

    asked: tuple[NodeKey, ...] = ()
    posted: Posted = {}  # noqa: RUF012 - never changed: a tuple's default is shared like any constant


NOTHING_SENT = Sent()


class FileRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One file's part in a flow: what it sent and got, by stamp, and which of its nodes others took part in."""

    sent: dict[int, Sent] = {}
    inbox: dict[int, Posted] = {}
    shared: Shared = {}


NO_RECORD = FileRecord()


class TopicRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One node that several files took part in: since when, which values how many files sent when, and who reads it."""

    posts: dict[int, dict[ValueKey, int]] = {}
    """By stamp and value: how many files sent it."""
    senders: dict[int, int] = {}
    """By stamp: how many files other than its own sent something."""
    readers: dict[str, int] = {}
    """Paths of files other than its own, and the stamps at which they asked."""
