"""Whether a call of Python binds to the signature of what it runs.

Turns: a WrittenCall + Signatures → problems. Python decides at run time whether a function is bound, and which override runs:
where more than one reading is possible, only a call that fits none of them has a problem.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.facts.python_facts import Attribute, Call, Expression, Import, Name, Spread
from codeshed.model.facts.type_facts import FileTypes, pack_span
from codeshed.model.semantic import ArgumentKind, Provenance, Reference
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, last_name, path_of_symbol, without_ordinal
from codeshed.query.contracts.contract_changes import CallUse
from codeshed.query.contracts.observed_calls import WrittenCall
from codeshed.query.contracts.python.argument_types import ArgumentTypes, engine_types
from codeshed.query.contracts.python.forwarding_decorators import forwards_arguments
from codeshed.query.contracts.python.python_signatures import PythonSignatures, SourceOf
from codeshed.query.contracts.python.python_source import PythonSource
from codeshed.query.contracts.signatures import (
    BoundArgument,
    CallArgument,
    Signature,
    SignatureParameter,
    binding_problems,
    bound_arguments,
)

_KINDS = {
    Spread.POSITIONAL: ArgumentKind.SPREAD_POSITIONAL,
    Spread.KEYWORD: ArgumentKind.SPREAD_KEYWORD,
}
_PARTIAL = frozenset(
    {"ext:functools.partial", "ext:functools.partial.__new__", "ext:functools.partial.__init__"}
)
_INIT, _NEW = "__init__", "__new__"
_MAX_SIBLINGS = 8
_MIN_CONFIDENCE = 0.75
_EXPECTS_ERROR = re.compile(rb"\braises\w*\(|\bassertRaises\w*\(|\bsuppress\(")
_IGNORES_TYPES = re.compile(rb"#[^\n]*\b(?:type|pyright|pyre|pyrefly|ty):\s*ignore")
_CATCHES_ERROR = re.compile(rb"except\b[^:]*\b(?:TypeError|Exception)\b|except\s*:")


TypesOf = Callable[[str], FileTypes | None]


def _typed_place(source: PythonSource, value: Expression, scope: int) -> tuple[int, int] | None:
    """Return where the type engine may be asked for the type of an argument; None where what it says is too weak.

    It takes an undeclared field for what is assigned first, and a parameter that is assigned again for what was declared.
    """
    if isinstance(value, Attribute):
        return None
    binding = source.binding_scope(scope, value.name) if isinstance(value, Name) else None
    if (
        isinstance(value, Name)
        and binding is not None
        and any(each.name == value.name for each in binding.parameters)
    ):
        return None
    return value.begin, value.end


class Reading:
    """A signature and how many of its parameters are bound before the call."""

    def __init__(self, signature: Signature, n_bound: int) -> None:
        self.signature = signature
        self.n_bound = n_bound
        self.parameters: tuple[SignatureParameter, ...] = signature.without_first(n_bound)


class PythonCalls:
    """Checks calls, and reads what they pass."""

    def __init__(
        self, graph: CodeGraph, signatures: PythonSignatures, source_of: SourceOf, types_of: TypesOf
    ) -> None:
        self._graph = graph
        self._signatures = signatures
        self._source_of = source_of
        self._types = ArgumentTypes(graph, signatures)
        self._types_of = types_of

    def arguments(self, call: WrittenCall) -> tuple[CallArgument, ...] | None:
        """Return what a call passes; None if its source is not there."""
        found = self._written(call)
        if found is None:
            return None
        source, written, scope = found
        own = self._read_arguments(source, written, scope)
        keywords = {each.keyword for each in own if each.keyword is not None}
        before = self._partial_arguments(call, source, written, scope)
        # A keyword that the call passes replaces that of `partial`.
        return (*(each for each in before if each.keyword is None or each.keyword not in keywords), *own)

    def _read_arguments(self, source: PythonSource, written: Call, scope: int) -> tuple[CallArgument, ...]:
        return tuple(
            CallArgument(
                text=_argument_text(source, each.value, each.keyword, each.spread),
                kind=_KINDS.get(
                    each.spread, ArgumentKind.POSITIONAL if each.keyword is None else ArgumentKind.KEYWORD
                ),
                keyword=each.keyword,
                types=self._types.of(source, each.value, scope) if each.spread is Spread.NONE else None,
                place=_typed_place(source, each.value, scope),
            )
            for each in written.arguments
        )

    def _partial_arguments(
        self, call: WrittenCall, source: PythonSource, written: Call, scope: int
    ) -> tuple[CallArgument, ...]:
        """Return what `functools.partial` has bound before: `g = partial(f, 1); g(2)` passes both."""
        made = self._partial_of(source, written.function, scope)
        if made is not None:
            return self._read_arguments(source, made[0], made[1])[1:]
        targets = dict.fromkeys(each.target_symbol or "" for each in call.targets)
        fields = [each for target in targets for each in self._partials_in_fields(source, written, target)]
        return self._read_arguments(*fields[0])[1:] if len(fields) == 1 else ()

    def _partials_in_fields(
        self, source: PythonSource, written: Call, target: str
    ) -> list[tuple[PythonSource, Call, int]]:
        """Return the partials that a called field of another name than its target may hold: `self.g = partial(self.f, 1)`.

        Assignments are looked for in the files of the call and of the target.
        """
        function = written.function
        if not isinstance(function, Attribute) or function.name in self._names_of(target):
            return []
        path = None if target.startswith(EXTERNAL_PREFIX) else path_of_symbol(target)
        defining = None if path is None or path == source.path else self._source_of(path)
        return [
            (each, value, scope)
            for each in (source, defining)
            if each is not None
            for value, scope in each.field_values.get(function.name, ())
            if isinstance(value, Call)
            and _PARTIAL.intersection(each.callees_at.get((value.begin, value.end), ()))
        ]

    def _partial_of(self, source: PythonSource, function: Expression, scope: int) -> tuple[Call, int] | None:
        if isinstance(function, Call):
            value: Expression = function
            place = scope
        elif isinstance(function, Name):
            found = source.only_value(scope, function.name)
            if found is None:
                return None
            value = found[0]
            place = source.facts.scopes.index(found[1])
        else:
            return None
        is_partial = isinstance(value, Call) and _PARTIAL.intersection(
            source.callees_at.get((value.begin, value.end), ())
        )
        return (value, place) if is_partial and isinstance(value, Call) else None

    def _written(self, call: WrittenCall) -> tuple[PythonSource, Call, int] | None:
        source = self._source_of(call.path)
        found = None if source is None else source.calls.get(source.place(call.span))
        return None if source is None or found is None else (source, *found)

    def problems(
        self, call: WrittenCall, reference: Reference, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        """Return why a call cannot be one of a target, empty if it can; None if that is not known."""
        found = self._written(call)
        target = reference.target_symbol or ""
        if (
            found is None
            or (reference.confidence or 0) < _MIN_CONFIDENCE
            or not self._is_direct(found, reference)
        ):
            return None
        problems = self._target_problems(found, reference, arguments)
        if not problems:
            return problems
        if any(self._accepts(found, each, arguments) for each in self._others(call, target)):
            return ()
        if self._is_accepted_elsewhere(found, reference, arguments):
            return ()
        source, written, _ = found
        return () if _is_expected_to_fail(source.content, written.begin) else problems

    def use_of(self, call: WrittenCall) -> CallUse:
        """Return what becomes of the result of a call."""
        found = self._written(call)
        if found is None:
            return CallUse()
        source, written, _ = found
        place = written.begin, written.end
        is_awaited = place in source.awaited
        return CallUse(is_awaited=is_awaited, is_result_used=place not in source.statements)

    def signatures(self, symbol: str) -> tuple[Signature, ...]:
        """Return what a symbol may be called with."""
        return self._signatures.of_symbol(symbol)

    def bindings(
        self,
        call: WrittenCall,
        reference: Reference,
        signatures: Sequence[Signature],
        arguments: Sequence[CallArgument],
    ) -> tuple[tuple[BoundArgument, ...], ...]:
        """Return the ways in which arguments bind to parameters without a problem, with what the type engine knows of them.

        There are none where a comment tells type checkers to ignore the call.
        """
        found = self._written(call)
        if found is None or not self._is_direct(found, reference):
            return ()
        source, written, _ = found
        if _IGNORES_TYPES.search(source.content, written.begin, _end_of_line(source.content, written.end)):
            return ()
        readings = self._readings(found, reference, signatures)
        return tuple(
            tuple(self._with_types(call.path, bound) for bound in bound_arguments(each.parameters, arguments))
            for each in readings
            if not binding_problems(each.parameters, arguments)
        )

    def _with_types(self, path: str, bound: BoundArgument) -> BoundArgument:
        """Return an argument with the types that the type engine found, where the code beside it does not say them."""
        argument = bound.argument
        if bound.parameter.declared is None or argument.types is not None or argument.place is None:
            return bound
        found = self._types_of(path)
        fact = None if found is None else found.type_by_span.get(pack_span(*argument.place))
        types = None if fact is None else engine_types(fact)
        return replace(bound, argument=replace(argument, types=types))

    def _is_direct(self, found: tuple[PythonSource, Call, int], reference: Reference) -> bool:
        """Whether a call names what it runs, or holds it by `partial`; what values alone say of others is too weak."""
        source, written, scope = found
        function = written.function
        if isinstance(function, Name) and last_name(reference.target_symbol or "") == "__call__":
            # A parameter that is assigned again may hold something else by then.
            around = source.enclosing_function(scope)
            if around is None or source.is_assigned(around, function.name):
                return source.only_value(scope, function.name) is not None
        if len(self._partials_in_fields(source, written, reference.target_symbol or "")) > 1:
            return False
        if reference.provenance in {Provenance.DECLARED, Provenance.TYPED}:
            return True
        if reference.provenance is not Provenance.INFERRED:
            return False
        if isinstance(function, Attribute) and not (reference.receiver_closed or reference.is_exact):
            return False
        named = _called_name(source, written)
        return named in self._names_of(reference.target_symbol or "") or (
            self._partial_of(source, written.function, scope) is not None
        )

    def _names_of(self, target: str) -> set[str]:
        name = last_name(target)
        owner = without_ordinal(target).rpartition(".")[0]
        return {name, last_name(owner)} if name in {_INIT, _NEW} else {name}

    def _others(self, call: WrittenCall, target: str) -> list[Reference]:
        """Return what else a call may run; a wrapper that passes everything on to the target is nothing else."""
        return [
            each
            for each in call.targets
            if each.target_symbol != target and not self._is_wrapper(each.target_symbol or "")
        ]

    def _is_wrapper(self, symbol: str) -> bool:
        source = None if symbol.startswith(EXTERNAL_PREFIX) else self._source_of(path_of_symbol(symbol) or "")
        definitions = () if source is None else source.definitions.get(symbol, ())
        return source is not None and bool(definitions) and forwards_arguments(source, definitions[-1])

    def _accepts(
        self, found: tuple[PythonSource, Call, int], reference: Reference, arguments: Sequence[CallArgument]
    ) -> bool:
        target = reference.target_symbol or ""
        return target.startswith(EXTERNAL_PREFIX) or not self._target_problems(found, reference, arguments)

    def _target_problems(
        self, found: tuple[PythonSource, Call, int], reference: Reference, arguments: Sequence[CallArgument]
    ) -> tuple[str, ...] | None:
        target = reference.target_symbol or ""
        problems: tuple[str, ...] = ()
        for symbol in self._definitions_of(target):
            signatures = self._signatures.of_symbol(symbol)
            if not signatures or any(each.uncheckable is not None for each in signatures):
                return None
            for reading in self._readings(found, reference, signatures):
                own = binding_problems(reading.parameters, arguments)
                if not own:
                    return ()
                problems = problems or own
        return problems

    def _definitions_of(self, target: str) -> list[str]:
        """Return a symbol and others of its name in its scope: which of them is defined may depend on a condition."""
        first = without_ordinal(target)
        numbered = [f"{first}#{ordinal}" for ordinal in range(2, _MAX_SIBLINGS)]
        others = [
            each for each in (first, *numbered) if each != target and self._graph.find_row(each) is not None
        ]
        return [target, *others]

    def _readings(
        self, found: tuple[PythonSource, Call, int], reference: Reference, signatures: Sequence[Signature]
    ) -> list[Reading]:
        source, written, scope = found
        target = reference.target_symbol or ""
        counts = self._bound_counts(source, written, scope, reference, target)
        return [
            Reading(signature, count if signature.n_bound or count is None else min(count, 1))
            for signature in signatures
            for count in ((signature.n_bound,) if counts is None else counts)
        ]

    def _bound_counts(  # noqa: PLR0911 - one answer for each kind of callee
        self, source: PythonSource, written: Call, scope: int, reference: Reference, target: str
    ) -> tuple[int, ...] | None:
        """Return how many parameters a call may have bound; None means as many as its signature says."""
        row = self._graph.find_row(target)
        if row is None or self._graph.nodes.kinds[row] == NodeKind.TYPE:
            return None
        signature = self._signatures.of_function(target)
        function = written.function
        named = _called_name(source, written)
        name = last_name(target)
        is_method = self._is_member(target)
        if name in {_INIT, _NEW} and named not in {_INIT, _NEW}:
            return (1,)
        if name == "__call__" and named != "__call__":
            return (1,)
        if name == _NEW:
            return (0,)
        if not is_method:
            # A function that a class or object holds may be bound or not.
            is_plain = isinstance(function, Name) or self._is_module_member(source, function)
            return (0,) if is_plain and named == name else (0, 1)
        if not signature.n_bound:
            return (0,)
        if not isinstance(function, Attribute) or named != name:
            return (1, 0)
        owner = self._receiver_kind(source, function.value, scope, reference)
        details = self._graph.nodes.details[row]
        is_class_method = bool(
            details is not None and details.modifiers is not None and details.modifiers.is_class_method
        ) or name in {"__init_subclass__", "__class_getitem__"}
        if is_class_method:
            return (1,)
        return {"class": (0,), "instance": (1,)}.get(owner, (1, 0))

    def _is_member(self, symbol: str) -> bool:
        row = self._graph.find_row(symbol)
        if row is None:
            return False
        enclosing = int(self._graph.nodes.enclosing[row])
        return enclosing >= 0 and self._graph.nodes.kinds[enclosing] == NodeKind.TYPE

    def _is_module_member(self, source: PythonSource, function: Expression) -> bool:
        """Whether a function is named through a module: `a.f`."""
        if not isinstance(function, Attribute):
            return False
        outer = function.value
        found = source.symbols_at.get((outer.begin, outer.end), ())
        return any(_is_module(self._graph, each.target_symbol) for each in found) or (
            isinstance(outer, Name) and self._is_imported_module(source, outer.name)
        )

    @staticmethod
    def _is_imported_module(source: PythonSource, name: str) -> bool:
        return any(
            isinstance(each, Import)
            and each.name is None
            and (each.alias or each.module.partition(".")[0]) == name
            for scope in source.facts.scopes
            for each in scope.statements
        )

    def _receiver_kind(
        self, source: PythonSource, value: Expression, scope: int, reference: Reference
    ) -> str:
        """Return whether a receiver is an instance, a class, or either."""
        if isinstance(value, Call) and isinstance(value.function, Name) and value.function.name == "super":
            around = source.enclosing_function(scope)
            is_plain = around is not None and self._first_parameter_is(
                source, around.definition, is_class=False
            )
            return "instance" if is_plain else "either"
        found = source.symbols_at.get((value.begin, value.end), ())
        if any(_is_type(self._graph, each.target_symbol) for each in found):
            return "class"
        if isinstance(value, Name):
            around = source.enclosing_function(scope)
            first = None if around is None else next(iter(around.parameters), None)
            is_method = around is not None and self._is_method(source, around.definition)
            if around is not None and is_method and first is not None and first.name == value.name:
                is_plain = self._first_parameter_is(source, around.definition, is_class=False)
                is_class = self._first_parameter_is(source, around.definition, is_class=True)
                if not source.is_assigned(around, value.name):
                    return "instance" if is_plain else "class" if is_class else "either"
        return (
            "instance" if reference.receiver_types and reference.provenance is Provenance.TYPED else "either"
        )

    @staticmethod
    def _is_method(source: PythonSource, definition: int | None) -> bool:
        return (
            definition is not None
            and source.enclosing_class(source.facts.definitions[definition]) is not None
        )

    def _first_parameter_is(self, source: PythonSource, definition: int | None, *, is_class: bool) -> bool:
        """Whether the first parameter of a method is the class, or an instance of it."""
        if definition is None:
            return False
        fact = source.facts.definitions[definition]
        if source.enclosing_class(fact) is None or fact.name == _NEW:
            return False
        symbol = f"{source.path}::{fact.qualified_name}"
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        modifiers = None if details is None else details.modifiers
        if modifiers is None or modifiers.is_static:
            return False
        return modifiers.is_class_method is is_class

    def _is_accepted_elsewhere(
        self, found: tuple[PythonSource, Call, int], reference: Reference, arguments: Sequence[CallArgument]
    ) -> bool:
        """Whether what runs may be an override that takes the call, or a class between that `super` finds first."""
        source, written, scope = found
        target = reference.target_symbol or ""
        if self._is_super(written):
            return self._is_cooperative(source, scope)
        is_object_called = last_name(target) == "__call__"
        if reference.is_exact and not is_object_called and not self._is_own_class(written):
            return False
        symbols = self._overrides(target)
        if _is_type(self._graph, target):
            symbols = self._subclasses(target) if self._is_own_class(written) else []
        return any(self._accepts(found, _to(reference, each), arguments) for each in symbols)

    @staticmethod
    def _is_super(written: Call) -> bool:
        function = written.function
        outer = function.value if isinstance(function, Attribute) else None
        return isinstance(outer, Call) and isinstance(outer.function, Name) and outer.function.name == "super"

    @staticmethod
    def _is_own_class(written: Call) -> bool:
        """Whether a class is instantiated that a subclass may stand for: `cls()`, `type(self)()`, `self.__class__()`."""
        function = written.function
        return (
            (isinstance(function, Name) and function.name == "cls")
            or isinstance(function, Call)
            or (isinstance(function, Attribute) and function.name == "__class__")
        )

    def _is_cooperative(self, source: PythonSource, scope: int) -> bool:
        """Whether a class with several bases inherits the class around a call: then `super` may find another one."""
        around = source.enclosing_function(scope)
        definition = None if around is None or around.definition is None else around.definition
        owner = None if definition is None else source.enclosing_class(source.facts.definitions[definition])
        if owner is None:
            return True
        symbol = f"{source.path}::{owner.qualified_name}"
        return any(self._n_bases(each) > 1 for each in (symbol, *self._subclasses(symbol)))

    def _n_bases(self, symbol: str) -> int:
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        return len((details.inherits or ()) if details is not None else ()) + bool(
            details is not None and details.has_unknown_base
        )

    def _subclasses(self, symbol: str) -> list[str]:
        return self._reached(symbol, EdgeKind.INHERITS, is_backward=True)

    def _overrides(self, symbol: str) -> list[str]:
        return self._reached(symbol, EdgeKind.OVERRIDDEN_BY, is_backward=False)

    def _reached(self, symbol: str, kind: EdgeKind, *, is_backward: bool) -> list[str]:
        table = self._graph.edges
        first = self._graph.find_row(symbol)
        seen: dict[int, None] = {} if first is None else {first: None}
        waiting = list(seen)
        while waiting:
            row = waiting.pop()
            if is_backward:
                edges = table.in_order[int(table.in_starts[row]) : int(table.in_starts[row + 1])].tolist()
            else:
                edges = list(range(int(table.out_starts[row]), int(table.out_starts[row + 1])))
            for edge in edges:
                if table.kinds[edge] == kind:
                    other = int(table.sources[edge] if is_backward else table.targets[edge])
                    if other not in seen:
                        seen[other] = None
                        waiting.append(other)
        return [self._graph.nodes.symbols[row] for row in sorted(seen) if row != first]


def _to(reference: Reference, symbol: str) -> Reference:
    return replace(reference, target_symbol=symbol)


def _called_name(source: PythonSource, written: Call) -> str | None:
    """Return the name by which a call is made; an import alias stands for what it imports."""
    function = written.function
    if isinstance(function, Name):
        return source.imported_names.get(function.name, function.name)
    return function.name if isinstance(function, Attribute) else None


def _argument_text(source: PythonSource, value: Expression, keyword: str | None, spread: Spread) -> str:
    text = source.text(value.begin, value.end)
    return f"{keyword}={text}" if keyword is not None else "*" * int(spread) + text


def _is_type(graph: CodeGraph, symbol: str | None) -> bool:
    row = None if symbol is None else graph.find_row(symbol)
    return row is not None and graph.nodes.kinds[row] == NodeKind.TYPE


def _is_module(graph: CodeGraph, symbol: str | None) -> bool:
    row = None if symbol is None else graph.find_row(symbol)
    return row is not None and graph.nodes.kinds[row] == NodeKind.MODULE


def _is_expected_to_fail(content: bytes, offset: int) -> bool:
    """Whether a call stands below `with raises(…)`, or in a `try` that catches what a wrong call raises."""
    lines = content[:offset].split(b"\n")
    indent = _indent(lines[-1])
    if _EXPECTS_ERROR.search(lines[-1]):
        return True
    end = content.find(b"\n", offset)
    for line in reversed(lines[:-1]):
        if not line.strip() or _indent(line) >= indent:
            continue
        indent = _indent(line)
        header = line.strip()
        if header.startswith((b"def ", b"class ", b"async def ")):
            return False
        if header.startswith((b"with ", b"async with ")) and _EXPECTS_ERROR.search(header):
            return True
        if header.startswith(b"try") and _is_caught(content, end, indent):
            return True
    return False


def _end_of_line(content: bytes, offset: int) -> int:
    end = content.find(b"\n", offset)
    return len(content) if end < 0 else end


def _is_caught(content: bytes, offset: int, indent: int) -> bool:
    """Whether the clauses of a `try` at an indentation, whose body is around an offset, catch a TypeError."""
    for line in content[offset + 1 :].split(b"\n") if offset >= 0 else ():
        if not line.strip() or _indent(line) > indent:
            continue
        if _indent(line) < indent or not line.strip().startswith((b"except", b"else", b"finally")):
            return False
        if _CATCHES_ERROR.match(line.strip()):
            return True
    return False


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())
