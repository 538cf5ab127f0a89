"""Decorators as references: the decorated definition has its decorators, and the code around it calls them.

Turns: DecoratorSites → References.
"""

from typing import TypeGuard

from codeshed.model.facts.python_facts import Attribute, Call, Expression, Name
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.semantic import Candidate, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.sites import DecoratorSite, MemberSite, Usage
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.python.references.callees import MAX_TARGETS, CalleeResolver
from codeshed.resolve.python.references.receivers import ReceiverLookup
from codeshed.resolve.python.references.reference_writer import ReferenceWriter
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, CallResolution, Evidence

_MARKERS = frozenset(
    {
        *(
            "typing.overload",
            "typing.final",
            "typing.override",
            "typing.runtime_checkable",
            "typing.no_type_check",
            "typing.dataclass_transform",
        ),
        *("typing_extensions.overload", "typing_extensions.final", "typing_extensions.override"),
        *("typing_extensions.runtime_checkable", "typing_extensions.dataclass_transform"),
        *("abc.abstractmethod", "builtins.staticmethod"),
        *("builtins.classmethod", "typing_extensions.deprecated", "warnings.deprecated"),
    }
)
"""Decorators that return what they decorate, perhaps with a mark."""

_MARKER_PREFIXES = ("pytest.mark.",)
_PARTIALS = ("functools.partial", "functools.partialmethod")
_BUILTINS = "builtins."
_ACCESSORS = frozenset({"getter", "setter", "deleter"})


