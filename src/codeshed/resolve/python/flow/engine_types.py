"""Types of the type engine as abstract values.

Turns: a TypeFact → DeclaredValues. If the classes that the engine names are not enough, its text of the type is
parsed.
"""

from codeshed.model.facts.type_expression import head_of, split_top_level
from codeshed.model.facts.type_facts import TypeAlternative, TypeFact
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.python.flow.type_values import (
    NONE,
    UNKNOWN,
    DeclaredTypeValues,
    DeclaredValues,
    union,
)
from codeshed.resolve.python.names.program import Program

_MAX_DEPTH = 12
_OPEN_PARTS = ("->", "Unknown", "Overload[", "@")
"""Substrings in the texts of callables, unknown types and type variables."""


class EngineTypes:
    """Reads types of the engine, each once."""

    def __init__(self, program: Program, types: DeclaredTypeValues) -> None:
        self._types = types
        self._class_by_dotted_name: dict[str, str] = {}
        self._program = program
        self._by_text: dict[str, DeclaredValues] = {}
        self._by_fact: dict[TypeFact, DeclaredValues] = {}

    def add_class_names(self, class_by_dotted_name: dict[str, str]) -> None:
        """Add the class names that occur in the types of a file, before these are read."""
        self._class_by_dotted_name |= class_by_dotted_name

    def read(self, fact: TypeFact) -> DeclaredValues:
        """Return the values of a type."""
        memoized = self._by_fact.get(fact)
        if memoized is None:
            memoized = self._by_fact[fact] = self._read_fact(fact)
        return memoized

    def _read_fact(self, fact: TypeFact) -> DeclaredValues:
        if not fact.alternatives or not fact.is_exhaustive:
            return UNKNOWN if "[" in fact.text else self._read_text(fact.text, 0)
        found = []
        for alternative in fact.alternatives:
            declared = self._read_alternative(alternative)
            if declared is None:
                return self._read_text(fact.text, 0)
            found.append(declared)
        return union(found)

    def _read_alternative(self, alternative: TypeAlternative) -> DeclaredValues | None:
        """Return the values of one class of a union; None if the text says more.

        Instances of external classes may be containers, whose element types only the text gives.
        """
        number = self._program.find_class(alternative.symbol)
        if number is not None:
            declared = self._types.of_class(number)
            return self._types.of_class_objects(declared) if alternative.is_class else declared
        if not alternative.is_class or not alternative.symbol.startswith(EXTERNAL_PREFIX):
            return None
        name = alternative.symbol.removeprefix(EXTERNAL_PREFIX)
        return UNKNOWN if name in self._class_by_dotted_name else self._types.of_external_class(name)

    def _read_text(self, text: str, depth: int) -> DeclaredValues:
        memoized = self._by_text.get(text)
        if memoized is None:
            memoized = self._by_text[text] = self._parse(text, depth)
        return memoized

    def _parse(self, text: str, depth: int) -> DeclaredValues:
        if depth > _MAX_DEPTH or any(part in text for part in _OPEN_PARTS):
            return UNKNOWN
        alternatives = split_top_level(text, "|")
        if len(alternatives) > 1:
            return union([self._read_text(part, depth + 1) for part in alternatives])
        return NONE if text == "None" else self._parse_generic(text, depth)

    def _parse_generic(self, text: str, depth: int) -> DeclaredValues:
        head = head_of(text)
        arguments = split_top_level(text[len(head) + 1 : -1], ",") if head != text else ()
        if head == "type" and arguments:
            return self._types.of_class_objects(self._read_text(arguments[0], depth + 1))
        own = self._class_by_dotted_name.get(head)
        if own is not None:
            # A class of the project that no statement defines, as `NewType` makes one in a function, is no external.
            number = self._program.find_class(own)
            return UNKNOWN if number is None else self._types.of_class(number)
        name = _dotted_name(head)
        if name is None:
            return UNKNOWN
        type_arguments = tuple(self._read_text(part, depth + 1) for part in arguments if part != "...")
        return self._types.of_external(name, type_arguments)


def _dotted_name(head: str) -> str | None:
    """Return the dotted name of an external type: `int` is `builtins.int`; a bare `T` is a type variable."""
    is_plain = "." not in head
    name = f"builtins.{head}" if is_plain else head
    is_name = name.replace(".", "").replace("_", "").isalnum()
    return name if is_name and not (is_plain and head[:1].isupper()) else None
