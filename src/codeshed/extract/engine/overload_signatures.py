"""Overload signatures: the signatures of a function besides that of its implementation.

Turns: a draft and its overload signatures → CodeOverloads: the number of arguments that each takes, and its
result type.
"""

from codeshed.extract.engine.nesting import DefinitionDraft
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.extract.engine.type_syntax import DeclarationReader
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import CodeOverload
from codeshed.model.semantic import ParameterKind


def find_overload_signatures(
    draft: DefinitionDraft, declared: DeclarationReader, reader: SyntaxReader
) -> tuple[CodeOverload, ...]:
    """Return the signatures that callers see; that of an implementation is not visible to them."""
    if not draft.overloads:
        return ()
    own = [] if draft.match.first("body") is not None else [draft]
    known = {each.name for each in declared.type_parameters(draft.match)}
    return tuple(_overload(each, known, declared, reader) for each in (*reversed(draft.overloads), *own))


def _overload(
    draft: DefinitionDraft, known: set[str], declared: DeclarationReader, reader: SyntaxReader
) -> CodeOverload:
    """Return one signature; a type parameter that only it has could be any type."""
    parameters = declared.parameters(draft.parameters)
    is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
    needed = [
        each
        for each in parameters
        if not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL
    ]
    own = frozenset(each.name for each in declared.type_parameters(draft.match)) - known
    returns = reader.type(draft.match.first("returns"))
    return CodeOverload(
        returns=None if returns is None else _erase_names(returns, own),
        min_arguments=len(needed),
        max_arguments=None if is_open else len(parameters),
    )


def _erase_names(type_ref: TypeRef, names: frozenset[str]) -> TypeRef:
    """Replace some names in a type by nothing."""
    if type_ref.name in names:
        return TypeRef("")
    return TypeRef(type_ref.name, tuple(_erase_names(each, names) for each in type_ref.arguments))
