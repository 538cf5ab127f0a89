"""Caps: limits on the work that an answer may take and on its size. The defaults are in `caps.json`, by profile.

`docs/reference/graph-caps.md` explains each, and how the defaults were found.
"""

import difflib
from functools import cache
from typing import Annotated, get_args

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.answers.truncation import Cap
from codeshed.model.package_data import read_package_file

DEFAULT_PROFILE = "default"

WORK_CAPS = ("maxNodes", "maxWorkUnits", "maxWallClockMs")
"""The caps of every answer that walks the graph."""

NEIGHBOUR_CAPS = (*WORK_CAPS, "maxFanoutPerNode", "maxCandidates", "maxCallSites")
"""The caps of an answer about the neighbours of a seed."""

WALK_CAPS = (*NEIGHBOUR_CAPS, "maxDepth")
"""The caps of an answer that walks several steps."""

RISK_CAPS = ("maxWorkUnits", "maxWallClockMs", "maxRiskFlows", "maxRiskEvidencePerFlow")
"""The caps of an answer about risk flows."""

CONTRACT_CAPS = ("maxSymbols", "maxCallsPerSymbol", "maxWarnings", "maxCandidates")
"""The caps of a report on API contracts."""

PACK_CAPS = (*WALK_CAPS, "maxEdges", "maxPaths")
"""The caps of an answer with edges and paths."""

SELECTION_CAPS = (*PACK_CAPS, "maxSuggestions", "maxTestFiles", "maxTestsPerFile", "maxCommits")
"""The caps of an answer that selects tests: of the walk, of discovery, and of ranking."""

_LIKENESS = 0.7
"""The least similarity of a misspelt word to the name of a cap that is suggested for it."""

_Count = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]


class WorkBudget(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How much work an answer may take.

    A unit of work is one expanded node, or one edge examined there. The clock is a last resort: what it cuts differs from
    machine to machine.
    """

    max_work_units: _Count
    max_wall_clock_ms: _Count | None = None


class Caps(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The caps of an answer; `max_wall_clock_ms` None means that no clock runs."""

    max_depth: _Count
    max_fanout_per_node: _Count
    max_nodes: _Count
    max_edges: _Count
    max_paths: _Count
    max_candidates: _Count
    max_work_units: _Count
    max_wall_clock_ms: _Count | None
    max_call_sites: _Count
    max_type_entries: _Count
    max_risk_flows: _Count
    max_risk_evidence_per_flow: _Count
    max_symbols: _Count
    max_calls_per_symbol: _Count
    max_warnings: _Count
    max_suggestions: _Count
    max_test_files: _Count
    max_tests_per_file: _Count
    max_commits: _Count

    @property
    def work(self) -> WorkBudget:
        """How much work the answer may take."""
        return WorkBudget(max_work_units=self.max_work_units, max_wall_clock_ms=self.max_wall_clock_ms)


class CapSettings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"
):
    """Caps that override those of a profile."""

    max_depth: _Count | None = None
    max_fanout_per_node: _Count | None = None
    max_nodes: _Count | None = None
    max_edges: _Count | None = None
    max_paths: _Count | None = None
    max_candidates: _Count | None = None
    max_work_units: _Count | None = None
    max_wall_clock_ms: _Count | None = None
    max_call_sites: _Count | None = None
    max_type_entries: _Count | None = None
    max_risk_flows: _Count | None = None
    max_risk_evidence_per_flow: _Count | None = None
    max_symbols: _Count | None = None
    max_calls_per_symbol: _Count | None = None
    max_warnings: _Count | None = None
    max_suggestions: _Count | None = None
    max_test_files: _Count | None = None
    max_tests_per_file: _Count | None = None
    max_commits: _Count | None = None


ALL_CAPS = CapSettings.__struct_encode_fields__
"""The names of all caps that can be chosen."""


@cache
def caps_by_profile() -> dict[str, Caps]:
    """Return the caps of all profiles by name."""
    return msgspec.json.decode(read_package_file("codeshed.model.answers", "caps.json"), type=dict[str, Caps])


def caps_of(profile: str = DEFAULT_PROFILE, *chosen: CapSettings) -> Caps:
    """Return the caps of a profile, overridden by those chosen; the last choice wins."""
    caps = caps_by_profile().get(profile)
    if caps is None:
        names = ", ".join(sorted(caps_by_profile()))
        raise InvalidOptionError(f"no profile of caps is called {profile!r}", hint=f"choose one of {names}")
    for each in chosen:
        overrides = {name: value for name, value in msgspec.structs.asdict(each).items() if value is not None}
        caps = msgspec.structs.replace(caps, **overrides)
    return caps


def nearest_cap(name: str, own: tuple[str, ...] = ALL_CAPS) -> str:
    """Return the most similar of an answer's caps as a hint, or all of them; a cap of other answers is no misspelling."""
    by_plain = {each.lower(): each for each in own}
    plain = name[:80].replace("_", "").replace("-", "").lower()
    is_known = plain in {each.lower() for each in get_args(Cap)} - by_plain.keys()
    near = [] if is_known else difflib.get_close_matches(plain, by_plain, n=1, cutoff=_LIKENESS)
    return f"did you mean {by_plain[near[0]]!r}?" if near else f"caps are {', '.join(own)}"


def parse_caps(texts: tuple[str, ...], own: tuple[str, ...] = ALL_CAPS) -> CapSettings:
    """Parse caps written as `maxNodes=500`; `own` are the caps that this answer has."""
    values: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in own:
            is_known = name in {*ALL_CAPS, *get_args(Cap)}
            message = f"this answer has no cap {name!r}" if is_known else f"no cap is called {name!r}"
            raise InvalidOptionError(message, hint=nearest_cap(name, own))
        if not value.isdecimal() or int(value) < 1:
            raise InvalidOptionError(
                f"{text!r} does not say how many", hint=f"write a positive number: {name}=500"
            )
        values[name] = int(value)
    try:
        return msgspec.convert(values, CapSettings)
    except msgspec.ValidationError as error:
        raise InvalidOptionError(f"a cap is wrong: {error}", hint="choose a smaller number") from None
