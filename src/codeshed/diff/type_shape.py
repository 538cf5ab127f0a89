"""The shape of a type: the fields, constants and abstract methods on which its users depend.

Turns: the facts of a file → TypeParts by symbol; two TypeParts → the kind of their difference. A method with a body is no
part: adding one breaks nobody.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal

import msgspec

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    DefinitionFact,
    Expression,
    Name,
    ScopeKind,
    Subscript,
)
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.generic.names.file_scope import symbol_ids_of

_ORDERED_KINDS = frozenset({TypeKind.STRUCT, TypeKind.ENUM})
_INTERFACE_KINDS = frozenset({TypeKind.INTERFACE, TypeKind.TYPE_ALIAS})
_ENUM_BASES = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_PROTOCOL = "Protocol"
_CLASS_VARIABLE = "ClassVar"
_CONSTRUCTORS = frozenset({"__init__", "__new__"})

_Members = list[tuple[int, CodeDefinition]]
"""The members of a definition, each with its number."""


class TypePart(msgspec.Struct, frozen=True):
    """A field, constant or abstract method: its name and type. `is_required`: who constructs or implements the type must provide it."""

    name: str
    type: str = ""
    is_required: bool = True


class TypeParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a type in source order; `is_ordered`: their order matters; `is_enum`: they are enum constants."""

    parts: tuple[TypePart, ...]
    is_ordered: bool = False
    is_enum: bool = False


def parts_by_type(file: ParsedFile | ParsedCode) -> dict[str, TypeParts]:
    """Return the parts of types by symbol; types without parts are left out."""
    return _of_python(file) if isinstance(file, ParsedFile) else _of_code(file)


def compare_parts(old: TypeParts | None, new: TypeParts | None) -> Literal["signature", "body"] | None:
    """Return `signature` if users of the type have to change their code, `body` if it only has more parts, else None.

    >>> few = TypeParts(parts=(TypePart("x"),), is_ordered=True)
    >>> compare_parts(few, TypeParts(parts=(TypePart("x"), TypePart("y")), is_ordered=True))
    'signature'
    """
    before, after = old or TypeParts(parts=()), new or TypeParts(parts=())
    if before.parts == after.parts:
        return None
    was, now = ({each.name: each for each in side.parts} for side in (before, after))
    shared = was.keys() & now.keys()
    is_other = was.keys() - now.keys() or any(was[name] != now[name] for name in shared)
    if before.is_enum and after.is_enum:
        return "signature" if is_other else "body"
    added = [each for each in after.parts if each.name not in was]
    is_longer = after.parts[: len(before.parts)] == before.parts
    is_moved = after.is_ordered and [each.name for each in before.parts if each.name in shared] != [
        each.name for each in after.parts if each.name in shared
    ]
    is_inserted = after.is_ordered and bool(added) and not is_longer
    if is_other or is_moved or is_inserted or any(each.is_required for each in added):
        return "signature"
    return "body" if added and after.is_ordered else None


def _of_code(file: ParsedCode) -> dict[str, TypeParts]:
    definitions = file.facts.definitions
    members_by_owner: dict[int, _Members] = {number: [] for number in range(TOP_LEVEL, len(definitions))}
    for number, each in enumerate(definitions):
        members_by_owner[each.parent].append((number, each))
    found: dict[str, TypeParts] = {}
    for number, (symbol, each) in enumerate(
        zip(symbol_ids_of(file.path, definitions), definitions, strict=True)
    ):
        members = [(part, members_by_owner[place]) for place, part in members_by_owner[number]]
        parts = tuple(_parts_of_code(each, members)) if each.kind is DefinitionKind.TYPE else ()
        if parts:
            found[symbol] = TypeParts(
                parts=parts,
                is_ordered=each.type_kind in _ORDERED_KINDS,
                is_enum=each.type_kind is TypeKind.ENUM,
            )
    return found


