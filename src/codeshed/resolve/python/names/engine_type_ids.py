"""Texts of the type engine's types as type ids.

Turns: `shop.cart.Cart | None` → `shop/cart.py::Cart | None`, a type id of the SemanticData contract. What the engine does
not know becomes no type id, so that nothing is made up.
"""

from collections.abc import Mapping

from codeshed.model.facts.type_expression import head_of, split_top_level
from codeshed.resolve.python.names.annotation_types import external_type_id
from codeshed.resolve.python.names.builtin_names import BUILTIN_NAMES

ANY = external_type_id("typing.Any")

_MAX_DEPTH = 12
_UNREADABLE = ("->", "Overload[", "Module[", "@", "'", '"', "*", "{", "(")
"""Substrings in the texts of callables, modules, literals, anonymous and variadic types."""
_UNKNOWN = "Unknown"
_COROUTINES = frozenset({"typing.Coroutine", "types.CoroutineType"})
_N_OF_COROUTINE = 3


def type_id_of_text(text: str, class_by_dotted_name: Mapping[str, str], depth: int = 0) -> str | None:
    """Return the type id of a type; None for a callable, a type variable, and what has no symbol."""
    if depth > _MAX_DEPTH:
        return None
    members = split_top_level(text, "|")
    if len(members) > 1:
        known = _all_known(members, class_by_dotted_name, depth)
        return None if known is None else " | ".join(dict.fromkeys(known))
    if text == _UNKNOWN:
        return ANY
    head = head_of(text)
    symbol = _id_of_head(head, class_by_dotted_name)
    if symbol is None or head == text:
        return symbol
    known = _all_known(split_top_level(text[len(head) + 1 : -1], ","), class_by_dotted_name, depth)
    says_nothing = known is None or all(each in {ANY, "..."} for each in known)
    return symbol if known is None or says_nothing else f"{symbol}[{', '.join(known)}]"


def awaited_text(text: str) -> str:
    """Return what awaiting a coroutine gives: `typing.Coroutine[Any, Any, int]` gives `int`."""
    head = head_of(text)
    arguments = split_top_level(text[len(head) + 1 : -1], ",") if head in _COROUTINES else ()
    return arguments[-1] if len(arguments) == _N_OF_COROUTINE else text


def _all_known(
    texts: tuple[str, ...], class_by_dotted_name: Mapping[str, str], depth: int
) -> list[str] | None:
    """Return the type ids of several types, None if one of them has none."""
    written = [type_id_of_text(each, class_by_dotted_name, depth + 1) for each in texts]
    known = [each for each in written if each is not None]
    return known if len(known) == len(written) else None


def _id_of_head(head: str, class_by_dotted_name: Mapping[str, str]) -> str | None:
    """Return the id of a name: of a class of the project, of an external or builtin; None for a type variable."""
    if head == "...":
        return head
    if any(part in head for part in _UNREADABLE):
        return None
    if "." not in head:
        return head if head in BUILTIN_NAMES else None
    symbol = class_by_dotted_name.get(head)
    if symbol is not None:
        return symbol or None
    is_name = all(part.isidentifier() for part in head.split("."))
    return external_type_id(head) if is_name else None
