"""Constants whose values depend on their position: `auto()`, `iota`, and enum constants without a value.

Turns: the facts of a file → the offset of each such constant with what its value is counted from and its distance from
there (`10+2`). A constant inserted between two others changes those below it, though their text is the same.
"""

import re
from collections import Counter

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import Assign, Attribute, Call, Name, ScopeKind
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind

_CONST_BLOCK = re.compile(rb"^[ \t]*const[ \t]*\(", re.MULTILINE)
_BLANK_CONSTANT = re.compile(rb"^[ \t]*_(?!\w)[^=/\n]*(?:=([^/\n]*))?", re.MULTILINE)
_AUTO = "auto"


def positional_values(file: ParsedFile | ParsedCode) -> dict[int, str]:
    """Return what each value is counted from, and how far, by the offset of its constant."""
    if isinstance(file, ParsedFile):
        return _of_python(file)
    traits = traits_of(file.facts.language)
    if traits.constant_counter:
        return _of_blocks(file, re.compile(rb"\b" + traits.constant_counter + rb"\b"))
    return _of_enums(file) if traits.are_enum_constants_numbered else {}


def _of_python(file: ParsedFile) -> dict[int, str]:
    found: dict[int, str] = {}
    for scope in file.facts.scopes:
        if scope.kind is not ScopeKind.CLASS:
            continue
        base, n_after = "", 0
        for each in scope.statements:
            if not isinstance(each, Assign) or each.value is None or not isinstance(each.targets[0], Name):
                continue
            n_after += 1
            if _is_auto(each):
                found[each.targets[0].begin] = f"{base}+{n_after}"
            else:
                base, n_after = _without_space(file.content[each.value.begin : each.value.end]), 0
    return found


def _is_auto(assign: Assign) -> bool:
    match assign.value:
        case Call(function=Name(name=name) | Attribute(name=name)):
            return name == _AUTO
        case _:
            return False


def _of_enums(file: ParsedCode) -> dict[int, str]:
    definitions = file.facts.definitions
    found: dict[int, str] = {}
    base_by_enum: dict[int, str] = {}
    n_after: Counter[int] = Counter()
    end = 0
    for each in sorted(definitions, key=lambda each: each.begin):
        if not _is_constant(each, definitions):
            continue
        enum = each.parent
        if enum == TOP_LEVEL and b"{" in file.content[end : each.begin]:
            base_by_enum[enum], n_after[enum] = "", 0
        _, sign, value = file.content[each.begin : each.end].partition(b"=")
        if sign:
            base_by_enum[enum], n_after[enum] = _without_space(value), 0
        else:
            n_after[enum] += 1
            found[each.begin] = f"{base_by_enum.get(enum, '')}+{n_after[enum]}"
        end = each.end
    return found


def _is_constant(each: CodeDefinition, definitions: tuple[CodeDefinition, ...]) -> bool:
    """Whether a definition is an enum constant; in C and C++ those of an enum without a name are top-level names."""
    if each.kind is not DefinitionKind.VARIABLE or each.mutability is not Mutability.IMMUTABLE:
        return False
    return (
        each.type is None if each.parent == TOP_LEVEL else definitions[each.parent].type_kind is TypeKind.ENUM
    )


def _of_blocks(file: ParsedCode, counter: re.Pattern[bytes]) -> dict[int, str]:
    """Return the positions of constants in their `const (…)` block; one without a value repeats the expression above."""
    constants = [each for each in file.facts.definitions if each.mutability is Mutability.CONST]
    found: dict[int, str] = {}
    base, n_above, end = b"", 0, 0
    for each in sorted(constants, key=lambda each: each.begin):
        if each.begin < end:
            # Several names on one line share one position.
            continue
        between = file.content[end : each.begin]
        blocks = [match.end() for match in _CONST_BLOCK.finditer(between)]
        if blocks or file.content.startswith(b"const", each.begin):
            n_above = 0
        between = between[blocks[-1] if blocks else 0 :]
        unnamed = _BLANK_CONSTANT.findall(between)
        n_above += len(unnamed)
        _, sign, value = file.content[each.begin : each.end].partition(b"=")
        base = value if sign else next((each for each in reversed(unnamed) if each), base)
        if counter.search(base):
            found[each.begin] = f"{_without_space(base)}@{n_above}"
        elif not sign:
            found[each.begin] = _without_space(base)
        n_above += 1
        end = each.end
    return found


def _without_space(text: bytes) -> str:
    return b"".join(text.split()).decode("utf-8", "surrogateescape")
