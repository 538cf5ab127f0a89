"""Uses of names and attributes as references: reads and writes of variables and fields, functions as values.

Turns: NameSites and MemberSites → References. Reading a property calls its getter; descriptors work alike.
"""

from codeshed.model.facts.python_facts import Attribute, Expression, Name, Subscript
from codeshed.model.semantic import Provenance, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.library_models.container_methods import (
    MUTATING_FUNCTIONS,
    MUTATING_METHODS,
    MUTATORS,
)
from codeshed.resolve.python.flow.value_members import INSTANCE_MEMBER, MAX_DESCENDANTS
from codeshed.resolve.python.flow.variable_symbols import VariableSymbols
from codeshed.resolve.python.names.builtin_members import may_have_member
from codeshed.resolve.python.names.sites import CallSite, MemberSite, NameSite, Usage
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.python.references.callees import MAX_TARGETS
from codeshed.resolve.python.references.receivers import MAX_ALIASES, ReceiverClass, ReceiverLookup
from codeshed.resolve.python.references.reference_writer import ReferenceWriter
from codeshed.resolve.receiver_types import NO_RECEIVER_TYPES, ReceiverTypes, receiver_types_of
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, TYPED, Evidence

_ACCESSORS = {Usage.STORE: "setter", Usage.CHANGE: "setter", Usage.DELETE: "deleter"}
_FUNCTION_INDEX = {
    Usage.LOAD: 0,
    Usage.CHANGE: 0,
    Usage.MUTATE: 0,
    Usage.CALL: 0,
    Usage.STORE: 1,
    Usage.DELETE: 2,
}
_ONE_OF_MANY = Evidence(Provenance.INFERRED, 0.4)
"""The evidence for the hook of one of several classes, or for a property of a subclass that has it in place of a variable."""

_HOOKS = (".__getattr__", ".__getattribute__", ".__setattr__", ".__delattr__")

_DESCRIPTOR_METHODS = ("__get__", "__set__", "__delete__")
_ATTRIBUTE_HOOKS = {Usage.STORE: "__setattr__", Usage.CHANGE: "__setattr__", Usage.DELETE: "__delattr__"}
_KINDS_WITHOUT_REFERENCE = frozenset(
    {
        *(ValueKind.CONTAINER, ValueKind.MODULE, ValueKind.FOLDER, ValueKind.FUNCTION, ValueKind.TEXT),
        *(ValueKind.BOUND, ValueKind.PARTIAL),
    }
)
Uses = dict[tuple[ReferenceRole, str], Evidence]


