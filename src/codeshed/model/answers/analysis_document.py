"""Validates a JSON document with a bounded answer, whose schema is guessed if it is not named.

Turns: bytes + the answer types by schema name → AnalysisReport.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import msgspec

from codeshed.errors import MalformedDocumentError, NotJsonError
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.figure_rules import Measure, size_problems
from codeshed.model.document_problem import ERROR, WARNING, DocumentProblem, broken_rule
from codeshed.model.unknown_fields import iter_unknown_fields

_PAGE = "docs/reference/analysis-schemas.md"
_NO_MEASURES: Mapping[str, Callable[[], Measure]] = MappingProxyType({})


class AnalysisReport(msgspec.Struct, frozen=True, kw_only=True):
    """The schema of a document, and its problems."""

    schema: str
    is_valid: bool
    problems: tuple[DocumentProblem, ...]


def field_names(content: bytes, *, origin: str) -> frozenset[str]:
    """Return the names of the top-level fields of a JSON document."""
    try:
        return frozenset(msgspec.json.decode(content, type=dict[str, msgspec.Raw]))
    except msgspec.ValidationError as error:
        raise MalformedDocumentError(origin, str(error), hint=f"a document is an object: {_PAGE}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotJsonError(origin, str(error)) from None


def guess_schema(names: Iterable[str], type_by_schema: Mapping[str, type[msgspec.Struct]]) -> str | None:
    """Return the schema that a document with these fields most likely has: the best match of its distinctive fields."""
    found = frozenset(names)
    own = {schema: _required(kind) - _SHARED for schema, kind in type_by_schema.items()}
    shares = {schema: len(fields & found) / len(fields) for schema, fields in own.items() if fields}
    best = max(shares, key=lambda schema: (shares[schema], len(own[schema]), schema), default=None)
    return best if best is not None and shares[best] > 0 else None


_SHARED = frozenset({"version", "seed", "basis", "stats"})
"""Fields of every answer: they do not distinguish schemas."""


def _required(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind) if field.required)


def validate_analysis(
    content: bytes,
    schema: str,
    kind: type[msgspec.Struct],
    measures: Mapping[str, Callable[[], Measure]] = _NO_MEASURES,
) -> AnalysisReport:
    """Check a document against the type of its schema, and against the rules that types can't express.

    If the shape is wrong, only the first place is reported. `measures` are token counters by name. The stated size is not
    checked if there are unknown fields.
    """
    try:
        answer = msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return AnalysisReport(schema=schema, is_valid=False, problems=(_shape_problem(str(error), schema),))
    unknown = tuple(
        DocumentProblem(
            path=path,
            code="unknown_field",
            severity=WARNING,
            message="the contract has no such field; it is ignored",
            remedy=f"check its spelling against {_PAGE}",
        )
        for path in iter_unknown_fields(msgspec.json.decode(content), kind, "$")
    )
    sizes = () if unknown else tuple(size_problems(content, answer, measures))
    problems = (*answer_problems(answer), *sizes, *unknown)
    is_valid = not any(each.severity == ERROR for each in problems)
    return AnalysisReport(schema=schema, is_valid=is_valid, problems=problems)


def _shape_problem(message: str, schema: str) -> DocumentProblem:
    what, _, place = message.partition(" - at `")
    return broken_rule(
        place.removesuffix("`") or "$",
        "wrong_shape",
        what,
        f"see the JSON Schema in docs/reference/schemas/{schema}.json",
    )
