"""The surroundings of a function: its class, file, imports, types, and similar code.

Turns: CodeGraph + a function → Surroundings: sets of nodes by their relation to it. None is found along an edge out of
the function, so that a function whose body is still missing has surroundings too.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from codeshed.context.name_words import NameWords, split_name
from codeshed.context.uses import Uses, index_uses
from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import is_among
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.declared_types import (
    declared_return_types,
    declared_type_of_parameter,
    declared_type_of_variable,
)
from codeshed.model.facts.type_expression import value_types
from codeshed.model.symbol_ids import package_of_path

MAX_POOL = 400
"""How many functions of a folder are examined as examples of nearby code."""

MAX_NAMESAKES = 100
MAX_CALLERS = 100
MAX_USERS_OF_TYPES = 300
MAX_FAMILY = 60
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:[.][A-Za-z_]\w*)*")
_TELLING = re.compile(r"_*[A-Za-z0-9]+_\w+|_*[A-Za-z]*[a-z0-9][A-Z]\w*")
"""Names of two words or more: in a text, another word is rarely one of them."""

_RECEIVERS = frozenset({"self", "cls", "this", "args", "kwargs"})


class GraphLookups:
    """Cached lookups in one graph: members, imports, bases, types and words of names."""

    def __init__(self, graph: CodeGraph) -> None:
        self.graph = graph
        self.uses: Uses = index_uses(graph)
        self.n_users: Longs = self.uses.n_users
        self._facts_by_row: dict[int, NameWords] = {}
        self.parameters_of = lru_cache(maxsize=50_000)(self._parameters_of)
        self.members_of = lru_cache(maxsize=20_000)(lambda row: self.targets_of(row, EdgeKind.CONTAINS))
        self._imports_of = lru_cache(maxsize=20_000)(lambda row: self.targets_of(row, EdgeKind.IMPORT))
        self._members_of_classes_in = lru_cache(maxsize=20_000)(
            lambda row: tuple(
                m for each in self.of_kind(self.members_of(row), NodeKind.TYPE) for m in self.members_of(each)
            )
        )
        self._types_in = lru_cache(maxsize=20_000)(self._found_types_in)
        self.bases_of = lru_cache(maxsize=20_000)(lambda row: self.targets_of(row, EdgeKind.INHERITS))

    @cached_property
    def classes(self) -> Longs:
        """For each node the type that it is a member of, or that it is itself; NO_ROW for others."""
        nodes = self.graph.nodes
        is_type = nodes.kinds == NodeKind.TYPE
        enclosing = nodes.enclosing.astype(np.int64)
        is_member = (enclosing != NO_ROW) & is_type[np.maximum(enclosing, 0)]
        found: Longs = np.where(is_type, np.arange(len(nodes)), np.where(is_member, enclosing, NO_ROW))
        return found

    def facts_of_names(self, rows: Sequence[int]) -> list[NameWords]:
        """Return the names of some nodes, split into words."""
        facts_by_row = self._facts_by_row
        missing = [row for row in rows if row not in facts_by_row]
        facts_by_row.update(
            zip(missing, map(split_name, self.graph.nodes.names.of_rows(missing)), strict=True)
        )
        return [facts_by_row[row] for row in rows]

    def name_facts(self, row: int) -> NameWords:
        """Return the name of a node, split into words."""
        return self.facts_of_names((row,))[0]

    def name_of(self, row: int) -> str:
        """Return the name of a node."""
        return self.name_facts(row).name

    def words_of_row(self, row: int) -> frozenset[str]:
        """Return the words of the name of a node."""
        return self.name_facts(row).words

    def imports_of(self, row: int) -> tuple[int, ...]:
        """Return what a module imports from the codebase."""
        return self._imports_of(row)

    def members_of_classes_in(self, row: int) -> tuple[int, ...]:
        """Return the members of the classes of a module."""
        return self._members_of_classes_in(row)

    def of_kind(self, rows: Sequence[int], kind: NodeKind) -> list[int]:
        """Filter nodes by kind."""
        found = np.array(rows, dtype=np.int64)
        chosen: list[int] = found[self.graph.nodes.kinds[found] == int(kind)].tolist()
        return chosen

    def types_in(self, row: int) -> tuple[int, ...]:
        """Return the types of the codebase that the members of a type have or return."""
        return self._types_in(row)

    def _found_types_in(self, row: int) -> tuple[int, ...]:
        expressions: list[str] = []
        for member in self.members_of(row):
            details = self.graph.nodes.details[member]
            if details is not None:
                expressions += declared_return_types(details)
                declared = declared_type_of_variable(details)
                expressions += (declared,) if declared else ()
        return self.rows_of_types(tuple(dict.fromkeys(expressions)))

    def targets_of(self, row: int, kind: EdgeKind) -> tuple[int, ...]:
        """Return the targets in the codebase of a node's edges of a kind."""
        edges = self.graph.edges
        begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
        targets = edges.targets[begin:end][edges.kinds[begin:end] == kind]
        is_own = (self.graph.nodes.flags[targets] & int(NodeFlag.EXTERNAL)) == 0
        return tuple(targets[is_own].tolist())

    def sources_of(self, row: int, kind: EdgeKind) -> tuple[int, ...]:
        """Return the sources of the edges of a kind to a node."""
        edges = self.graph.edges
        rows = edges.in_order[int(edges.in_starts[row]) : int(edges.in_starts[row + 1])]
        return tuple(edges.sources[rows[edges.kinds[rows] == kind]].tolist())

    def all_bases_of(self, row: int) -> tuple[int, ...]:
        """Return the direct and indirect bases of a type, breadth first."""
        found: dict[int, None] = {}
        pending = [row]
        for each in pending:
            for base in self.bases_of(each):
                if base not in found and base != row and len(found) < MAX_FAMILY:
                    found[base] = None
                    pending.append(base)
        return tuple(found)

    def class_of(self, row: int) -> int | None:
        """Return the type that a function is a member of."""
        enclosing = int(self.graph.nodes.enclosing[row])
        while enclosing != NO_ROW and self.graph.nodes.kinds[enclosing] == NodeKind.FUNCTION:
            enclosing = int(self.graph.nodes.enclosing[enclosing])
        if enclosing == NO_ROW or self.graph.nodes.kinds[enclosing] != NodeKind.TYPE:
            return None
        return enclosing

    def is_function(self, rows: Ints | Longs) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Return a mask of the nodes that are functions."""
        return np.asarray(self.graph.nodes.kinds[rows] == NodeKind.FUNCTION)

    def rows_of_types(self, expressions: "tuple[str, ...]") -> tuple[int, ...]:
        """Return the types of the codebase that type expressions name."""
        found: dict[int, None] = {}
        for expression in expressions:
            for type_id in value_types(expression):
                row = self.graph.find_row(type_id) if "::" in type_id else None
                if row is not None and self.graph.nodes.kinds[row] == NodeKind.TYPE:
                    found[row] = None
        return tuple(found)

    def _parameters_of(self, row: int) -> frozenset[str]:
        """Return the names of a function's parameters, except conventional ones such as `self`."""
        details = self.graph.nodes.details[row]
        parameters = () if details is None else details.parameters or ()
        return frozenset(each.name.lstrip("*") for each in parameters) - _RECEIVERS


