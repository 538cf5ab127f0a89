"""Types by name: the parts of a union, and which of them can be passed where others are declared.

Turns: a declared type + the types of an argument → whether the argument cannot fit. What is not known fits.
"""

from collections.abc import Callable, Sequence

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.semantic import TypeKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name

_NONE = "None"
_SCALARS = frozenset({"int", "float", "bool", "complex", _NONE})
_TEXTS = frozenset({"str", "bytes", "bytearray"})
_CONTAINERS = frozenset({"list", "dict", "set", "tuple", "frozenset"})
FUNCTION, CLASS_OBJECT = "function", "type"
_CLOSED = _SCALARS | _TEXTS | _CONTAINERS | {FUNCTION, CLASS_OBJECT}
"""Types whose values are known from their names alone."""

_WIDER = {
    "bool": frozenset({"int", "float", "complex"}),
    "int": frozenset({"float", "complex"}),
    "float": frozenset({"complex"}),
    "bytearray": frozenset({"bytes"}),
}
"""Types that take the values of others, by the other."""

_SEQUENCES = _TEXTS | {"list", "tuple"}
_TAKEN = {
    **dict.fromkeys(("Callable",), frozenset({FUNCTION, CLASS_OBJECT})),
    **dict.fromkeys(
        ("Iterable", "Collection", "Container", "Sized", "Reversible"), _TEXTS | _CONTAINERS | {CLASS_OBJECT}
    ),
    **dict.fromkeys(("Sequence",), _SEQUENCES),
    **dict.fromkeys(("MutableSequence",), frozenset({"list", "bytearray"})),
    **dict.fromkeys(("Mapping", "MutableMapping", "Dict"), frozenset({"dict"})),
    **dict.fromkeys(("AbstractSet", "Set", "MutableSet", "FrozenSet"), frozenset({"set", "frozenset"})),
    **dict.fromkeys(("Iterator", "Generator", "Awaitable", "Coroutine", "AsyncIterator"), frozenset[str]()),
    **dict.fromkeys(("Type",), frozenset({CLASS_OBJECT})),
    "Literal": frozenset({"str", "bytes", "int", "bool", _NONE}),
}
"""Which of the closed types a type of `typing` or `collections.abc` takes."""

_LIBRARY_CLASSES = frozenset(
    {
        *("datetime.datetime", "datetime.date", "datetime.time", "datetime.timedelta", "datetime.tzinfo"),
        *("pathlib.Path", "pathlib.PurePath", "re.Pattern", "logging.Logger", "decimal.Decimal", "uuid.UUID"),
        *(
            "threading.Thread",
            "threading.Event",
            "socket.socket",
            "ssl.SSLContext",
            "argparse.ArgumentParser",
        ),
        *("argparse.Namespace", "asyncio.AbstractEventLoop", "types.ModuleType", "types.TracebackType"),
        *("types.FunctionType", "fractions.Fraction", "io.BytesIO", "io.StringIO", "inspect.Signature"),
    }
)
"""Classes of the standard library that take no value of a closed type."""

_BASES_OF_VALUES = frozenset(
    {
        *_SCALARS,
        *_TEXTS,
        *_CONTAINERS,
        "type",
        "TypedDict",
        "NewType",
        "Protocol",
        "NamedTuple",
        "Any",
        "IntEnum",
        "StrEnum",
        "IntFlag",
    }
)
"""Bases with which a class may take values of closed types."""

_PLAIN_BASES = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "enum.Enum", "enum.Flag"})
_CLASSES = frozenset({TypeKind.CLASS, TypeKind.STRUCT, TypeKind.ENUM})
_MAX_ALIASES = 5


def parts_of(declared: str) -> tuple[str, ...]:
    """Return the parts of a union, each without its type arguments: `list[int] | None` gives `list`, `None`."""
    parts: list[str] = []
    depth = 0
    word = ""
    for sign in declared:
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and not depth:
            parts.append(word)
            word = ""
        elif not depth and sign not in "])":
            word += sign
    return tuple(each.strip() for each in (*parts, word))


