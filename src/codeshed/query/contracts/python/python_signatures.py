"""What functions and classes of Python may be called with.

Turns: a symbol → Signatures: of a function its own, as far as its decorators keep it; of a class those of its `__init__` and
`__new__`, or of the constructor that a dataclass, a NamedTuple or an attrs class generates.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.facts.python_facts import Call, DefinitionFact, Expression
from codeshed.model.semantic import ParameterKind, ReferenceRole, TypeSource
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name, path_of_symbol
from codeshed.query.contracts.python.field_constructors import (
    ATTRS_DECORATORS,
    DATACLASS,
    NAMED_TUPLE,
    Field,
    constructor_parameters,
    decorator_options,
    own_fields,
)
from codeshed.query.contracts.python.forwarding_decorators import keeps_signature
from codeshed.query.contracts.python.python_source import PythonSource
from codeshed.query.contracts.signatures import Signature, SignatureParameter

SourceOf = Callable[[str], PythonSource | None]

_KEEPING = frozenset(
    {
        *("abc.abstractmethod", "functools.lru_cache", "functools.cache", "functools.total_ordering"),
        *("contextlib.contextmanager", "contextlib.asynccontextmanager", "types.coroutine"),
        *("typing.final", "typing.overload", "typing.override", "typing.no_type_check"),
        *("typing.runtime_checkable", "typing_extensions.runtime_checkable", "typing_extensions.override"),
        *("typing_extensions.final", "typing_extensions.overload", "typing_extensions.deprecated"),
        *("warnings.deprecated", "typing_extensions.dataclass_transform", "typing.dataclass_transform"),
        *("atexit.register", "functools.wraps", "typing_extensions.disjoint_base", "enum.unique"),
    }
)
_STATIC, _OF_CLASS = "builtins.staticmethod", "builtins.classmethod"
_PLAIN_BASES = frozenset(
    {
        "builtins.object",
        "abc.ABC",
        "typing.Generic",
        "typing_extensions.Generic",
        "contextlib.AbstractContextManager",
    }
)
_PLAIN_METACLASSES = frozenset({"ABCMeta", "type"})
_IMPLICIT_CLASS_METHODS = frozenset({"__init_subclass__", "__class_getitem__"})
_NEW, _INIT = "__new__", "__init__"


class PythonSignatures:
    """The signatures of a project's symbols, each found once."""

    def __init__(self, graph: CodeGraph, source_of: SourceOf) -> None:
        self._graph = graph
        self._source_of = source_of
        self._functions: dict[str, Signature] = {}
        self._classes: dict[str, tuple[Signature, ...]] = {}
        self._fields: dict[str, tuple[Field, ...] | None] = {}

    def of_symbol(self, symbol: str) -> tuple[Signature, ...]:
        """Return the signatures of a function or class; arguments that fit any of them are right."""
        row = self._graph.find_row(symbol)
        if row is None:
            return ()
        if NodeKind(int(self._graph.nodes.kinds[row])) is NodeKind.TYPE:
            return self._of_class(symbol)
        return (self.of_function(symbol),)

    def of_function(self, symbol: str) -> Signature:
        """Return the signature of a function."""
        if symbol not in self._functions:
            self._functions[symbol] = self._find_function(symbol)
        return self._functions[symbol]

    def _find_function(self, symbol: str) -> Signature:
        source = self._source_of(path_of_symbol(symbol) or "")
        definitions = () if source is None else source.definitions.get(symbol, ())
        if source is None or not definitions or definitions[-1].is_class:
            return Signature(uncheckable="no_signature")
        definition = definitions[-1]
        is_method = source.enclosing_class(definition) is not None
        is_static = definition.name == _NEW
        is_of_class = definition.name in _IMPLICIT_CLASS_METHODS
        found = Signature(parameters=self._parameters(symbol, source, definition))
        for decorator in definition.decorators:
            targets = _decorating(source, decorator)
            is_static |= _STATIC in targets
            is_of_class |= _OF_CLASS in targets
            is_known = targets in ({_STATIC}, {_OF_CLASS}) or self._keeps(targets, decorator)
            if not is_known:
                text = source.text(decorator.begin, decorator.end)
                return replace(found, uncheckable="unknown_decorator", detail=f"@{text}")
        if self._is_rebound(symbol) or (not definition.decorators and source.is_rebound(definition)):
            return replace(found, uncheckable="rebound")
        return replace(found, n_bound=int(is_method and (is_of_class or not is_static)))

    def _parameters(
        self, symbol: str, source: PythonSource, definition: DefinitionFact
    ) -> tuple[SignatureParameter, ...]:
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        declared = {
            each.name: each.param_type
            for each in (details.parameters or () if details is not None else ())
            if each.type_source is TypeSource.ANNOTATION
        }
        return tuple(
            SignatureParameter(
                name=each.name,
                kind=each.kind,
                has_default=each.default is not None,
                default=None if each.default is None else source.text(each.default.begin, each.default.end),
                declared=declared.get(each.name),
            )
            for each in definition.parameters
        )

    def _keeps(self, targets: set[str], decorator: Expression) -> bool:
        """Whether a decorator keeps the signature; all that it may be must do so."""
        return bool(targets) and all(self._target_keeps(each, decorator) for each in targets)

    def _target_keeps(self, target: str, decorator: Expression) -> bool:
        if target in _KEEPING or target == _MARK:
            return True
        path = path_of_symbol(target)
        source = None if path is None else self._source_of(path)
        found = () if source is None else source.definitions.get(target, ())
        if source is None or not found or found[-1].is_class or found[-1].decorators:
            return False
        return keeps_signature(source, found[-1], is_factory=isinstance(decorator, Call))

    def _is_rebound(self, symbol: str) -> bool:
        """Whether something else is assigned to the name of a function or class."""
        row = self._graph.find_row(symbol)
        table = self._graph.edges
        return row is not None and any(
            table.kinds[edge] == EdgeKind.WRITE
            for edge in table.in_order[int(table.in_starts[row]) : int(table.in_starts[row + 1])].tolist()
        )

    # Classes

    def _of_class(self, symbol: str) -> tuple[Signature, ...]:
        if symbol not in self._classes:
            self._classes[symbol] = ()
            self._classes[symbol] = self._find_constructors(symbol)
        return self._classes[symbol]

    def _find_constructors(self, symbol: str) -> tuple[Signature, ...]:
        source = self._source_of(path_of_symbol(symbol) or "")
        written = None if source is None else next(iter(source.definitions.get(symbol, ())), None)
        if self._is_rebound(symbol) or (
            source is not None and written is not None and source.is_rebound(written)
        ):
            return (Signature(uncheckable="rebound"),)
        found: list[Signature] = []
        names = {_INIT, _NEW}
        problem: Signature | None = None
        for base in self.linearize(symbol):
            problem = problem or self._class_problem(base, symbol, names)
            if problem is not None and problem.uncheckable != "unknown_base":
                return (problem,)
            own = self._own_constructors(base, names)
            names -= {name for name, _ in own}
            found += [signature for _, signature in own if problem is None]
            if _INIT in {name for name, _ in own}:
                break
        found = [each for each in found if not _takes_anything(each)] or found[:1]
        if found:
            return tuple(found)
        return (problem or Signature(),)

    def _class_problem(self, base: str, symbol: str, names: set[str]) -> Signature | None:  # noqa: PLR0911 - one answer for each cause
        """Return why a base keeps the constructor from being known, None if it does not."""
        name = base.removeprefix(EXTERNAL_PREFIX)
        if base.startswith(EXTERNAL_PREFIX):
            if name.startswith("enum."):
                return Signature(uncheckable="metaclass", detail=name)
            is_plain = name in _PLAIN_BASES or name in NAMED_TUPLE or not names
            return None if is_plain else Signature(uncheckable="unknown_base", detail=name)
        source = self._source_of(path_of_symbol(base) or "")
        definition = None if source is None else next(iter(source.definitions.get(base, ())), None)
        if source is None or definition is None or not definition.is_class:
            return Signature(uncheckable="no_signature")
        for each in definition.bases:
            if each.keyword == "metaclass" and _last(each.value) not in _PLAIN_METACLASSES:
                text = source.text(each.value.begin, each.value.end)
                return Signature(uncheckable="metaclass", detail=text)
        for decorator in definition.decorators:
            targets = _decorating(source, decorator)
            is_known = bool(targets & (DATACLASS | ATTRS_DECORATORS)) or self._keeps(targets, decorator)
            if not is_known and base == symbol:
                text = source.text(decorator.begin, decorator.end)
                return Signature(uncheckable="unknown_decorator", detail=f"@{text}")
        row = self._graph.find_row(base)
        details = None if row is None else self._graph.nodes.details[row]
        own = any(self._graph.find_row(f"{base}.{each}") is not None for each in names)
        if details is not None and details.has_unknown_base and not own:
            return Signature(uncheckable="unknown_base")
        return None

    def _own_constructors(self, base: str, names: set[str]) -> list[tuple[str, Signature]]:
        """Return the constructors that a class itself has: written ones, or the one that is generated from its fields."""
        if base.startswith(EXTERNAL_PREFIX):
            return []
        found = []
        for name in sorted(names):
            row = self._graph.find_row(f"{base}.{name}")
            if row is not None:
                is_function = self._graph.nodes.kinds[row] == NodeKind.FUNCTION
                found.append(
                    (
                        name,
                        replace(self.of_function(f"{base}.{name}"), n_bound=1)
                        if is_function
                        else Signature(uncheckable="generated_constructor"),
                    )
                )
        if _INIT in names and _INIT not in {name for name, _ in found}:
            generated = self._generated_constructor(base)
            if generated is not None:
                found.append((_INIT, generated))
        return found

    def _generated_constructor(self, base: str) -> Signature | None:
        source = self._source_of(path_of_symbol(base) or "")
        definition = None if source is None else next(iter(source.definitions.get(base, ())), None)
        if source is None or definition is None:
            return None
        is_tuple = self._is_named_tuple(base)
        options = self._field_options(source, definition)
        if options is None and not is_tuple:
            return None
        if options is not None and options.get("init") == "False":
            return None
        fields = self._all_fields(base)
        if fields is None:
            return Signature(uncheckable="generated_constructor")
        return Signature(parameters=constructor_parameters(fields))

    def _all_fields(self, symbol: str) -> tuple[Field, ...] | None:
        """Return the fields that a generated constructor takes, those of bases first; None if they are not all known."""
        if symbol in self._fields:
            return self._fields[symbol]
        self._fields[symbol] = None
        by_name: dict[str, Field] = {}
        for base in reversed(list(self.linearize(symbol))):
            if base.startswith(EXTERNAL_PREFIX):
                name = base.removeprefix(EXTERNAL_PREFIX)
                if name not in _PLAIN_BASES and name not in NAMED_TUPLE and not name.startswith("typing."):
                    return None
                continue
            own = self._fields_of_class(base)
            if own is None:
                return None
            # A field that is declared again keeps its place.
            by_name.update({each.name: each for each in own})
        self._fields[symbol] = tuple(by_name.values())
        return self._fields[symbol]

    def _fields_of_class(self, base: str) -> tuple[Field, ...] | None:
        source = self._source_of(path_of_symbol(base) or "")
        definition = None if source is None else next(iter(source.definitions.get(base, ())), None)
        row = self._graph.find_row(base)
        details = None if row is None else self._graph.nodes.details[row]
        if source is None or definition is None or (details is not None and details.has_unknown_base):
            return None
        options = self._field_options(source, definition)
        if options is None and not self._is_named_tuple(base):
            return ()
        fields = own_fields(source, definition, options or {})
        return None if fields is None else tuple(self._with_type(base, each) for each in fields)

    def _with_type(self, owner: str, field: Field) -> Field:
        row = self._graph.find_row(f"{owner}.{field.name}")
        details = None if row is None else self._graph.nodes.details[row]
        is_declared = details is not None and details.type_source is TypeSource.ANNOTATION
        return replace(field, declared=details.var_type if details is not None and is_declared else None)

    @staticmethod
    def _field_options(source: PythonSource, definition: DefinitionFact) -> dict[str, str] | None:
        """Return the options of the decorator that generates a constructor, None if there is none."""
        for decorator in definition.decorators:
            targets = _decorating(source, decorator)
            if targets & (DATACLASS | ATTRS_DECORATORS):
                return decorator_options(source, decorator, targets)
        return None

    def _is_named_tuple(self, symbol: str) -> bool:
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        bases = () if details is None else details.inherits or ()
        return any(each.removeprefix(EXTERNAL_PREFIX) in NAMED_TUPLE for each in bases)

    def linearize(self, symbol: str) -> Iterator[str]:
        """Yield a class and its bases in the order in which members are looked up; external ones are not opened."""
        order: dict[str, None] = {}
        self._visit(symbol, order, 0)
        yield from order

    def _visit(self, symbol: str, order: dict[str, None], depth: int) -> None:
        # A base that several bases have comes after all of these, so its last place counts.
        order.pop(symbol, None)
        order[symbol] = None
        if symbol.startswith(EXTERNAL_PREFIX) or depth > _MAX_DEPTH:
            return
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        for base in () if details is None else details.inherits or ():
            self._visit(base.partition("[")[0], order, depth + 1)


_MAX_DEPTH = 40
_MARK = "mark"
"""In place of a target: a decorator that only marks what it decorates."""


def _decorating(source: PythonSource, decorator: Expression) -> set[str]:
    """Return what a decorator may be: names of other packages without their prefix, symbols, `mark` for one that only marks."""
    found = set()
    for each in source.symbols_at.get((decorator.begin, decorator.end), ()):
        if each.role is ReferenceRole.DECORATE and each.target_symbol is not None:
            is_mark = each.is_behavioral is False
            name = each.target_symbol.removeprefix(EXTERNAL_PREFIX)
            found.add(_MARK if is_mark and name not in {_STATIC, _OF_CLASS} else name)
    return found


def _last(expression: Expression) -> str:
    name = getattr(expression, "name", "")
    return last_name(name) if name else ""


def _takes_anything(signature: Signature) -> bool:
    kinds = {each.kind for each in signature.parameters}
    is_open = {ParameterKind.VARIADIC_POSITIONAL, ParameterKind.VARIADIC_KEYWORD} <= kinds
    return is_open and all(
        each.has_default or each.kind in {ParameterKind.VARIADIC_POSITIONAL, ParameterKind.VARIADIC_KEYWORD}
        for each in signature.without_first(signature.n_bound)
    )
