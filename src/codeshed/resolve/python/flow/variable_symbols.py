"""Variables and fields that have symbols, and which one a name or attribute refers to.

Turns: Program + ClassHierarchy → VariableSymbols. Names of functions, classes and imports are not variables.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.facts.python_facts import Assign, Call, Define, Import, ScopeKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.assigned_types import TYPE_FACTORIES
from codeshed.resolve.python.names.sites import MemberSite

_SHARED = (ScopeKind.MODULE, ScopeKind.CLASS)


class VariableSymbols(msgspec.Struct):
    """The variables of modules and classes, and fields; locals have symbols only where references need them.

    An outer field is one that only code outside of its class assigns: `order.paid = True` in a function.
    """

    state: FlowState
    _is_variable: dict[tuple[int, str], bool] = msgspec.field(default_factory=dict)
    _symbols: dict[tuple[int, str], str | None] = msgspec.field(default_factory=dict)
    _owners: dict[tuple[int, str], int | None] = msgspec.field(default_factory=dict)
    _outer_fields: dict[int, dict[str, MemberSite]] = msgspec.field(default_factory=dict)
    _foreign_fields: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)

    def names_of(self, scope: int) -> tuple[str, ...]:
        """Return the names of the variables of a module or class, sorted."""
        names = self.state.program.assigned_names.get(scope, ())
        return tuple(sorted(name for name in names if self.is_variable(scope, name)))

    def is_variable(self, scope: int, name: str) -> bool:
        """Whether a name of a module or class is a variable."""
        key = (scope, name)
        if key not in self._is_variable:
            # Memoized: a name may be bound by thousands of statements, and be used by as many.
            self._is_variable[key] = self._is_assigned_alone(scope, name)
        return self._is_variable[key]

    def _is_assigned_alone(self, scope: int, name: str) -> bool:
        """Whether a name is assigned, and no function or class statement binds it too."""
        if not self.state.tables.is_assigned(scope, name):
            return False
        statements = self.state.static.bindings_of_name(scope, name)
        is_defined = any(isinstance(statement, Define) for statement in statements)
        return not is_defined and not self._is_lambda(scope, name)

    def _is_lambda(self, scope: int, name: str) -> bool:
        """Whether a name is bound to a lambda, which makes it a function."""
        program = self.state.program
        number = program.find_function(member_symbol(program.scope_symbol[scope], name))
        return number is not None and program.functions[number].is_bound_lambda

    def own_symbol(self, scope: int, name: str) -> str | None:
        """Return the symbol of the variable that an assignment to a name changes: never an imported one."""
        owner = self.state.names.find_binding_scope(scope, name)
        if (
            owner is None
            or self.state.program.scopes[owner].kind not in _SHARED
            or not self.is_variable(owner, name)
        ):
            return None
        return member_symbol(self.state.program.scope_symbol[owner], name)

    def factory_made_type(self, scope: int, name: str) -> str | None:
        """Return the symbol of a type created by a call: `Pair = namedtuple("Pair", "a b")`."""
        symbol = self.own_symbol(scope, name)
        owner = self.state.names.find_binding_scope(scope, name)
        if symbol is None or owner is None:
            return None
        return symbol if self.type_factory_of(owner, name) is not None else None

    def type_factory_of(self, scope: int, name: str) -> str | None:
        """Return the dotted name of the function whose call creates the type that a name is bound to."""
        for statement in self.state.static.bindings_of_name(scope, name):
            if isinstance(statement, Assign) and isinstance(statement.value, Call):
                for referent in self.state.static.resolve(scope, statement.value.function):
                    if referent.name in TYPE_FACTORIES:
                        return referent.name
        return None

    def symbol_of(self, scope: int, name: str) -> str | None:
        """Return the symbol of the module or class variable that a name in a scope refers to, imports followed."""
        key = (scope, name)
        if key not in self._symbols:
            self._symbols[key] = self._find(scope, name)
        return self._symbols[key]

    def local_symbol(self, scope: int, name: str) -> str | None:
        """Return the symbol of the function's local that a name refers to."""
        owner = self.state.names.find_binding_scope(scope, name)
        if owner is None or self.state.program.scopes[owner].kind in _SHARED:
            return None
        symbol = self.state.program.scope_symbol[owner]
        # A lambda or comprehension outside of all functions has no symbol that could own its names.
        return member_symbol(symbol, name) if self.state.program.find_function(symbol) is not None else None

    def module_variable(self, file: int, name: str) -> str | None:
        """Return the symbol of a module's variable."""
        source = self.state.names.find_defining_file(file, name)
        if source is None:
            return None
        return self._in_scope(self.state.program.files[source].first_scope, name)

    def field_owner(self, number: int, name: str) -> int | None:
        """Return the class in the MRO that declares a field."""
        key = (number, name)
        if key not in self._owners:
            self._owners[key] = self._find_owner(number, name)
        return self._owners[key]

    def field_symbol(self, number: int, name: str) -> str | None:
        """Return the symbol of a field."""
        owner = self.field_owner(number, name)
        return None if owner is None else member_symbol(self.state.program.classes[owner].symbol, name)

    def own_fields(self, number: int) -> tuple[str, ...]:
        """Return the fields that the methods of a class declare: no base has them."""
        return tuple(name for name in self.state.fields.of_class(number) if self._is_own_field(number, name))

    def add_outer_field(self, number: int, name: str, site: MemberSite) -> None:
        """Add an outer field to a class of this file."""
        self._outer_fields.setdefault(number, {}).setdefault(name, site)
        self._owners.clear()

    def set_foreign_outer_fields(self, names_by_class: Mapping[str, frozenset[str]]) -> None:
        """Set the outer fields of classes of other files."""
        self._foreign_fields = names_by_class
        self._owners.clear()

    def own_outer_fields(self) -> dict[str, frozenset[str]]:
        """Return the outer fields of this file's classes, by symbol."""
        classes = self.state.program.classes
        return {classes[number].symbol: frozenset(names) for number, names in self._outer_fields.items()}

    def outer_fields(self, number: int) -> dict[str, MemberSite]:
        """Return the outer fields of a class, with the first site that assigns each."""
        return self._outer_fields.get(number, {})

    def _is_own_field(self, number: int, name: str) -> bool:
        if name not in self.state.fields.of_class(number):
            return False
        order = self.state.hierarchy.project_mro(number)
        if self._is_bound(number, name):
            return False
        return not any(
            self._is_bound(each, name) or name in self.state.fields.of_class(each) for each in order[1:]
        )

    def _is_bound(self, number: int, name: str) -> bool:
        scope = self.state.program.classes[number].scope
        return self.state.names.is_bound(scope, name)

    def _find_owner(self, number: int, name: str) -> int | None:
        for each in self.state.hierarchy.project_mro(number):
            if self.is_variable(self.state.program.classes[each].scope, name):
                return each
            if self._is_own_field(each, name) or self._is_outer_field(each, name):
                return each
        return None

    def _is_outer_field(self, number: int, name: str) -> bool:
        each = self.state.program.classes[number]
        if each.file == self.state.file:
            return name in self.outer_fields(number)
        return name in self._foreign_fields.get(each.symbol, ())

    def _find(self, scope: int, name: str) -> str | None:
        owner = self.state.names.find_binding_scope(scope, name)
        if owner is None:
            file = self.state.program.scope_file[scope]
            source = self.state.names.find_defining_file(file, name)
            if source is None or source == file:
                return None
            return self._in_scope(self.state.program.files[source].first_scope, name)
        return self._in_scope(owner, name)

    def _in_scope(self, scope: int, name: str) -> str | None:
        """Return the variable that a scope's name refers to; imports are followed first, each scope once."""
        program = self.state.program
        pending = [(scope, name)]
        seen: dict[tuple[int, str], None] = {}
        while pending:
            key = pending.pop()
            if key in seen:
                continue
            seen[key] = None
            current, current_name = key
            imported = [
                (program.files[source].first_scope, statement.name)
                for statement in self.state.static.bindings_of_name(current, current_name)
                if isinstance(statement, Import) and statement.name is not None
                for target in [program.import_target(program.scope_file[current], statement)]
                if isinstance(target, int)
                for source in [self.state.names.find_defining_file(target, statement.name)]
                if source is not None
            ]
            if not imported and self._is_own(current, current_name):
                return member_symbol(program.scope_symbol[current], current_name)
            pending += reversed(imported)
        return next(
            (member_symbol(program.scope_symbol[each], own) for each, own in seen if self._is_own(each, own)),
            None,
        )

    def _is_own(self, scope: int, name: str) -> bool:
        return self.state.program.scopes[scope].kind in _SHARED and self.is_variable(scope, name)
