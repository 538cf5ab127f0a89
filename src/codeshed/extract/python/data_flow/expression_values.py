"""The values of Python expressions.

Turns: an expression → its Value; its calls, and what flows into their arguments, go to the draft of the function. Each
expression is evaluated once.
"""

from collections.abc import Callable
from typing import Any, Protocol

from codeshed.extract.data_flow.function_draft import FunctionDraft
from codeshed.extract.data_flow.values import (
    NO_VALUE,
    Value,
    get_field,
    get_item,
    in_field,
    in_text,
    is_only_scheme,
    join_values,
    second_of_pairs,
    spread_items,
    value_of,
    without_fields,
)
from codeshed.model.facts.data_flow import (
    ELEMENT,
    KEYWORD_REST,
    POSITIONAL_REST,
    Place,
    PlaceKind,
    item_field,
)
from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    ScopedExpression,
    Spread,
    Subscript,
    Walrus,
)

_MAX_DEPTH = 120
"""How deeply expressions are read; what is deeper is cut."""

_ADDING_METHODS = frozenset({"append", "add", "appendleft", "insert", "setdefault", "put"})
_MERGING_METHODS = frozenset({"extend", "update", "extendleft"})
_MAKES_ITEMS = "dict"
"""The builtin whose keywords become items."""

_MAX_FORMAT_PREFIX = 6
"""How many bytes `rb\"\"\"{` takes at most: a value that begins later has text before it."""

_TRUE_LENGTH = len("True")
_IN = frozenset({"in", "not-in"})


class ReadName(Protocol):
    """Returns the value of a name that is read at a span."""

    def __call__(self, name: str, begin: int, end: int) -> Value: ...  # noqa: D102


