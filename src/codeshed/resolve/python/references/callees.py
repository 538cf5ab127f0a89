"""Call resolution: which functions and classes a call runs.

Turns: a CallSite, what the type engine says about it, and the values at its nodes → CallResolution.

Evidence is used in this order, and decides how sure a target is:

| evidence | example | provenance |
|---|---|---|
| the name refers to a function or class | `pay(cart)`, `self.total()` | declared |
| the type engine names the target | `cart.total()` with a known type of `cart` | typed |
| values reach the callee node, and they are certain | `Cart().total()` | typed |
| values reach the callee node through untyped code | `handlers[name]()` | inferred |
| more than a dozen values reach it | `field_class()` with every subclass | inferred candidates |
| values reach it whose names begin with a prefix | `getattr(self, f"visit_{kind}")(node)` | inferred candidates |
| few unrelated classes have a method of the name | `x.checkout()` | heuristic candidates |
"""

from collections.abc import Iterator

from codeshed.model.facts.python_facts import Attribute, Call, Expression, Name
from codeshed.model.facts.type_facts import CallTarget, FileTypes, pack_span
from codeshed.model.languages.common_members import PYTHON_METHODS
from codeshed.model.semantic import Provenance, UnresolvedReason
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.builtin_members import builtin_type
from codeshed.resolve.python.names.sites import CallSite, MemberSite, Usage
from codeshed.resolve.python.names.static_names import ReferentKind
from codeshed.resolve.python.references.receivers import ReceiverLookup
from codeshed.resolve.python.tables.function_shapes import accepts_call
from codeshed.resolve.resolution_evidence import (
    DECLARED,
    INFERRED,
    TYPED,
    CallResolution,
    Evidence,
    inferred_among,
)

MAX_TARGETS = 12
"""A call with more possible targets than this is ambiguous: they become candidates."""

MAX_CANDIDATES = 3
"""If more unrelated classes than this have a method of a name, the name says nothing."""

_MAX_AMBIGUOUS = 48
"""How many candidates an ambiguous call has: as many as a node may hold values."""

ONE_OF_PREFIX = Evidence(Provenance.INFERRED, 0.6)
"""The evidence for a method that is called by a computed name with its prefix: such a call runs all of them at times."""

ONE_OF_TABLE = Evidence(Provenance.INFERRED, 0.6)
"""The evidence for each of many functions by different names that reach a call as values."""

ONE_OF_CLASSES = Evidence(Provenance.INFERRED, 0.6)
"""The evidence for each of many classes that reach a call as values: such a factory makes instances of all of them at times."""

_BY_METHODS = {
    3: Evidence(Provenance.INFERRED, 0.65),
    **dict.fromkeys(range(4, 8), Evidence(Provenance.INFERRED, 0.5)),
    **dict.fromkeys(range(8, MAX_TARGETS + 1), Evidence(Provenance.INFERRED, 0.4)),
}
"""The evidence for each of so many methods of one name whose classes reach a call as values: the more, the less is known."""

_BY_NAME = {
    1: Evidence(Provenance.HEURISTIC, 0.6),
    2: Evidence(Provenance.HEURISTIC, 0.5),
    3: Evidence(Provenance.HEURISTIC, 0.15),
}
"""The evidence for each of so many methods of unrelated classes whose name a call on an unknown object has."""

_OVERRIDE_BY_NAME = Evidence(Provenance.HEURISTIC, 0.5)
_ONE_OF_OVERRIDES_BY_NAME = Evidence(Provenance.HEURISTIC, 0.3)
"""The evidence for what overrides the only method of a name, if it is few or many."""

_BESIDE_ENGINE = Evidence(Provenance.INFERRED, 0.55)
"""The evidence for methods of values that reach a call beside those whose types the engine knows."""

_MAX_NAMED_ALIKE = 40
_MAX_DESCENDANTS = 200
_DEPTH = 4


