"""The interface of a file: what other files can see of it.

Turns: CodeFacts → CodeFacts without bodies, locals, offsets and comments. As long as the interface is unchanged, no other
file has to be resolved again.
"""

import msgspec
from msgspec.structs import replace

from codeshed.model.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    GivenExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    RecordExpr,
)
from codeshed.model.code_facts import CodeDefinition, CodeFacts

NOWHERE = -1
"""In the place of an offset: interfaces have none."""


def code_interface(facts: CodeFacts) -> CodeFacts:
    """Return the interface of a file."""
    return replace(
        facts,
        documentation=None,
        line_starts=(),
        imports=tuple(
            replace(
                each,
                begin=NOWHERE,
                end=NOWHERE,
                seen_in=None if each.seen_in is None else (NOWHERE, NOWHERE),
            )
            for each in facts.imports
        ),
        definitions=tuple(map(_definition_interface, facts.definitions)),
        extensions=tuple(replace(each, begin=NOWHERE, end=NOWHERE) for each in facts.extensions),
        locals=(),
        references=(),
        type_uses=(),
        given=(),
        initializers=(),
        problems=(),
    )


def _definition_interface(definition: CodeDefinition) -> CodeDefinition:
    return replace(
        definition,
        begin=NOWHERE,
        end=NOWHERE,
        name_begin=NOWHERE,
        documentation=definition.documentation if _is_declaration(definition) else None,
        signature="",
        complexity=1,
        seen_in=None if definition.seen_in is None else (NOWHERE, NOWHERE),
        value=None if definition.value is None else _without_offsets(definition.value),
    )


def _is_declaration(definition: CodeDefinition) -> bool:
    """Whether a function is only declared, so that its documentation holds for the definition in another file too."""
    modifiers = definition.modifiers
    return modifiers is not None and not modifiers.has_body and not modifiers.is_abstract


def _without_offsets(expression: CodeExpression) -> CodeExpression:
    match expression:
        case MemberExpr() | ItemExpr() | CastExpr():
            return replace(expression, begin=NOWHERE, end=NOWHERE, value=_without_offsets(expression.value))
        case CallExpr():
            return replace(
                expression, begin=NOWHERE, end=NOWHERE, function=_without_offsets(expression.function)
            )
        case GivenExpr():
            return replace(expression, begin=NOWHERE, end=NOWHERE, call=_without_offsets(expression.call))
        case RecordExpr(fields=fields):
            inner = tuple((name, _without_offsets(value)) for name, value in fields)
            return replace(expression, begin=NOWHERE, end=NOWHERE, fields=inner)
        case NewExpr(outer=outer, like=like):
            return replace(
                expression,
                begin=NOWHERE,
                end=NOWHERE,
                outer=None if outer is None else _without_offsets(outer),
                like=None if like is None else _without_offsets(like),
            )
        case NameExpr() | OtherExpr() | ReceiverExpr():
            return replace(expression, begin=NOWHERE, end=NOWHERE)


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(CodeFacts).decode


def encode_interface(interface: CodeFacts) -> bytes:
    """Encode an interface; equal interfaces have equal bytes."""
    return _encode(interface)


def decode_interface(content: bytes) -> CodeFacts:
    """Decode an interface."""
    return _decode(content)
