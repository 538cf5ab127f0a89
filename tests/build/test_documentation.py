"""Documentation scores, in whole hundredths."""

import pytest

from codeshed.build.documentation import SignatureCoverage
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Modifiers,
    ParamDef,
)
from codeshed.model.span import Span

SCORER = SignatureCoverage()
WORDS = [f"word{i}" for i in range(40)]


def function(
    documentation: str | None, parameters: str | None = "", returns: str | None = None, name: str = "f"
) -> Definition:
    details = DefinitionDetails()
    if parameters is not None:
        details = DefinitionDetails(
            parameters=tuple(ParamDef(name=each) for each in parameters.split()),
            return_types=(returns,) if returns else (),
            modifiers=Modifiers(),
        )
    return Definition(
        symbol_id="a.py::f",
        name=name,
        kind=DefinitionKind.FUNCTION,
        span=Span(1, 0, 1, 1),
        documentation=documentation,
        details=details,
    )


def text(n_words: int, *named: str) -> str:
    return " ".join([*named, *WORDS[: n_words - len(named)]])


@pytest.mark.parametrize(
    ("definition", "score", "best"),
    [
        (function(None), 0.0, 0.8),
        (function("  \n "), 0.0, 0.8),
        (function(text(5), "", "None"), 0.3, 0.6),
        (function(text(6), "", "None"), 0.4, 0.6),
        (function(text(15), "", "None"), 0.4, 0.6),
        (function(text(16), "", "None"), 0.5, 0.6),
        (function(text(31), "", "None"), 0.6, 0.6),
        (function(text(31), "a", "None"), 0.4, 0.8),
        (function(text(31, "alpha"), "alpha", "None"), 0.8, 0.8),
        (function(text(31, "alpha"), "self alpha", "None"), 0.8, 0.8),
        (function(text(31, "alpha"), "alpha beta", "int"), 0.5, 1.0),
        (function(text(31, "alpha"), "alpha beta gamma", "int"), 0.43, 1.0),
        (function(text(31, "alpha", "beta"), "alpha beta gamma", "int"), 0.57, 1.0),
        (function(text(31, "Alpha", "Returns"), "alpha", "int"), 1.0, 1.0),
        (function(text(31, "Returns"), "", "int"), 0.8, 0.8),
        (function(text(31, "yields"), ""), 0.8, 0.8),
        (function(text(31), ""), 0.5, 0.8),
        (function(text(31, "args", "kwargs", "returns"), "*args **kwargs", "int"), 1.0, 1.0),
        (function(text(31, "x"), "self x", name="__init__"), 0.8, 0.8),
        (function(text(3), None), 0.0, 1.0),
        (function(text(31, "returns"), None), 0.6, 1.0),
        (function(text(31, "returns", "Args:", "Example"), None), 1.0, 1.0),
    ],
)
def test_functions(definition: Definition, score: float, best: float) -> None:
    assert SCORER.score(definition) == score
    assert SCORER.best(definition) == best


@pytest.mark.parametrize(("n_words", "score"), [(0, 0.0), (5, 0.0), (6, 0.5), (16, 0.8), (31, 1.0)])
@pytest.mark.parametrize("kind", [DefinitionKind.TYPE, DefinitionKind.VARIABLE])
def test_types_and_variables(n_words: int, score: float, kind: DefinitionKind) -> None:
    item = Definition(
        symbol_id="a.py::X", name="X", kind=kind, span=Span(1, 0, 1, 1), documentation=text(n_words)
    )
    assert SCORER.score(item) == score
    assert SCORER.best(item) == 1.0
