"""The functions of a file as definitions.

Turns: Functions of the program → Definitions. Overloads are left out if there is an implementation.
"""

from codeshed.model.facts.python_facts import DefinitionFact
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Modifiers,
    ParamDef,
    TypeSource,
)
from codeshed.resolve.python.definitions.annotated_documentation import annotated_documentation
from codeshed.resolve.python.definitions.definition_context import DefinitionContext
from codeshed.resolve.python.names.program import Function
from codeshed.resolve.python.names.static_names import ReferentKind
from codeshed.resolve.python.tables.function_shapes import FunctionFlow, is_variadic

_ABSTRACT = frozenset(
    {"abc.abstractmethod", "abc.abstractproperty", "abc.abstractclassmethod", "abc.abstractstaticmethod"}
)
FINAL = frozenset({"typing.final", "typing_extensions.final"})
_CONSTRUCTORS = frozenset({"__init__", "__new__"})


def define_functions(context: DefinitionContext, numbers: tuple[int, ...]) -> list[Definition]:
    """Return the functions of a file, and the lambdas that are bound to names."""
    return [
        _function(context, number)
        for number in numbers
        if context.program.functions[number].symbol
        and not (context.state.functions[number].is_overload and _has_implementation(context, number))
    ]


def _has_implementation(context: DefinitionContext, number: int) -> bool:
    """Whether an overload is followed by another definition of its name."""
    function = context.program.functions[number]
    scope = context.program.scope_parent[function.scope]
    found = [
        referent.number
        for referent in context.state.static.resolve_in_scope(scope, function.name)
        if referent.kind is ReferentKind.FUNCTION
    ]
    return bool(found) and found[-1] != number


def _function(context: DefinitionContext, number: int) -> Definition:
    function = context.program.functions[number]
    flow = context.state.functions[number]
    scope = context.program.scope_parent[function.scope]
    enclosing = context.program.scope_symbol[scope]
    fact = function.definition
    inner = context.program.scopes[function.scope]
    own = frozenset(() if fact is None else (each.name for each in fact.type_parameters))
    returns, returns_source = _returns(context, fact, scope, own)
    return Definition(
        symbol_id=function.symbol,
        name=function.name,
        kind=DefinitionKind.FUNCTION,
        span=context.span(inner.begin, inner.end) if fact is None else context.span(fact.begin, fact.end),
        documentation=None if fact is None else _documentation(fact),
        enclosing_symbol=enclosing,
        signature=None if fact is None else fact.signature,
        visibility=context.visibility(function.name, enclosing),
        complexity=None if fact is None else fact.complexity,
        details=DefinitionDetails(
            parameters=tuple(
                _parameter(context, function, index, scope, own) for index in range(len(function.parameters))
            ),
            return_types=None if returns is None else context.types.union_members(returns),
            return_type_source=returns_source,
            type_params=context.type_params(fact, scope),
            modifiers=_modifiers(context, function, flow),
        ),
    )


def _documentation(fact: DefinitionFact) -> str | None:
    """Return the docstring, followed by the documentation in annotations of parameters and the result."""
    annotated = [(each.name, annotated_documentation(each.annotation)) for each in fact.parameters]
    annotated.append(("Returns", annotated_documentation(fact.returns)))
    lines = [f"{name}: {text}" for name, text in annotated if text]
    own = [] if fact.documentation is None else [fact.documentation]
    return "\n\n".join([*own, *(["\n".join(lines)] if lines else [])]) or None


def _modifiers(context: DefinitionContext, function: Function, flow: FunctionFlow) -> Modifiers:
    fact = function.definition
    owner = function.owner
    has_body = fact is None or fact.has_body
    is_interface = owner is not None and context.state.hierarchy.traits_of(owner).is_protocol
    return Modifiers(
        is_abstract=not _ABSTRACT.isdisjoint(flow.decorators) or (is_interface and not has_body),
        is_async=fact is not None and fact.is_async,
        is_generator=flow.is_generator,
        is_static=flow.is_static,
        is_class_method=flow.is_class_method and function.name != "__new__",
        is_constructor=owner is not None and function.name in _CONSTRUCTORS,
        is_property=flow.is_property or bool(flow.accessor),
        is_final=not FINAL.isdisjoint(flow.decorators),
        has_body=has_body,
    )


def _returns(
    context: DefinitionContext, fact: DefinitionFact | None, scope: int, own: frozenset[str]
) -> tuple[str | None, TypeSource | None]:
    """Return the declared return type of a function, or else the inferred one, and which of both it is."""
    if fact is None:
        return None, None
    if fact.returns is not None:
        declared = context.types.type_id_of(scope, fact.returns, own)
        return declared, None if declared is None else TypeSource.ANNOTATION
    inferred = context.inferred.of_return(fact.name_begin, is_async=fact.is_async)
    return inferred, None if inferred is None else TypeSource.INFERRED


def _parameter(
    context: DefinitionContext, function: Function, index: int, scope: int, own: frozenset[str]
) -> ParamDef:
    parameter = function.parameters[index]
    if parameter.annotation is not None:
        type_id = context.types.type_id_of(scope, parameter.annotation, own)
        source = TypeSource.ANNOTATION
    else:
        type_id = _inferred_parameter(context, function, index)
        source = TypeSource.INFERRED
    return ParamDef(
        name=parameter.name,
        param_type=type_id,
        type_source=None if type_id is None else source,
        kind=parameter.kind,
        has_default=parameter.default is not None,
        is_variadic=is_variadic(parameter),
    )


def _inferred_parameter(context: DefinitionContext, function: Function, index: int) -> str | None:
    """Return the inferred type of a parameter; that of a receiver is its class, which needs no saying."""
    fact = function.definition
    if fact is None or (index == 0 and function.owner is not None):
        return None
    return context.inferred.of_parameter(fact.name_begin, function.parameters[index].name)
