"""What a call calls.

Turns: a call site, what the type engine says of it and the values at its nodes → Outcome.
"""

from codeshed.model.facts import Call, Member, Name
from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.semantic import Provenance
from codeshed.model.type_facts import CallTarget, FileTypes, place
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.variable_symbols import Variables
from codeshed.resolve.python.names.builtin_members import builtin_type
from codeshed.resolve.python.names.sites import CallSite, MemberSite, Usage
from codeshed.resolve.python.names.static_names import EntityKind
from codeshed.resolve.python.references.common_method_names import COMMON_METHODS
from codeshed.resolve.python.references.receivers import Receivers
from codeshed.resolve.python.tables.function_shapes import takes
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, TYPED, Known, Outcome, inferred_of

MAX_TARGETS = 12
"""A call that may mean more than this many functions is ambiguous."""

MAX_CANDIDATES = 3
"""A method's name that more than this many unrelated classes have tells nothing."""

_MAX_FOLLOWED = 48
"""As many candidates as values are followed to one place."""

_MAX_NAMED_ALIKE = 40
_MAX_DESCENDANTS = 200
_DEPTH = 4


class Callees:
    """Finds what calls mean."""

    def __init__(self, region: Region, receivers: Receivers, variables: Variables) -> None:
        self._region = region
        self._state = region.state
        self._receivers = receivers
        self._variables = variables

    def of(self, site: CallSite, types: FileTypes | None) -> Outcome:
        """Return what a call calls."""
        outcome = Outcome(is_exact=self._is_exact(site))
        named = self._receivers.functions_named(site.scope, site.call.function)
        flowing = self.at(site.callee)
        self._take_engine(site.call, types, outcome, flowing)
        is_settled = not outcome.is_empty
        for symbol in sorted(named):
            is_wrapped = named[symbol] is not None and bool(flowing) and symbol not in flowing
            outcome.add(symbol, INFERRED if is_wrapped else DECLARED)
        others = {symbol for symbol in flowing if symbol not in outcome.targets}
        if named:
            self._infer(outcome, others)
            self._take_fallbacks(site, outcome)
        elif not is_settled:
            self._take_values(site, outcome, others)
        elif outcome.targets and (
            not isinstance(site.call.function, Member) or self._region.certainty.holds(site.callee)
        ):
            # Of functions with the same signature, and of a type variable's choices, the engine names one.
            self._take_values(site, outcome, others)
        elif outcome.targets and all(self._is_of_protocol(symbol) for symbol in outcome.targets):
            self._infer(outcome, others, is_beside=True)
        elif not outcome.targets and not outcome.is_exact:
            self._infer(outcome, self._overriding(site.call, types))
        if outcome.is_empty:
            self._explain(site, outcome)
        return outcome

    def _overriding(self, call: Call, types: FileTypes | None) -> set[str]:
        """Return what overrides a method that a class of the project has from another package, in the classes below it.

        Only the nearest on each way down: it says itself what overrides it.
        """
        function = call.function
        if not isinstance(function, Member):
            return set()
        method_by_owner: dict[int, int] = {}
        for target in _engine_targets(call, types):
            number = self._state.program.class_named(target.receiver or "")
            if number is not None and target.is_open and not target.is_constructor:
                for each in self._state.hierarchy.descendants(number, _MAX_DESCENDANTS):
                    method = self._receivers.method_of(each, function.name)
                    if method is not None:
                        method_by_owner[each] = method
        own_order = self._state.hierarchy.own_order
        return {
            self._state.program.functions[method].symbol
            for owner, method in method_by_owner.items()
            if method_by_owner.keys().isdisjoint(own_order(owner)[1:])
        }

    def _is_of_protocol(self, symbol: str) -> bool:
        """Whether a method is that of a protocol, which only says that there are others."""
        number = self._state.program.function_named(symbol)
        owner = None if number is None else self._state.program.functions[number].owner
        return owner is not None and self._state.hierarchy.trait(owner).is_protocol

    def at(self, node: int) -> dict[str, int | None]:
        """Return the functions and classes that calling a node's values runs."""
        found: dict[str, int | None] = {}
        self._collect(node, found, 0)
        return found

    def _collect(self, node: int, found: dict[str, int | None], depth: int) -> None:
        state = self._state
        program = state.program
        for value in state.graph.values(node):
            number = state.values.numbers[value]
            kind = state.values.kinds[value]
            if kind in {ValueKind.FUNCTION, ValueKind.BOUND}:
                if program.functions[number].symbol:
                    found[program.functions[number].symbol] = number
            elif kind is ValueKind.CLASS:
                found[program.classes[number].symbol] = None
            elif depth < _DEPTH and kind is ValueKind.INSTANCE:
                if self._region.members.class_that_defines(number, "__call__") is not None:
                    self._collect(self._region.members.get(value, "__call__"), found, depth + 1)
            elif depth < _DEPTH and kind is ValueKind.PARTIAL:
                self._collect(self._region.calls.partial_callee(value), found, depth + 1)

    def _is_exact(self, site: CallSite) -> bool:
        """Whether a call names its target itself: through `super()`, a class or a module, or as a constructor."""
        function = site.call.function
        if not isinstance(function, Member):
            # A method that a variable holds may be overridden.
            held = self._state.graph.values(site.callee)
            return not any(self._state.values.kinds[value] is ValueKind.BOUND for value in held)
        receiver = self._receivers.declared(site.scope, function.value)
        if receiver is not None:
            return receiver.after is not None
        referents = self._state.static.find(site.scope, function.value)
        kinds = {EntityKind.CLASS, EntityKind.MODULE, EntityKind.FOLDER}
        return bool(referents) and all(referent.kind in kinds for referent in referents)

    def _take_values(self, site: CallSite, outcome: Outcome, flowing: set[str]) -> None:
        """Take the values that were found at the callee, and beside them the methods that are named there."""
        wrapped = self._wrapped(site) - flowing - outcome.targets.keys()
        if flowing and self._region.certainty.holds(site.callee):
            for symbol in flowing:
                outcome.add(symbol, TYPED)
        elif len(flowing) > MAX_TARGETS:
            self._infer(outcome, flowing | wrapped)
            return
        elif flowing:
            self._infer(outcome, flowing)
        self._infer(outcome, wrapped, is_beside=True)
        if not flowing:
            made = self._made_type(site)
            if made is not None:
                outcome.add(made, DECLARED)
                return
            if outcome.targets:
                return
            named = {
                referent.name
                for referent in self._state.static.find(site.scope, site.call.function)
                if referent.kind is EntityKind.EXTERNAL
            }
            followed = TYPED if self._region.certainty.holds(site.callee) else INFERRED
            for name in self._externals(site.callee):
                outcome.externals[name] = DECLARED if name in named else followed

    def _wrapped(self, site: CallSite) -> set[str]:
        """Return the methods that a call names, of the classes before the dot, and that have decorators.

        What is called may be what a decorator made of such a method. Who writes the call means the method.
        """
        function = site.call.function
        if not isinstance(function, Member):
            return set()
        state = self._state
        member = MemberSite(site.scope, function, site.receiver, Usage.CALL)
        receivers = self._receivers.at(member, state.static.find(site.scope, function.value))
        methods = {self._receivers.find_method(each, function.name) for each in receivers}
        return {
            state.program.functions[method].symbol
            for method in methods
            if method is not None
            and state.functions[method].decorators
            and not state.functions[method].is_property
        }

    def _take_fallbacks(self, site: CallSite, outcome: Outcome) -> None:
        """A name that an import and a definition both bind may mean either."""
        for referent in self._state.static.find(site.scope, site.call.function):
            if referent.kind is EntityKind.EXTERNAL:
                outcome.externals[referent.name] = DECLARED

    def _made_type(self, site: CallSite) -> str | None:
        """Return the type that a call makes an instance of if it was made by a call itself, as named tuples are."""
        function = site.call.function
        if not isinstance(function, Name):
            return None
        return self._variables.made_type(site.scope, function.name)

    def _infer(self, outcome: Outcome, symbols: set[str], *, is_beside: bool = False) -> None:
        """Take values that were followed to a call; too many are candidates, `is_beside` says also of one with a target."""
        if len(symbols) > MAX_TARGETS:
            if outcome.targets and not is_beside:
                return
            confidence = min(0.45, round(4 / len(symbols), 2))
            chosen = sorted(symbols)[:_MAX_FOLLOWED]
            outcome.candidates = dict.fromkeys(chosen, Known(Provenance.INFERRED, confidence))
            outcome.reason = "too_many_values"
            return
        for symbol in symbols:
            outcome.add(symbol, inferred_of(len(symbols)))

    def _take_engine(
        self, call: Call, types: FileTypes | None, outcome: Outcome, flowing: dict[str, int | None]
    ) -> None:
        """Take what the type engine says of a call; a decorated function may have become another one."""
        given = _engine_targets(call, types)
        for target in given:
            symbol = self._symbol_of(target)
            if symbol is not None:
                is_replaced = bool(flowing) and symbol not in flowing and self._is_decorated(target)
                outcome.add(symbol, INFERRED if is_replaced else TYPED)
        if not outcome.targets:
            for target in given:
                name = _external_name(target)
                if name is not None:
                    outcome.externals[name] = TYPED

    def _is_decorated(self, target: CallTarget) -> bool:
        number = self._state.program.function_named(target.function)
        return number is not None and bool(self._state.functions[number].decorators)

    def _symbol_of(self, target: CallTarget) -> str | None:
        program = self._state.program
        receiver = target.receiver if target.is_constructor else None
        if receiver is not None and program.class_named(receiver) is not None:
            return receiver
        return target.function if program.function_named(target.function) is not None else None

    def _externals(self, node: int) -> list[str]:
        state = self._state
        values = state.values
        found: dict[str, None] = {}
        for value in state.graph.values(node):
            kind = values.kinds[value]
            if kind is ValueKind.EXTERNAL:
                found[values.names[value].removesuffix("()")] = None
            elif kind is ValueKind.CONTAINER_METHOD:
                type_name = builtin_type(state.containers[values.numbers[value]].type_name)
                found[f"builtins.{type_name}.{values.names[value]}"] = None
        return list(found)

    def _explain(self, site: CallSite, outcome: Outcome) -> None:
        """Say why a call is unresolved; if its receiver is unknown, name the few methods of that name."""
        state = self._state
        kinds = state.values.kinds
        function = site.call.function
        held = state.graph.values(site.callee)
        receivers = state.graph.values(site.receiver) if site.receiver >= 0 else []
        if held and all(kinds[value] is ValueKind.OPAQUE for value in held):
            outcome.reason = "external_value"
        elif isinstance(function, Member):
            outcome.reason = "unknown_member" if receivers else "unknown_receiver"
        elif isinstance(function, Name) and state.names.scope_of(site.scope, function.name) is None:
            outcome.reason = "unknown_name"
        else:
            outcome.reason = "unknown_value"
        is_open = all(kinds[value] is ValueKind.OPAQUE for value in receivers)
        if isinstance(function, Member) and is_open and function.name not in COMMON_METHODS:
            roots = self._roots(function.name, site)
            if 0 < len(roots) <= MAX_CANDIDATES:
                guess = Known(Provenance.HEURISTIC, round(0.45 / len(roots), 2))
                outcome.candidates = dict.fromkeys(roots, guess)

    def _roots(self, name: str, site: CallSite) -> list[str]:
        """Return the methods of a name that override no other, take these arguments, and are not the caller."""
        state = self._state
        numbers = () if name.startswith("__") else state.tables.find_methods(name, _MAX_NAMED_ALIKE)
        owners = {state.program.functions[number].owner for number in numbers}
        roots = []
        for number in numbers:
            owner = state.program.functions[number].owner
            flow = state.functions[number]
            if owner is None or flow.is_overload or flow.is_property or flow.accessor:
                continue
            is_root = not any(each in owners for each in state.hierarchy.own_order(owner)[1:])
            symbol = state.program.functions[number].symbol
            is_caller = symbol == state.program.scope_owner[site.scope]
            if is_root and not is_caller and takes(state.program.functions[number], flow, site.call):
                roots.append(symbol)
        return roots


def _engine_targets(call: Call, types: FileTypes | None) -> tuple[CallTarget, ...]:
    return () if types is None else types.targets_by_call.get(place(call.begin, call.end), ())


def _external_name(target: CallTarget) -> str | None:
    symbol = target.receiver if target.is_constructor and target.receiver is not None else target.function
    is_external = symbol.startswith(EXTERNAL_PREFIX) and target.function.startswith(EXTERNAL_PREFIX)
    return symbol.removeprefix(EXTERNAL_PREFIX) if is_external else None
