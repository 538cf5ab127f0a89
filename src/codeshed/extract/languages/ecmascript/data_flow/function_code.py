"""The code of one function, statement by statement.

Turns: the node of a function → the calls and flows of its draft. Functions within it are values; each is read on its own.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

import tree_sitter

from codeshed.extract.data_flow.function_draft import FunctionDraft
from codeshed.extract.data_flow.reaching_definitions import ReachingDefinitions
from codeshed.extract.data_flow.values import (
    NO_VALUE,
    Value,
    ValuePart,
    end_of,
    get_field,
    in_field,
    in_text,
    is_only_scheme,
    is_variable,
    join_values,
    value_of,
)
from codeshed.extract.languages.ecmascript.data_flow.constants import constant_text
from codeshed.extract.languages.ecmascript.data_flow.outline import (
    FUNCTION_TYPES,
    HOISTED_FUNCTIONS,
    FileOutline,
)
from codeshed.extract.languages.ecmascript.data_flow.parameters import Parameter
from codeshed.extract.languages.ecmascript.data_flow.scopes import (
    Binding,
    Scope,
    declare_block,
    iter_pattern_names,
)
from codeshed.model.facts.data_flow import (
    ANY_MEMBER,
    ELEMENT,
    KEYWORD_REST,
    MODULE_FUNCTION,
    NOT_IN_FILE,
    POSITIONAL_REST,
    THIS,
    FunctionFlows,
    Place,
    PlaceKind,
    item_field,
)

_MAX_DEPTH = 100
"""How deep expressions and blocks of one function are read: what generated code needs, and far from Python's own limit."""

_MAX_PARTS = 512
"""How many parts a value keeps: objects with more members are tables of data."""

_CHAINS = frozenset({"call_expression", "member_expression", "subscript_expression"})
_TRANSPARENT = frozenset(
    {
        "as_expression",
        "await_expression",
        "instantiation_expression",
        "non_null_expression",
        "parenthesized_expression",
        "satisfies_expression",
    }
)
_BLOCKS = frozenset({"statement_block", "class_static_block", "program"})
_NO_CODE = frozenset(
    {
        "ambient_declaration",
        "comment",
        "function_signature",
        "import_statement",
        "interface_declaration",
        "predefined_type",
        "type_alias_declaration",
        "type_annotation",
        "type_arguments",
        "type_identifier",
        "type_parameters",
    }
)
_CLASS_FIELDS = frozenset({"field_definition", "public_field_definition"})
_STORES_ELEMENTS = frozenset({"add", "append", "push", "unshift"})
_MEMBERSHIP = frozenset({"has", "includes", "indexOf"})


class SharedState:
    """What the functions of a file find out for each other."""

    def __init__(self, outline: FileOutline, file_scope: Scope) -> None:
        """Take the outline of the file and its outermost scope."""
        self.outline = outline
        self.captured: set[tuple[int, str]] = set()
        """Variables that inner functions or other files read, with the number of their function."""
        self.captured_receivers: set[int] = set()
        """Functions whose `this` an arrow function reads."""
        self.entry_scopes: dict[int, Scope] = {MODULE_FUNCTION: file_scope}
        """The scope around each function that was met so far."""
        self.receiver_owners: dict[int, int] = {MODULE_FUNCTION: MODULE_FUNCTION}
        """Whose `this` is the `this` of each function."""


