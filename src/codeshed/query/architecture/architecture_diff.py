"""Which dependencies between packages are new, gone, or grown?

Turns: the CodeGraphs of two revisions → ArchitectureDiffV1. A package is a folder; packages of others count by their first
name, standard libraries do not count.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    n_cuts,
    warning_truncation,
)
from codeshed.model.languages.language import is_standard_library_name, language_of_path
from codeshed.model.span import Span
from codeshed.model.symbol_ids import package_of_path
from codeshed.query.architecture.dependencies import Dependencies

ChangeKind = Literal["new", "grown", "gone"]
_KINDS: tuple[ChangeKind, ...] = ("new", "grown", "gone")


class ChangedDependency(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A dependency between two packages that changed. `before` and `after` count pairs of files.

    `file` and `line` are its first place: of what is new, in the new revision; of what is gone, in the old one. `commit`,
    `author` and `day` say who wrote that line, if it is committed.
    """

    change: ChangeKind
    source: str
    target: str
    is_external: bool
    before: int
    after: int
    example_source: str
    example_target: str
    file: str
    line: int | None = None
    commit: str | None = None
    author: str | None = None
    day: str | None = None


class ArchitectureDiffCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many dependencies between packages there are, and how many changed."""

    before: int
    after: int
    new: int
    grown: int
    gone: int


class ArchitectureDiffV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Changed dependencies between packages: new ones, grown ones, gone ones, each by source and target."""

    version: Version
    old: str
    new: str
    dependencies: tuple[ChangedDependency, ...]
    counts: ArchitectureDiffCounts
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class ArchitectureDiffRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared: the names of two revisions, how deep folders are told apart (None: all), and the caps."""

    old: str
    new: str
    caps: Caps
    depth: int | None = None


class LineAuthor(msgspec.Struct, frozen=True, kw_only=True):
    """Who wrote a line."""

    commit: str
    author: str
    day: str


Blame = Callable[[bool, str, int], LineAuthor | None]
"""Returns who wrote a line: of the new revision (True) or the old one, by path and line."""

_Place = tuple[str, str, Span | None]


def architecture_diff(
    old: CodeGraph,
    new: CodeGraph,
    request: ArchitectureDiffRequest,
    *,
    blame: Blame = lambda *_: None,
    index: IndexIdentity | None = None,
) -> ArchitectureDiffV1:
    """Return the dependencies between packages that the new graph has and the old one has not, and the other way round."""
    before, after = _package_pairs(old, request.depth), _package_pairs(new, request.depth)
    found = sorted(
        (each for key in before.keys() | after.keys() for each in _changes(key, before, after)),
        key=lambda each: (_KINDS.index(each.change), each.is_external, each.source, each.target),
    )
    kept = [_blamed(each, blame) for each in found[: request.caps.max_edges]]
    truncation = tuple(_truncation(found, request.caps))
    warnings = cap_warnings(count_index_warnings(new.warnings))
    return ArchitectureDiffV1(
        version=VERSION,
        old=request.old,
        new=request.new,
        dependencies=tuple(kept),
        counts=ArchitectureDiffCounts(
            before=len(before),
            after=len(after),
            **{kind: sum(each.change == kind for each in found) for kind in _KINDS},
        ),
        basis=basis_of(
            (caps_cause(n_cuts(truncation)),), request.caps, IndexIdentity() if index is None else index
        ),
        truncation=(*truncation, *warning_truncation(warnings, "architecture")),
        warnings=warnings,
    )


_Key = tuple[str, str, bool]


def _package_pairs(graph: CodeGraph, depth: int | None) -> dict[_Key, dict[tuple[str, str], Span | None]]:
    """Return the dependencies between packages, each with its pairs of files."""
    dependencies = Dependencies(graph)
    files = dependencies.files
    found: dict[_Key, dict[tuple[str, str], Span | None]] = {}
    for (source, target), sites in sorted(dependencies.imports.items()):
        ends = _package(files[source], depth), _package(files[target], depth)
        if ends[0] != ends[1]:
            found.setdefault((*ends, False), {})[files[source], files[target]] = sites.first
    for (source, name), sites in sorted(dependencies.external_imports.items()):
        path = files[source]
        if not is_standard_library_name(name, language_of_path(path) or ""):
            key = (_package(path, depth), external_package(name), True)
            found.setdefault(key, {})[path, key[1]] = sites.first
    return found


def _package(path: str, depth: int | None) -> str:
    package = package_of_path(path)
    return package if depth is None else "/".join(package.split("/")[:depth])


def external_package(name: str) -> str:
    """Return the package that an external name is of: `requests` of `requests.api.get`, `@scope/ui` of `@scope/ui.Button`."""
    if name.startswith("@"):
        scope, _, rest = name.partition("/")
        return f"{scope}/{rest.partition('/')[0].partition('.')[0]}"
    return name.partition("/")[0].partition(".")[0] or name


def _changes(
    key: _Key,
    before: dict[_Key, dict[tuple[str, str], Span | None]],
    after: dict[_Key, dict[tuple[str, str], Span | None]],
) -> Iterator[ChangedDependency]:
    old, new = before.get(key, {}), after.get(key, {})
    if len(old) >= len(new) > 0:
        return
    change: ChangeKind = "gone" if not new else "grown" if old else "new"
    places = old if change == "gone" else {pair: span for pair, span in new.items() if pair not in old}
    pair = min(places)
    span = places[pair]
    yield ChangedDependency(
        change=change,
        source=key[0],
        target=key[1],
        is_external=key[2],
        before=len(old),
        after=len(new),
        example_source=pair[0],
        example_target=pair[1],
        file=pair[0],
        line=None if span is None else span.start_line,
    )


def _blamed(dependency: ChangedDependency, blame: Blame) -> ChangedDependency:
    if dependency.line is None:
        return dependency
    author = blame(dependency.change != "gone", dependency.file, dependency.line)
    if author is None:
        return dependency
    return msgspec.structs.replace(dependency, commit=author.commit, author=author.author, day=author.day)


def _truncation(found: Sequence[ChangedDependency], caps: Caps) -> Iterator[TruncationRecord]:
    if len(found) > caps.max_edges:
        yield TruncationRecord(
            scope="architecture",
            cap="maxEdges",
            limit=caps.max_edges,
            observed=len(found),
            omitted=len(found) - caps.max_edges,
            at=TruncationPlace(node=f"file:{found[caps.max_edges].file}"),
            note="counts dependencies between packages",
        )
