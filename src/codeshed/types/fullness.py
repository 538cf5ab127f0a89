"""Whether all that the engine knows of a type is said somewhere.

Turns: the text of a type in the report, and what the engine answers when it is asked for the same type → what is to be
known beside the report's text, or nothing if that can't be had.

The report has `str` for `Literal["a"]`, `Color` for `Literal[Color.RED]`, `C` for `Self` in `C`, `dict[str, int | str]`
for a dict whose keys are known, and a signature for a function. An answer tells the first three apart. It does not tell
which keys or which function, nor whether it is a class itself or any of its subclasses, nor whether a literal was
written as a type or as a value, which others see too.
"""

import re

from codeshed.model.type_facts import TypeFact
from codeshed.types.inquiry import RECEIVER
from codeshed.types.type_text import settled_text

_WORD = re.compile(r"(?<![\w.-])[\w-]+(?:\.[\w-]+)*")
_PLAIN = frozenset({
    "None", "Never", "NoReturn", "Unknown", "Any", "object", "float", "complex", "bytearray",
    "list", "set", "frozenset", "tuple", "dict", "typing.Any", "typing.Coroutine", "typing.Generator",
    "typing.AsyncGenerator", "typing.Iterator", "typing.Iterable",
})  # fmt: skip
"""Types that the engine writes with all that it knows of them, if their arguments are such types too. Of others it may
know the very value, as of a text, number or member of an enumeration; the keys, as of a dict by texts; or that it is the
class of whoever is asked, and writes the class that defines it."""
_BUILT_IN = frozenset({
    "str", "bytes", "int", "bool", "range", "slice", "memoryview", "enumerate", "zip", "map", "filter",
    "reversed", "BaseException", "Exception", "AttributeError", "ImportError", "IndexError", "KeyError",
    "LookupError", "NotImplementedError", "OSError", "RuntimeError", "StopIteration", "TypeError",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "ValueError",
})  # fmt: skip
"""Other classes without a module before their names."""
_ONLY_TYPES = re.compile(r"[\w.\-\[\], |]*")
"""What no function and no literal is written with: which function it is, the engine does not write."""
_UNTOLD = re.compile(r"\bLiteral|\bdict\[str\b|\bModule\[|\btype\[")
"""What is not told in full by an answer either."""
_RECEIVER = re.compile(rf"\b{RECEIVER}\d+\b")
_BRACKET = re.compile(r"[()\[\]]")
_UNKNOWN = "Unknown"
_ARROW = " -> "


def type_words(text: str) -> list[str]:
    """Return the names in the text of a type that may stand for more than is written."""
    return [name for name in _WORD.findall(text) if name not in _PLAIN]


def is_plain(fact: TypeFact) -> bool:
    """Whether all that the engine knows of a type is in its text, whatever it answers."""
    return not type_words(fact.text) and _ONLY_TYPES.fullmatch(fact.text) is not None


def result_in(answer: str) -> str:
    """Return what the function of an answer gives; of anything else, such as a property, the answer itself."""
    if not answer.startswith("("):
        return answer
    depth = 0
    for bracket in _BRACKET.finditer(answer):
        depth += 1 if bracket.group() in "([" else -1
        if depth == 0:
            rest = answer[bracket.end() :]
            return rest.removeprefix(_ARROW) if rest.startswith(_ARROW) else answer
    return answer


def told_by(answer: str) -> str | None:
    """Return a type as an answer has it, if nothing of it is left out; the same for all who are asked."""
    text = _RECEIVER.sub(RECEIVER, settled_text(answer))
    simple = text.replace("tuple[()]", "tuple").replace("*tuple[", "tuple[")
    if text == _UNKNOWN or not _ONLY_TYPES.fullmatch(simple) or _UNTOLD.search(text):
        return None
    return text


def may_have_variables(fact: TypeFact) -> bool:
    """Whether a name in a type may be that of a type variable: an answer has something else in its place."""
    return not all("." in name or name in _BUILT_IN for name in type_words(fact.text))


def is_same_type(fact: TypeFact, told: str, class_name: str) -> bool:
    """Whether an answer is about the type of the report, as far as names tell: it has modules only where it must."""
    return _last_names(told.replace(RECEIVER, class_name)) == _last_names(fact.text)


def _last_names(text: str) -> set[str]:
    return {name.rpartition(".")[2] for name in _WORD.findall(text)}
