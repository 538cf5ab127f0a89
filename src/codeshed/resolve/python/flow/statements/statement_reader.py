"""What the readers of expressions and statements of one file share: the sites found so far, and the nodes made.

Turns: variables, attributes and checked types → nodes.
"""

from collections.abc import Callable, Mapping

import msgspec

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    Define,
    Expression,
    Import,
    Literal,
    Name,
    ScopeKind,
    Subscript,
    Walrus,
)
from codeshed.model.facts.type_facts import FileTypes, pack_span
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.annotation_values import AnnotationValues
from codeshed.resolve.python.flow.call_flow import CallBinder
from codeshed.resolve.python.flow.certainty import NodeOrigins
from codeshed.resolve.python.flow.engine_types import EngineTypes
from codeshed.resolve.python.flow.special_methods import TRUTH
from codeshed.resolve.python.flow.type_values import DeclaredValues
from codeshed.resolve.python.names.builtin_names import BUILTIN_NAMES
from codeshed.resolve.python.names.forward_annotations import parse_annotation
from codeshed.resolve.python.names.sites import FileSites, NameSite, OperationSite, TypeSite, Usage
from codeshed.resolve.python.names.static_names import BUILTINS, ReferentKind
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

ExpressionReaders = Mapping[type[Expression], Callable[..., int]]
"""By the type of an expression: takes a StatementReader, the expression and its scope, and returns its node."""


class DecoratedFunction(msgspec.Struct, frozen=True):
    """A decorated function: the node of what its decorators return, its own value, and the variable it is bound to."""

    node: int
    value: int
    variable: int


