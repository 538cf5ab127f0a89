"""The answer of a check: its own report, and its findings in every format."""

from dataclasses import dataclass
from typing import Generic

from codeshed.api.answer import Answer, DocumentT_co
from codeshed.model.findings.baseline import FindingsBaseline, make_baseline
from codeshed.model.findings.findings_report import FindingsReport, has_failed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CheckAnswer(Generic[DocumentT_co]):
    """An answer, and the findings that say whether the check failed."""

    answer: Answer[DocumentT_co]
    findings: FindingsReport

    @property
    def document(self) -> DocumentT_co:
        """The report of the command, as its published schema describes it."""
        return self.answer.document

    def has_failed(self, *, on_warnings: bool = False) -> bool:
        """Whether the check ends with exit code 1."""
        return has_failed(self.findings, on_warnings=on_warnings)

    def baseline(self) -> FindingsBaseline:
        """Return a baseline that accepts what was found."""
        return make_baseline(self.findings.check, self.findings.findings)

    def to_format(self, name: str, *, show_all: bool = False) -> str:
        """Write the answer as `--format NAME` prints it."""
        return self.answer.to_format(name, show_all=show_all)