class NameAndMemberReferences:
    """Writes the uses of names and attributes of one file."""

    def __init__(
        self,
        file_flow: FileFlow,
        receivers: ReceiverLookup,
        variables: VariableSymbols,
        writer: ReferenceWriter,
    ) -> None:
        self._file_flow = file_flow
        self._state = file_flow.state
        self._receivers = receivers
        self._variables = variables
        self._writer = writer
        self._sites = {id(site.member): site for site in file_flow.sites.members}

    def write_name(self, site: NameSite) -> None:
        """Write the use of a name: a variable of a module or class, or a function or class as a value."""
        name = site.name
        position = (name.begin, name.end)
        owner = self._writer.symbol_of_scope(site.scope)
        is_stored = site.usage in {Usage.STORE, Usage.CHANGE, Usage.DELETE}
        scope = site.scope if is_stored else self._state.static.lookup_scope(site.scope, name)
        symbol = (
            self._variables.own_symbol(scope, name.name)
            if is_stored
            else self._variables.symbol_of(scope, name.name)
        )
        if symbol is not None:
            for role in _roles(site.usage):
                self._writer.add(owner, role, symbol, position, DECLARED)
            return
        binding = self._state.names.find_binding_scope(scope, name.name)
        if site.usage is not Usage.LOAD or (
            binding is not None and self._state.is_assigned(binding, name.name)
        ):
            return
        for referent in self._state.static.resolve_name(scope, name.name):
            for (role, used), known in self._uses_of_referent(referent).items():
                self._writer.add(owner, role, used, position, known)

    def _uses_of_referent(self, referent: Referent) -> Uses:
        program = self._state.program
        if referent.kind is ReferentKind.FUNCTION and not self._state.functions[referent.number].is_overload:
            return {(ReferenceRole.READ, program.functions[referent.number].symbol): DECLARED}
        if referent.kind is ReferentKind.CLASS:
            return {(ReferenceRole.USE, program.classes[referent.number].symbol): DECLARED}
        return {}

    def write_member(self, site: MemberSite) -> None:
        """Write the use of an attribute; a called one is a read only if it is a field that holds a function."""
        position = (site.member.begin, site.member.end)
        owner = self._writer.symbol_of_scope(site.scope)
        referents = self._state.static.resolve(site.scope, site.member.value)
        receivers = list(self._receivers.find_receivers(site, referents))
        uses: Uses = {
            (role, symbol): known
            for symbol, known in self._variable_uses(site, referents, receivers).items()
            for role in _roles(site.usage)
        }
        if site.usage is not Usage.CALL:
            if referents:
                uses.update(self._named_uses(site))
            uses.update(self._method_uses(site, receivers))
        uses.update(self._accessor_calls_of_all(site, receivers))
        if not uses:
            uses.update(self._module_getattr(site, referents))
        if len(uses) <= MAX_TARGETS:
            types = self._receiver_types(receivers)
            for (role, symbol), known in uses.items():
                is_call = role is ReferenceRole.CALL
                self._writer.add(
                    owner, role, symbol, position, known, receiver=types if is_call else NO_RECEIVER_TYPES
                )
        if site.usage is Usage.CALL:
            return
        is_external = not uses and self._external(site)
        if len(uses) > MAX_TARGETS or self._is_cut(site, uses):
            self._write_unresolved(site, UnresolvedReason.TOO_MANY_TARGETS)
        elif not uses and not is_external:
            self._write_unresolved(site, self._reason_for(site))

    def _is_cut(self, site: MemberSite, uses: Uses) -> bool:
        """Whether the uses that were found follow from values of which some were left out."""
        is_followed = all(known.provenance is Provenance.INFERRED for known in uses.values())
        return is_followed and self._state.graph.is_cut(site.receiver)

    def _reason_for(self, site: MemberSite) -> UnresolvedReason:
        if self._state.static.is_of_missing_module(site.scope, site.member):
            return UnresolvedReason.MISSING_MODULE
        kinds = self._state.values.kinds
        is_known = any(
            kinds[value] is not ValueKind.OPAQUE for value in self._state.graph.values(site.receiver)
        )
        return UnresolvedReason.UNKNOWN_MEMBER if is_known else UnresolvedReason.UNKNOWN_RECEIVER

    def _receiver_types(self, receivers: list[ReceiverClass]) -> ReceiverTypes:
        classes = self._state.program.classes
        return receiver_types_of(classes[each.number].symbol for each in receivers)

    def _variable_uses(
        self, site: MemberSite, referents: tuple[Referent, ...], receivers: list[ReceiverClass]
    ) -> dict[str, Evidence]:
        """Return the module variables and fields that an attribute refers to."""
        found: dict[str, Evidence] = {}
        member = site.member
        for referent in referents:
            if referent.kind is ReferentKind.MODULE:
                symbol = self._variables.module_variable(referent.number, member.name)
                if symbol is not None:
                    found[symbol] = DECLARED
        if found:
            return found
        for receiver in receivers:
            symbol = self._variables.field_symbol(receiver.number, member.name)
            if symbol is not None and not self._is_shadowed(receiver, member.name):
                found.setdefault(symbol, receiver.known)
        return found

    def _module_getattr(self, site: MemberSite, referents: tuple[Referent, ...]) -> Uses:
        """Return the `__getattr__` of a module that lacks the attribute."""
        state, name = self._state, site.member.name
        is_special = name.startswith("__") and name.endswith("__")
        if (
            is_special
            or site.usage not in {Usage.LOAD, Usage.CALL}
            or state.static.resolve(site.scope, site.member)
        ):
            return {}
        return {
            (ReferenceRole.CALL, state.program.functions[found.number].symbol): DECLARED
            for referent in referents
            if referent.kind is ReferentKind.MODULE
            and state.names.find_defining_file(referent.number, name) is None
            for found in state.static.resolve_in_scope(
                state.program.files[referent.number].first_scope, "__getattr__"
            )
            if found.kind is ReferentKind.FUNCTION
        }

    def _is_shadowed(self, receiver: ReceiverClass, name: str) -> bool:
        """Whether a method precedes the field in the MRO."""
        owner = self._variables.field_owner(receiver.number, name)
        defining = self._file_flow.members.find_defining_class(receiver.number, name)
        return (
            defining is not None
            and defining != owner
            and self._receivers.find_own_method(defining, name) is not None
        )

    def _named_uses(self, site: MemberSite) -> Uses:
        """Return the functions and classes of a module or class that an attribute refers to."""
        program = self._state.program
        found: Uses = {}
        for referent in self._state.static.resolve(site.scope, site.member):
            is_method = (
                referent.kind is ReferentKind.FUNCTION
                and program.functions[referent.number].owner is not None
            )
            if not is_method:
                found.update(self._uses_of_referent(referent))
        return found

    def _method_uses(self, site: MemberSite, receivers: list[ReceiverClass]) -> Uses:
        """Return the methods that an attribute refers to as values."""
        program = self._state.program
        found: Uses = {}
        for receiver in receivers:
            method = self._receivers.find_method(receiver, site.member.name)
            is_value = method is not None and not self._state.functions[method].is_property
            if is_value and method is not None and site.usage is Usage.LOAD:
                found[ReferenceRole.READ, program.functions[method].symbol] = receiver.known
        return found

    def _accessor_calls(self, site: MemberSite, receiver: ReceiverClass) -> Uses:
        """Return what reading or writing an attribute calls: properties, descriptors, `__getattr__` and the like."""
        name = site.member.name
        functions: list[int | None] = []
        if receiver.is_instance:
            functions.append(self._property(site, receiver))
            position = _FUNCTION_INDEX[site.usage]
            if self._file_flow.members.binds_variable(receiver.number, name) or self._is_wrapped(
                functions[0]
            ):
                functions += self._receivers.property_functions(receiver.number, name, position)
                functions += [
                    self._receivers.find_special_method(each, (_DESCRIPTOR_METHODS[position],))
                    for each in self._receivers.find_descriptor_classes(receiver.number, name)
                ]
            hook = _ATTRIBUTE_HOOKS.get(site.usage)
            if hook is not None:
                functions.append(self._receivers.find_special_method(receiver.number, (hook,)))
            elif self._is_missing(receiver, name):
                functions.append(
                    self._receivers.find_special_method(receiver.number, ("__getattr__", "__getattribute__"))
                )
        return {
            (ReferenceRole.CALL, self._state.program.functions[number].symbol): receiver.known
            for number in functions
            if number is not None
        }

    def _accessor_calls_of_all(self, site: MemberSite, receivers: list[ReceiverClass]) -> Uses:
        """Return what an attribute calls if it is of any of some classes.

        Hooks such as `__getattr__` have any name, so those of one of several classes say little.
        """
        found: Uses = {}
        for receiver in receivers:
            found.update(self._accessor_calls(site, receiver))
        for use, known in found.items():
            if known.provenance is Provenance.INFERRED and use[1].endswith(_HOOKS) and len(receivers) > 1:
                found[use] = _ONE_OF_MANY
        for receiver in receivers:
            for use, known in self._properties_below(site, receiver).items():
                found.setdefault(use, known)
        return found

    def _properties_below(self, site: MemberSite, receiver: ReceiverClass) -> Uses:
        """Return the properties that subclasses have in place of a variable of a class: dispatch finds those of a property."""
        members, hierarchy, name = self._file_flow.members, self._state.hierarchy, site.member.name
        number = receiver.number
        owner = members.find_defining_class(number, name)
        if (
            not receiver.is_instance
            or receiver.after is not None
            or site.usage in _ACCESSORS
            or (owner is not None and members.is_method(owner, name))
            or hierarchy.has_more_subclasses(number, MAX_DESCENDANTS)
        ):
            return {}
        found = (
            self._receivers.find_own_method(each, name)
            for each in hierarchy.subclasses_of(number, MAX_DESCENDANTS)
            if members.binds_name(each, name)
        )
        return {
            (ReferenceRole.CALL, self._state.program.functions[method].symbol): _ONE_OF_MANY
            for method in found
            if method is not None and self._state.functions[method].is_property
        }

    def _is_wrapped(self, number: int | None) -> bool:
        """Whether another decorator replaces the method that a property calls."""
        return (
            number is not None
            and self._state.functions[number].is_property
            and self._state.functions[number].is_wrapped
        )

    def _property(self, site: MemberSite, receiver: ReceiverClass) -> int | None:
        accessor = _ACCESSORS.get(site.usage)
        if accessor is not None:
            return self._receivers.accessor_of(receiver.number, site.member.name, accessor)
        method = self._receivers.find_method(receiver, site.member.name)
        return method if method is not None and self._state.functions[method].is_property else None

    def _is_missing(self, receiver: ReceiverClass, name: str) -> bool:
        is_special = name.startswith("__") and name.endswith("__")
        return (
            not is_special
            and self._file_flow.members.find_defining_class(receiver.number, name) is None
            and self._variables.field_owner(receiver.number, name) is None
        )

    def write_mutation(self, site: CallSite, *, has_target: bool) -> None:
        """Calling a mutating method such as `append` writes the variable that holds the receiver."""
        function = site.call.function
        if has_target or not isinstance(function, Attribute) or function.name not in MUTATORS:
            return
        self._write_mutated(site, function.value)

    def write_mutation_by_library(self, site: CallSite, name: str) -> None:
        """Calling `heapq.heappush` writes the variable that holds its first argument, `ContextVar.set` that of its receiver."""
        arguments, function = site.call.arguments, site.call.function
        if name in MUTATING_FUNCTIONS and arguments:
            self._write_mutated(site, arguments[0].value)
        if name in MUTATING_METHODS and isinstance(function, Attribute) and function.name not in MUTATORS:
            self._write_mutated(site, function.value)

    def _write_mutated(self, site: CallSite, value: Expression) -> None:
        while isinstance(value, Subscript):
            value = value.value
        for symbol, known in self._variables_holding(value, site.scope).items():
            position = (site.call.begin, site.call.end)
            self._writer.add(
                self._writer.symbol_of_scope(site.scope), ReferenceRole.WRITE, symbol, position, known
            )

    def _variables_holding(self, value: Expression, scope: int, depth: int = 0) -> dict[str, Evidence]:
        """Return the variables that hold a mutated object: the one named, or those it is an alias of."""
        if isinstance(value, Attribute):
            site = self._sites.get(id(value))
            if site is None:
                return {}
            referents = self._state.static.resolve(site.scope, value.value)
            return self._variable_uses(site, referents, list(self._receivers.find_receivers(site, referents)))
        if not isinstance(value, Name):
            return {}
        symbol = self._variables.symbol_of(scope, value.name)
        if symbol is not None:
            return {symbol: DECLARED}
        aliased = self._receivers.alias_of(scope, value.name) if depth <= MAX_ALIASES else None
        return {} if aliased is None else self._variables_holding(aliased[1], aliased[0], depth + 1)

    def _external(self, site: MemberSite) -> bool:
        """Write the use of an external's attribute; return whether the receiver is outside of the project."""
        values = self._state.values
        name = site.member.name
        is_found = False
        for value in self._state.graph.values(site.receiver):
            kind = values.kinds[value]
            is_named = kind is ValueKind.EXTERNAL and values.numbers[value] != INSTANCE_MEMBER
            if is_named or (
                kind is ValueKind.EXTERNAL_INSTANCE and may_have_member(values.names[value], name)
            ):
                self._write_external(site, f"{EXTERNAL_PREFIX}{values.names[value]}.{name}")
                is_found = True
            elif kind in _KINDS_WITHOUT_REFERENCE:
                is_found = True
        return is_found

    def _write_external(self, site: MemberSite, symbol: str) -> None:
        is_named = any(
            referent.kind is ReferentKind.EXTERNAL
            for referent in self._state.static.resolve(site.scope, site.member.value)
        )
        is_certain = self._file_flow.certainty.is_certain(site.receiver)
        known = DECLARED if is_named else TYPED if is_certain else INFERRED
        position = (site.member.begin, site.member.end)
        self._writer.add(
            self._writer.symbol_of_scope(site.scope), _roles(site.usage)[-1], symbol, position, known
        )

    def _write_unresolved(self, site: MemberSite, reason: UnresolvedReason) -> None:
        member = site.member
        self._writer.write(
            Reference(
                enclosing_symbol=self._writer.symbol_of_scope(site.scope),
                role=_roles(site.usage)[-1],
                span=self._writer.span(member.begin, member.end),
                receiver=self.symbol_of(member.value, site.scope),
                method_name=member.name,
                reason=reason,
            )
        )

    def symbol_of(self, value: Expression, scope: int) -> str | None:
        """Return the symbol of the variable, local or field that an expression refers to."""
        if isinstance(value, Name):
            symbol = self._variables.symbol_of(scope, value.name)
            if symbol is None:
                symbol = self._variables.local_symbol(scope, value.name)
                if symbol is not None:
                    self._writer.record_local(symbol, value.begin, value.end)
            return symbol
        if isinstance(value, Attribute) and isinstance(value.value, Name):
            receiver = self._receivers.find_self_or_super(scope, value.value)
            return None if receiver is None else self._variables.field_symbol(receiver.number, value.name)
        return None


def _roles(usage: Usage) -> tuple[ReferenceRole, ...]:
    if usage in {Usage.LOAD, Usage.CALL}:
        return (ReferenceRole.READ,)
    if usage is Usage.CHANGE:
        return (ReferenceRole.READ, ReferenceRole.WRITE)
    return (ReferenceRole.WRITE,)
