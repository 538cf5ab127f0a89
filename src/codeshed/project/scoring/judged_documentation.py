"""The judgements of all documented functions and types of some documents.

Turns: Documents + their sources + a ScorerProgram → a DocumentationScorer for their parts, and how many definitions of each
document got no judgement. What was judged before is taken from the user's cache, by content.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from codeshed.build.documentation import DocumentationScorer, Documented, SignatureCoverage
from codeshed.build.signature import signature_from_details
from codeshed.build.source_slices import SourceText, own_texts
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Document,
    ReferenceRole,
    VariableKind,
)
from codeshed.model.source_reader import SourceReader
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, content_hash
from codeshed.project.scoring.kept_judgements import KeptJudgements
from codeshed.project.scoring.scorer_program import (
    MAX_BATCH,
    JudgedItem,
    Judgement,
    ScorerProgram,
    ask_program,
)

MAX_BODY = 20_000
"""How many characters of a body a program gets."""

_LOCAL = frozenset({VariableKind.LOCAL, VariableKind.PARAMETER})
_Place: TypeAlias = tuple[str, Span]


class JudgedDocumentation:
    """Scores what a program judged as it did, and all else by the signature."""

    def __init__(self, name: str, score_by_place: Mapping[_Place, float]) -> None:
        self.name = name
        self._score_by_place = score_by_place
        self._plain = SignatureCoverage()

    def score(self, definition: Documented) -> float:
        """Return the judgement, or the plain score if there is none."""
        found = self._judged(definition)
        return self._plain.score(definition) if found is None else found

    def best(self, definition: Documented) -> float:
        """Return 1 for what was judged: a program gives the whole score to whatever says enough."""
        return self._plain.best(definition) if self._judged(definition) is None else 1.0

    def _judged(self, definition: Documented) -> float | None:
        if not isinstance(definition, Definition):
            return None
        return self._score_by_place.get((definition.symbol_id, definition.span))


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The scorer of some documents, and how many of their definitions have the plain score for want of a judgement."""

    scorer: DocumentationScorer
    n_unjudged_by_path: dict[str, int]


def judge_documents(
    program: ScorerProgram,
    documents: Iterable[Document],
    sources: SourceReader,
    progress: Progress = ignore_progress,
) -> Judged:
    """Judge the documented functions and types of documents; the program runs only for what was not judged before.

    After a run that took too long or said nothing, the program is not asked again.
    """
    if not program.name:
        return Judged(scorer=SignatureCoverage(), n_unjudged_by_path={})
    kept = KeptJudgements(program)
    judging = _Judging(program, kept, progress)
    for document in documents:
        for definition, item in _iter_items(document, sources):
            known = kept.get(item.id)
            if known is None:
                judging.ask_later(document.path, definition, item)
            else:
                judging.judge(definition, known)
    judging.finish()
    return Judged(
        scorer=JudgedDocumentation(program.name, judging.score_by_place),
        n_unjudged_by_path=judging.n_unjudged_by_path,
    )


def find_judgement(
    program: ScorerProgram, document: Document, sources: SourceReader, symbol: str
) -> Judgement | None:
    """Return what was said of a symbol of a document, if it is kept; no program runs."""
    kept = KeptJudgements(program)
    ids = [item.id for definition, item in _iter_items(document, sources) if definition.symbol_id == symbol]
    return kept.get(ids[0]) if ids else None


class _Judging:
    """The judgements so far, and what the next run of the program will be asked."""

    def __init__(self, program: ScorerProgram, kept: KeptJudgements, progress: Progress) -> None:
        self.score_by_place: dict[_Place, float] = {}
        self.n_unjudged_by_path: dict[str, int] = {}
        self._program = program
        self._kept = kept
        self._progress = progress
        self._batch: list[tuple[str, _Place, JudgedItem]] = []
        self._is_running = bool(program.command)
        self._n_asked = 0

    def judge(self, definition: Definition, judgement: Judgement) -> None:
        """Note a judgement."""
        self.score_by_place[definition.symbol_id, definition.span] = judgement.score

    def ask_later(self, path: str, definition: Definition, item: JudgedItem) -> None:
        """Put a definition into the next batch, and ask once it is full."""
        self._batch.append((path, (definition.symbol_id, definition.span), item))
        if len(self._batch) == MAX_BATCH:
            self.finish()

    def finish(self) -> None:
        """Ask for what is in the batch."""
        found: dict[str, Judgement] = {}
        if self._batch and self._is_running:
            self._progress("judging documentation", self._n_asked, 0)
            answers = ask_program(self._program, (item for _, _, item in self._batch))
            self._n_asked += len(self._batch)
            self._is_running = not answers.is_useless
            found = answers.judgements
            self._kept.keep(found)
        for path, place, item in self._batch:
            if item.id in found:
                self.score_by_place[place] = found[item.id].score
            else:
                self.n_unjudged_by_path[path] = self.n_unjudged_by_path.get(path, 0) + 1
        self._batch.clear()


def _iter_items(document: Document, sources: SourceReader) -> Iterator[tuple[Definition, JudgedItem]]:
    """Yield the documented functions and types of a document, as a program gets them."""
    wanted = [
        index
        for index, each in enumerate(document.definitions)
        if each.kind is not DefinitionKind.VARIABLE and (each.documentation or "").strip()
    ]
    text = sources.read(document.path) if wanted else None
    if text is None:
        return
    bodies = list(own_texts(SourceText.of(text), document.definitions)[0])
    writes, calls = _effects(document)
    for index in wanted:
        definition, body = document.definitions[index], bodies[index]
        item = JudgedItem(
            symbol=definition.symbol_id,
            kind=definition.kind.value,
            language=document.language or "",
            signature=definition.signature or signature_from_details(definition),
            documentation=definition.documentation or "",
            body=body[:MAX_BODY],
            is_body_cut=len(body) > MAX_BODY,
            writes=tuple(sorted(writes.get(definition.symbol_id, ()))),
            external_calls=tuple(sorted(calls.get(definition.symbol_id, ()))),
        )
        yield definition, replace(item, id=content_hash(msgspec.json.encode(item)))


def _effects(document: Document) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the variables that each symbol writes, without its locals, and the externals that it calls."""
    local = {each.symbol_id for each in document.definitions if each.details.variable_kind in _LOCAL}
    writes: dict[str, set[str]] = {}
    calls: dict[str, set[str]] = {}
    for reference in document.references:
        target = reference.target_symbol
        if target is None:
            continue
        if reference.role is ReferenceRole.WRITE and target not in local:
            writes.setdefault(reference.enclosing_symbol, set()).add(target)
        elif reference.role is ReferenceRole.CALL and target.startswith(EXTERNAL_PREFIX):
            calls.setdefault(reference.enclosing_symbol, set()).add(target)
    return writes, calls