class DecoratorReferences:
    """Writes the decorators of one file."""

    def __init__(
        self,
        state: FlowState,
        types: FileTypes | None,
        receivers: ReceiverLookup,
        callees: CalleeResolver,
        writer: ReferenceWriter,
    ) -> None:
        self._state = state
        self._types = types
        self._receivers = receivers
        self._callees = callees
        self._writer = writer

    def write(self, site: DecoratorSite) -> None:
        """Write a decorator: the decorated symbol has it, and the enclosing code calls it."""
        position = (site.decorator.begin, site.decorator.end)
        resolution = self._callees.resolve(site.call, self._types)
        found = (
            self._find_named(site)
            or self._find_methods(site)
            or _find_by_value(resolution)
            or self._find_maker(site)
            or self._find_accessed(site)
        )
        if not found and not _is_accessor(site):
            self._write_unresolved(site, resolution)
        for symbol in sorted(found):
            known = found[symbol]
            self._writer.write(
                Reference(
                    enclosing_symbol=site.symbol,
                    target_symbol=symbol,
                    role=ReferenceRole.DECORATE,
                    span=self._writer.span(*position),
                    provenance=known.provenance,
                    confidence=known.confidence,
                    is_behavioral=self._is_behavioral(site, symbol),
                )
            )
        named = self._receivers.find_named_functions(site.scope, site.decorator)
        for symbol in sorted(self._callees.functions_at(site.node)):
            known = DECLARED if symbol in named else INFERRED
            self._writer.add(
                self._writer.symbol_of_scope(site.scope), ReferenceRole.CALL, symbol, position, known
            )

    def _write_unresolved(self, site: DecoratorSite, resolution: CallResolution) -> None:
        """Write a decorator without a target, and why it has none."""
        begin, end = site.decorator.begin, site.decorator.end
        candidates = resolution.candidates
        evidence = next(iter(candidates.values()), None)
        self._writer.write(
            Reference(
                enclosing_symbol=site.symbol,
                role=ReferenceRole.DECORATE,
                span=self._writer.span(begin, end),
                provenance=None if evidence is None else evidence.provenance,
                candidates=tuple(
                    Candidate(symbol=each, confidence=candidates[each].confidence) for each in candidates
                ),
                reason=resolution.reason or UnresolvedReason.EXTERNAL_VALUE,
                text=self._writer.text(begin, end),
            )
        )

    def _find_named(self, site: DecoratorSite) -> dict[str, Evidence]:
        """Return the decorators that the name refers to by definitions and imports alone."""
        function = site.call.call.function
        if not isinstance(function, Name | Attribute):
            return {}
        symbols = [self._symbol(referent) for referent in self._state.static.resolve(site.scope, function)]
        return {symbol: DECLARED for symbol in symbols if symbol is not None}

    def _symbol(self, referent: Referent) -> str | None:
        program = self._state.program
        match referent.kind:
            case ReferentKind.FUNCTION:
                return program.functions[referent.number].symbol or None
            case ReferentKind.CLASS:
                return program.classes[referent.number].symbol
            case ReferentKind.EXTERNAL:
                return f"{EXTERNAL_PREFIX}{referent.name}"
            case _:
                return None

    def _find_methods(self, site: DecoratorSite) -> dict[str, Evidence]:
        """Return the methods that `app.route` names, by the classes of `app`.

        A method that is itself decorated is meant all the same, not its wrapper.
        """
        function = site.call.call.function
        if not isinstance(function, Attribute):
            return {}
        state = self._state
        member = MemberSite(site.scope, function, site.call.receiver, Usage.CALL)
        found: dict[str, Evidence] = {}
        for receiver in self._receivers.find_receivers(
            member, state.static.resolve(site.scope, function.value)
        ):
            method = self._receivers.find_method(receiver, function.name)
            if method is not None and not state.functions[method].is_property:
                symbol = state.program.functions[method].symbol
                found[symbol] = max(found.get(symbol, receiver.known), receiver.known, key=_confidence)
        return found if len(found) <= MAX_TARGETS else {}

    def _find_maker(self, site: DecoratorSite) -> dict[str, Evidence]:
        """Return the external whose call made the decorator: after `slow = pytest.mark.skipif(…)`, that of `@slow`.

        A partial stands for the function or class that it calls.
        """
        static = self._state.static
        found = static.find_assignments(site.scope, site.call.call.function)
        if len(found) != 1 or not isinstance(found[0].statement.value, Call):
            return {}
        scope, made = found[0].scope, found[0].statement.value
        makers = static.resolve(scope, made.function)
        if made.arguments and any(referent.name in _PARTIALS for referent in makers):
            makers = static.resolve(scope, made.arguments[0].value)
        elif any(referent.kind is not ReferentKind.EXTERNAL for referent in makers):
            return {}
        symbols = [self._symbol(each) for each in makers if not each.name.startswith(_BUILTINS)]
        return {symbol: DECLARED for symbol in symbols if symbol is not None}

    def _find_accessed(self, site: DecoratorSite) -> dict[str, Evidence]:
        """Return the property of another class that `@Base.name.getter` extends."""
        decorator = site.decorator
        if not _names_accessor(decorator) or isinstance(decorator.value, Name):
            return {}
        symbols = [self._symbol(each) for each in self._state.static.resolve(site.scope, decorator.value)]
        return {symbol: DECLARED for symbol in symbols if symbol is not None}

    def _is_behavioral(self, site: DecoratorSite, symbol: str) -> bool:
        """Whether a decorator changes what it decorates, instead of returning it unchanged."""
        state = self._state
        if symbol.startswith(EXTERNAL_PREFIX) and _is_marker(symbol.removeprefix(EXTERNAL_PREFIX)):
            return False
        number = state.program.find_function(symbol)
        if number is not None and site.call.call is not site.decorator and self._returns_it(number):
            return False
        applied = []
        for value in state.graph.values(site.node):
            if state.values.kinds[value] not in {ValueKind.FUNCTION, ValueKind.BOUND}:
                return True
            applied.append(state.values.numbers[value])
        return not applied or not all(self._returns_it(each) for each in applied)

    def _returns_it(self, number: int) -> bool:
        """Whether a function returns what it is given: its first parameter, after that of the receiver."""
        flow = self._state.functions[number]
        has_receiver = self._state.program.functions[number].owner is not None and not flow.is_static
        return int(has_receiver) in flow.returned


def _find_by_value(resolution: CallResolution) -> dict[str, Evidence]:
    """Return the functions that reach the decorator as values, and what the type engine says of it."""
    externals = {
        f"{EXTERNAL_PREFIX}{name}": known
        for name, known in resolution.externals.items()
        if not name.startswith(_PARTIALS)
    }
    return resolution.targets | externals


def _is_accessor(site: DecoratorSite) -> bool:
    """Whether it is `@x.setter` of a property `x` of its own class: it says what the function is."""
    decorator = site.decorator
    return _names_accessor(decorator) and isinstance(decorator.value, Name)


def _names_accessor(decorator: Expression) -> TypeGuard[Attribute]:
    return isinstance(decorator, Attribute) and decorator.name in _ACCESSORS


def _is_marker(name: str) -> bool:
    return name in _MARKERS or name.startswith(_MARKER_PREFIXES)


def _confidence(known: Evidence) -> float:
    return known.confidence
