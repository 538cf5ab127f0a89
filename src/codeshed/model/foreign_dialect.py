"""Reads the dialect of SemanticData that the context-footprint tools write.

Turns: `relative_path`, tagged `details`, `scope`, 0-based lines, `documentation` as a list → the contract.
Columns are kept, though they count characters and ours count bytes: they differ only behind non-ASCII text. End lines
follow one of two conventions: the line of the end, or the line behind it. In a document of the second kind no span is
within one line.
"""

import msgspec

from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    ExternalSymbol,
    Modifiers,
    Mutability,
    ParamDef,
    Reference,
    ReferenceRole,
    TypeKind,
    TypeParamDef,
    VariableKind,
    Visibility,
)
from codeshed.model.span import Span


class ForeignLocation(msgspec.Struct, frozen=True, gc=False):
    """A point in a file, counted from 0."""

    file_path: str = ""
    line: int = 0
    column: int = 0


class ForeignParameter(msgspec.Struct, frozen=True):
    """A parameter."""

    name: str
    param_type: str | None = None
    has_default: bool = False
    is_variadic: bool = False


class ForeignTypeParam(msgspec.Struct, frozen=True):
    """A type parameter with its upper bounds."""

    name: str
    bounds: tuple[str, ...] = ()


class ForeignModifiers(msgspec.Struct, frozen=True):
    """Modifiers of a function."""

    is_async: bool = False
    is_generator: bool = False
    is_static: bool = False
    is_abstract: bool = False
    is_constructor: bool = False
    visibility: Visibility = Visibility.PUBLIC


class ForeignFunction(msgspec.Struct, frozen=True):
    """Details under the tag `Function`."""

    parameters: tuple[ForeignParameter, ...] = ()
    return_types: tuple[str, ...] = ()
    type_params: tuple[ForeignTypeParam, ...] = ()
    modifiers: ForeignModifiers = ForeignModifiers()


class ForeignVariable(msgspec.Struct, frozen=True):
    """Details under the tag `Variable`."""

    var_type: str | None = None
    mutability: Mutability = Mutability.MUTABLE
    scope: str = "Global"
    visibility: Visibility = Visibility.PUBLIC


class ForeignType(msgspec.Struct, frozen=True):
    """Details under the tag `Type`."""

    kind: TypeKind = TypeKind.CLASS
    is_abstract: bool = False
    is_final: bool = False
    visibility: Visibility = Visibility.PUBLIC
    type_params: tuple[ForeignTypeParam, ...] = ()
    inherits: tuple[str, ...] = ()
    implements: tuple[str, ...] = ()


class ForeignDetails(msgspec.Struct, frozen=True):
    """Externally tagged details: exactly one of the three is there."""

    function: ForeignFunction | None = msgspec.field(default=None, name="Function")
    variable: ForeignVariable | None = msgspec.field(default=None, name="Variable")
    type: ForeignType | None = msgspec.field(default=None, name="Type")


class ForeignDefinition(msgspec.Struct, frozen=True):
    """A definition."""

    symbol_id: str
    kind: DefinitionKind
    name: str
    span: Span = Span(0, 0, 0, 0)
    enclosing_symbol: str | None = None
    is_external: bool = False
    documentation: tuple[str, ...] = ()
    details: ForeignDetails = ForeignDetails()


class ForeignReference(msgspec.Struct, frozen=True):
    """A reference."""

    enclosing_symbol: str
    role: ReferenceRole
    location: ForeignLocation | None = None
    target_symbol: str | None = None
    receiver: str | None = None
    method_name: str | None = None
    assigned_to: str | None = None


_VARIABLE_KIND_BY_SCOPE = {
    "Global": VariableKind.GLOBAL,
    "Field": VariableKind.CLASS_FIELD,
    "ClassField": VariableKind.CLASS_FIELD,
    "Local": VariableKind.LOCAL,
}


def definition_from_foreign(foreign: ForeignDefinition, *, has_exclusive_end_lines: bool) -> Definition:
    """Convert a definition; `has_exclusive_end_lines` says that end lines are the lines behind the end."""
    return Definition(
        symbol_id=foreign.symbol_id,
        name=foreign.name,
        kind=foreign.kind,
        span=_span_from_foreign(foreign.span, ends_behind=has_exclusive_end_lines),
        documentation=_joined(foreign.documentation),
        enclosing_symbol=foreign.enclosing_symbol,
        is_external=foreign.is_external,
        details=_details_from_foreign(foreign.details),
        visibility=_visibility_from_foreign(foreign.details),
    )


