"""FileTypes as lines of text, so that a test is data.

    call cart.total() → shop/cart.py::Cart.total of Cart +
    get cart.size → shop/cart.py::Cart.size of Cart
    binary a + b → shop/cart.py::Cart.__add__ of Cart
    type cart = shop.Cart | None {shop/cart.py::Cart} all
    def total(self: shop.Cart) -> int
    field Cart.items = list[str] {builtins.list} all
    var LIMIT = int {builtins.int} all
    class Cart < builtins.dict
    name shop.cart.Cart = shop/cart.py::Cart

`+` says that methods which override the target are meant too, `new` that a class was called, `all` that a type has no
other alternatives, `class` and `awaited` what an alternative is.
"""

import re
from collections.abc import Iterator, Mapping

from codeshed.model.facts.type_facts import CallTarget, FileTypes, TypeFact
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, qualified_name

_LOW = 0xFFFFFFFF
_NAME = re.compile(r"\w+")


class Dump:
    """Writes down what is known of files, by their texts."""

    def __init__(self, content_by_path: Mapping[str, bytes]) -> None:
        self._content_by_path = content_by_path

    def lines(self, path: str, types: FileTypes) -> list[str]:
        """Return all lines about a file."""
        content = self._content_by_path[path]
        return [*self._expressions(content, types), *self._definitions(content, types)]

    def _expressions(self, content: bytes, types: FileTypes) -> Iterator[str]:
        def text(place: int) -> str:
            return content[place >> 32 : place & _LOW].decode()

        for place, targets in types.targets_by_call.items():
            more = " and more" if place in types.partial_calls else ""
            yield f"call {text(place)} → {self._targets(targets)}{more}"
        for place, targets in types.getters_by_member.items():
            yield f"get {text(place)} → {self._targets(targets)}"
        for place, targets in types.setters_by_member.items():
            yield f"set {text(place)} → {self._targets(targets)}"
        for (place, kind), targets in types.targets_by_operation.items():
            yield f"{kind} {text(place)} → {self._targets(targets)}"
        for place, fact in types.type_by_span.items():
            yield f"type {text(place)} = {self._fact(fact)}"

    def _definitions(self, content: bytes, types: FileTypes) -> Iterator[str]:
        for begin, function in types.function_by_name_offset.items():
            parameters = ", ".join(f"{name}: {fact.text}" for name, fact in function.parameters.items())
            returns = "?" if function.returns is None else function.returns.text
            yield f"def {_word(content, begin)}({parameters}) -> {returns}"
        for begin, fields in types.fields_by_class.items():
            for name, fact in fields.items():
                yield f"field {_word(content, begin)}.{name} = {self._fact(fact)}"
        for name, fact in types.variables.items():
            yield f"var {name} = {self._fact(fact)}"
        for begin, ancestors in types.ancestors_by_class.items():
            yield f"class {_word(content, begin)} < {', '.join(map(_short, ancestors))}"
        for name, symbol in types.class_by_dotted_name.items():
            yield f"name {name} = {symbol or 'no class'}"

    def _targets(self, targets: tuple[CallTarget, ...]) -> str:
        return ", ".join(map(self._target, targets))

    def _target(self, target: CallTarget) -> str:
        receiver = "" if target.receiver is None else f" of {qualified_name(target.receiver)}"
        return (
            f"{'new ' if target.is_constructor else ''}{_short(target.function)}{receiver}"
            f"{' +' if target.includes_overrides else ''}"
        )

    def _fact(self, fact: TypeFact) -> str:
        alternatives = ", ".join(
            f"{'class ' if found.is_class else ''}{'awaited ' if found.is_awaitable else ''}{_short(found.symbol)}"
            for found in fact.alternatives
        )
        return f"{fact.text} {{{alternatives}}}{' all' if fact.is_exhaustive else ''}"


def _short(symbol: str) -> str:
    """Return a symbol of the project as it is, any other without its prefix."""
    return symbol.removeprefix(EXTERNAL_PREFIX)


def _word(content: bytes, begin: int) -> str:
    """Return the name that stands at an offset."""
    name = _NAME.match(content[begin:].decode())
    return "" if name is None else name.group()
