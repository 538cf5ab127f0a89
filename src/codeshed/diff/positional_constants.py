"""Constants whose values say where they stand: `auto()`, `iota`, and those of enums that are written without one.

Turns: the facts of a file → by the offset of each such constant, what its value is counted from and how far it is from
there. A constant between two others changes those below it, though they read as before.
"""

import re
from collections import Counter

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.facts import Assign, Call, Member, Name, ScopeKind
from codeshed.model.language_traits import traits_of
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind

_BLOCK = re.compile(rb"^[ \t]*const[ \t]*\(", re.MULTILINE)
_UNNAMED = re.compile(rb"^[ \t]*_(?!\w)[^=/\n]*(?:=([^/\n]*))?", re.MULTILINE)
_AUTO = "auto"


def counted_values(file: ParsedFile | ParsedCode) -> dict[int, str]:
    """Return from what and how far values are counted, by where their constants begin."""
    if isinstance(file, ParsedFile):
        return _of_python(file)
    traits = traits_of(file.facts.language)
    if traits.constant_counter:
        return _of_blocks(file, re.compile(rb"\b" + traits.constant_counter + rb"\b"))
    return _of_enums(file) if traits.are_enums_numbers else {}


def _of_python(file: ParsedFile) -> dict[int, str]:
    found: dict[int, str] = {}
    for scope in file.facts.scopes:
        if scope.kind is not ScopeKind.CLASS:
            continue
        base, n_behind = "", 0
        for each in scope.statements:
            if not isinstance(each, Assign) or each.value is None or not isinstance(each.targets[0], Name):
                continue
            n_behind += 1
            if _is_auto(each):
                found[each.targets[0].begin] = f"{base}+{n_behind}"
            else:
                base, n_behind = _plain(file.content[each.value.begin : each.value.end]), 0
    return found


def _is_auto(assign: Assign) -> bool:
    match assign.value:
        case Call(function=Name(name=name) | Member(name=name)):
            return name == _AUTO
        case _:
            return False


def _of_enums(file: ParsedCode) -> dict[int, str]:
    definitions = file.facts.definitions
    found: dict[int, str] = {}
    base_by_enum: dict[int, str] = {}
    n_behind: Counter[int] = Counter()
    end = 0
    for each in sorted(definitions, key=lambda each: each.begin):
        if not _is_constant(each, definitions):
            continue
        enum = each.parent
        if enum == TOP_LEVEL and b"{" in file.content[end : each.begin]:
            base_by_enum[enum], n_behind[enum] = "", 0
        _, sign, value = file.content[each.begin : each.end].partition(b"=")
        if sign:
            base_by_enum[enum], n_behind[enum] = _plain(value), 0
        else:
            n_behind[enum] += 1
            found[each.begin] = f"{base_by_enum.get(enum, '')}+{n_behind[enum]}"
        end = each.end
    return found


def _is_constant(each: CodeDefinition, definitions: tuple[CodeDefinition, ...]) -> bool:
    """Whether something is a constant of an enum; those of one without a name are names of the file in C and C++."""
    if each.kind is not DefinitionKind.VARIABLE or each.mutability is not Mutability.IMMUTABLE:
        return False
    return (
        each.type is None if each.parent == TOP_LEVEL else definitions[each.parent].type_kind is TypeKind.ENUM
    )


def _of_blocks(file: ParsedCode, counter: re.Pattern[bytes]) -> dict[int, str]:
    """Return the places of constants in their block; one without a value has the expression of the one above it."""
    constants = [each for each in file.facts.definitions if each.mutability is Mutability.CONST]
    found: dict[int, str] = {}
    base, n_above, end = b"", 0, 0
    for each in sorted(constants, key=lambda each: each.begin):
        if each.begin < end:
            # Several names of one line are counted once.
            continue
        between = file.content[end : each.begin]
        blocks = [match.end() for match in _BLOCK.finditer(between)]
        if blocks or file.content.startswith(b"const", each.begin):
            n_above = 0
        between = between[blocks[-1] if blocks else 0 :]
        unnamed = _UNNAMED.findall(between)
        n_above += len(unnamed)
        _, sign, value = file.content[each.begin : each.end].partition(b"=")
        base = value if sign else next((each for each in reversed(unnamed) if each), base)
        if counter.search(base):
            found[each.begin] = f"{_plain(base)}@{n_above}"
        elif not sign:
            found[each.begin] = _plain(base)
        n_above += 1
        end = each.end
    return found


def _plain(text: bytes) -> str:
    return b"".join(text.split()).decode("utf-8", "surrogateescape")