class FunctionCode:
    """Reads one function. Its expressions have values, and their calls and flows go into its draft."""

    def __init__(
        self, number: int, draft: FunctionDraft, definitions: ReachingDefinitions, shared: SharedState
    ) -> None:
        """Take the draft that it completes."""
        self.begin = 0
        self.draft = draft
        self._number = number
        self._definitions = definitions
        self._shared = shared
        self._numbers = shared.outline.number_by_node
        self._assigned_inside = shared.outline.assigned_inside[number]
        self._scope = shared.entry_scopes[MODULE_FUNCTION]
        self._depth = 0
        self._is_class_field = False

    def read(self, node: tree_sitter.Node, parameters: tuple[Parameter, ...]) -> None:
        """Read the function's parameters and its body."""
        self.begin = node.start_byte
        if self._number == MODULE_FUNCTION:
            self._read_block(node.named_children)
            return
        around = self._shared.entry_scopes.get(self._number, self._scope)
        self._scope = Scope(self._number, around)
        self._shared.receiver_owners.setdefault(self._number, self._number)
        name = node.child_by_field_name("name") if node.type == "function_expression" else None
        if name is not None:
            self._scope.bind(_text(name), function=self._number)
        for index, parameter in enumerate(parameters):
            self._bind_parameter(index, parameter)
        body = node.child_by_field_name("body")
        if body is None:
            return
        if body.type == "statement_block":
            self._read_block(body.named_children)
        else:
            self.draft.add_flows(self._evaluate(body), PlaceKind.RETURN)

    def publish(self, key: str) -> None:
        """Let inner functions and other files see the values of a variable."""
        self.draft.add_flows(self._definitions.all_values(key), PlaceKind.NAME, self._number, key)

    def finish(self) -> FunctionFlows:
        """Return the summary."""
        self.draft.is_cut = self.draft.is_cut or self._definitions.is_cut
        return self.draft.finish()

    def _bind_parameter(self, index: int, parameter: Parameter) -> None:
        pattern = parameter.pattern
        value = value_of(Place(PlaceKind.PARAMETER, index), pattern.start_byte, pattern.end_byte)
        if parameter.default is not None:
            value = self._join((value, self._evaluate(parameter.default)))
        for name in iter_pattern_names(pattern):
            self._scope.bind(name)
        self._assign(pattern, value)
        if parameter.is_field and parameter.name:
            self.draft.add_flows(value, PlaceKind.PARAMETER, THIS, "", (parameter.name,))

    # Statements.

    def _read_block(self, statements: list[tree_sitter.Node]) -> None:
        """Read statements in a scope of their own; that of the file and of a function is there already."""
        outer = self._scope
        scope = outer
        if self._depth:
            scope = Scope(self._number, outer)
        for binding, number in declare_block(statements, scope, self._numbers):
            begin = self._shared.outline.functions[number].start_byte
            self._definitions.assign(binding.key, value_of(Place(PlaceKind.FUNCTION, number), begin, begin))
        self._scope = scope
        for statement in statements:
            self._read_statement(statement)
        self._scope = outer

    def _read_statement(self, node: tree_sitter.Node) -> None:
        if self._depth >= _MAX_DEPTH:
            self.draft.is_cut = True
            return
        self._depth += 1
        self._definitions.move_to(node.start_byte)
        handle = self._STATEMENTS.get(node.type)
        if handle is not None:
            handle(self, node)
        elif node.type in _BLOCKS:
            self._read_block(node.named_children)
        elif node.type not in _NO_CODE:
            self._read_children(node)
        self._depth -= 1

    def _read_children(self, node: tree_sitter.Node) -> None:
        """Read the parts of a statement that is no case of its own: blocks and statements, or expressions."""
        for child in node.named_children:
            kind = child.type
            if kind in self._EXPRESSIONS:
                self._evaluate(child)
            elif kind not in _NO_CODE:
                self._read_statement(child)

    def _read_declaration(self, node: tree_sitter.Node) -> None:
        for each in node.named_children:
            pattern = each.child_by_field_name("name") if each.type == "variable_declarator" else None
            value = None if pattern is None else each.child_by_field_name("value")
            if pattern is None:
                continue
            if node.children[0].type == "var":
                for name in iter_pattern_names(pattern):
                    self._scope.function_scope().bind(name)
            if value is not None:
                self._assign(pattern, self._evaluate(value))

    def _read_return(self, node: tree_sitter.Node) -> None:
        for child in node.named_children:
            self.draft.add_flows(self._evaluate(child), PlaceKind.RETURN)

    def _read_if(self, node: tree_sitter.Node) -> None:
        statement: tree_sitter.Node | None = node
        while statement is not None:
            self._read_condition(statement.child_by_field_name("condition"))
            consequence = statement.child_by_field_name("consequence")
            if consequence is not None:
                self._read_statement(consequence)
            alternative = statement.child_by_field_name("alternative")
            statement = None
            for child in () if alternative is None else alternative.named_children:
                if child.type == "if_statement":
                    statement = child
                    self._definitions.move_to(child.start_byte)
                elif child.type != "comment":
                    self._read_statement(child)

    def _read_while(self, node: tree_sitter.Node) -> None:
        self._read_condition(node.child_by_field_name("condition"))
        body = node.child_by_field_name("body")
        if body is not None:
            self._read_statement(body)

    def _read_for(self, node: tree_sitter.Node) -> None:
        """Read `for (a; b; c)`; its variables are bound in a scope of its own."""
        outer = self._scope
        self._scope = Scope(self._number, outer)
        initializer = node.child_by_field_name("initializer")
        if initializer is not None:
            for _ in declare_block([initializer], self._scope, self._numbers):
                pass
            self._read_statement(initializer)
        self._read_condition(node.child_by_field_name("condition"))
        body, increment = node.child_by_field_name("body"), node.child_by_field_name("increment")
        if body is not None:
            self._read_statement(body)
        if increment is not None:
            self._evaluate(increment)
        self._scope = outer

    def _read_for_in(self, node: tree_sitter.Node) -> None:
        """Read `for (a of b)` and `for (a in b)`."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        body, kind = node.child_by_field_name("body"), node.child_by_field_name("kind")
        outer = self._scope
        self._scope = Scope(self._number, outer)
        if left is not None and right is not None:
            if kind is not None:
                target = self._scope.function_scope() if kind.type == "var" else self._scope
                for name in iter_pattern_names(left):
                    target.bind(name)
            items = get_field(self._evaluate(right), ELEMENT, right.start_byte, right.end_byte)
            self._assign(left, items)
        if body is not None:
            self._read_statement(body)
        self._scope = outer

    def _read_catch(self, node: tree_sitter.Node) -> None:
        outer = self._scope
        self._scope = Scope(self._number, outer)
        parameter, body = node.child_by_field_name("parameter"), node.child_by_field_name("body")
        for name in () if parameter is None else iter_pattern_names(parameter):
            self._definitions.assign(self._scope.bind(name).key, NO_VALUE)
        if body is not None:
            self._read_statement(body)
        self._scope = outer

    def _read_export(self, node: tree_sitter.Node) -> None:
        """Read an export; other files see what it names."""
        declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
        if declaration is not None:
            self._read_statement(declaration)
            for each in declaration.named_children:
                pattern = each.child_by_field_name("name") if each.type == "variable_declarator" else None
                for name in () if pattern is None else iter_pattern_names(pattern):
                    self._shared.captured.add((self._number, name))
        elif value is not None:
            self.draft.add_flows(self._evaluate(value), PlaceKind.NAME, self._number, "default")
        elif node.child_by_field_name("source") is None:
            for clause in node.named_children:
                for specifier in clause.named_children:
                    exported = specifier.child_by_field_name("name")
                    if exported is not None:
                        self._shared.captured.add((self._number, _text(exported)))

    def _read_function_statement(self, node: tree_sitter.Node) -> None:
        self._function_value(node)

    def _read_class(self, node: tree_sitter.Node) -> None:
        """Read what runs when a class is defined; the initial values of its fields are taken for that, too."""
        for child in node.named_children:
            if child.type == "class_body":
                for member in child.named_children:
                    self._read_member(member)
            elif child.type in {"class_heritage", "decorator"}:
                self._read_children(child)

    def _read_member(self, member: tree_sitter.Node) -> None:
        if member.type in FUNCTION_TYPES:
            self._function_value(member)
        elif member.type in _CLASS_FIELDS:
            value = member.child_by_field_name("value")
            for child in member.named_children:
                if child.type == "decorator":
                    self._read_children(child)
            if value is not None:
                was_field, self._is_class_field = self._is_class_field, True
                self._evaluate(value)
                self._is_class_field = was_field
        elif member.type in {"class_static_block", "decorator"}:
            self._read_children(member)

    def _read_condition(self, node: tree_sitter.Node | None) -> None:
        """Read an expression that decides what runs: its calls are tested, and memberships are tests of a value."""
        if node is None:
            return
        kind = node.type
        if kind == "unary_expression" or kind in _TRANSPARENT:
            for child in node.named_children:
                self._read_condition_within(child)
            return
        if kind == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type == "in" and left is not None and right is not None:
                self.draft.add_flows(self._evaluate(left), PlaceKind.TEST, 0, "in")
                self._evaluate(right)
                return
            self._read_condition_within(left)
            self._read_condition_within(right)
            return
        value = self._evaluate(node)
        self.draft.mark_tested(value)
        if kind == "call_expression":
            self._read_membership(node)

    def _read_condition_within(self, node: tree_sitter.Node | None) -> None:
        if self._depth >= _MAX_DEPTH:
            self.draft.is_cut = True
            return
        self._depth += 1
        self._read_condition(node)
        self._depth -= 1

    def _read_membership(self, call: tree_sitter.Node) -> None:
        """Take `allowed.includes(x)` for a test of x."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        name = None if function is None else function.child_by_field_name("property")
        if name is None or arguments is None or _text(name) not in _MEMBERSHIP:
            return
        first = next((each for each in arguments.named_children if each.type != "comment"), None)
        if first is not None and first.type in {"identifier", "member_expression"}:
            self.draft.add_flows(self._evaluate(first), PlaceKind.TEST, 0, "in")

    # Assignments.

    def _assign(self, target: tree_sitter.Node, value: Value) -> None:
        """Record that a variable, a member, or the names of a pattern get a value."""
        kind = target.type
        if kind in {"identifier", "shorthand_property_identifier_pattern"}:
            self._assign_name(_text(target), value)
        elif kind in {"member_expression", "subscript_expression"}:
            self._store(target, value)
        elif kind in self._PATTERN_PARTS:
            assign_part = self._PATTERN_PARTS[kind]
            for each in target.named_children:
                assign_part(self, each, value)
        elif kind in {"assignment_pattern", "object_assignment_pattern"}:
            left, right = target.child_by_field_name("left"), target.child_by_field_name("right")
            if left is not None and right is not None:
                self._assign_within(left, self._join((value, self._evaluate(right))))
        elif kind == "rest_pattern" or kind in _TRANSPARENT:
            for each in target.named_children[:1]:
                self._assign_within(each, value)

    def _assign_within(self, target: tree_sitter.Node, value: Value) -> None:
        if self._depth >= _MAX_DEPTH:
            self.draft.is_cut = True
            return
        self._depth += 1
        self._assign(target, value)
        self._depth -= 1

    def _assign_property(self, each: tree_sitter.Node, value: Value) -> None:
        """Assign one property of `{ a, b: c, d = 1, ...rest } = value`."""
        key = each
        target = each
        if each.type == "pair_pattern":
            key = each.child_by_field_name("key") or each
            target = each.child_by_field_name("value") or each
        elif each.type == "object_assignment_pattern":
            key = each.child_by_field_name("left") or each
        if each.type == "rest_pattern":
            self._assign_within(each, value)
            return
        field = ANY_MEMBER if key.type == "computed_property_name" else _key_text(key)
        self._assign_within(target, get_field(value, field, key.start_byte, key.end_byte))

    def _assign_item(self, each: tree_sitter.Node, value: Value) -> None:
        """Assign one element of `[a, b = 1, ...rest] = value`."""
        is_rest = each.type == "rest_pattern"
        item = value if is_rest else get_field(value, ELEMENT, each.start_byte, each.end_byte)
        self._assign_within(each, item)

    def _assign_name(self, name: str, value: Value) -> None:
        found = self._scope.lookup(name)
        if found is None:
            self.draft.add_flows(value, PlaceKind.NAME, NOT_IN_FILE, name)
        elif found[1] == self._number:
            self._definitions.assign(found[0].key, value)
        else:
            self.draft.add_flows(value, PlaceKind.NAME, found[1], found[0].key)

    def _store(self, target: tree_sitter.Node, value: Value) -> None:
        """Record a store into a member: into the local object that it is a member of, and into what others see of it."""
        owner = target.child_by_field_name("object")
        if owner is None:
            return
        self._store_in(owner, self._field_of(target), value)

    def _store_in(self, owner: tree_sitter.Node, field: str, value: Value) -> None:
        for part in self._evaluate(owner):
            if is_variable(part.source) and not part.fields:
                source = part.source
                self.draft.add_flows(
                    value,
                    source.kind,
                    source.number,
                    source.name,
                    (*source.fields, field),
                    stored_at=end_of(value, owner.end_byte),
                )
        stored = in_field(value, field)
        root = owner
        while root.type in {"member_expression", "subscript_expression"}:
            stored = in_field(stored, self._field_of(root))
            root = root.child_by_field_name("object") or root.named_children[0]
        if root.type == "identifier":
            found = self._scope.lookup(_text(root))
            if found is not None and found[1] == self._number and not found[0].is_import:
                self._definitions.add(found[0].key, stored)

    def _field_of(self, node: tree_sitter.Node) -> str:
        """Return the field that a member access names."""
        name = node.child_by_field_name("property")
        if name is not None:
            return _text(name)
        index = node.child_by_field_name("index")
        if index is None or index.type == "number":
            return ELEMENT
        return _text(index)[1:-1] if index.type == "string" else ANY_MEMBER

    # Expressions.

    def _evaluate(self, node: tree_sitter.Node) -> Value:
        """Return the value of an expression, and record the calls in it."""
        if self._depth >= _MAX_DEPTH:
            self.draft.is_cut = True
            return NO_VALUE
        kind = node.type
        self._depth += 1
        handle = self._EXPRESSIONS.get(kind)
        if handle is not None:
            value = handle(self, node)
        else:
            value = NO_VALUE
            if node.named_child_count and kind not in _NO_CODE:
                self._read_children(node)
        self._depth -= 1
        return value

    def _evaluate_first(self, node: tree_sitter.Node) -> Value:
        """Evaluate what only wraps an expression: parentheses, `await`, a cast."""
        first = next((each for each in node.named_children if each.type != "comment"), None)
        return NO_VALUE if first is None else self._evaluate(first)

    def _evaluate_chain(self, node: tree_sitter.Node) -> Value:
        """Evaluate `a.b(c)[d].e()` from its beginning on, however long it is."""
        links: list[tree_sitter.Node] = []
        inner: tree_sitter.Node | None = node
        while inner is not None and inner.type in _CHAINS:
            links.append(inner)
            first = inner.child_by_field_name("object" if inner.type != "call_expression" else "function")
            inner = first
        links.reverse()
        value = NO_VALUE if inner is None else self._evaluate(inner)
        previous: Value = NO_VALUE
        for position, link in enumerate(links):
            if link.type == "call_expression":
                receiver_of = links[position - 1] if position else None
                is_method = receiver_of is not None and receiver_of.type != "call_expression"
                value = self._call(link, value, previous if is_method else None)
            else:
                previous = value
                index = link.child_by_field_name("index")
                if index is not None and index.type != "string":
                    self._evaluate(index)
                value = get_field(value, self._field_of(link), link.start_byte, link.end_byte)
        return value

    def _call(self, node: tree_sitter.Node, callee: Value, receiver: Value | None) -> Value:
        """Record a call and return its result; with a `receiver` it is a call of its member."""
        function = node.child_by_field_name("function")
        if function is None:
            return NO_VALUE
        name = _last_name(function)
        call = self.draft.add_call(node.start_byte, node.end_byte, name)
        if receiver is not None:
            self.draft.add_flows(receiver, PlaceKind.RECEIVER, call)
        else:
            self._add_callee(call, callee)
        arguments = node.child_by_field_name("arguments")
        result = value_of(Place(PlaceKind.RESULT, call), node.start_byte, node.end_byte)
        if arguments is None:
            return result
        if arguments.type == "template_string":
            self._pass_substitutions(call, arguments)
            return result
        values = self._pass_arguments(call, arguments)
        if receiver is not None and values:
            owner = function.child_by_field_name("object")
            if owner is not None:
                result = self._join((result, self._store_argument(owner, name, arguments, values)))
        return result

    def _add_callee(self, call: int, value: Value) -> None:
        """Record what is called, unless it is a name of the file or a global: the reference of the call has its target."""
        if not all(
            part.source.kind is PlaceKind.NAME
            and part.source.number <= MODULE_FUNCTION
            and not part.source.fields
            for part in value
        ):
            self.draft.add_flows(value, PlaceKind.CALLEE, call)

    def _store_argument(
        self, owner: tree_sitter.Node, name: str, arguments: tree_sitter.Node, values: list[Value]
    ) -> Value:
        """Record what a call stores in its receiver, or in its first argument; return what the call gives beside its result."""
        if name in _STORES_ELEMENTS and owner.type != "this":
            for value in values:
                if value:
                    self._store_in(owner, ELEMENT, value)
        elif name == "set" and len(values) > 1 and values[1]:
            key = constant_text(_arguments_of(arguments)[0])
            self._store_in(owner, ELEMENT if key is None else item_field(key), values[1])
        elif name == "assign" and owner.type == "identifier" and _text(owner) == "Object":
            value = self._join(values)
            first = _arguments_of(arguments)[0]
            if first.type == "identifier":
                found = self._scope.lookup(_text(first))
                if found is not None and found[1] == self._number:
                    self._definitions.add(found[0].key, self._join(values[1:]))
            return value
        return NO_VALUE

    def _pass_arguments(self, call: int, arguments: tree_sitter.Node) -> list[Value]:
        values: list[Value] = []
        for position, argument in enumerate(_arguments_of(arguments)):
            is_spread = argument.type == "spread_element"
            value = self._evaluate(argument)
            slot = f"{POSITIONAL_REST}{position}" if is_spread else str(position)
            self.draft.add_flows(value, PlaceKind.ARGUMENT, call, slot)
            values.append(value)
            self._add_constants(call, slot, argument)
        self.draft.set_positional(call, len(values))
        return values

    def _add_constants(self, call: int, slot: str, argument: tree_sitter.Node) -> None:
        """Keep a constant argument, and the constants of an object that is written out, as `1.shell`."""
        text = constant_text(argument)
        if text is not None:
            self.draft.add_constant(call, slot, text)
        elif argument.type == "object":
            for pair in argument.named_children:
                key = pair.child_by_field_name("key") if pair.type == "pair" else None
                value = pair.child_by_field_name("value")
                text = None if key is None or value is None else constant_text(value)
                if key is not None and text is not None:
                    self.draft.add_constant(call, f"{slot}.{_key_text(key)}", text)

    def _pass_substitutions(self, call: int, template: tree_sitter.Node) -> None:
        """Pass the values of a tagged template: its texts are the first argument."""
        position = 0
        for each in template.named_children:
            if each.type == "template_substitution":
                position += 1
                value = self._join(tuple(self._evaluate(inner) for inner in each.named_children))
                self.draft.add_flows(value, PlaceKind.ARGUMENT, call, str(position))
        self.draft.set_positional(call, position + 1)

    def _evaluate_new(self, node: tree_sitter.Node) -> Value:
        constructor = node.child_by_field_name("constructor")
        if constructor is None:
            return NO_VALUE
        call = self.draft.add_call(node.start_byte, node.end_byte, _last_name(constructor))
        owner = constructor.child_by_field_name("object") if constructor.type == "member_expression" else None
        if owner is None:
            self._add_callee(call, self._evaluate(constructor))
        else:
            self.draft.add_flows(self._evaluate(owner), PlaceKind.RECEIVER, call)
        arguments = node.child_by_field_name("arguments")
        if arguments is not None:
            self._pass_arguments(call, arguments)
        return value_of(Place(PlaceKind.RESULT, call), node.start_byte, node.end_byte)

    def _evaluate_name(self, node: tree_sitter.Node) -> Value:
        name, begin, end = _text(node), node.start_byte, node.end_byte
        found = self._scope.lookup(name)
        if found is None:
            return value_of(Place(PlaceKind.NAME, NOT_IN_FILE, name), begin, end)
        binding, owner = found
        if binding.function is not None:
            return value_of(Place(PlaceKind.FUNCTION, binding.function), begin, end)
        if owner == self._number and not binding.is_import:
            return self._local_value(binding, begin, end)
        if not binding.is_import:
            self._shared.captured.add((owner, binding.key))
        return value_of(Place(PlaceKind.NAME, owner, binding.key), begin, end)

    def _local_value(self, binding: Binding, begin: int, end: int) -> Value:
        """Return the value of a local; its span is where it is read, unless it is the result of a call."""
        value = self._definitions.read(binding.key)
        if value:
            value = tuple(
                [
                    part
                    if part.source.fields or part.source.kind is PlaceKind.RESULT
                    else ValuePart(part.fields, part.source, begin, end, part.form)
                    for part in value
                ]
            )
        if binding.key not in self._assigned_inside:
            return value
        return self._join((value, value_of(Place(PlaceKind.NAME, self._number, binding.key), begin, end)))

    def _evaluate_this(self, node: tree_sitter.Node) -> Value:
        owner = self._shared.receiver_owners.get(self._number, self._number)
        if owner == self._number:
            return value_of(Place(PlaceKind.PARAMETER, THIS), node.start_byte, node.end_byte)
        self._shared.captured_receivers.add(owner)
        return value_of(Place(PlaceKind.NAME, owner, "this"), node.start_byte, node.end_byte)

    def _function_value(self, node: tree_sitter.Node) -> Value:
        """Return a function as a value; it is read later, with what is in scope here."""
        number = self._numbers.get(node.id)
        if number is None:
            return NO_VALUE
        self._shared.entry_scopes[number] = self._scope
        is_bound = node.type == "arrow_function" and not self._is_class_field
        self._shared.receiver_owners[number] = (
            self._shared.receiver_owners.get(self._number, self._number) if is_bound else number
        )
        for child in node.named_children:
            if child.type == "decorator":
                self._read_children(child)
        return value_of(Place(PlaceKind.FUNCTION, number), node.start_byte, node.end_byte)

    def _evaluate_class(self, node: tree_sitter.Node) -> Value:
        self._read_class(node)
        return NO_VALUE

    def _evaluate_object(self, node: tree_sitter.Node) -> Value:
        parts: list[Value] = []
        for each in node.named_children:
            kind = each.type
            if kind == "pair":
                key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
                if key is None or value is None:
                    continue
                is_computed = key.type == "computed_property_name"
                if is_computed:
                    self._read_children(key)
                parts.append(in_field(self._evaluate(value), ANY_MEMBER if is_computed else _key_text(key)))
            elif kind == "shorthand_property_identifier":
                parts.append(in_field(self._evaluate_name(each), _text(each)))
            elif kind == "method_definition":
                name = each.child_by_field_name("name")
                field = ANY_MEMBER if name is None else _key_text(name)
                parts.append(in_field(self._function_value(each), field))
            elif kind == "spread_element":
                parts.append(self._join(tuple(map(self._evaluate, each.named_children))))
        return self._concatenate(parts)

    def _evaluate_array(self, node: tree_sitter.Node) -> Value:
        parts = []
        for each in node.named_children:
            value = self._evaluate(each)
            parts.append(value if each.type == "spread_element" else in_field(value, ELEMENT))
        return self._concatenate(parts)

    def _evaluate_template(self, node: tree_sitter.Node) -> Value:
        """Evaluate a template string: what comes first in it begins its text."""
        parts: list[Value] = []
        before = node.start_byte + 1
        is_start = True
        for each in node.named_children:
            if each.type != "template_substitution":
                continue
            text = (node.text or b"")[before - node.start_byte : each.start_byte - node.start_byte]
            is_start = is_start and is_only_scheme(text.decode("utf-8", "replace"))
            parts += [in_text(self._evaluate(inner), is_start=is_start) for inner in each.named_children]
            is_start = False
            before = each.end_byte
        return self._join(parts)

    def _evaluate_binary(self, node: tree_sitter.Node) -> Value:
        """Evaluate operators of the same level from left to right, however many there are."""
        links: list[tree_sitter.Node] = []
        inner: tree_sitter.Node | None = node
        while inner is not None and inner.type == "binary_expression":
            links.append(inner)
            inner = inner.child_by_field_name("left")
        value = NO_VALUE if inner is None else self._evaluate(inner)
        text = None if inner is None else constant_text(inner)
        for link in reversed(links):
            right, operator = link.child_by_field_name("right"), link.child_by_field_name("operator")
            if right is None or operator is None:
                continue
            other = self._evaluate(right)
            match operator.type:
                case "+":
                    begins = is_only_scheme(text)
                    value = self._join((in_text(value, is_start=True), in_text(other, is_start=begins)))
                    constant = constant_text(right)
                    text = None if text is None or constant is None else text + constant
                    continue
                case "||" | "??":
                    value = self._join((value, other))
                case "&&":
                    self.draft.mark_tested(value)
                    value = other
                case _:
                    value = NO_VALUE
            text = None
        return value

    def _evaluate_choice(self, node: tree_sitter.Node) -> Value:
        self._read_condition(node.child_by_field_name("condition"))
        choices = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
        return self._join(tuple(self._evaluate(each) for each in choices if each is not None))

    def _evaluate_assignment(self, node: tree_sitter.Node) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return NO_VALUE
        value = self._evaluate(right)
        self._assign(left, value)
        return value

    def _evaluate_augmented(self, node: tree_sitter.Node) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return NO_VALUE
        before, added = self._evaluate(left), self._evaluate(right)
        match operator.type:
            case "+=":
                value = self._join((in_text(before, is_start=True), in_text(added, is_start=False)))
            case "||=" | "??=" | "&&=":
                value = self._join((before, added))
            case _:
                value = NO_VALUE
        self._assign(left, value)
        return value

    def _evaluate_sequence(self, node: tree_sitter.Node) -> Value:
        value = NO_VALUE
        for each in node.named_children:
            value = self._evaluate(each)
        return value

    def _evaluate_yield(self, node: tree_sitter.Node) -> Value:
        for each in node.named_children:
            self.draft.add_flows(self._evaluate(each), PlaceKind.RETURN)
        return NO_VALUE

    def _evaluate_spread(self, node: tree_sitter.Node) -> Value:
        return self._join(tuple(map(self._evaluate, node.named_children)))

    def _evaluate_type_assertion(self, node: tree_sitter.Node) -> Value:
        children = node.named_children
        return self._evaluate(children[-1]) if children else NO_VALUE

    def _evaluate_operand(self, node: tree_sitter.Node) -> Value:
        """Evaluate what an operator takes and passes nothing on of: `!a`, `-a`, `typeof a`."""
        for each in node.named_children:
            self._evaluate(each)
        return NO_VALUE

    def _evaluate_element(self, node: tree_sitter.Node) -> Value:
        """Evaluate a JSX element as a call of its tag: attributes are keywords, what stands in it is `children`."""
        opening = node.child_by_field_name("open_tag") or node
        name = opening.child_by_field_name("name")
        values = [
            self._evaluate(child)
            for child in node.named_children
            if child.type in {"jsx_expression", "jsx_element", "jsx_self_closing_element"}
        ]
        if name is None:
            return NO_VALUE
        call = self.draft.add_call(opening.start_byte, opening.end_byte, _last_name(name))
        if _is_component(name):
            owner = name.child_by_field_name("object")
            if owner is None:
                self._add_callee(call, self._evaluate(name))
            else:
                self.draft.add_flows(self._evaluate(owner), PlaceKind.RECEIVER, call)
        for attribute in opening.named_children:
            if attribute.type == "jsx_attribute":
                self._pass_attribute(call, attribute)
            elif attribute.type == "jsx_expression":
                self.draft.add_flows(self._evaluate(attribute), PlaceKind.ARGUMENT, call, KEYWORD_REST)
        for value in values:
            self.draft.add_flows(value, PlaceKind.ARGUMENT, call, "children")
        return value_of(Place(PlaceKind.RESULT, call), opening.start_byte, opening.end_byte)

    def _pass_attribute(self, call: int, attribute: tree_sitter.Node) -> None:
        children = attribute.named_children
        if len(children) > 1:
            slot = _text(children[0])
            self.draft.add_flows(self._evaluate(children[1]), PlaceKind.ARGUMENT, call, slot)
            text = constant_text(children[1])
            if text is not None:
                self.draft.add_constant(call, slot, text)

    def _evaluate_inner(self, node: tree_sitter.Node) -> Value:
        """Evaluate the expression in the braces of JSX."""
        return self._join(tuple(map(self._evaluate, node.named_children)))

    def _no_value(self, node: tree_sitter.Node) -> Value:
        del node
        return NO_VALUE

    def _join(self, values: Iterable[Value]) -> Value:
        value, is_cut = join_values(values)
        self.draft.is_cut = self.draft.is_cut or is_cut
        return value

    def _concatenate(self, values: Iterable[Value]) -> Value:
        """Return the value of an object or array; its members are kept up to a number of their own."""
        parts = tuple(dict.fromkeys(part for value in values for part in value))
        self.draft.is_cut = self.draft.is_cut or len(parts) > _MAX_PARTS
        return parts[:_MAX_PARTS]

    _PATTERN_PARTS: ClassVar[dict[str, Callable[["FunctionCode", tree_sitter.Node, Value], None]]] = {
        "array_pattern": _assign_item,
        "object_pattern": _assign_property,
    }
    _STATEMENTS: ClassVar[dict[str, Callable[["FunctionCode", tree_sitter.Node], None]]] = {
        "abstract_class_declaration": _read_class,
        "catch_clause": _read_catch,
        "class_declaration": _read_class,
        "export_statement": _read_export,
        "for_in_statement": _read_for_in,
        "for_statement": _read_for,
        "function_declaration": _read_function_statement,
        "generator_function_declaration": _read_function_statement,
        "if_statement": _read_if,
        "lexical_declaration": _read_declaration,
        "return_statement": _read_return,
        "variable_declaration": _read_declaration,
        "while_statement": _read_while,
    }
    _EXPRESSIONS: ClassVar[dict[str, Callable[["FunctionCode", tree_sitter.Node], Value]]] = {
        **dict.fromkeys(_CHAINS, _evaluate_chain),
        **dict.fromkeys(_TRANSPARENT, _evaluate_first),
        **dict.fromkeys(FUNCTION_TYPES - HOISTED_FUNCTIONS, _function_value),
        "array": _evaluate_array,
        "assignment_expression": _evaluate_assignment,
        "augmented_assignment_expression": _evaluate_augmented,
        "binary_expression": _evaluate_binary,
        "class": _evaluate_class,
        "false": _no_value,
        "identifier": _evaluate_name,
        "jsx_element": _evaluate_element,
        "jsx_expression": _evaluate_inner,
        "jsx_self_closing_element": _evaluate_element,
        "new_expression": _evaluate_new,
        "null": _no_value,
        "number": _no_value,
        "object": _evaluate_object,
        "regex": _no_value,
        "sequence_expression": _evaluate_sequence,
        "spread_element": _evaluate_spread,
        "string": _no_value,
        "template_string": _evaluate_template,
        "ternary_expression": _evaluate_choice,
        "this": _evaluate_this,
        "true": _no_value,
        "type_assertion": _evaluate_type_assertion,
        "unary_expression": _evaluate_operand,
        "undefined": _no_value,
        "update_expression": _evaluate_operand,
        "yield_expression": _evaluate_yield,
    }


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _key_text(node: tree_sitter.Node) -> str:
    """Return a property's name: that of an identifier, a string, or a number."""
    text = _text(node)
    return text[1:-1] if node.type == "string" else text


def _arguments_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [each for each in node.named_children if each.type != "comment"]


def _last_name(node: tree_sitter.Node) -> str:
    """Return the last name of what is called, or nothing if it is no name."""
    if node.type == "subscript_expression":
        index = node.child_by_field_name("index")
        return _text(index)[1:-1] if index is not None and index.type == "string" else ""
    last = node.child_by_field_name("property") or node
    is_name = last.type in {"identifier", "property_identifier", "private_property_identifier", "super"}
    return _text(last) if is_name else ""


def _is_component(name: tree_sitter.Node) -> bool:
    """Whether a JSX tag is a component and no element of HTML."""
    return name.type == "member_expression" or _text(name)[:1].isupper()
