"""The types that code declares, as opposed to those that were inferred.

Turns: details of a definition → its declared types. Only these make a signature complete; inferred ones are shown.
"""

from codeshed.model.semantic import DefinitionDetails, ParamDef, TypeSource


def is_declared(source: TypeSource | None) -> bool:
    """Whether a type with this source is written in the code; a type without a source is."""
    return source is None or source is TypeSource.ANNOTATION


def declared_type_of_parameter(parameter: ParamDef) -> str | None:
    """Return the declared type of a parameter, None if it has none."""
    return parameter.param_type if is_declared(parameter.type_source) else None


def declared_return_types(details: DefinitionDetails) -> tuple[str, ...]:
    """Return the declared return types of a function, none if it declares none."""
    return (details.return_types or ()) if is_declared(details.return_type_source) else ()


def declared_type_of_variable(details: DefinitionDetails) -> str | None:
    """Return the declared type of a variable, None if it has none."""
    return details.var_type if is_declared(details.type_source) else None
