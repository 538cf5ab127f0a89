"""A file while values flow: its region, or what it takes to make the region again.

A region that is not needed now can be let go. What its file was sent and when says all that happened to it, so that it
comes back as it was: whether it was away shows in no result.
"""

from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.flow_records import CERTAINTY, FileRecord, Posted, Sent, Shared


class LiveFile:
    """A file that runs: from its beginning, whenever it was found that it must."""

    __slots__ = (
        "inbox",
        "is_decorated",
        "is_removed",
        "n_nodes",
        "old",
        "path",
        "ran",
        "region",
        "sent",
        "shared",
        "stored_names",
        "waits",
    )

    def __init__(self, path: str, old: FileRecord, *, is_removed: bool = False) -> None:
        self.path = path
        self.old = old
        self.is_removed = is_removed
        self.region: Region | None = None
        """None as long as it is not needed; a file that was removed never has one."""
        self.n_nodes = 0
        """How many nodes its region had when it was last looked at; 0 while it is away."""
        self.ran: list[int] = []
        """The stamps at which it ran."""
        self.sent: dict[int, Sent] = {}
        self.inbox: dict[int, Posted] = {}
        self.shared: Shared = {}
        self.stored_names: frozenset[str] = frozenset()
        """Names of fields that it stores on something else than a method's own receiver."""
        self.is_decorated = False
        """Whether it has decorated functions, which are to be completed."""
        self.waits = False
        """Whether it has something to do with the next step, also if nobody sends it anything."""

    def look_at(self, region: Region, stamp: int) -> None:
        """Remember what must be known of a region also while it is away."""
        self.stored_names = frozenset(region.stored_names)
        self.is_decorated = region.has_decorated
        self.waits = region.has_certainty_to_ask if stamp >= CERTAINTY else region.has_values_to_send

    def past_stamps(self) -> set[int]:
        """Return when it did or got something in the last flow."""
        return {*self.old.sent, *self.old.inbox, *self.old.shared}

    def record(self) -> FileRecord:
        """Return its part in the flow as it is kept."""
        return FileRecord(sent=self.sent, inbox=self.inbox, shared=self.shared)
