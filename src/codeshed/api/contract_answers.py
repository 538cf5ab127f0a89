"""The report on API contracts as an answer: which symbols it is about, what changed since a revision, and its findings.

Turns: AnswerContexts of one or two revisions + what was asked → Answer of an ApiContractsReportV1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from codeshed.api.answer import Answer, Writer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.changed_paths import changed_paths, require_paths
from codeshed.api.requested_changes import KnownChanges, facts_cache, find_dangling_references
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.discover.file_reading import read_named_file
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.model.answers.contracts_answer import (
    ApiContractsReportV1,
    BrokenCall,
    ContractChange,
    ContractDifference,
)
from codeshed.model.change_set import ChangeSet, Difference
from codeshed.model.dangling_references import FAR_AND_COMMON, DanglingReference, DanglingReferences
from codeshed.model.findings.baseline import FindingsBaseline, read_baseline
from codeshed.model.findings.contract_findings import CONTRACTS_CHECK, contracts_findings
from codeshed.model.findings.finding_rules import BROKEN_CONTRACT
from codeshed.model.findings.findings_report import FindingsReport, combine_reports
from codeshed.model.repository_settings import Settings
from codeshed.model.symbol_ids import last_name
from codeshed.project.parsed_files import RepositoryFiles
from codeshed.project.public_symbols import PublicSymbols
from codeshed.project.suppression_search import find_suppressions
from codeshed.query.contracts.contract_checks import ChecksByLanguage
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.contracts import (
    ContractsRequest,
    FormerContracts,
    contracts,
    read_contract,
)
from codeshed.render.contracts_text import contracts_text
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph
    from codeshed.query.contracts.contract_changes import Contract


_NEW_CONTRACT = frozenset({"added", "signature", "renamed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsQuestion:
    """What was asked: symbols, changed paths, and a difference with the contracts of its old side.

    With `only_broken`, only calls in the changed files and of changed contracts are read, and what the difference breaks are errors.
    """

    symbols: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    only_exports: bool = False
    fail_on_warn: bool = False
    generated_at: str | None = None
    baseline: Path | None = None
    only_broken: bool = False


def contracts_answer(
    root: Path,
    settings: Settings,
    context: AnswerContext,
    question: ContractsQuestion,
    *,
    known_changes: KnownChanges,
    difference: Difference | None = None,
    open_old: Callable[[str], tuple[Path, AnswerContext]] | None = None,
) -> tuple[Answer[ApiContractsReportV1], FindingsReport]:
    """Return the report and its findings; `root` and `context` are those of the newer side of the difference.

    `open_old` opens its old side.
    """
    graph = context.graph
    accepted = _baseline(question.baseline)
    from_root = seeds_from_root(root, question.symbols)
    require_lines(root, graph, from_root)
    named = changed_paths(root, question.changed, None)
    require_paths(root, graph, named)
    changes = None if difference is None else known_changes.find(graph, difference)
    dangling = DanglingReferences() if changes is None else find_dangling_references(root, graph, changes)
    with facts_cache(root) as cache:
        sources = ContractSources(context.document_of, RepositoryFiles(root, cache), context.types_of)
        paths = _changed_files(graph, named, changes)
        changed_contracts = (
            None
            if changes is None or not question.only_broken
            else _changed_contracts(graph, changes, paths or frozenset())
        )
        request = ContractsRequest(
            caps=context.caps,
            rows=_rows(graph, from_root, paths),
            only_exports=question.only_exports,
            fail_on_warn=question.fail_on_warn,
            is_public=PublicSymbols(context.document_of).is_public,
            changed_paths=None if paths is None or from_root else paths,
            changed_contracts=changed_contracts,
            revision=None if difference is None else difference.old,
            generated_at=question.generated_at,
            former=FormerContracts()
            if changes is None or open_old is None
            else _former(*open_old(changes.old), context, changes, dangling),
        )
        report = contracts(graph, sources, request, index=context.index)
    suppressions = find_suppressions(root, graph.files, settings)
    findings = contracts_findings(report, suppressions, accepted, is_partial=request.rows is not None)
    if changes is not None and changed_contracts is not None:
        findings = _with_errors(findings, changes, changed_contracts)
    lines = _source_lines(root)
    writers: Mapping[str, Writer] = {
        **finding_writers(findings, lines),
        "text": lambda show_all: contracts_text(report, findings, show_all=show_all),
        "json": lambda _: to_json(report),
    }
    return Answer(document=report, writers=writers), findings


def _baseline(file: Path | None) -> FindingsBaseline | None:
    if file is None:
        return None
    return read_baseline(read_named_file(file), origin=str(file), check=CONTRACTS_CHECK)


def _source_lines(root: Path) -> SourceLines:
    from codeshed.discover.file_reading import FolderSourceReader

    return SourceLines(FolderSourceReader(root))


def _changed_files(
    graph: "CodeGraph", named: tuple[str, ...], changes: ChangeSet | None
) -> frozenset[str] | None:
    """Return the indexed files that changed, None if nothing was said of that."""
    if not named and changes is None:
        return None
    found = {each.path for each in (() if changes is None else changes.files)}
    for path in named:
        is_file = graph.files.find(path) is not None
        below = [graph.files[row] for row in find_files_below(graph.files, path)]
        found |= {path} if is_file else set(below)
    return frozenset(found)


def _rows(graph: "CodeGraph", seeds: tuple[str, ...], paths: frozenset[str] | None) -> tuple[int, ...] | None:
    """Return the symbols that are meant: named ones, or those of changed files and what these call."""
    if seeds:
        index = SeedIndex(graph)
        rows: list[int] = []
        for seed in seeds:
            found = index.find_modules_below(seed) if seed == "." or seed.endswith("/") else []
            rows += found or [index.get_row(seed)]
        return tuple(each for each in rows_within(graph, tuple(dict.fromkeys(rows))))
    if paths is None:
        return None
    own = [
        row
        for path in sorted(paths)
        if (file := graph.files.find(path)) is not None
        for row in graph.file_index.find_in_files(range(file, file + 1)).tolist()
    ]
    table = graph.edges
    called = [
        int(table.targets[edge])
        for row in own
        for edge in range(int(table.out_starts[row]), int(table.out_starts[row + 1]))
        if table.kinds[edge] == EdgeKind.CALL
    ]
    return tuple(dict.fromkeys((*own, *called)))


def _former(
    old_root: Path,
    old: AnswerContext,
    new: AnswerContext,
    changes: ChangeSet,
    dangling: DanglingReferences,
) -> FormerContracts:
    """Return the contracts of the old revision of what changed or is gone, and the lines that still name it."""
    before: dict[str, Contract] = {}
    old_symbols: dict[str, str] = {}
    removed: dict[str, ContractDifference] = {}
    named: dict[str, tuple[BrokenCall, ...]] = {}
    with facts_cache(old_root) as cache:
        sources = ContractSources(old.document_of, RepositoryFiles(old_root, cache))
        checks = ChecksByLanguage(old.graph, sources)
        for each in changes.symbols:
            former = each.old_symbol_id or each.symbol_id
            is_of_contract = each.kind in {"signature", "renamed", "removed"} or each.is_of_parts
            if not is_of_contract or each.only is not None or each.symbol_kind not in {"function", "type"}:
                continue
            contract_symbol = _with_contract(old.graph, former)
            if contract_symbol is None:
                continue
            contract = read_contract(checks, sources, contract_symbol, contract_symbol.partition("::")[0])
            lines = _dangling_calls(former, dangling, new)
            if each.kind == "removed":
                gone = ContractChange(code="removed", message="it is gone", is_breaking=True)
                removed[former] = ContractDifference(
                    before=contract.shown, after=None, changes=(gone,), broken_calls=lines
                )
                continue
            now = _with_contract(new.graph, each.symbol_id)
            if now is None:
                continue
            before[now] = contract
            if each.old_symbol_id is not None:
                old_symbols[now] = former
                named[now] = lines
    return FormerContracts(
        before=before,
        old_symbols=old_symbols,
        removed=removed,
        dangling=named,
        changed=frozenset(each.symbol_id for each in changes.symbols if each.only is None),
    )


def _changed_contracts(graph: "CodeGraph", changes: ChangeSet, paths: frozenset[str]) -> frozenset[str]:
    """Return the symbols that calls must fit anew: new ones, those whose signature or parts changed, and heirs of a removed name.

    An heir is a symbol of a changed file with the name of a removed one, as an overridden method whose override is gone.
    """
    found = {
        symbol
        for each in changes.symbols
        if each.only is None and (each.kind in _NEW_CONTRACT or each.is_of_parts)
        if (symbol := _with_contract(graph, each.symbol_id)) is not None
    }
    gone = {last_name(each.symbol_id) for each in changes.symbols if each.kind == "removed"}
    if gone:
        files = [file for path in sorted(paths) if (file := graph.files.find(path)) is not None]
        for file in files:
            rows = graph.file_index.find_in_files(range(file, file + 1)).tolist()
            found |= {graph.nodes.symbols[row] for row in rows if graph.nodes.names[row] in gone}
    return frozenset(found)


def _with_errors(
    findings: FindingsReport, changes: ChangeSet, changed_contracts: frozenset[str]
) -> FindingsReport:
    """Make errors of what a change breaks: calls in changed functions and calls of changed contracts.

    A wrong call in an unchanged function of a changed file may have been wrong before, and stays a warning.
    """
    changed = {each.symbol_id for each in changes.symbols if each.only is None} | changed_contracts
    judged = [
        replace(each, severity="error")
        if each.code == BROKEN_CONTRACT or each.symbol in changed or each.subject.partition(" ")[0] in changed
        else each
        for each in findings.findings
    ]
    return combine_reports(findings.check, [replace(findings, findings=tuple(judged))])


def _with_contract(graph: "CodeGraph", symbol: str) -> str | None:
    """Return the symbol that has the contract: of a class its constructor, if it has one of its own."""
    if graph.find_row(symbol) is None:
        return None
    own = (f"{symbol}.{name}" for name in ("__init__", "__new__"))
    return next((each for each in own if graph.find_row(each) is not None), symbol)


def _dangling_calls(symbol: str, dangling: DanglingReferences, new: AnswerContext) -> tuple[BrokenCall, ...]:
    """Return the lines that still name a symbol; not where its name means something else now, or is a common one."""
    return tuple(
        BrokenCall(
            file=each.file,
            start_line=each.line,
            message=f"it still names {symbol.rpartition('::')[2]}, which is gone",
            code="removed",
            confidence=each.confidence,
        )
        for each in dangling.places
        if each.symbol == symbol
        and each.confidence > FAR_AND_COMMON
        and not _means_another(last_name(symbol), each, new)
    )


def _means_another(name: str, place: DanglingReference, new: AnswerContext) -> bool:
    """Whether a reference on a line has this name, and its target is there: another module has it, too."""
    document = new.document_of(place.file)
    return document is not None and any(
        each.target_symbol is not None
        and each.span is not None
        and each.span.start_line <= place.line <= each.span.end_line
        and last_name(each.target_symbol) == name
        for each in document.references
    )
