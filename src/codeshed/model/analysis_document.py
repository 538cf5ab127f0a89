"""Documents that hold a bounded answer: which one it is, and whether it keeps its contract.

Turns: bytes + the types by the names of their schemas → AnalysisReport.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import msgspec

from codeshed.errors import MalformedDocumentError, NotJsonError
from codeshed.model.answer_rules import answer_problems
from codeshed.model.document_problem import ERROR, WARNING, DocumentProblem, broken
from codeshed.model.figure_rules import Measure, size_problems
from codeshed.model.unknown_fields import iter_unknown_fields

_PAGE = "docs/reference/analysis-schemas.md"
_NO_MEASURES: Mapping[str, Callable[[], Measure]] = MappingProxyType({})


class AnalysisReport(msgspec.Struct, frozen=True, kw_only=True):
    """Which answer a document holds, and all that is wrong with it."""

    schema: str
    is_valid: bool
    problems: tuple[DocumentProblem, ...]


def field_names(content: bytes, *, origin: str) -> frozenset[str]:
    """Return the names of the fields at the top of a JSON document."""
    try:
        return frozenset(msgspec.json.decode(content, type=dict[str, msgspec.Raw]))
    except msgspec.ValidationError as error:
        raise MalformedDocumentError(origin, str(error), hint=f"a document is an object: {_PAGE}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotJsonError(origin, str(error)) from None


def recognised_schema(names: Iterable[str], type_by_schema: Mapping[str, type[msgspec.Struct]]) -> str | None:
    """Return the schema that a document with these fields was probably meant for: one whose own fields it has."""
    there = frozenset(names)
    own = {schema: _required(kind) - _SHARED for schema, kind in type_by_schema.items()}
    shares = {schema: len(fields & there) / len(fields) for schema, fields in own.items() if fields}
    best = max(shares, key=lambda schema: (shares[schema], len(own[schema]), schema), default=None)
    return best if best is not None and shares[best] > 0 else None


_SHARED = frozenset({"version", "seed", "basis", "stats"})
"""Fields that every answer has, so that they tell nothing."""


def _required(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind) if field.required)


def validate_analysis(
    content: bytes,
    schema: str,
    kind: type[msgspec.Struct],
    measures: Mapping[str, Callable[[], Measure]] = _NO_MEASURES,
) -> AnalysisReport:
    """Check a document against the type of its schema, and against the rules that no type can say.

    What has the wrong shape hides the rest: of it only the first place is told. `measures` are ways to count tokens, by
    the names that documents call them. Of a document with fields that the contract does not have, nobody knows the size.
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
    return broken(
        place.removesuffix("`") or "$",
        "wrong_shape",
        what,
        f"see the JSON Schema in docs/reference/schemas/{schema}.json",
    )
