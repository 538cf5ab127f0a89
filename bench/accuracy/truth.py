"""What was recorded while a project's own tests ran.

Turns: a file of recorded calls → the calls inside the package, where they were made, and the lines that ran.
"""

import gzip
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

MADE_HERE = frozenset({"direct", "create"})
"""The kinds of recorded calls that a call site stands for; others went through foreign code or woke a generator."""


class Named(NamedTuple):
    """A function or variable by its path from the root and its dotted name: `click.core.Context.invoke`.

    Code outside all functions has the name of its module.
    """

    path: str
    name: str


class Call(NamedTuple):
    """One function calls another."""

    caller: Named
    callee: Named


class RecordedSite(msgspec.Struct, frozen=True, array_like=True):
    """A place from which a call was made, and how the code looks there: `call:name()`, `op:BinOp`."""

    line: int
    form: str
    text: str
    kind: str


class _RecordedName(msgspec.Struct, frozen=True):
    path: str
    name: str

    def named(self) -> Named:
        return Named(self.path, self.name)


class _RecordedCall(msgspec.Struct, frozen=True):
    caller: _RecordedName
    callee: _RecordedName
    callee_lambda: bool
    place: str = msgspec.field(name="in")
    kinds: frozenset[str] = frozenset()
    sites: tuple[RecordedSite, ...] = ()


class Meta(msgspec.Struct, frozen=True):
    """Where a recording comes from; `package` is the folder whose code was watched."""

    package: str
    project: str = ""
    commit: str = ""


class _RecordedCalls(msgspec.Struct, frozen=True):
    meta: Meta
    edges: tuple[_RecordedCall, ...]
    executed: dict[str, frozenset[int]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTruth:
    """The calls inside a package, and which of its lines were executed."""

    meta: Meta
    sites_by_call: Mapping[Call, tuple[RecordedSite, ...]]
    executed: Mapping[str, frozenset[int]]


def read_call_truth(file: Path) -> CallTruth:
    """Read recorded calls; those of tests, of lambdas and through foreign code are left out."""
    recorded = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=_RecordedCalls)
    sites_by_call: defaultdict[Call, list[RecordedSite]] = defaultdict(list)
    for edge in recorded.edges:
        if edge.place == "package" and not edge.callee_lambda and MADE_HERE & edge.kinds:
            sites_by_call[Call(edge.caller.named(), edge.callee.named())].extend(edge.sites)
    return CallTruth(
        meta=recorded.meta,
        sites_by_call={call: tuple(sites) for call, sites in sites_by_call.items()},
        executed=recorded.executed,
    )


class RecordedUse(msgspec.Struct, frozen=True, kw_only=True):
    """A function reads or writes a variable; `is_optional` if whether it counts as such is a matter of taste."""

    user: _RecordedName
    variable: _RecordedName
    kind: str
    scope: str
    lines: tuple[int, ...] = ()
    manners: tuple[str, ...] = ()
    is_optional: bool = False


class _Alias(msgspec.Struct, frozen=True):
    variable: _RecordedName
    stands_for: _RecordedName


class _RecordedUses(msgspec.Struct, frozen=True):
    meta: Meta
    uses: tuple[RecordedUse, ...]
    aliases: tuple[_Alias, ...] = ()
    executed: dict[str, frozenset[int]] = {}


class Use(NamedTuple):
    """One function reads or writes one variable."""

    user: Named
    variable: Named
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateTruth:
    """What functions read and wrote; a field that a subclass declares again stands for that of the first class."""

    meta: Meta
    recorded_by_use: Mapping[Use, RecordedUse]
    scope_by_variable: Mapping[Named, str]
    stands_for: Mapping[Named, Named]
    executed: Mapping[str, frozenset[int]]


def read_state_truth(file: Path) -> StateTruth:
    """Read recorded reads and writes."""
    recorded = msgspec.json.decode(gzip.decompress(file.read_bytes()), type=_RecordedUses)
    return StateTruth(
        meta=recorded.meta,
        recorded_by_use={Use(use.user.named(), use.variable.named(), use.kind): use for use in recorded.uses},
        scope_by_variable={use.variable.named(): use.scope for use in recorded.uses},
        stands_for={alias.variable.named(): alias.stands_for.named() for alias in recorded.aliases},
        executed=recorded.executed,
    )
