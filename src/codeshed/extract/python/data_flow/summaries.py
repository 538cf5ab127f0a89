"""The data-flow summaries of a Python file.

Turns: PythonFacts → a FunctionFlows for the file's own code and for each function and lambda.
"""

from codeshed.extract.data_flow.function_draft import FunctionDraft
from codeshed.extract.python.data_flow.function_reader import FunctionReader
from codeshed.extract.python.data_flow.scope_names import ScopeNames
from codeshed.model.facts.data_flow import FunctionFlows
from codeshed.model.facts.python_facts import PythonFacts, ScopeFact
from codeshed.model.semantic import ParameterKind

_STARS = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}


def summarize_python(facts: PythonFacts) -> tuple[FunctionFlows, ...]:
    """Return the summaries of a file by number; inner functions are read first, since they say what they capture."""
    names = ScopeNames(facts)
    captured: dict[int, set[str]] = {}
    summaries: list[FunctionFlows] = []
    for number in reversed(range(len(names.function_scopes))):
        scope = names.scopes[names.function_scopes[number]]
        reader = FunctionReader(facts, names, number, _draft(facts, names, number, scope), captured)
        summaries.append(reader.read())
    return tuple(reversed(summaries))


def _draft(facts: PythonFacts, names: ScopeNames, number: int, scope: ScopeFact) -> FunctionDraft:
    definition = None if scope.definition is None else facts.definitions[scope.definition]
    return FunctionDraft(
        scope.begin if definition is None else definition.begin,
        scope.end if definition is None else definition.end,
        names.parent_of(number),
        tuple(f"{_STARS.get(each.kind, '')}{each.name}" for each in scope.parameters),
    )