class Surroundings(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The surroundings of one function; sets are sorted where their order has no meaning."""

    lookups: GraphLookups
    row: int

    @property
    def graph(self) -> CodeGraph:
        """The graph of the function."""
        return self.lookups.graph

    @cached_property
    def own_class(self) -> int | None:
        """The type that the function is a member of."""
        return self.lookups.class_of(self.row)

    @cached_property
    def file(self) -> int:
        """The file of the function."""
        return int(self.graph.nodes.files[self.row])

    @cached_property
    def own_rows(self) -> frozenset[int]:
        """The function and all that is defined in it."""
        found = [self.row]
        for each in found:
            found += self.lookups.members_of(each)
        return frozenset(found)

    @cached_property
    def in_file(self) -> Longs:
        """All nodes of the file, except the function and what is in it."""
        if self.file == NO_ROW:
            return np.zeros(0, dtype=np.int64)
        rows = self.graph.file_index.find_in_files(range(self.file, self.file + 1)).astype(np.int64)
        return rows[~is_among(rows, tuple(self.own_rows))]

    @cached_property
    def module(self) -> int | None:
        """The module of the function."""
        rows = self.in_file[self.graph.nodes.kinds[self.in_file] == NodeKind.MODULE]
        return int(rows[0]) if len(rows) else None

    @cached_property
    def imported(self) -> tuple[int, ...]:
        """What the file imports by name from the codebase."""
        return () if self.module is None else self.lookups.imports_of(self.module)

    @cached_property
    def class_members(self) -> tuple[int, ...]:
        """The members of the function's class."""
        return () if self.own_class is None else self.lookups.members_of(self.own_class)

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """The bases of the function's class, the nearest first."""
        return () if self.own_class is None else self.lookups.all_bases_of(self.own_class)

    @cached_property
    def related_types(self) -> tuple[int, ...]:
        """Types that share a base with the function's class, derive from it, or are bases of it."""
        if self.own_class is None:
            return ()
        roots = (self.own_class, *self.lookups.bases_of(self.own_class))
        found = dict.fromkeys(self.bases)
        for root in roots:
            found.update(dict.fromkeys(self.lookups.sources_of(root, EdgeKind.INHERITS)))
        found.pop(self.own_class, None)
        return tuple(found)[:MAX_FAMILY]

    @cached_property
    def parameter_types(self) -> tuple[int, ...]:
        """The types of the function's parameters."""
        details = self.graph.nodes.details[self.row]
        parameters = () if details is None else details.parameters or ()
        declared = map(declared_type_of_parameter, parameters)
        found = self.lookups.rows_of_types(tuple(each for each in declared if each))
        return tuple(row for row in found if row != self.own_class)

    @cached_property
    def return_types(self) -> tuple[int, ...]:
        """The types that the function returns."""
        details = self.graph.nodes.details[self.row]
        return self.lookups.rows_of_types(() if details is None else declared_return_types(details))

    @cached_property
    def field_types(self) -> tuple[int, ...]:
        """The types of the fields of the function's class and of its bases."""
        expressions = []
        owners = (*self.class_members, *(m for base in self.bases for m in self.lookups.members_of(base)))
        for member in self.lookups.of_kind(owners, NodeKind.VARIABLE):
            details = self.graph.nodes.details[member]
            if details is not None and (declared := declared_type_of_variable(details)):
                expressions.append(declared)
        return self.lookups.rows_of_types(tuple(dict.fromkeys(expressions)))

    @cached_property
    def variable_types(self) -> tuple[int, ...]:
        """The types of the module's variables, and of imported ones."""
        nodes = self.graph.nodes
        own = () if self.module is None else self.lookups.members_of(self.module)
        expressions = []
        for row in self.lookups.of_kind((*own, *self.imported), NodeKind.VARIABLE):
            details = nodes.details[row]
            if details is not None and (declared := declared_type_of_variable(details)):
                expressions.append(declared)
        return self.lookups.rows_of_types(tuple(dict.fromkeys(expressions)))

    @cached_property
    def second_types(self) -> tuple[int, ...]:
        """Types that are reached through members of parameter types, field types and imported types."""
        imported = self.lookups.of_kind(self.imported, NodeKind.TYPE)
        first = dict.fromkeys((*self.parameter_types, *self.field_types, *imported))
        found = dict.fromkeys(row for each in first for row in self.lookups.types_in(each))
        for row in self.lookups.of_kind(self.imported, NodeKind.FUNCTION):
            details = self.graph.nodes.details[row]
            if details is not None:
                found.update(dict.fromkeys(self.lookups.rows_of_types(declared_return_types(details))))
        return tuple(row for row in found if row not in first and row != self.own_class)[:MAX_FAMILY]

    @cached_property
    def types_used_by_methods(self) -> tuple[int, ...]:
        """Types of which other methods of the function's class use members: attributes without a type may hold them."""
        methods = self.lookups.of_kind(self.class_members, NodeKind.FUNCTION)
        used, _ = self.lookups.uses.used_by([row for row in methods if row not in self.own_rows])
        owners = self.lookups.classes[used[self.graph.nodes.kinds[used] != NodeKind.TYPE]]
        n_uses = Counter(row for row in owners.tolist() if row not in {NO_ROW, self.own_class})
        return tuple(row for row, _ in sorted(n_uses.items(), key=lambda each: (-each[1], each[0])))[
            :MAX_FAMILY
        ]

    def named_in(self, text: str) -> tuple[int, ...]:
        """Return the symbols that a text names in full: members by their class (`Cart.total`), and names that are unique."""
        found: dict[int, None] = {}
        for dotted in dict.fromkeys(_DOTTED.findall(text)):
            owner, _, name = dotted.rpartition(".")
            rows = self.graph.name_index.find(name).tolist()
            if owner:
                last = owner.rpartition(".")[2]
                rows = [row for row in rows if self._owner_name(row) == last]
            elif len(rows) != 1 or not _TELLING.fullmatch(name):
                continue
            found.update(dict.fromkeys(rows[:MAX_NAMESAKES]))
        return tuple(found)[:MAX_POOL]

    def _owner_name(self, row: int) -> str | None:
        enclosing = int(self.graph.nodes.enclosing[row])
        return None if enclosing == NO_ROW else self.lookups.name_of(enclosing).removesuffix(".py")

    @cached_property
    def callers(self) -> tuple[int, ...]:
        """The users of the function."""
        users, _ = self.lookups.uses.users_of([self.row])
        return tuple(row for row in users.tolist() if row not in self.own_rows)[:MAX_CALLERS]

    @cached_property
    def namesakes(self) -> tuple[int, ...]:
        """Functions of the same name elsewhere."""
        rows = self.graph.name_index.find(self.lookups.name_of(self.row))
        rows = rows[self.lookups.is_function(rows)]
        return tuple(row for row in rows.tolist() if row not in self.own_rows)[:MAX_NAMESAKES]

    @cached_property
    def overriding(self) -> tuple[int, ...]:
        """Methods that override the function, and those that it overrides."""
        found = (
            *self.lookups.targets_of(self.row, EdgeKind.OVERRIDDEN_BY),
            *self.lookups.sources_of(self.row, EdgeKind.OVERRIDDEN_BY),
        )
        return tuple(dict.fromkeys(found))

    @cached_property
    def in_folder(self) -> Longs:
        """Functions of the other files of the folder, those of the nearest files first."""
        path = self.graph.file_path(self.row)
        if path is None:
            return np.zeros(0, dtype=np.int64)
        folder = package_of_path(path)
        files = find_files_below(self.graph.files, folder)
        rows = self.graph.file_index.find_in_files(files).astype(np.int64)
        rows = rows[self.lookups.is_function(rows) & (self.graph.nodes.files[rows] != self.file)]
        distance = np.abs(self.graph.nodes.files[rows] - self.file)
        nearest: Longs = rows[np.argsort(distance, kind="stable")][:MAX_POOL]
        return nearest

    @cached_property
    def users_of_types(self) -> tuple[int, ...]:
        """Functions elsewhere that use the function's parameter or return types."""
        types = tuple(dict.fromkeys((*self.parameter_types, *self.return_types)))
        users, _ = self.lookups.uses.users_of(list(types))
        return tuple(row for row in dict.fromkeys(users.tolist()) if row not in self.own_rows)[
            :MAX_USERS_OF_TYPES
        ]
