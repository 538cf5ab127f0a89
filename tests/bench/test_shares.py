"""What became of written calls."""

from collections import Counter

from bench.accuracy.shares import share_table, written_call_fates
from bench.support.report import table_text
from codeshed.model.semantic import (
    Candidate,
    Document,
    Provenance,
    Reference,
    ReferenceRole,
    SemanticData,
    UnresolvedReason,
)
from codeshed.model.span import Span
from tests.support.expectations import assert_expected


def reference(
    line: int,
    target: str | None,
    *,
    role: ReferenceRole = ReferenceRole.CALL,
    provenance: Provenance | None = None,
    argument_count: int | None = 0,
    reason: UnresolvedReason | None = None,
    candidates: tuple[str, ...] = (),
) -> Reference:
    return Reference(
        enclosing_symbol="a.py",
        target_symbol=target,
        role=role,
        span=Span(start_line=line, start_column=0, end_line=line, end_column=3),
        provenance=provenance,
        argument_count=argument_count,
        reason=reason,
        candidates=tuple(Candidate(symbol=each) for each in candidates),
    )


REFERENCES = (
    reference(1, "a.py::f"),
    reference(2, "a.py::f", provenance=Provenance.HEURISTIC),
    reference(2, "a.py::g", provenance=Provenance.TYPED),
    reference(3, "ext:builtins.len"),
    reference(4, None, candidates=("a.py::f",), reason=UnresolvedReason.UNKNOWN_RECEIVER),
    reference(5, None, reason=UnresolvedReason.UNKNOWN_RECEIVER),
    reference(6, None),
    reference(7, "a.py::price", argument_count=None),
    reference(8, "a.py::f", role=ReferenceRole.READ),
)


def test_fates() -> None:
    fates = written_call_fates(SemanticData(documents=(Document(path="a.py", references=REFERENCES),)))
    assert fates == Counter(
        {
            "resolved, declared": 1,
            "resolved, typed": 1,
            "external": 1,
            "ambiguous": 1,
            "unresolved, unknown_receiver": 1,
            "unresolved, no reason given": 1,
        }
    )


def test_table() -> None:
    fates = Counter(
        {"resolved, typed": 2, "resolved, declared": 1, "external": 4, "unresolved, unknown_receiver": 1}
    )
    assert_expected(
        table_text(share_table("shop", fates)),
        """
        Written calls: shop

          fate                calls   share
          ------------------  -----  ------
          resolved                3  37.5 %
            declared              1  12.5 %
            typed                 2  25.0 %
          external                4  50.0 %
          ambiguous               0   0.0 %
          unresolved              1  12.5 %
            unknown_receiver      1  12.5 %
        """,
        callers=0,
    )
