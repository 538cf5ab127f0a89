"""An answer as programs get it: its document, and all forms in which the command line prints it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.findings.findings_report import FindingsReport, has_failed
from codeshed.render.xml_text import escape_xml

DocumentT_co = TypeVar("DocumentT_co", bound=msgspec.Struct, covariant=True)

Writer = Callable[[bool], str]
"""Writes an answer in one format; True shows all that was found, not only one screen of it."""

_TEXT = "text"
_JSON = "json"
_MAX_REPR = 160


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(Generic[DocumentT_co]):
    """The answer to a question. Its fields are those of the document: `answer.basis` is `answer.document.basis`."""

    document: DocumentT_co
    """The answer as the published schema describes it, with the names of Python: `max_depth` is written `maxDepth`."""
    writers: Mapping[str, Writer]
    """What writes each format that the answer has."""
    findings: FindingsReport | None = None
    """What a check found, as the formats of findings write it; None for other answers."""
    is_clear: bool = True
    """Whether every seed named exactly one thing; if not, the answer lists candidates."""
    is_about_others: bool = False
    """Whether it has something to say although a seed is unclear: about the other seeds."""

    @property
    def formats(self) -> tuple[str, ...]:
        """The names that `to_format` takes, such as text and json."""
        return tuple(self.writers)

    def has_failed(self, *, on_warnings: bool = False) -> bool:
        """Whether a check ends with exit code 1: for errors, or for warnings too."""
        return self.findings is not None and has_failed(self.findings, on_warnings=on_warnings)

    def to_format(self, name: str, *, show_all: bool = False) -> str:
        """Write the answer as `--format NAME` prints it."""
        writer = self.writers.get(name)
        if writer is None:
            raise InvalidOptionError(
                f"this answer has no format {name!r}", hint=f"choose one of {', '.join(self.formats)}"
            )
        return writer(show_all)

    def to_text(self, *, show_all: bool = False) -> str:
        """Write the answer for people; by default no more than fits on one screen."""
        return self.to_format(_TEXT if _TEXT in self.writers else self.formats[0], show_all=show_all)

    def to_json(self) -> str:
        """Write the answer as the command prints it with `--format json`."""
        return self.to_format(_JSON)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the answer as Python objects."""
        found: dict[str, Any] = msgspec.json.decode(self.to_json())
        return found

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what the document has
        """Return a field of the document."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.document, name)

    def __dir__(self) -> list[str]:
        """Name the answer's own members and the fields of its document."""
        return sorted({*object.__dir__(self), *self.document.__struct_fields__})

    def __repr__(self) -> str:
        """Summarise the answer in one line: the first two lines of its text."""
        lines = [" ".join(line.split()) for line in self.to_text().splitlines() if line.strip()]
        summary = " · ".join(lines[:2])
        return f"<{summary if len(summary) <= _MAX_REPR else summary[: _MAX_REPR - 1] + '…'}>"

    def _repr_html_(self) -> str:
        """Show the answer's text in a notebook."""
        return f'<pre style="white-space: pre; overflow-x: auto">{escape_xml(self.to_text())}</pre>'