class ExpressionValues:
    """Evaluates the expressions of one function."""

    def __init__(
        self,
        draft: FunctionDraft,
        *,
        read_name: ReadName,
        assign_name: Callable[[str, Value], None],
        add_to: Callable[[Expression, Value], None],
        read_scope: Callable[[int], Value],
    ) -> None:
        self._draft = draft
        self._read_name = read_name
        self._assign_name = assign_name
        self._add_to = add_to
        self._read_scope = read_scope
        self._depth = 0
        self.is_cut = False

    def evaluate(self, expression: Expression) -> Value:
        """Return the value of an expression."""
        if self._depth > _MAX_DEPTH:
            self.is_cut = True
            return NO_VALUE
        self._depth += 1
        value = _EVALUATORS[type(expression)](self, expression)
        self._depth -= 1
        return value

    def evaluate_test(self, expression: Expression) -> None:
        """Evaluate a condition: the calls whose results decide it are tested."""
        if isinstance(expression, Compound) and expression.kind in _TESTS and self._depth < _MAX_DEPTH:
            self._depth += 1
            if expression.kind is CompoundKind.COMPARISON:
                values = [self.evaluate(part) for part in expression.parts]
                for value in values:
                    self._draft.mark_tested(value)
                if expression.detail in _IN and values:
                    self._draft.add_flows(values[0], PlaceKind.TEST, 0, "in")
            else:
                for part in expression.parts:
                    self.evaluate_test(part)
            self._depth -= 1
            return
        self._draft.mark_tested(self.evaluate(expression))

    def read_name(self, expression: Name) -> Value:
        """Return the value of a name."""
        return self._read_name(expression.name, expression.begin, expression.end)

    def read_attribute(self, expression: Attribute) -> Value:
        """Return the value of an attribute."""
        return get_field(self.evaluate(expression.value), expression.name, expression.begin, expression.end)

    def read_subscript(self, expression: Subscript) -> Value:
        """Return the value of an item."""
        value = self.evaluate(expression.value)
        index = expression.index
        if isinstance(index, Literal):
            return get_item(value, field_of_index(index))
        self.evaluate(index)
        if isinstance(index, Compound) and index.kind is CompoundKind.SLICE:
            return value
        return get_item(value, ELEMENT)

    def read_literal(self, _: Literal) -> Value:
        """Return the value of a constant, which carries nothing."""
        return NO_VALUE

    def read_scoped(self, expression: ScopedExpression) -> Value:
        """Return the value of a lambda or comprehension."""
        return self._read_scope(expression.scope)

    def read_walrus(self, expression: Walrus) -> Value:
        """Return the value of `(name := value)`, which assigns it as well."""
        value = self.evaluate(expression.value)
        self._assign_name(expression.name, value)
        return value

    def read_call(self, expression: Call) -> Value:
        """Return the value of a call: its result."""
        function, draft = expression.function, self._draft
        receiver = called = NO_VALUE
        if isinstance(function, Attribute):
            text = function.value
            if isinstance(text, Literal) and text.type_name == "str":
                if function.name == "format":
                    return self._formatted_by_call(expression, text)
                if function.name == "join":
                    return self._joined(expression, text)
            receiver = self.evaluate(text)
            call = draft.add_call(expression.begin, expression.end, function.name)
            draft.add_flows(receiver, PlaceKind.RECEIVER, call)
        else:
            called = self.evaluate(function)
            name = function.name if isinstance(function, Name) else ""
            call = draft.add_call(expression.begin, expression.end, name)
            # What a name of the file means, references say.
            draft.add_flows(
                tuple(
                    part for part in called if part.source.kind is not PlaceKind.NAME or part.source.number
                ),
                PlaceKind.CALLEE,
                call,
            )
        items, pairs = self._arguments(expression, call)
        result = value_of(Place(PlaceKind.RESULT, call), expression.begin, expression.end)
        if isinstance(function, Name) and function.name == _MAKES_ITEMS and not called:
            return self._joined_values([result, *items, *pairs])
        return result

    def _arguments(self, expression: Call, call: int) -> tuple[list[Value], list[Value]]:
        """Pass the arguments of a call; return those with a keyword as items with that key, and what is in a list of pairs."""
        draft, position = self._draft, 0
        added: list[Value] = []
        items: list[Value] = []
        for argument in expression.arguments:
            slot = argument.keyword
            if slot is None:
                if argument.spread is Spread.NONE:
                    slot = str(position)
                    position += 1
                else:
                    is_list = argument.spread is Spread.POSITIONAL
                    slot = f"{POSITIONAL_REST}{position}" if is_list else KEYWORD_REST
            passed = argument.value
            if isinstance(passed, Literal):
                text = _constant_text(passed)
                if text is not None:
                    draft.add_constant(call, slot, text)
                continue
            value = self.evaluate(passed)
            if value:
                draft.add_flows(value, PlaceKind.ARGUMENT, call, slot)
                if argument.keyword is None:
                    added.append(value)
                else:
                    items.append(in_field(value, item_field(slot)))
        draft.set_positional(call, position)
        self._store_arguments(expression.function, added, items)
        return items, [second_of_pairs(value) for value in added]

    def _store_arguments(self, function: Expression, added: list[Value], items: list[Value]) -> None:
        """Store what `a.append(b)` and `a.update(b, key=c)` put into the object."""
        if not isinstance(function, Attribute) or isinstance(function.value, Call):
            return
        if added and function.name in _ADDING_METHODS:
            self._add_to(function.value, in_field(added[-1], ELEMENT))
        elif function.name in _MERGING_METHODS and (added or items):
            self._add_to(function.value, join_values([*added, *items])[0])

    def _formatted_by_call(self, expression: Call, text: Literal) -> Value:
        """Return the value of `"…{}…".format(a, b)`; the call counts as one, for its reference."""
        draft = self._draft
        draft.add_call(expression.begin, expression.end, "format")
        is_start = text.text is not None and text.text.startswith("{")
        found = []
        for argument in expression.arguments:
            value = without_fields(self.evaluate(argument.value))
            found.append(in_text(value, is_start=is_start))
            is_start = False
        return self._joined_values(found)

    def _joined(self, expression: Call, text: Literal) -> Value:
        """Return the value of `", ".join(values)`."""
        del text
        self._draft.add_call(expression.begin, expression.end, "join")
        found = [
            in_text(
                without_fields(
                    get_field(self.evaluate(each.value), ELEMENT, each.value.begin, each.value.end)
                ),
                is_start=True,
            )
            for each in expression.arguments
        ]
        return self._joined_values(found)

    def read_compound(self, expression: Compound) -> Value:
        """Return the value of any other expression."""
        evaluator = _COMPOUND_EVALUATORS.get(expression.kind)
        if evaluator is not None:
            return evaluator(self, expression)
        for part in expression.parts:
            self.evaluate(part)
        return NO_VALUE

    def read_sequence(self, expression: Compound) -> Value:
        """Return the value of a list, tuple or set."""
        found = []
        # What a tuple has at which place is known until something is spread into it.
        is_placed = expression.kind is CompoundKind.TUPLE
        for number, part in enumerate(expression.parts):
            value = self.evaluate(part)
            is_spread = isinstance(part, Compound) and part.kind is CompoundKind.SPREAD
            is_placed = is_placed and not is_spread
            if value:
                element = get_field(value, ELEMENT, part.begin, part.end) if is_spread else value
                found.append(in_field(element, item_field(str(number)) if is_placed else ELEMENT))
        return self._joined_values(found)

    def read_dictionary(self, expression: Compound) -> Value:
        """Return the value of a dict: its fields."""
        keys = iter(expression.keys)
        found = []
        for part in expression.parts:
            value = self.evaluate(part)
            if isinstance(part, Compound) and part.kind is CompoundKind.SPREAD:
                found.append(spread_items(value, part.begin, part.end))
                continue
            key = next(keys, None)
            if key is not None and not isinstance(key, Literal):
                self.evaluate(key)
            if value:
                found.append(in_field(value, ELEMENT if key is None else field_of_index(key)))
        return self._joined_values(found)

    def read_choice(self, expression: Compound) -> Value:
        """Return the value of `a or b`, `a and b`, `a if b else c`."""
        parts = expression.parts
        if expression.detail == "if":
            for part in parts[2:]:
                self.evaluate_test(part)
            return self._joined_values([self.evaluate(part) for part in parts[:2]])
        if expression.detail == "and":
            for part in parts[:-1]:
                self.evaluate_test(part)
            return self.evaluate(parts[-1]) if parts else NO_VALUE
        return self._joined_values([self.evaluate(part) for part in parts])

    def read_operator(self, expression: Compound) -> Value:
        """Return the value of an operator that can build texts or paths."""
        parts, detail = expression.parts, expression.detail
        values = [self.evaluate(part) for part in parts]
        if detail == "|":
            return self._joined_values(values)
        if detail not in {"+", "%", "/"} or not any(values):
            return NO_VALUE
        first = parts[0]
        if detail == "%":
            text = first.text if isinstance(first, Literal) else None
            is_start = text is not None and text.startswith("%s")
            return self._joined_values(
                [
                    in_text(values[0], is_start=True),
                    *(in_text(without_fields(value), is_start=is_start) for value in values[1:]),
                ]
            )
        is_start = isinstance(first, Literal) and is_only_scheme(first.text)
        return self._joined_values(
            [
                in_text(values[0], is_start=True),
                *(
                    in_text(value, is_start=is_start and number == 0)
                    for number, value in enumerate(values[1:])
                ),
            ]
        )

    def read_formatted_string(self, expression: Compound) -> Value:
        """Return the value of an f-string, or of strings beside each other."""
        found = []
        detail = expression.detail
        is_start = True
        for number, part in enumerate(expression.parts):
            value = self.evaluate(part)
            if number == 0:
                is_written_before = part.begin - expression.begin > _MAX_FORMAT_PREFIX
                is_start = (
                    is_only_scheme(detail) if detail and not detail.startswith("!") else not is_written_before
                )
            if value:
                found.append(in_text(without_fields(value), is_start=is_start))
            is_start = is_start and isinstance(part, Literal) and is_only_scheme(part.text)
        return self._joined_values(found)

    def read_part(self, expression: Compound) -> Value:
        """Return the value of what has the value of its parts."""
        return self._joined_values([self.evaluate(part) for part in expression.parts])

    def read_test(self, expression: Compound) -> Value:
        """Return the value of a condition, which carries nothing."""
        self.evaluate_test(expression)
        return NO_VALUE

    def read_yield(self, expression: Compound) -> Value:
        """Return the value of `yield`, whose values the function returns."""
        for part in expression.parts:
            self._draft.add_flows(in_field(self.evaluate(part), ELEMENT), PlaceKind.RETURN)
        return NO_VALUE

    def read_yield_from(self, expression: Compound) -> Value:
        """Return the value of `yield from`."""
        for part in expression.parts:
            self._draft.add_flows(self.evaluate(part), PlaceKind.RETURN)
        return NO_VALUE

    def _joined_values(self, values: list[Value]) -> Value:
        if len(values) == 1:
            return values[0]
        value, is_cut = join_values(values)
        self.is_cut = self.is_cut or is_cut
        return value


