"""What the types of a file are made of, as far as those who use a type depend on it.

Turns: the facts of a file → TypeParts by symbol; two TypeParts → what a difference between them is. A method with a body is
no part: one more of them breaks nobody.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal

import msgspec

from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.facts import Assign, Call, DefinitionFact, Expression, Item, Member, Name, ScopeKind
from codeshed.model.identity import member_symbol
from codeshed.model.parsed_files import ParsedCode, ParsedFile
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.resolve.generic.names.file_scope import symbols_of

_LISTS = frozenset({TypeKind.STRUCT, TypeKind.ENUM})
_CONTRACTS = frozenset({TypeKind.INTERFACE, TypeKind.TYPE_ALIAS})
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_PROTOCOL = "Protocol"
_NO_FIELD = "ClassVar"
_MAKERS = frozenset({"__init__", "__new__"})

_Members = list[tuple[int, CodeDefinition]]
"""What lies in a definition, each with its number."""


class Part(msgspec.Struct, frozen=True):
    """A field, constant or method: its name and type. Who makes or implements the type must write what `is_needed`."""

    name: str
    type: str = ""
    is_needed: bool = True


class TypeParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a type in their order; `is_ordered` says that the order counts, `is_choice` that they are constants."""

    parts: tuple[Part, ...]
    is_ordered: bool = False
    is_choice: bool = False


def parts_by_type(file: ParsedFile | ParsedCode) -> dict[str, TypeParts]:
    """Return what types are made of, by symbol; those of which nothing counts are left out."""
    return _of_python(file) if isinstance(file, ParsedFile) else _of_code(file)


def unlike_parts(old: TypeParts | None, new: TypeParts | None) -> Literal["signature", "body"] | None:
    """Return what a difference between the parts of a type is: `signature` if others must write something else now.

    >>> few = TypeParts(parts=(Part("x"),), is_ordered=True)
    >>> unlike_parts(few, TypeParts(parts=(Part("x"), Part("y")), is_ordered=True))
    'signature'
    """
    before, after = old or TypeParts(parts=()), new or TypeParts(parts=())
    if before.parts == after.parts:
        return None
    was, now = ({each.name: each for each in side.parts} for side in (before, after))
    common = was.keys() & now.keys()
    is_other = was.keys() - now.keys() or any(was[name] != now[name] for name in common)
    if before.is_choice and after.is_choice:
        return "signature" if is_other else "body"
    come = [each for each in after.parts if each.name not in was]
    is_longer = after.parts[: len(before.parts)] == before.parts
    is_moved = after.is_ordered and [each.name for each in before.parts if each.name in common] != [
        each.name for each in after.parts if each.name in common
    ]
    is_inserted = after.is_ordered and bool(come) and not is_longer
    if is_other or is_moved or is_inserted or any(each.is_needed for each in come):
        return "signature"
    return "body" if come and after.is_ordered else None


def _of_code(file: ParsedCode) -> dict[str, TypeParts]:
    definitions = file.facts.definitions
    within: dict[int, _Members] = {number: [] for number in range(TOP_LEVEL, len(definitions))}
    for number, each in enumerate(definitions):
        within[each.parent].append((number, each))
    found: dict[str, TypeParts] = {}
    for number, (symbol, each) in enumerate(
        zip(symbols_of(file.path, definitions), definitions, strict=True)
    ):
        members = [(part, within[place]) for place, part in within[number]]
        parts = tuple(_parts_of_code(each, members)) if each.kind is DefinitionKind.TYPE else ()
        if parts:
            found[symbol] = TypeParts(
                parts=parts, is_ordered=each.type_kind in _LISTS, is_choice=each.type_kind is TypeKind.ENUM
            )
    return found


def _parts_of_code(owner: CodeDefinition, members: list[tuple[CodeDefinition, _Members]]) -> list[Part]:
    has_own_maker = any(each.modifiers is not None and each.modifiers.is_constructor for each, _ in members)
    is_contract = owner.type_kind in _CONTRACTS
    found: list[Part] = []
    for each, own in members:
        if each.kind is DefinitionKind.VARIABLE:
            if owner.type_kind is TypeKind.ENUM:
                # The type of a constant is the enum: a field of an enum has another.
                is_constant = each.type is None or each.type.name == owner.name
                is_constant = is_constant and each.mutability is Mutability.IMMUTABLE
                held = "".join(f"{field.name}:{field.type!r}" for _, field in own if field.type is not None)
                found += [Part(each.name, held)] if is_constant else []
            elif is_contract or (owner.type_kind is TypeKind.STRUCT and not has_own_maker):
                found.append(Part(each.name, _type_of(each, is_contract=is_contract), not each.is_optional))
        elif each.kind is DefinitionKind.FUNCTION and _must_be_written(each, is_contract=is_contract):
            found.append(Part(f"{each.name}()", "", not each.is_optional))
    return found