class StatementReader:
    """Reads the statements of one file into nodes, edges and sites."""

    def __init__(
        self,
        calls: CallBinder,
        annotations: AnnotationValues,
        checked: EngineTypes,
        types: FileTypes | None,
        readers: ExpressionReaders,
    ) -> None:
        self.state = calls.state
        self.graph = calls.state.graph
        self.values = calls.state.values
        self.calls = calls
        self.annotations = annotations
        self.origins = NodeOrigins()
        self.sites = FileSites()
        self.closed_nodes: set[int] = set()
        """Variables and fields with an exhaustive declared type: no values need flow into them."""
        self.decorated: list[DecoratedFunction] = []
        self._engine_types = checked
        self._tables = calls.state.tables
        self._readers = readers
        self._file_types = types
        self._first_scope = calls.state.program.files[calls.state.file].first_scope
        self._members: dict[tuple[int, str], int] = {}
        self._type_nodes: dict[frozenset[int], int] = {}
        self._comprehensions: dict[int, int] = {}
        self._plain_locals: dict[tuple[int, str], bool] = {}
        self._nodes_with_types: dict[tuple[int, frozenset[int]], int] = {}
        self._text = self.values.external_instance("builtins.str")
        self._text_type = frozenset({self._text})

    def finish(self) -> None:
        """Drop the memos that only reading needs, once the whole file has been read."""
        self._members = {}
        self._plain_locals = {}
        self._comprehensions = {}
        self._nodes_with_types = {}

    def node_of(self, value: Expression, scope: int) -> int:
        """Return the node of an expression."""
        return self._readers[type(value)](self, value, scope)

    def part_nodes(self, value: Compound, scope: int) -> list[int]:
        """Return the nodes of all parts of a compound expression."""
        return [self.node_of(part, scope) for part in (*value.parts, *value.keys)]

    def scope_number(self, index: int) -> int:
        """Return the number of a scope, given its index in the file."""
        return self._first_scope + index

    def type_at(self, begin: int, end: int) -> DeclaredValues | None:
        """Return what the type engine says of an expression, None if nothing."""
        if self._file_types is None:
            return None
        fact = self._file_types.type_by_span.get(pack_span(begin, end))
        return None if fact is None else self._engine_types.read(fact)

    def typed_node(self, declared: DeclaredValues | None) -> int | None:
        """Return a node with the values of a type, None unless the type is exhaustive."""
        if declared is None or not declared.values or not self.is_closed(declared):
            return None
        if declared.values == self._text_type:
            # A string may be used to look up an attribute by name, so its value is worth following.
            return None
        return self._node_of_values(declared.values)

    def is_closed(self, declared: DeclaredValues) -> bool:
        """Whether no value need be followed: a type says all, and `type[X]` does not stand for subclasses of `X` too.

        What a call of an instance of `X` runs in subclasses is found by dispatch, but a class is called as itself.
        """
        return declared.is_exhaustive and not any(map(self._has_subclasses, declared.values))

    def _has_subclasses(self, value: int) -> bool:
        is_class = self.values.kinds[value] is ValueKind.CLASS
        return is_class and self.state.hierarchy.has_more_subclasses(self.values.numbers[value], 0)

    def with_declared(
        self, node: int, declared: DeclaredValues | None, value: Name | Attribute, scope: int
    ) -> int:
        """Return a node that holds at least the class or `str` that the type engine says: values keep flowing into it."""
        if declared is None or not declared.is_exhaustive:
            return node
        if declared.values == self._text_type:
            return self._with_text(node)
        if not declared.values or self._is_named_class(value, scope):
            return node
        if node == EMPTY_NODE:
            return self._node_of_values(declared.values)
        joined = self._nodes_with_types.get((node, declared.values))
        if joined is None:
            joined = self._nodes_with_types[node, declared.values] = self.graph.add_node()
            self.graph.add_edge(node, joined)
            self.add_classes(joined, declared)
        return joined

    def add_classes(self, node: int, declared: DeclaredValues | None) -> None:
        """Let a node hold the classes of `type[X]` too, if that stands for subclasses as well."""
        if (
            declared is not None
            and declared.is_exhaustive
            and any(map(self._has_subclasses, declared.values))
        ):
            for each in sorted(declared.values):
                self.graph.add_value(node, each)

    def _is_named_class(self, value: Name | Attribute, scope: int) -> bool:
        referents = self.state.static.resolve(scope, value)
        return bool(referents) and all(each.kind is ReferentKind.CLASS for each in referents)

    def _with_text(self, node: int) -> int:
        if node == EMPTY_NODE:
            return self._node_of_values(self._text_type)
        joined = self._nodes_with_types.get((node, self._text_type))
        if joined is None:
            joined = self._nodes_with_types[node, self._text_type] = self.graph.add_node()
            self.graph.listen(node, StatementReader._keep_text, self, joined)
            self.graph.add_value(joined, self._text)
            self.origins.typed.add(joined)
        return joined

    def _keep_text(self, node: int, value: int) -> None:
        if self.values.kinds[value] is ValueKind.TEXT:
            self.graph.add_value(node, value)

    def _node_of_values(self, values: frozenset[int]) -> int:
        """Return a node that always holds the values of a type."""
        node = self._type_nodes.get(values)
        if node is None:
            node = self._type_nodes[values] = self.graph.add_node()
            for value in sorted(values):
                self.graph.add_value(node, value)
            self.origins.typed.add(node)
        return node

    def variable_node(self, name: str, scope: int) -> int:
        """Return the node of the variable that a name refers to."""
        state = self.state
        owner = state.names.find_binding_scope(scope, name)
        if owner is not None:
            return state.variable_node(owner, name)
        file = state.program.scope_file[scope]
        source = state.names.find_defining_file(file, name)
        if source is not None:
            return state.variable_node(state.program.files[source].first_scope, name)
        if name in BUILTIN_NAMES:
            return state.constant_node(self.values.external(f"{BUILTINS}.{name}"))
        if name == "__class__":
            number = self.enclosing_class(scope)
            return EMPTY_NODE if number is None else state.constant_node(self.values.class_(number))
        wildcard_modules = state.names.external_wildcard_imports(file)
        return (
            state.constant_node(self.values.external(f"{wildcard_modules[-1]}.{name}"))
            if wildcard_modules
            else EMPTY_NODE
        )

    def record_name(self, scope: int, name: Name, usage: Usage) -> None:
        """Record the use of a name, unless it is a local variable, which has no references."""
        owner = self.state.names.find_binding_scope(scope, name.name)
        if owner is None or not self._is_plain_local(owner, name.name):
            self.sites.names.append(NameSite(scope, name, usage))

    def _is_plain_local(self, owner: int, name: str) -> bool:
        key = (owner, name)
        known = self._plain_locals.get(key)
        if known is None:
            is_local = self.state.program.scopes[owner].kind not in {ScopeKind.MODULE, ScopeKind.CLASS}
            statements = self.state.static.bindings_of_name(owner, name) if is_local else ()
            known = is_local and not any(isinstance(each, Define | Import) for each in statements)
            self._plain_locals[key] = known
        return known

    def mark_assigned(self, name: str, scope: int) -> None:
        """Count a binding of a name by anything but a definition or an import."""
        state = self.state
        owner = state.names.find_binding_scope(scope, name)
        if owner is not None:
            key = (owner, name)
            state.n_stores[key] = state.n_stores.get(key, 0) + 1

    def member_node(self, receiver: int, name: str) -> int:
        """Return the node of an attribute of a node's values."""
        if receiver == EMPTY_NODE:
            return EMPTY_NODE
        key = (receiver, name)
        node = self._members.get(key)
        if node is None:
            node = self._members[key] = self.graph.add_node()
            self.origins.member[node] = key
            self.graph.listen(receiver, StatementReader._load_member, self, name, node)
        return node

    def _load_member(self, name: str, node: int, value: int) -> None:
        self.graph.add_edge(self.calls.members.member_node(value, name), node)

    def comprehension_value(self, scope: int) -> int:
        """Return the container value of a comprehension."""
        if scope not in self._comprehensions:
            self._comprehensions[scope] = self.state.new_container("comprehension")
        return self._comprehensions[scope]

    def enclosing_class(self, scope: int) -> int | None:
        """Return the innermost class that contains a scope."""
        current = scope
        while current >= 0:
            number = self.state.program.class_of_scope.get(current)
            if number is not None:
                return number
            current = self.state.program.scope_parent[current]
        return None

    def record_operation(
        self, scope: int, span: tuple[int, int], receiver: int, methods: tuple[str, ...]
    ) -> None:
        """Record a site that calls special methods, if the project defines any of them."""
        if receiver != EMPTY_NODE and self._tables.has_special_method(methods):
            self.sites.operations.append(OperationSite(scope, *span, receiver, methods))

    def record_operator(
        self,
        scope: int,
        span: tuple[int, int],
        operands: tuple[int, int],
        methods: tuple[tuple[str, ...], ...],
    ) -> None:
        """Record an operator: the method of its left operand, and the reflected one of the right."""
        left, right = operands
        self.record_operation(scope, span, left, methods[0])
        if right != EMPTY_NODE and self._tables.has_special_method(methods[1]):
            site = OperationSite(scope, *span, right, methods[1], left, methods[0])
            self.sites.operations.append(site)

    def record_truth_test(self, value: Expression, node: int, scope: int) -> None:
        """Record that an expression is tested for truth."""
        if isinstance(value, Name | Attribute | Call | Subscript | Walrus):
            self.record_operation(scope, (value.begin, value.end), node, TRUTH)

    def is_defined(self, method: str) -> bool:
        """Whether any class of the project defines a special method."""
        return self._tables.has_special_method((method,))


def record_type_uses(reader: StatementReader, annotation: Expression, scope: int, owner: int) -> None:
    """Record the names in an annotation as uses of types; `owner` is the scope to whose code it belongs."""
    pending = [annotation]
    while pending:
        current = pending.pop()
        if isinstance(current, Name | Attribute):
            reader.sites.types.append(TypeSite(scope, current, owner))
        elif isinstance(current, Subscript):
            pending += [current.value, current.index]
        elif isinstance(current, Compound):
            pending += current.parts
        elif isinstance(current, Literal) and current.text is not None and current.type_name == "str":
            inner = parse_annotation(current.text, current.begin, current.end)
            if inner is not None and not isinstance(inner, Literal):
                pending.append(inner)
