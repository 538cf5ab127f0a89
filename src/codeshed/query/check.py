"""Does a change break what is guarded?

The records of `codeshed check`: what each guard says, the findings of all, and the tests to run. `api/check_answers.py` asks the
guards.
"""

from typing import Literal

import msgspec

from codeshed.model.answers.answer_graph import Version
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.findings.findings_report import FindingsReport

GuardName = Literal["contracts", "architecture", "footprint", "risk", "untested"]
GuardState = Literal["passed", "failed", "warned", "skipped"]

CHECK = "check"
UNTESTED_CHANGE = "UNTESTED_CHANGE"
GATE_FILE = "codeshed-gate.json"
"""A baseline of the gate with this name at the root configures it."""


class GuardResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What one guard says: its findings that count, and how much it looked at or why it was skipped."""

    guard: GuardName
    state: GuardState
    errors: int
    warnings: int
    note: str


class CheckReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The result of all guards for a change, and the tests to run for it, the best first.

    `runs` are the arguments of a test runner. `not_seen` says what no guard could look at: with it, that nothing was found is no
    proof.
    """

    version: Version
    revision: str
    guards: tuple[GuardResult, ...]
    findings: FindingsReport
    tests: tuple[str, ...]
    runner: str | None
    runs: tuple[str, ...]
    n_tests: int
    not_seen: tuple[str, ...]
    warnings: tuple[WarningRecord, ...] = ()


def guard_result(guard: GuardName, findings: FindingsReport, note: str) -> GuardResult:
    """Return what a guard says, by its findings."""
    counts = findings.counts
    return GuardResult(
        guard=guard,
        state="failed" if counts.errors else "warned" if counts.warnings else "passed",
        errors=counts.errors,
        warnings=counts.warnings,
        note=note,
    )


def skipped(guard: GuardName, note: str) -> GuardResult:
    """Return that a guard was not asked, and why."""
    return GuardResult(guard=guard, state="skipped", errors=0, warnings=0, note=note)