class CalleeResolver:
    """Resolves the calls of one file."""

    def __init__(self, file_flow: FileFlow, receivers: ReceiverLookup, variables: VariableSymbols) -> None:
        self._file_flow = file_flow
        self._state = file_flow.state
        self._receivers = receivers
        self._variables = variables

    def resolve(self, site: CallSite, types: FileTypes | None) -> CallResolution:
        """Resolve a call."""
        resolution = CallResolution(is_exact=self._is_exact(site))
        named_functions = self._receivers.find_named_functions(site.scope, site.call.function)
        value_targets = self.functions_at(site.callee)
        self._add_engine_targets(site.call, types, resolution, value_targets)
        has_engine_targets = not resolution.is_empty
        for symbol in sorted(named_functions):
            is_replaced_by_decorator = (
                named_functions[symbol] is not None and bool(value_targets) and symbol not in value_targets
            )
            resolution.add(symbol, INFERRED if is_replaced_by_decorator else DECLARED)
        other_targets = {symbol for symbol in value_targets if symbol not in resolution.targets}
        if named_functions:
            self._add_inferred(resolution, other_targets, site.call.function)
            self._add_external_alternatives(site, resolution)
        elif not has_engine_targets:
            self._add_value_targets(site, resolution, other_targets)
        elif resolution.targets:
            self._add_targets_beside_engine(site, resolution, other_targets)
        elif not resolution.is_exact:
            self._add_inferred(resolution, self._find_overrides(site.call, types), site.call.function)
        self._add_prefixed_methods(site, resolution)
        if resolution.is_empty:
            self._set_reason(site, resolution)
        elif not named_functions and not has_engine_targets and self._state.graph.is_cut(site.callee):
            resolution.reason = UnresolvedReason.TOO_MANY_TARGETS
        return resolution

    def _add_targets_beside_engine(
        self, site: CallSite, resolution: CallResolution, other_targets: set[str]
    ) -> None:
        """Add the functions that reach a call as values and that the type engine does not name."""
        function = site.call.function
        if not isinstance(function, Attribute) or self._file_flow.certainty.is_certain(site.callee):
            # The engine names only one of several functions with equal signatures, or of a type variable's constraints.
            self._add_value_targets(site, resolution, other_targets)
        elif all(self._is_class(symbol) for symbol in resolution.targets):
            # The engine names the class of `type[X]`, which stands for those below it too.
            self._add_inferred(resolution, set(filter(self._is_class, other_targets)), function)
        elif all(self._is_protocol_method(symbol) for symbol in resolution.targets):
            self._add_inferred(resolution, other_targets, function, keeps_ambiguity=True)
        elif not resolution.is_exact:
            # The engine knows some of the values of an object that nothing declares; dispatch finds what overrides those.
            named = tuple(resolution.targets)
            unrelated = {symbol for symbol in other_targets if not self._overrides_any(symbol, named)}
            for symbol in unrelated if len(unrelated) <= MAX_CANDIDATES else ():
                resolution.add(symbol, _BESIDE_ENGINE)

    def _add_prefixed_methods(self, site: CallSite, resolution: CallResolution) -> None:
        """Add the methods that a computed name may mean, as far as they accept the arguments."""
        state = self._state
        caller = state.program.scope_symbol[site.scope]
        computed = [
            value
            for value in state.graph.values(site.callee)
            if state.values.kinds[value] is ValueKind.PREFIXED_METHODS
        ]
        prefixed = [value for value in computed if state.values.names[value]]
        methods = {
            number
            for value in prefixed
            for member in self._file_flow.members.find_prefixed_members(value)
            for number in self.functions_at(member).values()
            if number is not None
        }
        for value in () if prefixed else computed:
            receiver = state.values.numbers[state.values.receivers[value]]
            if not self._has_method_of(receiver, resolution):
                methods.update(self._methods_below(receiver, site.scope))
        found = {
            state.program.functions[number].symbol
            for number in methods
            if accepts_call(state.program.functions[number], state.functions[number], site.call)
        }
        for symbol in sorted(found - resolution.targets.keys() - {caller}):
            resolution.candidates[symbol] = ONE_OF_PREFIX
            resolution.reason = UnresolvedReason.TOO_MANY_TARGETS

    def _has_method_of(self, number: int, resolution: CallResolution) -> bool:
        """Whether a call runs methods of a class or its bases, because something is known of their names."""
        order = self._state.hierarchy.project_mro(number)
        return any(self._owner(symbol) in order for symbol in (*resolution.targets, *resolution.candidates))

    def _methods_below(self, number: int, scope: int) -> Iterator[int]:
        """Yield the public methods that a method may call on its own object by a name of which nothing is known.

        A class leaves these to its subclasses. Only those matter that do not override the method that makes the call.
        """
        program, hierarchy = self._state.program, self._state.hierarchy
        members = self._file_flow.members
        caller = program.find_function(program.scope_symbol[scope])
        owner = None if caller is None else program.functions[caller].owner
        if caller is None or owner is None or number not in hierarchy.project_mro(owner):
            return
        for each in (
            *((owner,) if owner != number else ()),
            *hierarchy.subclasses_of(owner, _MAX_DESCENDANTS),
        ):
            if members.find_defining_class(each, program.functions[caller].name) != owner:
                continue
            for name in sorted(members.names_bound_by(each)):
                method = None if name.startswith("_") else self._receivers.find_own_method(each, name)
                if method is not None and not self._state.functions[method].is_property:
                    yield method

    def _find_overrides(self, call: Call, types: FileTypes | None) -> set[str]:
        """Return the overrides, in subclasses, of a method that a project's class inherits from an external one.

        Only the topmost on each path down: these have overrides of their own.
        """
        function = call.function
        if not isinstance(function, Attribute):
            return set()
        method_by_owner: dict[int, int] = {}
        for target in _engine_targets(call, types):
            number = self._state.program.find_class(target.receiver or "")
            if number is not None and target.includes_overrides and not target.is_constructor:
                for each in self._state.hierarchy.subclasses_of(number, _MAX_DESCENDANTS):
                    method = self._receivers.find_own_method(each, function.name)
                    if method is not None:
                        method_by_owner[each] = method
        own_order = self._state.hierarchy.project_mro
        return {
            self._state.program.functions[method].symbol
            for owner, method in method_by_owner.items()
            if method_by_owner.keys().isdisjoint(own_order(owner)[1:])
        }

    def _overrides_any(self, symbol: str, others: tuple[str, ...]) -> bool:
        """Whether a method belongs to a class at or below that of another."""
        owner = self._owner(symbol)
        order = () if owner is None else self._state.hierarchy.project_mro(owner)
        return any(self._owner(each) in order for each in others)

    def _owner(self, symbol: str) -> int | None:
        number = self._state.program.find_function(symbol)
        return None if number is None else self._state.program.functions[number].owner

    def _is_class(self, symbol: str) -> bool:
        return self._state.program.find_class(symbol) is not None

    def _is_protocol_method(self, symbol: str) -> bool:
        """Whether a method is declared by a protocol, so that implementations exist elsewhere."""
        number = self._state.program.find_function(symbol)
        owner = None if number is None else self._state.program.functions[number].owner
        return owner is not None and self._state.hierarchy.traits_of(owner).is_protocol

    def functions_at(self, node: int) -> dict[str, int | None]:
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
                if self._file_flow.members.find_defining_class(number, "__call__") is not None:
                    self._collect(self._file_flow.members.member_node(value, "__call__"), found, depth + 1)
            elif depth < _DEPTH and kind is ValueKind.PARTIAL:
                self._collect(self._file_flow.calls.partial_callee(value), found, depth + 1)

    def _is_exact(self, site: CallSite) -> bool:
        """Whether no override can run instead: the call is on `super()`, a class or a module, or a constructor."""
        function = site.call.function
        if not isinstance(function, Attribute):
            # A bound method that a variable holds may be overridden.
            callee_values = self._state.graph.values(site.callee)
            return not any(self._state.values.kinds[value] is ValueKind.BOUND for value in callee_values)
        receiver = self._receivers.find_self_or_super(site.scope, function.value)
        if receiver is not None:
            return receiver.after is not None
        referents = self._state.static.resolve(site.scope, function.value)
        kinds = {ReferentKind.CLASS, ReferentKind.MODULE, ReferentKind.FOLDER}
        return bool(referents) and all(referent.kind in kinds for referent in referents)

    def _add_value_targets(self, site: CallSite, resolution: CallResolution, value_targets: set[str]) -> None:
        """Add the values that reached the callee, and methods that decorators replaced by something else."""
        decorated_methods = self._find_decorated_methods(site) - value_targets - resolution.targets.keys()
        if value_targets and self._file_flow.certainty.is_certain(site.callee):
            for symbol in value_targets:
                resolution.add(symbol, TYPED)
        elif len(value_targets) > MAX_TARGETS:
            self._add_inferred(resolution, value_targets | decorated_methods, site.call.function)
            return
        elif value_targets:
            self._add_inferred(resolution, value_targets, site.call.function)
        self._add_inferred(resolution, decorated_methods, site.call.function, keeps_ambiguity=True)
        if not value_targets:
            factory_made = self._find_factory_made_type(site)
            if factory_made is not None:
                resolution.add(factory_made, DECLARED)
                return
            if resolution.targets:
                return
            named_externals = {
                referent.name
                for referent in self._state.static.resolve(site.scope, site.call.function)
                if referent.kind is ReferentKind.EXTERNAL
            }
            value_evidence = TYPED if self._file_flow.certainty.is_certain(site.callee) else INFERRED
            for name in self._externals(site.callee):
                resolution.externals[name] = DECLARED if name in named_externals else value_evidence

    def _find_decorated_methods(self, site: CallSite) -> set[str]:
        """Return the decorated methods of a name in the classes before the dot.

        What runs may be what the decorator returned, but whoever writes the call means the method.
        """
        function = site.call.function
        if not isinstance(function, Attribute):
            return set()
        state = self._state
        member = MemberSite(site.scope, function, site.receiver, Usage.CALL)
        receivers = self._receivers.find_receivers(member, state.static.resolve(site.scope, function.value))
        methods = {self._receivers.find_method(each, function.name) for each in receivers}
        return {
            state.program.functions[method].symbol
            for method in methods
            if method is not None
            and state.functions[method].decorators
            and not state.functions[method].is_property
        }

    def _add_external_alternatives(self, site: CallSite, resolution: CallResolution) -> None:
        """A name bound by both an import and a definition may refer to either."""
        for referent in self._state.static.resolve(site.scope, site.call.function):
            if referent.kind is ReferentKind.EXTERNAL:
                resolution.externals[referent.name] = DECLARED

    def _find_factory_made_type(self, site: CallSite) -> str | None:
        """Return the type that a call instantiates if a call created it, as `namedtuple` does."""
        function = site.call.function
        if not isinstance(function, Name):
            return None
        return self._variables.factory_made_type(site.scope, function.name)

    def _add_inferred(
        self,
        resolution: CallResolution,
        symbols: set[str],
        function: Expression,
        *,
        keeps_ambiguity: bool = False,
    ) -> None:
        """Add targets that reached the call as values; too many become candidates.

        With `keeps_ambiguity`, they do so even if the call has other targets.
        """
        if len(symbols) > MAX_TARGETS:
            if resolution.targets and not keeps_ambiguity:
                return
            chosen = sorted(symbols)[:_MAX_AMBIGUOUS]
            resolution.candidates = dict.fromkeys(chosen, _one_of_many(symbols, function))
            classes = [
                number for each in chosen if (number := self._state.program.find_class(each)) is not None
            ]
            resolution.candidates |= dict.fromkeys(self._find_constructors(classes), ONE_OF_CLASSES)
            resolution.reason = UnresolvedReason.TOO_MANY_TARGETS
            return
        evidence = _one_of(symbols, function)
        for symbol in symbols:
            resolution.add(symbol, evidence)

    def _find_constructors(self, classes: list[int]) -> list[str]:
        """Return the constructors that instantiating some classes runs, their own or inherited ones."""
        found = {
            method
            for number in classes
            for name in ("__new__", "__init__")
            if (owner := self._file_flow.members.find_defining_class(number, name)) is not None
            and (method := self._receivers.find_own_method(owner, name)) is not None
        }
        return sorted(self._state.program.functions[method].symbol for method in found)

    def _add_engine_targets(
        self,
        call: Call,
        types: FileTypes | None,
        resolution: CallResolution,
        value_targets: dict[str, int | None],
    ) -> None:
        """Add the targets that the type engine names; a decorator may have replaced a function."""
        engine_targets = _engine_targets(call, types)
        for target in engine_targets:
            symbol = self._symbol_of(target)
            if symbol is not None:
                is_replaced = (
                    bool(value_targets) and symbol not in value_targets and self._is_decorated(target)
                )
                resolution.add(symbol, INFERRED if is_replaced else TYPED)
        if not resolution.targets:
            for target in engine_targets:
                name = _external_name(target)
                if name is not None:
                    resolution.externals[name] = TYPED

    def _is_decorated(self, target: CallTarget) -> bool:
        number = self._state.program.find_function(target.function)
        return number is not None and bool(self._state.functions[number].decorators)

    def _symbol_of(self, target: CallTarget) -> str | None:
        program = self._state.program
        receiver = target.receiver if target.is_constructor else None
        if receiver is not None and program.find_class(receiver) is not None:
            return receiver
        return target.function if program.find_function(target.function) is not None else None

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

    def _set_reason(self, site: CallSite, resolution: CallResolution) -> None:
        """Say why a call is unresolved; if its receiver is unknown, suggest the few methods of that name."""
        state = self._state
        kinds = state.values.kinds
        function = site.call.function
        callee_values = state.graph.values(site.callee)
        receivers = state.graph.values(site.receiver) if site.receiver >= 0 else []
        if state.static.is_of_missing_module(site.scope, function):
            resolution.reason = UnresolvedReason.MISSING_MODULE
            return
        if self._state.graph.is_cut(site.callee):
            resolution.reason = UnresolvedReason.TOO_MANY_TARGETS
        elif callee_values and all(kinds[value] is ValueKind.OPAQUE for value in callee_values):
            has_unknown_bases = bool(receivers) and all(map(self._has_unknown_bases, receivers))
            resolution.reason = (
                UnresolvedReason.UNKNOWN_BASES if has_unknown_bases else UnresolvedReason.EXTERNAL_VALUE
            )
        elif isinstance(function, Attribute):
            resolution.reason = (
                UnresolvedReason.UNKNOWN_MEMBER if receivers else UnresolvedReason.UNKNOWN_RECEIVER
            )
        elif isinstance(function, Name) and state.names.find_binding_scope(site.scope, function.name) is None:
            resolution.reason = UnresolvedReason.UNKNOWN_NAME
        else:
            resolution.reason = UnresolvedReason.UNKNOWN_VALUE
        is_open = all(kinds[value] is ValueKind.OPAQUE for value in receivers)
        if isinstance(function, Attribute) and is_open and function.name not in PYTHON_METHODS:
            roots = self._find_root_methods(function.name, site)
            if 0 < len(roots) <= MAX_CANDIDATES:
                resolution.candidates = dict.fromkeys(roots, _BY_NAME[len(roots)])
            if len(roots) == 1:
                self._add_overrides_of_name(resolution, function.name, site)

    def _add_overrides_of_name(self, resolution: CallResolution, name: str, site: CallSite) -> None:
        """Add what overrides the only method of a name: the unknown object may be of any of the classes that have it."""
        state = self._state
        caller = state.program.scope_symbol[site.scope]
        symbols = {
            state.program.functions[number].symbol
            for number in state.tables.find_methods(name, _MAX_NAMED_ALIKE)
            if accepts_call(state.program.functions[number], state.functions[number], site.call)
        }
        overrides = sorted(symbols - resolution.candidates.keys() - {caller})
        known = _OVERRIDE_BY_NAME if len(overrides) <= MAX_CANDIDATES else _ONE_OF_OVERRIDES_BY_NAME
        resolution.candidates |= dict.fromkeys(overrides, known)

    def _has_unknown_bases(self, value: int) -> bool:
        """Whether a value is of a class whose bases are not all known, and none of those known is external."""
        values, hierarchy = self._state.values, self._state.hierarchy
        if values.kinds[value] not in {ValueKind.INSTANCE, ValueKind.CLASS}:
            return False
        number = values.numbers[value]
        return hierarchy.traits_of(number).has_unknown_base and not hierarchy.external_ancestors(number)

    def _find_root_methods(self, name: str, site: CallSite) -> list[str]:
        """Return methods of a name that override no other, accept the arguments, and are not the caller."""
        state = self._state
        numbers = () if name.startswith("__") else state.tables.find_methods(name, _MAX_NAMED_ALIKE)
        owners = {state.program.functions[number].owner for number in numbers}
        roots = []
        for number in numbers:
            owner = state.program.functions[number].owner
            flow = state.functions[number]
            if owner is None or flow.is_overload or flow.is_property or flow.accessor:
                continue
            is_root = not any(each in owners for each in state.hierarchy.project_mro(owner)[1:])
            symbol = state.program.functions[number].symbol
            is_caller = symbol == state.program.scope_symbol[site.scope]
            if is_root and not is_caller and accepts_call(state.program.functions[number], flow, site.call):
                roots.append(symbol)
        return roots


