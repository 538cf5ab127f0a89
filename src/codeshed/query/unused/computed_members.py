"""Members that are looked up by computed names: `getattr(self, name)()` in Python, `handlers[name]()` in JavaScript.

Turns: CodeGraph + SourceReader → ComputedMembers: where an object is asked for members that no text names, or passed on whole.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

_LOOKUP = f"{EXTERNAL_PREFIX}builtins.getattr"
_OWN_MEMBER = re.compile(
    r"\w+\(\s*(?:self|cls|type\(self\)|self\.__class__)\s*,"
    r"(?!\s*[rbuRBU]?(?P<quote>[\"'])\w*(?P=quote)\s*[,)])"
    r"\s*(?:[fF]?[\"'](?P<prefix>\w*))?"
)
"""A lookup of a member of the own object, unless its name is a constant; a constant beginning of the name is kept."""

_SUBSCRIPT = re.compile(r"\s*(?:\?\.)?\[(?!\s*(?:[0-9]|(?P<quote>[\"'`])[^\"'`$]*(?P=quote)\s*\]))")
_NAMED_MEMBER = re.compile(r"\s*(?:!?\.|\?\.\w|\[)")
"""What follows an object of which one member is used, that the text names."""

_USES = frozenset({EdgeKind.READ, EdgeKind.USAGE})
_MAX_LENGTH = 400
"""So much of a call is read: the name is its second argument."""


class ComputedLookup(msgspec.Struct, frozen=True, kw_only=True):
    """A place at which members are looked up by computed names, and what these names begin with."""

    file: str
    line: int
    prefix: str


class ObjectUses(msgspec.Struct, frozen=True, kw_only=True):
    """How a variable's object is used: the first lookup by a computed name, and the variable that is passed on as a whole."""

    lookup: ComputedLookup | None = None
    passed_on: str | None = None


class ComputedMembers:
    """The lookups by computed names in one repository, by the types whose members they may mean."""

    def __init__(self, graph: CodeGraph, sources: SourceReader) -> None:
        self._graph = graph
        self._sources = sources
        self._lines_by_file: dict[int, list[bytes]] = {}
        self._uses_by_variable: dict[int, ObjectUses] = {}

    def lookup_of(self, row: int) -> ComputedLookup | None:
        """Return the first lookup that may mean a method: objects of some class have both it and the lookup."""
        owner, name = int(self._graph.nodes.enclosing[row]), self._graph.nodes.names[row]
        if owner == NO_ROW:
            return None
        found = self._lookups_by_type.get(self._graph.nodes.symbols[owner], ())
        return next((each for each in found if name.startswith(each.prefix)), None)

    def object_uses_of(self, row: int) -> ObjectUses:
        """Return how the object that has a node as a member is used, if a variable holds that object.

        Who gets an object gets the objects in it, too.
        """
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row])
        if owner == NO_ROW or nodes.kinds[owner] != NodeKind.VARIABLE:
            return ObjectUses()
        if owner not in self._uses_by_variable:
            self._uses_by_variable[owner] = self._find_object_uses(owner)
        uses = self._uses_by_variable[owner]
        return uses if uses.lookup or uses.passed_on else self.object_uses_of(owner)

    def _find_object_uses(self, variable: int) -> ObjectUses:
        graph, table = self._graph, self._graph.edges
        into = table.in_order[table.in_starts[variable] : table.in_starts[variable + 1]].tolist()
        sites = table.sites
        is_exported = any(table.kinds[edge] == EdgeKind.EXPORT for edge in into)
        places = sorted(
            (file, *span[2:], span[0])
            for edge in into
            if table.kinds[edge] in _USES
            for file, span in zip(
                sites.files[sites.starts[edge] : sites.starts[edge + 1]].tolist(),
                sites.spans[sites.starts[edge] : sites.starts[edge + 1]].tolist(),
                strict=True,
            )
            if file != NO_ROW
        )
        # Who uses an object that nothing here names gets it in another way: `exports.config = {…}`.
        lookup, is_passed_on = None, is_exported or not places
        for file, line, column, first_line in places:
            following = self._text_at(file, line, column)
            if lookup is None and _SUBSCRIPT.match(following):
                lookup = ComputedLookup(file=graph.files[file], line=first_line, prefix="")
            is_passed_on = is_passed_on or _NAMED_MEMBER.match(following) is None
        return ObjectUses(lookup=lookup, passed_on=graph.nodes.symbols[variable] if is_passed_on else None)

    def _text_at(self, file: int, line: int, column: int) -> str:
        """Return the text from a place on: a few lines at most."""
        if file not in self._lines_by_file:
            content = self._sources.read(self._graph.files[file]) or ""
            self._lines_by_file[file] = content.encode().split(b"\n")
        text = b"\n".join(self._lines_by_file[file][line - 1 : line + 3])[column : column + _MAX_LENGTH]
        return text.decode(errors="replace")

    @cached_property
    def _lookups_by_type(self) -> dict[str, list[ComputedLookup]]:
        graph = self._graph
        found: defaultdict[str, list[ComputedLookup]] = defaultdict(list)
        for owner, lookup in self._iter_lookups():
            symbol = graph.nodes.symbols[owner]
            of_object = {symbol, *related_types(symbol, graph.types.find_implementors)}
            members_of = of_object.union(
                *(related_types(each, lambda below: bases_of(graph, below)) for each in of_object)
            )
            for each in sorted(members_of):
                found[each].append(lookup)
        return dict(found)

    def _iter_lookups(self) -> Iterator[tuple[int, ComputedLookup]]:
        """Yield the lookups in methods by file and line, each with the type that the method is in."""
        graph, table = self._graph, self._graph.edges
        row = graph.find_row(_LOOKUP)
        if row is None:
            return
        into = table.in_order[table.in_starts[row] : table.in_starts[row + 1]]
        places = sorted(
            (file, *span[:2], int(table.sources[edge]))
            for edge in into[table.kinds[into] == EdgeKind.CALL].tolist()
            for file, span in zip(
                table.sites.files[table.sites.starts[edge] : table.sites.starts[edge + 1]].tolist(),
                table.sites.spans[table.sites.starts[edge] : table.sites.starts[edge + 1]].tolist(),
                strict=True,
            )
            if file != NO_ROW
        )
        for file, line, column, source in places:
            owner = self._type_around(source)
            if owner is None:
                continue
            match = _OWN_MEMBER.match(self._text_at(file, line, column))
            if match is not None:
                yield (
                    owner,
                    ComputedLookup(file=graph.files[file], line=line, prefix=match["prefix"] or ""),
                )

    def _type_around(self, row: int) -> int | None:
        nodes = self._graph.nodes
        while row != NO_ROW and nodes.kinds[row] != NodeKind.TYPE:
            row = int(nodes.enclosing[row])
        return None if row == NO_ROW else row


def related_types(symbol: str, next_of: Callable[[str], tuple[str, ...]]) -> set[str]:
    """Return all types above or below one, without itself."""
    seen: set[str] = set()
    worklist = [symbol]
    while worklist:
        for each in next_of(worklist.pop()):
            if each not in seen:
                seen.add(each)
                worklist.append(each)
    return seen - {symbol}


def bases_of(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    """Return the direct bases of a type."""
    known = graph.types.get(symbol)
    return () if known is None else known.bases
