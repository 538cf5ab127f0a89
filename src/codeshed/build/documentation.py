"""Documentation score: how much a docstring says about the signature, from 0 to 1.

Turns: a definition → its score, and the best score that its signature allows. Scores are whole hundredths.
"""

import re
from typing import Protocol, TypeAlias

import msgspec

from codeshed.build.signature import caller_parameters, returns_nothing
from codeshed.model.documentation_scorers import DEFAULT_DOCUMENTATION_SCORER
from codeshed.model.semantic import Definition, DefinitionKind, ExternalSymbol

Documented: TypeAlias = Definition | ExternalSymbol

_FUNCTION_STEPS = ((30, 30), (15, 20), (5, 10))
_OTHER_STEPS = ((30, 100), (15, 80), (5, 50))
_PARAMETERS = 40
_NO_PARAMETERS = 20
_RETURN = 30
_NO_RETURN = 10
_UNKNOWN_SIGNATURE = (
    (re.compile(r"return"), 30),
    (re.compile(r"\barg|\bparam"), 30),
    (re.compile(r"example"), 10),
)
_RETURN_WORDS = re.compile(r"\b(return|yield)(s|ed|ing)?\b|返回")
_WORD = re.compile(r"\w+")


class DocumentationParts(msgspec.Struct, frozen=True, kw_only=True):
    """What a function's score is made of, in hundredths, and what each part could be at most.

    `unnamed` are the parameters that the text does not name; `n_parameters` counts all that a caller passes.
    """

    n_words: int
    description: int
    parameters: int
    result: int
    best_result: int
    n_parameters: int
    unnamed: tuple[str, ...]

    def with_parameters(self, n_named: int) -> int:
        """Return the part of the parameters if so many more were named."""
        if not self.n_parameters:
            return self.parameters
        n_all = self.n_parameters - len(self.unnamed) + n_named
        return (2 * _PARAMETERS * n_all + self.n_parameters) // (2 * self.n_parameters)


def documentation_parts(definition: Documented) -> DocumentationParts:
    """Return what the score of a function with a known signature is made of."""
    text = (definition.documentation or "").lower()
    n_words = len(text.split())
    parameters = caller_parameters(definition.details)
    words = set(_WORD.findall(text))
    is_empty = not text.strip()
    no_result = returns_nothing(definition.name, definition.details)
    return DocumentationParts(
        n_words=n_words,
        description=_step(n_words, _FUNCTION_STEPS),
        parameters=0 if is_empty and parameters else _parameter_score(definition, text),
        result=_return_score(definition, text),
        best_result=_NO_RETURN if no_result else _RETURN,
        n_parameters=len(parameters),
        unnamed=tuple(each.name for each in parameters if each.name.lstrip("*&$").lower() not in words),
    )


DESCRIPTION_STEPS = _FUNCTION_STEPS
"""A description of more words than the first number is worth the second, in hundredths."""


class DocumentationScorer(Protocol):
    """Scores documentation; its name is part of every result."""

    @property
    def name(self) -> str:
        """The name by which results say how documentation was scored."""

    def score(self, definition: Documented) -> float:
        """Return the documentation score of a definition, from 0 to 1."""

    def best(self, definition: Documented) -> float:
        """Return the best score that the definition's signature allows."""


class SignatureCoverage:
    """Scores the length of the description, and how much of the signature it mentions."""

    name = DEFAULT_DOCUMENTATION_SCORER

    def score(self, definition: Documented) -> float:
        """Return the score in whole hundredths; it is 0 without documentation."""
        text = (definition.documentation or "").lower()
        if not text.strip():
            return 0.0
        n_words = len(text.split())
        if definition.kind is not DefinitionKind.FUNCTION:
            return _step(n_words, _OTHER_STEPS) / 100
        description = _step(n_words, _FUNCTION_STEPS)
        if not _has_known_signature(definition):
            return (
                description + sum(value for words, value in _UNKNOWN_SIGNATURE if words.search(text))
            ) / 100
        return (description + _parameter_score(definition, text) + _return_score(definition, text)) / 100

    def best(self, definition: Documented) -> float:
        """Return 1 for a function with parameters and a result, down to 0.6 for one that has neither."""
        if definition.kind is not DefinitionKind.FUNCTION or not _has_known_signature(definition):
            return 1.0
        parameters = _PARAMETERS if caller_parameters(definition.details) else _NO_PARAMETERS
        result = _NO_RETURN if returns_nothing(definition.name, definition.details) else _RETURN
        return (_FUNCTION_STEPS[0][1] + parameters + result) / 100


def _step(n_words: int, steps: tuple[tuple[int, int], ...]) -> int:
    return next((value for above, value in steps if n_words > above), 0)


def _has_known_signature(definition: Documented) -> bool:
    return definition.details.parameters is not None or definition.details.return_types is not None


def _parameter_score(definition: Documented, text: str) -> int:
    parameters = caller_parameters(definition.details)
    if not parameters:
        return _NO_PARAMETERS
    words = set(_WORD.findall(text))
    named = sum(parameter.name.lstrip("*&$").lower() in words for parameter in parameters)
    # Rounded half up, in whole numbers, so that no machine rounds otherwise.
    return (2 * _PARAMETERS * named + len(parameters)) // (2 * len(parameters))


def _return_score(definition: Documented, text: str) -> int:
    if returns_nothing(definition.name, definition.details):
        return _NO_RETURN
    return _RETURN if _RETURN_WORDS.search(text) else 0