def _one_of_many(symbols: set[str], function: Expression) -> Evidence:
    """Return the evidence for each of many functions that reach a call as values.

    Functions by different names are those of a table, and such a call runs all of them at times. Methods of the called
    name are those of many classes, of which few get there.
    """
    if not _is_of_classes(symbols, function):
        return ONE_OF_TABLE
    return Evidence(Provenance.INFERRED, min(0.45, round(4 / len(symbols), 2)))


def _one_of(symbols: set[str], function: Expression) -> Evidence:
    """Return the evidence for each of a few functions that reach a call as values."""
    if len(symbols) in _BY_METHODS and _is_of_classes(symbols, function):
        return _BY_METHODS[len(symbols)]
    return inferred_among(len(symbols))


def _is_of_classes(symbols: set[str], function: Expression) -> bool:
    """Whether a call names a method that several classes have; a decorator may have replaced it in some."""
    if isinstance(function, Attribute):
        return any(symbol.endswith(f".{function.name}") for symbol in symbols)
    return len({symbol.rpartition("::")[2].rpartition(".")[2] for symbol in symbols}) == 1


def _engine_targets(call: Call, types: FileTypes | None) -> tuple[CallTarget, ...]:
    return () if types is None else types.targets_by_call.get(pack_span(call.begin, call.end), ())


def _external_name(target: CallTarget) -> str | None:
    symbol = target.receiver if target.is_constructor and target.receiver is not None else target.function
    is_external = symbol.startswith(EXTERNAL_PREFIX) and target.function.startswith(EXTERNAL_PREFIX)
    return symbol.removeprefix(EXTERNAL_PREFIX) if is_external else None