class TypeNames:
    """Knows the types of a repository by their ids."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._is_closed: dict[str, bool] = {}

    def cannot_fit(self, declared: str, passed: Sequence[str], *, is_none_default: bool = False) -> bool:
        """Whether no type of an argument fits a declared type; with None as the default, None fits too."""
        wanted = self._expanded(declared)
        wanted = (*wanted, _NONE) if is_none_default else wanted
        own = tuple(part for each in passed for part in self._expanded(each))
        return bool(own) and not any(self._may_fit(each, one) for each in own for one in wanted)

    def _expanded(self, declared: str, depth: int = 0) -> tuple[str, ...]:
        """Return the parts of a type, those of aliases of unions in their place."""
        found: list[str] = []
        for part in parts_of(declared):
            row = self._graph.find_row(part) if "::" in part and depth < _MAX_ALIASES else None
            details = None if row is None else self._graph.nodes.details[row]
            is_alias = details is not None and details.type_kind in {TypeKind.TYPE_ALIAS, TypeKind.UNION}
            if details is not None and is_alias and details.bound is not None:
                found += self._expanded(details.bound, depth + 1)
            else:
                found.append(part)
        return tuple(found)

    def _may_fit(self, passed: str, wanted: str) -> bool:  # noqa: PLR0911 - one answer for each kind of type
        """Whether a value of one type may be one of another; what is not known of either fits."""
        if passed == wanted or wanted in _WIDER.get(passed, ()):
            return True
        if passed in _CLOSED:
            return self._takes(wanted, passed)
        if passed.removeprefix(EXTERNAL_PREFIX) in _LIBRARY_CLASSES:
            return wanted not in _CLOSED
        if not self._is_closed_class(passed):
            return True
        if wanted in _CLOSED:
            return wanted in {FUNCTION, CLASS_OBJECT}
        if not self._is_closed_class(wanted):
            return True
        # A class that derives from both may be passed, too.
        return not self._related(passed).isdisjoint({wanted, *self._below(wanted)})

    def _takes(self, wanted: str, passed: str) -> bool:
        """Whether a type may take a value of a closed type."""
        if wanted in _CLOSED:
            return False
        name = wanted.removeprefix(EXTERNAL_PREFIX)
        if name in _LIBRARY_CLASSES:
            return False
        module, _, last = name.rpartition(".")
        if wanted.startswith(EXTERNAL_PREFIX):
            is_abstract = module in {"typing", "collections.abc", "typing_extensions"} and last in _TAKEN
            return passed in _TAKEN[last] if is_abstract else True
        return not self._is_plain_class(wanted)

    def _is_plain_class(self, name: str, depth: int = 0) -> bool:
        """Whether a type is a class of the repository that no value of a closed type can be an instance of."""
        row = self._graph.find_row(name)
        details = (
            None
            if row is None or self._graph.nodes.kinds[row] != NodeKind.TYPE
            else self._graph.nodes.details[row]
        )
        if (
            details is None
            or details.type_kind not in _CLASSES
            or details.has_unknown_base
            or depth > _MAX_ALIASES * 4
        ):
            return False
        return all(
            last_name(each.partition("[")[0]) not in _BASES_OF_VALUES
            if each.startswith(EXTERNAL_PREFIX)
            else self._is_plain_class(each.partition("[")[0], depth + 1)
            for each in details.inherits or ()
        )

    def _is_closed_class(self, name: str) -> bool:
        """Whether a type is a class of the repository whose bases are all known, and that stands for nothing else."""
        if name not in self._is_closed:
            self._is_closed[name] = self._find_closed(name)
        return self._is_closed[name]

    def _find_closed(self, name: str) -> bool:
        row = None if name.startswith(EXTERNAL_PREFIX) else self._graph.find_row(name)
        if row is None or self._graph.nodes.kinds[row] != NodeKind.TYPE:
            return False
        details = self._graph.nodes.details[row]
        is_class = details is not None and details.type_kind in _CLASSES
        if not is_class or details is None or details.has_unknown_base or details.is_abstract:
            return False
        if int(self._graph.nodes.flags[row]) & NodeFlag.UNKNOWN_BASE:
            return False
        return all(
            each.removeprefix(EXTERNAL_PREFIX).partition("[")[0] in _PLAIN_BASES
            or self._find_closed(each.partition("[")[0])
            for each in details.inherits or ()
        )

    def _related(self, name: str) -> frozenset[str]:
        """Return a class with all its bases and subclasses."""
        return self._reached(name, self._bases) | self._below(name)

    def _below(self, name: str) -> frozenset[str]:
        return self._reached(name, self._subclasses)

    def _reached(self, name: str, step: Callable[[int], list[int]]) -> frozenset[str]:
        row = self._graph.find_row(name)
        found = set() if row is None else {row}
        waiting = list(found)
        while waiting:
            new = set(step(waiting.pop())) - found
            found |= new
            waiting += new
        return frozenset(self._graph.nodes.symbols[each] for each in found)

    def _bases(self, row: int) -> list[int]:
        table = self._graph.edges
        edges = range(int(table.out_starts[row]), int(table.out_starts[row + 1]))
        return [int(table.targets[edge]) for edge in edges if table.kinds[edge] == EdgeKind.INHERITS]

    def _subclasses(self, row: int) -> list[int]:
        table = self._graph.edges
        edges = table.in_order[int(table.in_starts[row]) : int(table.in_starts[row + 1])].tolist()
        return [int(table.sources[edge]) for edge in edges if table.kinds[edge] == EdgeKind.INHERITS]