def _parts_of_code(owner: CodeDefinition, members: list[tuple[CodeDefinition, _Members]]) -> list[TypePart]:
    has_constructor = any(each.modifiers is not None and each.modifiers.is_constructor for each, _ in members)
    is_interface = owner.type_kind in _INTERFACE_KINDS
    found: list[TypePart] = []
    for each, own in members:
        if each.kind is DefinitionKind.VARIABLE:
            if owner.type_kind is TypeKind.ENUM:
                # A constant has the enum's own type; a field of the enum has another.
                is_constant = each.type is None or each.type.name == owner.name
                is_constant = is_constant and each.mutability is Mutability.IMMUTABLE
                payload = "".join(
                    f"{field.name}:{field.type!r}" for _, field in own if field.type is not None
                )
                found += [TypePart(each.name, payload)] if is_constant else []
            elif is_interface or (owner.type_kind is TypeKind.STRUCT and not has_constructor):
                found.append(
                    TypePart(each.name, _type_of(each, is_interface=is_interface), not each.is_optional)
                )
        elif each.kind is DefinitionKind.FUNCTION and _is_abstract_function(each, is_interface=is_interface):
            found.append(TypePart(f"{each.name}()", "", not each.is_optional))
    return found


def _type_of(field: CodeDefinition, *, is_interface: bool) -> str:
    """Return the type of a field; of an interface member, which has no value, its whole text."""
    if is_interface:
        return "".join(field.signature.split())
    return "" if field.type is None else repr(field.type)


def _is_abstract_function(function: CodeDefinition, *, is_interface: bool) -> bool:
    modifiers = function.modifiers
    if modifiers is None:
        return False
    return modifiers.is_abstract or (is_interface and modifiers.has_body is False)


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
        is_enum = not bases.isdisjoint(_ENUM_BASES)
        has_constructor = not is_enum and any(each.name in _CONSTRUCTORS for each in methods)
        has_generated_constructor = bool(owner.decorators or owner.bases) and not has_constructor
        assigns = [each for each in scope.statements if isinstance(each, Assign) and each.operator is None]
        fields = _fields(file.content, assigns, is_enum=is_enum) if has_generated_constructor else {}
        needed = {
            f"{each.name}()": TypePart(f"{each.name}()")
            for each in methods
            if _PROTOCOL in bases or any(_is_abstract(decorator) for decorator in each.decorators)
        }
        if fields or needed:
            found[member_symbol(file.path, owner.qualified_name)] = TypeParts(
                parts=(*fields.values(), *(needed[name] for name in sorted(needed))),
                is_ordered=bool(fields),
                is_enum=is_enum,
            )
    return found


def _bases(owner: DefinitionFact, class_by_name: Mapping[str, DefinitionFact]) -> frozenset[str]:
    """Return the unqualified names of the bases of a class, and of those that the same file defines."""
    own = [_last_name(each.value) for each in owner.bases if each.keyword is None]
    local_bases = [class_by_name[each] for each in own if each in class_by_name]
    inherited = [
        _last_name(base.value) for each in local_bases for base in each.bases if base.keyword is None
    ]
    return frozenset((*own, *inherited))


def _fields(content: bytes, assigns: list[Assign], *, is_enum: bool) -> dict[str, TypePart]:
    """Return the fields that make up an object: enum constants, annotated names, and `x = field(…)`."""
    found: dict[str, TypePart] = {}
    for each in assigns:
        is_field_call = each.annotation is None and isinstance(each.value, Call)
        is_typed = each.annotation is not None and _last_name(each.annotation) != _CLASS_VARIABLE
        if not (is_enum or is_field_call or is_typed):
            continue
        annotation = (
            content[each.annotation.begin : each.annotation.end] if each.annotation is not None else b""
        )
        type_ = "" if is_enum else b"".join(annotation.split()).decode("utf-8", "surrogateescape")
        for target in each.targets:
            if isinstance(target, Name):
                found[target.name] = TypePart(target.name, type_, each.value is None or is_enum)
    return found


def _is_abstract(decorator: Expression) -> bool:
    return _last_name(decorator).startswith("abstract")


def _last_name(expression: Expression) -> str:
    """Return the last name of a base, annotation or decorator, without type arguments or call arguments."""
    match expression:
        case Name(name=name) | Attribute(name=name):
            return name
        case Subscript(value=value) | Call(function=value):
            return _last_name(value)
        case _:
            return ""
