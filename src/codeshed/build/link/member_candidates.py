"""Members that code may use on objects of unknown type: guesses by name, as for calls.

Turns: reads and writes of `x.total` with an unknown `x` → heuristic edges to the members `total`, if few unrelated types
have one. Which names are no evidence is decided before (`ReferenceFlag.OPEN_MEMBER`).
"""

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Modules, References
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.reference_edges import ReferenceSources
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.part.document_part import DefinitionFlag, ReferenceFlag
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.model.languages.language_traits import TRAITS_BY_LANGUAGE

MAX_TYPES = 3
"""If more unrelated types have a member of a name, the name says too little."""

_MAX_DECLARATIONS = 40
"""More members of one name are not compared."""

_CONFIDENCE = 45
"""The confidence in hundredths that all candidates share: the name has several words, as `query_runner`."""

_CONFIDENCE_OF_WORD = 15
"""The same for a name of one word, such as `mode`, which objects of all kinds may have."""

_SEVERAL_WORDS = re.compile(r"[^_].*[^_]_[^_]|[a-z0-9][A-Z]")

_Key = tuple[str, int]
"""The family of a language, and the name of a member."""


def draft_member_candidates(
    references: References,
    unresolved_members: Ints,
    declarations: Declarations,
    strings: InternedStrings,
    *,
    modules: Modules,
    hierarchy: ClassHierarchy,
    symbols: SymbolRows,
    sources: ReferenceSources,
) -> EdgeDrafts:
    """Draft an edge to each member that a use of an unknown member may mean."""
    uses = unresolved_members[references.has(ReferenceFlag.OPEN_MEMBER)[unresolved_members]]
    families = [_family(language) for language in modules.languages]
    members = _Members(declarations, hierarchy, symbols, strings, modules=modules, families=families)
    members.index(references.methods[uses])
    found: list[tuple[int, int, int, int]] = []
    for use in uses.tolist():
        file = int(references.files[use])
        key = families[file], int(references.methods[use])
        source = int(sources.closure[use])
        is_write = bool(references.kinds[use] == EdgeKind.WRITE)
        rows, n_types = members.find(key, is_test=bool(modules.is_test[file]))
        for row, kind in rows[is_write]:
            if source not in {row, NO_ROW}:
                found.append((use, row, kind, members.confidence_of(key[1]) // n_types))
    drafted = np.array(found, dtype=np.int32).reshape(-1, 4)
    references_of, rows_of, kinds, confidences = drafted.T
    return EdgeDrafts(
        sources=sources.closure[references_of],
        targets=rows_of,
        kinds=kinds.astype(np.uint8),
        confidences=confidences.astype(np.uint8),
        provenances=np.full(len(drafted), ProvenanceCode.HEURISTIC, dtype=np.uint8),
        flags=np.full(len(drafted), int(EdgeFlag.IN_CLOSURE), dtype=np.uint8),
        sites=references_of,
    )


_Edges = tuple[tuple[int, int], ...]
"""Rows, each with the kind of the edge that a use of it is."""

_NOTHING: tuple[tuple[_Edges, _Edges], int] = (((), ()), 1)


class _Members:
    """The members of types by name."""

    def __init__(
        self,
        declarations: Declarations,
        hierarchy: ClassHierarchy,
        symbols: SymbolRows,
        strings: InternedStrings,
        *,
        modules: Modules,
        families: Sequence[str],
    ) -> None:
        self._columns = declarations.columns
        self._hierarchy = hierarchy
        self._symbols = symbols
        self._strings = strings
        self._modules = modules
        self._families = families
        self._declarations: defaultdict[_Key, list[int]] = defaultdict(list)
        self._confidences: dict[int, int] = {}
        self._found: dict[tuple[_Key, bool], tuple[tuple[_Edges, _Edges], int]] = {}

    def index(self, names: Ints) -> None:
        """Index the members with some names."""
        columns, symbols = self._columns, self._symbols
        owners = symbols.declaration_of[columns.enclosing]
        is_member = (
            np.isin(columns.last_names, names)
            & (owners != NO_ROW)
            & (columns.kinds[owners] == NodeKind.TYPE)
            & np.isin(columns.kinds, (NodeKind.FUNCTION, NodeKind.VARIABLE))
            & ~columns.has(NodeFlag.EXTERNAL)
            & (columns.files != NO_ROW)
            & (symbols.row_of[columns.symbols] != NO_ROW)
            # Other code has no object of a class that is local to a function.
            & (symbols.enclosing_function[columns.enclosing] == NO_STRING)
        )
        for each in np.flatnonzero(is_member).tolist():
            key = self._families[int(columns.files[each])], int(columns.last_names[each])
            self._declarations[key].append(each)

    def confidence_of(self, name: int) -> int:
        """Return the confidence that the members of a name share, in hundredths."""
        known = self._confidences.get(name)
        if known is None:
            has_several = _SEVERAL_WORDS.search(self._strings.text(name)) is not None
            known = self._confidences[name] = _CONFIDENCE if has_several else _CONFIDENCE_OF_WORD
        return known

    def find(self, key: _Key, *, is_test: bool) -> tuple[tuple[_Edges, _Edges], int]:
        """Return the members that a read, and that a write, may mean, and how many unrelated types have them.

        Code that is no test means no member of a type in a test.
        """
        known = self._found.get((key, is_test))
        if known is None:
            known = self._found[key, is_test] = self._find(key, is_test=is_test)
        return known

    def _find(self, key: _Key, *, is_test: bool) -> tuple[tuple[_Edges, _Edges], int]:
        columns = self._columns
        named = [
            each
            for each in self._declarations.get(key, ())
            if is_test or not self._modules.is_test[int(columns.files[each])]
        ]
        if len(named) > _MAX_DECLARATIONS:
            return _NOTHING
        owners = {int(columns.enclosing[each]) for each in named}
        roots = {owner for owner in owners if owners.isdisjoint(self._hierarchy.mro(owner)[1:])}
        if not 0 < len(roots) <= MAX_TYPES:
            return _NOTHING
        reads, writes = [], []
        for each in named:
            if int(columns.enclosing[each]) not in roots:
                continue
            row = int(self._symbols.row_of[columns.symbols[each]])
            if columns.kinds[each] == NodeKind.VARIABLE:
                reads.append((row, int(EdgeKind.READ)))
                writes.append((row, int(EdgeKind.WRITE)))
            else:
                is_property = bool(int(columns.flags[each]) & DefinitionFlag.PROPERTY)
                reads.append((row, int(EdgeKind.CALL if is_property else EdgeKind.READ)))
        return (tuple(reads), tuple(writes)), len(roots)


def _family(language: str | None) -> str:
    """Return the family of languages whose definitions a language refers to."""
    traits = TRAITS_BY_LANGUAGE.get(language or "")
    return (traits.family if traits is not None else "") or (language or "")