def field_of_index(index: Expression) -> str:
    """Return the field that an index stands for: a constant key, a place in a tuple; all else is an element."""
    if isinstance(index, Literal) and index.type_name in {"str", "int"} and index.text:
        return item_field(index.text)
    return ELEMENT


def _constant_text(literal: Literal) -> str | None:
    """Return the text of a short constant: of a bool by its length, since facts keep no text of it."""
    if literal.type_name == "bool":
        return "True" if literal.end - literal.begin == _TRUE_LENGTH else "False"
    if literal.type_name == "None":
        return "None"
    return literal.text


_TESTS = frozenset({CompoundKind.COMPARISON, CompoundKind.NOT, CompoundKind.CHOICE})
_COMPOUND_EVALUATORS: dict[CompoundKind, Callable[[ExpressionValues, Compound], Value]] = {
    CompoundKind.LIST: ExpressionValues.read_sequence,
    CompoundKind.TUPLE: ExpressionValues.read_sequence,
    CompoundKind.SET: ExpressionValues.read_sequence,
    CompoundKind.DICT: ExpressionValues.read_dictionary,
    CompoundKind.CHOICE: ExpressionValues.read_choice,
    CompoundKind.OPERATOR: ExpressionValues.read_operator,
    CompoundKind.COMPARISON: ExpressionValues.read_test,
    CompoundKind.NOT: ExpressionValues.read_test,
    CompoundKind.FORMATTED_STRING: ExpressionValues.read_formatted_string,
    CompoundKind.AWAIT: ExpressionValues.read_part,
    CompoundKind.SPREAD: ExpressionValues.read_part,
    CompoundKind.YIELD: ExpressionValues.read_yield,
    CompoundKind.YIELD_FROM: ExpressionValues.read_yield_from,
}
_EVALUATORS: dict[type, Callable[[ExpressionValues, Any], Value]] = {
    Name: ExpressionValues.read_name,
    Attribute: ExpressionValues.read_attribute,
    Call: ExpressionValues.read_call,
    Subscript: ExpressionValues.read_subscript,
    Literal: ExpressionValues.read_literal,
    ScopedExpression: ExpressionValues.read_scoped,
    Walrus: ExpressionValues.read_walrus,
    Compound: ExpressionValues.read_compound,
}