def _type_of(field: CodeDefinition, *, is_contract: bool) -> str:
    """Return the type of a field; where fields have no values, all that is written of it."""
    if is_contract:
        return "".join(field.signature.split())
    return "" if field.type is None else repr(field.type)


def _must_be_written(function: CodeDefinition, *, is_contract: bool) -> bool:
    modifiers = function.modifiers
    if modifiers is None:
        return False
    return modifiers.is_abstract or (is_contract and modifiers.has_body is False)


def _of_python(file: ParsedFile) -> dict[str, TypeParts]:
    facts = file.facts
    found: dict[str, TypeParts] = {}
    methods_by_owner: defaultdict[str, list[DefinitionFact]] = defaultdict(list)
    class_by_name = {each.name: each for each in facts.definitions if each.is_class}
    for each in facts.definitions:
        if not each.is_class and not each.is_alias:
            methods_by_owner[each.qualified_name.rpartition(".")[0]].append(each)
    for scope in facts.scopes:
        if scope.kind is not ScopeKind.CLASS or scope.definition is None:
            continue
        owner = facts.definitions[scope.definition]
        bases = _bases(owner, class_by_name)
        methods = methods_by_owner[owner.qualified_name]
        is_choice = not bases.isdisjoint(_ENUMS)
        is_made_otherwise = not is_choice and any(each.name in _MAKERS for each in methods)
        is_made_of_fields = bool(owner.decorators or owner.bases) and not is_made_otherwise
        assigns = [each for each in scope.statements if isinstance(each, Assign) and each.operator is None]
        fields = _fields(file.content, assigns, is_choice=is_choice) if is_made_of_fields else {}
        needed = {
            f"{each.name}()": Part(f"{each.name}()")
            for each in methods
            if _PROTOCOL in bases or any(_is_abstract(decorator) for decorator in each.decorators)
        }
        if fields or needed:
            found[member_symbol(file.path, owner.qualified_name)] = TypeParts(
                parts=(*fields.values(), *(needed[name] for name in sorted(needed))),
                is_ordered=bool(fields),
                is_choice=is_choice,
            )
    return found


def _bases(owner: DefinitionFact, class_by_name: Mapping[str, DefinitionFact]) -> frozenset[str]:
    """Return the last names of the bases of a class, and those of such as the same file defines."""
    own = [_last_name(each.value) for each in owner.bases if each.keyword is None]
    around = [class_by_name[each] for each in own if each in class_by_name]
    further = [_last_name(base.value) for each in around for base in each.bases if base.keyword is None]
    return frozenset((*own, *further))


def _fields(content: bytes, assigns: list[Assign], *, is_choice: bool) -> dict[str, Part]:
    """Return what objects are made of: constants of an enum, names with a type, and those that a call describes."""
    found: dict[str, Part] = {}
    for each in assigns:
        is_described = each.annotation is None and isinstance(each.value, Call)
        is_typed = each.annotation is not None and _last_name(each.annotation) != _NO_FIELD
        if not (is_choice or is_described or is_typed):
            continue
        written = content[each.annotation.begin : each.annotation.end] if each.annotation is not None else b""
        type_ = "" if is_choice else b"".join(written.split()).decode("utf-8", "surrogateescape")
        for target in each.targets:
            if isinstance(target, Name):
                found[target.name] = Part(target.name, type_, each.value is None or is_choice)
    return found


def _is_abstract(decorator: Expression) -> bool:
    return _last_name(decorator).startswith("abstract")


def _last_name(expression: Expression) -> str:
    """Return the last name of what a base, an annotation or a decorator names, without what stands behind it in brackets."""
    match expression:
        case Name(name=name) | Member(name=name):
            return name
        case Item(value=value) | Call(function=value):
            return _last_name(value)
        case _:
            return ""
