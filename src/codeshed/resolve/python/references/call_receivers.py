"""The classes that the receiver of a Python call may be an instance of.

Turns: a CallSite, what the type engine says about it, and the values at its receiver → ReceiverTypes. The list is closed
where each value was constructed in sight: by a call of a class that is named, kept in a local or not.
"""

from codeshed.model.facts.python_facts import Assign, Attribute, Call, Expression, Name
from codeshed.model.facts.type_facts import FileTypes, pack_span
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.names.sites import CallSite
from codeshed.resolve.python.names.static_names import ReferentKind
from codeshed.resolve.python.references.receivers import MAX_ALIASES, ReceiverLookup
from codeshed.resolve.receiver_types import NO_RECEIVER_TYPES, ReceiverTypes, receiver_types_of


class CallReceivers:
    """Finds the classes of receivers in one file."""

    def __init__(self, file_flow: FileFlow, receivers: ReceiverLookup) -> None:
        self._members = file_flow.members
        self._state = file_flow.state
        self._receivers = receivers

    def types_of_call(self, site: CallSite, types: FileTypes | None) -> ReceiverTypes:
        """Return the classes of the object whose method a call names."""
        function = site.call.function
        if not isinstance(function, Attribute):
            return NO_RECEIVER_TYPES
        classes = self._state.program.classes
        constructed = self._constructed_classes(site.scope, function.value, 0)
        if constructed:
            return receiver_types_of((classes[number].symbol for number in constructed), is_closed=True)
        named = self._receivers.find_self_or_super(site.scope, function.value)
        if named is not None:
            return receiver_types_of((classes[named.number].symbol,))
        of_engine = (
            () if types is None else types.targets_by_call.get(pack_span(site.call.begin, site.call.end), ())
        )
        symbols = {
            each.receiver
            for each in of_engine
            if each.receiver is not None and self._state.program.find_class(each.receiver) is not None
        }
        return receiver_types_of(
            symbols | {classes[number].symbol for number in self._classes_at(site.receiver)}
        )

    def types_at(self, nodes: set[int]) -> ReceiverTypes:
        """Return the classes of the values at some nodes."""
        classes = self._state.program.classes
        return receiver_types_of(
            classes[number].symbol for node in nodes for number in self._classes_at(node)
        )

    def _classes_at(self, node: int) -> set[int]:
        if node < 0:
            return set()
        values = self._state.values
        return {
            values.numbers[value]
            for value in self._state.graph.values(node)
            if values.kinds[value] in {ValueKind.INSTANCE, ValueKind.CLASS}
        }

    def _constructed_classes(self, scope: int, value: Expression, depth: int) -> set[int]:
        """Return the classes whose constructors make all values of an expression, or none if there may be other values."""
        if isinstance(value, Call):
            return self._instantiated_classes(scope, value)
        if not isinstance(value, Name) or depth > MAX_ALIASES:
            return set()
        owner = self._state.names.find_binding_scope(scope, value.name)
        number = None if owner is None else self._state.program.function_of_scope.get(owner)
        if owner is None or number is None or self._is_parameter(number, value.name):
            return set()
        bindings = self._state.static.bindings_of_name(owner, value.name)
        if len(bindings) != self._state.n_stores.get((owner, value.name), 0):
            return set()
        found: set[int] = set()
        for statement in bindings:
            made = (
                self._constructed_classes(owner, statement.value, depth + 1)
                if isinstance(statement, Assign) and statement.value is not None and not statement.operator
                else set()
            )
            if not made:
                return set()
            found |= made
        return found

    def _instantiated_classes(self, scope: int, call: Call) -> set[int]:
        """Return the classes that a call instantiates, or none if it may make something else."""
        referents = self._state.static.resolve(scope, call.function)
        is_made = all(
            each.kind is ReferentKind.CLASS
            and self._members.find_defining_class(each.number, "__new__") is None
            and not self._receivers.metaclasses(each.number)
            for each in referents
        )
        is_variable = isinstance(call.function, Name) and self._is_assigned(scope, call.function.name)
        return {each.number for each in referents} if is_made and not is_variable else set()

    def _is_parameter(self, number: int, name: str) -> bool:
        return any(each.name == name for each in self._state.program.functions[number].parameters)

    def _is_assigned(self, scope: int, name: str) -> bool:
        owner = self._state.names.find_binding_scope(scope, name)
        return owner is not None and self._state.is_assigned(owner, name)
