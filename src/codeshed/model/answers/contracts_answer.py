"""The report on API contracts: what each symbol declares, how it is called, and which calls do not keep it."""

from typing import Literal

import msgspec

from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import Version
from codeshed.model.answers.node_references import Confidence
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord

ContractWarningCode = Literal["ARITY_MISMATCH", "UNRESOLVED_TARGET", "INCOMPATIBLE_ARG_KIND", "UNKNOWN"]

ARITY_MISMATCH: ContractWarningCode = "ARITY_MISMATCH"
INCOMPATIBLE_ARG_KIND: ContractWarningCode = "INCOMPATIBLE_ARG_KIND"
UNRESOLVED_TARGET: ContractWarningCode = "UNRESOLVED_TARGET"
UNKNOWN: ContractWarningCode = "UNKNOWN"

FINDING_CODES: frozenset[ContractWarningCode] = frozenset({ARITY_MISMATCH, INCOMPATIBLE_ARG_KIND})
"""Codes that say that a call is wrong. The others say what was not checked, and never fail a run."""

ContractChangeCode = Literal[
    "added",
    "removed",
    "parameter_removed",
    "parameter_renamed",
    "parameter_reordered",
    "parameter_required",
    "parameter_added",
    "parameter_kind",
    "parameter_type",
    "default_changed",
    "return_type",
    "became_async",
    "became_sync",
    "raises",
]
"""How a contract changed."""


class ContractCaps(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The caps of a report."""

    max_symbols: int
    max_calls_per_symbol: int
    max_warnings: int


class ContractOptions(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What was asked for."""

    only_exports: bool
    fail_on_warn: bool
    caps: ContractCaps


class ContractSymbol(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The symbol whose contract it is: a function, or a class whose constructor is generated or inherited."""

    symbol_id: str
    chunk_uid: str | None = None
    file: str | None = None
    name: str | None = None
    kind: str | None = None


class ContractSignature(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A signature as declared, and as the type engine completes it; None where there is none."""

    declared: str | None = None
    tooling: str | None = None


class ObservedCallV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A call: how many arguments it passes, each as written, and how sure it is that it runs the symbol.

    `is_candidate`: the symbol is only one of several that it may run, so that it is not checked.
    """

    arity: int | None = None
    args: tuple[str, ...] | None = None
    call_site_id: str | None = None
    file: str | None = None
    start_line: int | None = None
    confidence: Confidence | None = None
    is_candidate: bool = False


class ApiContractWarningV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What is wrong with a call, or why calls were not checked. `data` has the place of the call."""

    code: ContractWarningCode
    message: str
    data: dict[str, int | str | bool | None] | None = None


class ContractChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One difference between two contracts; `is_breaking` says that a call may be wrong because of it."""

    code: ContractChangeCode
    message: str
    is_breaking: bool
    parameter: str | None = None


class BrokenCall(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A call that a change breaks, or a line that still names what was removed."""

    file: str
    start_line: int
    message: str
    code: ContractChangeCode
    call_site_id: str | None = None
    confidence: Confidence | None = None


class ContractDifference(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A contract before and after a change, what differs, and which callers that breaks."""

    before: ContractSignature | None
    after: ContractSignature | None
    changes: tuple[ContractChange, ...]
    broken_calls: tuple[BrokenCall, ...] = ()
    old_symbol_id: str | None = None


class ApiContractEntryV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One contract: its signature, its calls, and what is wrong with them."""

    symbol: ContractSymbol
    signature: ContractSignature
    observed_calls: tuple[ObservedCallV1, ...]
    warnings: tuple[ApiContractWarningV1, ...] | None = None
    truncation: tuple[TruncationRecord, ...] = ()
    difference: ContractDifference | None = None


class ContractCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much was looked at: contracts, calls of them, those that were checked, and what was found."""

    symbols: int
    calls: int
    checked_calls: int
    mismatches: int
    incompatible_arguments: int
    broken_calls: int


class ApiContractsReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Contracts of a repository; those with findings come first, then by symbol.

    `generated_at` is the time of the indexed commit, or None. `revision` is what the working tree was compared with.
    """

    version: Version
    generated_at: str | None
    options: ContractOptions
    symbols: tuple[ApiContractEntryV1, ...]
    counts: ContractCounts
    basis: Basis
    revision: str | None = None
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()

    @property
    def has_findings(self) -> bool:
        """Whether a call is wrong, or a change breaks one."""
        counts = self.counts
        return bool(counts.mismatches or counts.incompatible_arguments or counts.broken_calls)
