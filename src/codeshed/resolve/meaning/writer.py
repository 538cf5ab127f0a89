"""Writing references: places as spans, texts cut short, and what all of them together show.

Turns: what a place means → Reference.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.semantic import Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.resolve.meaning.known import Known
from codeshed.resolve.program import Program

MAX_TEXT = 200
"""How many bytes of a call's text are kept."""


@dataclass(slots=True)
class Collected:
    """The references of all files, the externals that they name, how often variables are written, and locals."""

    by_file: list[tuple[Reference, ...]] = field(default_factory=list)
    roles_by_external: dict[str, set[ReferenceRole]] = field(default_factory=dict)
    n_writes: dict[str, int] = field(default_factory=dict)
    _locals: dict[int, dict[str, tuple[int, int]]] = field(default_factory=dict)

    def locals_of(self, file: int) -> dict[str, tuple[int, int]]:
        """Return the locals that the references of a file name, and where they stand."""
        return self._locals.setdefault(file, {})


class ReferenceWriter:
    """Writes the references of one file."""

    def __init__(self, program: Program, file: int, content: bytes, collected: Collected) -> None:
        self.file = file
        self._program = program
        self._content = content
        self._starts = program.files[file].facts.line_starts
        self._collected = collected
        self._found: list[Reference] = []

    def span(self, begin: int, end: int) -> Span:
        """Return two offsets as lines and columns."""
        first = bisect_right(self._starts, begin)
        last = bisect_right(self._starts, end, first - 1)
        return Span(first, begin - self._starts[first - 1], last, end - self._starts[last - 1])

    def text(self, begin: int, end: int) -> str:
        """Return the source between two offsets, cut short."""
        return self._content[begin : min(end, begin + MAX_TEXT)].decode("utf-8", "ignore")

    def owner(self, scope: int) -> str:
        """Return the symbol whose code a scope is."""
        return self._program.scope_owner[scope]

    def add(self, owner: str, role: ReferenceRole, symbol: str, place: tuple[int, int], known: Known) -> None:
        """Write a reference that has a target; a lambda without a name is part of what is around it, and none."""
        if not symbol:
            return
        self.write(
            Reference(
                enclosing_symbol=owner,
                target_symbol=symbol,
                role=role,
                span=self.span(*place),
                provenance=known.provenance,
                confidence=known.confidence,
            )
        )

    def write(self, reference: Reference) -> None:
        """Keep a reference."""
        symbol = reference.target_symbol
        if symbol is not None:
            if reference.role is ReferenceRole.WRITE:
                self._collected.n_writes[symbol] = self._collected.n_writes.get(symbol, 0) + 1
            if symbol.startswith(EXTERNAL_PREFIX):
                role = ReferenceRole.CALL if reference.role is ReferenceRole.DECORATE else reference.role
                self._collected.roles_by_external.setdefault(symbol, set()).add(role)
        self._found.append(reference)

    def name_local(self, symbol: str, begin: int, end: int) -> None:
        """Remember that a local is named, so that it is defined."""
        self._collected.locals_of(self.file).setdefault(symbol, (begin, end))

    def finished(self) -> tuple[Reference, ...]:
        """Return all references in the order of the source, each once."""
        ordered = sorted(self._found, key=_order)
        return tuple(
            reference
            for index, reference in enumerate(ordered)
            if not index or reference != ordered[index - 1]
        )


def _order(reference: Reference) -> tuple[object, ...]:
    span = reference.span
    place = (0, 0, 0, 0) if span is None else span.sort_key()
    return (*place, reference.role.value, reference.target_symbol or "", reference.enclosing_symbol)
