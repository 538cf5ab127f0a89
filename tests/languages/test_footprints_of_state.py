"""Who reads a container that a constant holds depends on who changes it, in every language."""

import pytest

from codeshed.build.graph import build_graph
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.model.source_reader import TextSourceReader
from codeshed.query.footprint import footprint_of
from tests.languages.cases import Case, find_cases, index_case

CASES = tuple(
    each for each in find_cases() if each.title == "A constant holds a container that functions change"
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_footprint_of_a_reader_has_the_writers(case: Case) -> None:
    data = index_case(case.files, types=False)
    functions = [each.symbol_id for document in data.documents for each in document.definitions]
    reader = next(each for each in functions if each.lower().endswith(("::get", ".get")))
    writer = next(each for each in functions if each.lower().endswith(("::put", ".put")))
    found = footprint_of(
        build_graph(data, TextSourceReader(case.files)), reader, FootprintOptions(policy=Policy.CLOSURE)
    )
    assert writer in found.reachable_set


def test_every_language_but_python_has_such_a_case() -> None:
    assert len(CASES) == 12
