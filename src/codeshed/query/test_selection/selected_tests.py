"""The answer to which tests matter for a change, and what it is asked with."""

from typing import Literal

import msgspec

from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import Version, WitnessPathV1
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord

EvidenceKind = Literal["changed", "coverage", "observed", "call", "import", "name", "word", "history"]
"""Why a test file is suggested: it changed itself; it ran the changed lines; it was recorded calling them; it calls or uses what
changed, imports it, is named after it, has its words, or changed together with it before."""


class ChangedPathV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A changed file; `symbols` are its changed symbols, if they are known."""

    path: str
    symbols: tuple[str, ...] = ()


class TestEvidenceV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One kind of evidence, in words; `strength` is between 0 and 1, relative to the other test files."""

    __test__ = False

    kind: EvidenceKind
    message: str
    strength: float


class TestCaseV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A test in a suggested file: its node id, and its score, with which all tests of the answer can be compared."""

    __test__ = False

    node_id: str
    score: float
    line: int | None = None
    seconds: float | None = None


class SuggestedTestV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A test file that matters for the change; `witness_path` leads from the change to it.

    `tests` are the tests in it, the best first; `share` is its share of the suite, by tests or by time. With `is_part`, only the
    listed tests are within the budget.
    """

    test_path: str
    score: float
    reason: str
    witness_path: WitnessPathV1 | None = None
    evidence: tuple[TestEvidenceV1, ...] = ()
    tests: tuple[TestCaseV1, ...] = ()
    n_tests: int = 0
    share: float | None = None
    seconds: float | None = None
    is_part: bool = False


class TestBudgetV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A budget: what was asked for, what of it is used, and what is left out; the unit is tests or seconds.

    `n_untimed` counts the tests without a known time; each is taken for one of average length.
    """

    __test__ = False

    requested: str
    unit: Literal["tests", "seconds"]
    limit: float
    used: float
    n_left_out: int
    left_out: tuple[str, ...] = ()
    n_untimed: int = 0


class TestSelectionStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Figures: the test files and tests that were found, those ranked, those suggested; commits read; work done."""

    __test__ = False

    test_files: int
    tests: int
    reached_files: int
    suggested_files: int
    suggested_tests: int
    commits: int
    work_units_used: int
    is_safe: bool = False


class SuggestTestsReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The tests that matter for a change, by falling score, then by path."""

    version: Version
    changed: tuple[ChangedPathV1, ...]
    suggestions: tuple[SuggestedTestV1, ...]
    basis: Basis
    stats: TestSelectionStats
    budget: TestBudgetV1 | None = None
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()