def external_from_foreign(foreign: ForeignDefinition) -> ExternalSymbol:
    """Convert an external symbol."""
    return ExternalSymbol(
        symbol_id=foreign.symbol_id,
        name=foreign.name,
        kind=foreign.kind,
        documentation=_joined(foreign.documentation),
        enclosing_symbol=foreign.enclosing_symbol,
        details=_details_from_foreign(foreign.details),
    )


def reference_from_foreign(foreign: ForeignReference) -> Reference:
    """Convert a reference; its location is a point, so its span is empty."""
    location = foreign.location
    return Reference(
        enclosing_symbol=foreign.enclosing_symbol,
        target_symbol=foreign.target_symbol,
        role=foreign.role,
        receiver=foreign.receiver,
        method_name=foreign.method_name,
        assigned_to=foreign.assigned_to,
        span=Span(location.line + 1, location.column, location.line + 1, location.column)
        if location
        else None,
    )


def _span_from_foreign(span: Span, *, ends_behind: bool) -> Span:
    # At column 0 both conventions mean the start of that line.
    end_line = span.end_line if ends_behind and span.end_column > 0 else span.end_line + 1
    return Span(span.start_line + 1, span.start_column, end_line, span.end_column)


def _joined(documentation: tuple[str, ...]) -> str | None:
    return "\n\n".join(documentation) or None


def _details_from_foreign(details: ForeignDetails) -> DefinitionDetails:
    if details.function is not None:
        return _function_details(details.function)
    if details.variable is not None:
        variable = details.variable
        return DefinitionDetails(
            var_type=variable.var_type,
            mutability=variable.mutability,
            variable_kind=_VARIABLE_KIND_BY_SCOPE.get(variable.scope, VariableKind.GLOBAL),
        )
    if details.type is not None:
        return _type_details(details.type)
    return DefinitionDetails()


def _function_details(function: ForeignFunction) -> DefinitionDetails:
    modifiers = function.modifiers
    return DefinitionDetails(
        parameters=tuple(
            ParamDef(
                name=parameter.name,
                param_type=parameter.param_type,
                has_default=parameter.has_default,
                is_variadic=parameter.is_variadic,
            )
            for parameter in function.parameters
        ),
        return_types=function.return_types,
        modifiers=Modifiers(
            is_abstract=modifiers.is_abstract,
            is_async=modifiers.is_async,
            is_generator=modifiers.is_generator,
            is_static=modifiers.is_static,
            is_constructor=modifiers.is_constructor,
        ),
        type_params=_type_params(function.type_params),
    )


def _type_details(type_: ForeignType) -> DefinitionDetails:
    # In this dialect a TypeVar has its bounds in a type parameter.
    own_bounds = [bound for parameter in type_.type_params for bound in parameter.bounds]
    is_type_var = type_.kind is TypeKind.TYPE_VAR
    return DefinitionDetails(
        type_kind=type_.kind,
        is_abstract=type_.is_abstract,
        is_final=type_.is_final,
        inherits=type_.inherits,
        implements=type_.implements,
        bound=own_bounds[0] if is_type_var and len(own_bounds) == 1 else None,
        constraints=tuple(own_bounds) if is_type_var and len(own_bounds) > 1 else None,
        type_params=None if is_type_var else _type_params(type_.type_params),
    )


def _type_params(parameters: tuple[ForeignTypeParam, ...]) -> tuple[TypeParamDef, ...]:
    return tuple(
        TypeParamDef(
            name=parameter.name,
            bound=parameter.bounds[0] if len(parameter.bounds) == 1 else None,
            constraints=parameter.bounds if len(parameter.bounds) > 1 else (),
        )
        for parameter in parameters
    )


def _visibility_from_foreign(details: ForeignDetails) -> Visibility | None:
    if details.function is not None:
        return details.function.modifiers.visibility
    if details.variable is not None:
        return details.variable.visibility
    return details.type.visibility if details.type is not None else None
