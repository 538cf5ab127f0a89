"""The interface of a file: what other files can see of it.

Turns: CodeFacts → CodeFacts without bodies, locals, offsets and comments. As long as the interface is unchanged, no other
file has to be resolved again.
"""

import msgspec
from msgspec.structs import replace

from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    ChoiceExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ObjectLiteralExpr,
    OtherExpr,
    ReceiverExpr,
)
from codeshed.model.facts.code_facts import CodeDefinition, CodeFacts

NO_OFFSET = -1
"""In the place of an offset: interfaces have none."""


def interface_of(facts: CodeFacts) -> CodeFacts:
    """Return the interface of a file."""
    return replace(
        facts,
        documentation=None,
        line_starts=(),
        imports=tuple(
            replace(
                each,
                begin=NO_OFFSET,
                end=NO_OFFSET,
                visible_span=None if each.visible_span is None else (NO_OFFSET, NO_OFFSET),
            )
            for each in facts.imports
        ),
        definitions=tuple(map(_definition_interface, facts.definitions)),
        extensions=tuple(replace(each, begin=NO_OFFSET, end=NO_OFFSET) for each in facts.extensions),
        locals=(),
        references=(),
        type_uses=(),
        contextual_values=(),
        initializer_spans=(),
        statement_lines=None,
        flows=b"",
        problems=(),
    )


def _definition_interface(definition: CodeDefinition) -> CodeDefinition:
    return replace(
        definition,
        begin=NO_OFFSET,
        end=NO_OFFSET,
        name_begin=NO_OFFSET,
        documentation=definition.documentation if _is_declaration(definition) else None,
        signature="",
        complexity=1,
        visible_span=None if definition.visible_span is None else (NO_OFFSET, NO_OFFSET),
        value=None if definition.value is None else _without_offsets(definition.value),
    )


def _is_declaration(definition: CodeDefinition) -> bool:
    """Whether a function is only declared, so that its documentation holds for the definition in another file too."""
    modifiers = definition.modifiers
    return modifiers is not None and not modifiers.has_body and not modifiers.is_abstract


def _without_offsets(expression: CodeExpression) -> CodeExpression:
    match expression:
        case MemberExpr() | ItemExpr() | CastExpr():
            return replace(
                expression, begin=NO_OFFSET, end=NO_OFFSET, value=_without_offsets(expression.value)
            )
        case CallExpr():
            return replace(
                expression, begin=NO_OFFSET, end=NO_OFFSET, function=_without_offsets(expression.function)
            )
        case ContextualParameterExpr():
            return replace(expression, begin=NO_OFFSET, end=NO_OFFSET, call=_without_offsets(expression.call))
        case ObjectLiteralExpr(fields=fields):
            inner = tuple((name, _without_offsets(value)) for name, value in fields)
            return replace(expression, begin=NO_OFFSET, end=NO_OFFSET, fields=inner)
        case NewExpr(outer=outer, same_type_as=like):
            return replace(
                expression,
                begin=NO_OFFSET,
                end=NO_OFFSET,
                outer=None if outer is None else _without_offsets(outer),
                same_type_as=None if like is None else _without_offsets(like),
            )
        case NameExpr() | OtherExpr() | ReceiverExpr() | ChoiceExpr():
            plain = replace(expression, begin=NO_OFFSET, end=NO_OFFSET)
            choices = tuple(map(_without_offsets, plain.choices)) if isinstance(plain, ChoiceExpr) else ()
            return replace(plain, choices=choices) if isinstance(plain, ChoiceExpr) else plain


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(CodeFacts).decode


def encode_interface(interface: CodeFacts) -> bytes:
    """Encode an interface; equal interfaces have equal bytes."""
    return _encode(interface)


def decode_interface(content: bytes) -> CodeFacts:
    """Decode an interface."""
    return _decode(content)
