"""Decides whether the text of a type is complete: whether it says everything that the engine knows of the type.

Turns: a type in the report, and the `reveal_type` answer for the same expression → the complete text, or None if
neither is complete.

The report widens types: it has `str` for `Literal["a"]`, `Color` for `Literal[Color.RED]`, `C` for `Self` in `C`,
`dict[str, int | str]` for a dict with known keys, and a signature for a function. A `reveal_type` answer distinguishes the
first three. It does not give the keys or the function, nor whether a class is exactly that class or any subclass, nor
whether a literal is an annotation or an inferred value, though other files' types may depend on all of these.
"""

import re

from codeshed.model.facts.type_facts import TypeFact
from codeshed.types.type_probes import RECEIVER_PREFIX
from codeshed.types.type_text import normalized_type_text

_WORD = re.compile(r"(?<![\w.-])[\w-]+(?:\.[\w-]+)*")
_PLAIN = frozenset({
    "None", "Never", "NoReturn", "Unknown", "Any", "object", "float", "complex", "bytearray",
    "list", "set", "frozenset", "tuple", "dict", "typing.Any", "typing.Coroutine", "typing.Generator",
    "typing.AsyncGenerator", "typing.Iterator", "typing.Iterable",
})  # fmt: skip
"""Types whose text is complete if their arguments are such types, too. Of others the engine may know the exact value
(strings, numbers, enum members), the keys (`dict[str, …]`), or that it is `Self`, which is written as the defining class."""
_BUILT_IN = frozenset({
    "str", "bytes", "int", "bool", "range", "slice", "memoryview", "enumerate", "zip", "map", "filter",
    "reversed", "BaseException", "Exception", "AttributeError", "ImportError", "IndexError", "KeyError",
    "LookupError", "NotImplementedError", "OSError", "RuntimeError", "StopIteration", "TypeError",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "ValueError",
})  # fmt: skip
"""Other builtins, which are written without a module."""
_ONLY_TYPES = re.compile(r"[\w.\-\[\], |]*")
"""Matches types without functions and literals: the text of a function type does not say which function it is."""
_INCOMPLETE = re.compile(r"\bLiteral|\bdict\[str\b|\bModule\[|\btype\[")
"""Types that are incomplete in `reveal_type` answers, too."""
_RECEIVER = re.compile(rf"\b{RECEIVER_PREFIX}\d+\b")
_BRACKET = re.compile(r"[()\[\]]")
_UNKNOWN = "Unknown"
_ARROW = " -> "


def incomplete_names(text: str) -> list[str]:
    """Return the names in the text of a type that may be incomplete."""
    return [name for name in _WORD.findall(text) if name not in _PLAIN]


def is_text_complete(fact: TypeFact) -> bool:
    """Whether the text of a type in the report is complete."""
    return not incomplete_names(fact.text) and _ONLY_TYPES.fullmatch(fact.text) is not None


def return_type_in(answer: str) -> str:
    """Return the return type in an answer for a function; an answer for anything else, such as a property, is returned."""
    if not answer.startswith("("):
        return answer
    depth = 0
    for bracket in _BRACKET.finditer(answer):
        depth += 1 if bracket.group() in "([" else -1
        if depth == 0:
            rest = answer[bracket.end() :]
            return rest.removeprefix(_ARROW) if rest.startswith(_ARROW) else answer
    return answer


def complete_type_text(answer: str) -> str | None:
    """Return the complete text of a `reveal_type` answer, None if it is incomplete; probe receivers get one name."""
    text = _RECEIVER.sub(RECEIVER_PREFIX, normalized_type_text(answer))
    simple = text.replace("tuple[()]", "tuple").replace("*tuple[", "tuple[")
    if text == _UNKNOWN or not _ONLY_TYPES.fullmatch(simple) or _INCOMPLETE.search(text):
        return None
    return text


def may_name_type_variables(fact: TypeFact) -> bool:
    """Whether a name in a type may be a type variable, which the answer would have solved."""
    return not all("." in name or name in _BUILT_IN for name in incomplete_names(fact.text))


def is_same_type(fact: TypeFact, revealed: str, class_name: str) -> bool:
    """Whether an answer has the same names as the type in the report; modules are ignored, as answers mostly omit them."""
    return _last_names(revealed.replace(RECEIVER_PREFIX, class_name)) == _last_names(fact.text)


def _last_names(text: str) -> set[str]:
    return {name.rpartition(".")[2] for name in _WORD.findall(text)}
