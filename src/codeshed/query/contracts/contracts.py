"""Do callers keep the contracts of what they call?

Turns: CodeGraph + documents and parsed files + ContractsRequest → ApiContractsReportV1: the signature of each symbol, its
calls, and the calls that do not fit.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from codeshed.graph.answers.answer_nodes_and_edges import kind_name
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.answers.answer_basis import IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.contracts_answer import (
    ARITY_MISMATCH,
    FINDING_CODES,
    INCOMPATIBLE_ARG_KIND,
    UNKNOWN,
    UNRESOLVED_TARGET,
    ApiContractEntryV1,
    ApiContractsReportV1,
    ApiContractWarningV1,
    BrokenCall,
    ContractCaps,
    ContractChange,
    ContractCounts,
    ContractDifference,
    ContractOptions,
    ContractSignature,
    ContractSymbol,
    ObservedCallV1,
)
from codeshed.model.answers.truncation import (
    Scope,
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    n_cuts,
    warning_truncation,
)
from codeshed.model.count_phrases import count_of
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import Arity, traits_of
from codeshed.model.semantic import Reference
from codeshed.model.symbol_ids import call_site_id, chunk_uid, last_name
from codeshed.query.contracts.contract_changes import (
    Contract,
    broken_call,
    contract_changes,
    contract_of,
)
from codeshed.query.contracts.contract_checks import CallChecks, ChecksByLanguage
from codeshed.query.contracts.contract_signatures import (
    constructor_signature,
    declared_signatures,
    tooling_signature,
)
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.observed_calls import WrittenCall, iter_written_calls
from codeshed.query.contracts.signatures import CallArgument
from codeshed.query.contracts.type_names import TypeNames

_CONSTRUCTORS = ("__init__", "__new__")
_REASONS = {
    "no_signature": "its signature is not written in the code",
    "unknown_decorator": "a decorator may change its parameters",
    "rebound": "something else is assigned to its name",
    "unknown_base": "a base may have the constructor, and is not known",
    "metaclass": "a metaclass may take the call",
    "generated_constructor": "its constructor is generated from fields that are not all known",
}
_MIN_TYPED_CONFIDENCE = 0.75
_MAX_ARGUMENTS = 32
_MAX_TEXT = 120
_SCOPE: Scope = "apiContracts"

PublicNames = Callable[[str], bool]
"""Whether code of other repositories may use a symbol."""


class FormerContracts(msgspec.Struct, frozen=True, kw_only=True):
    """What an older revision said of the symbols that changed.

    `before` and `old_symbols` are by the id that a symbol has now, and give its contract and its id then. `removed` is what is
    said of symbols that are gone, `dangling` the lines that still name a renamed symbol by its former name.
    """

    before: dict[str, Contract] = {}
    old_symbols: dict[str, str] = {}
    removed: dict[str, ContractDifference] = {}
    dangling: dict[str, tuple[BrokenCall, ...]] = {}
    changed: frozenset[str] = frozenset()
    """The symbols whose code differs: who wrote them knows what is called today."""


class ContractsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Which symbols are wanted, by row; None stands for all that are not tests."""

    caps: Caps
    rows: tuple[int, ...] | None = None
    only_exports: bool = False
    fail_on_warn: bool = False
    is_public: PublicNames = lambda _: True
    changed_paths: frozenset[str] | None = None
    """Only what concerns these files counts: calls in them, and calls of what they define."""
    changed_contracts: frozenset[str] | None = None
    """With these, only what a change breaks is wanted: calls in the changed files, and calls of these symbols elsewhere."""
    former: FormerContracts = FormerContracts()
    revision: str | None = None
    generated_at: str | None = None


class _Found(msgspec.Struct):
    """What was found about one symbol so far."""

    calls: list[ObservedCallV1]
    warnings: list[ApiContractWarningV1]
    n_candidates: int = 0
    n_checked: int = 0
    broken: list[BrokenCall] = msgspec.field(default_factory=list)


def contracts(
    graph: CodeGraph,
    sources: ContractSources,
    request: ContractsRequest,
    *,
    index: IndexIdentity | None = None,
) -> ApiContractsReportV1:
    """Return the contracts of symbols with their calls and what is wrong with these."""
    return _Report(graph, sources, request).answer(IndexIdentity() if index is None else index)


class _Report:
    def __init__(self, graph: CodeGraph, sources: ContractSources, request: ContractsRequest) -> None:
        self._graph = graph
        self._sources = sources
        self._request = request
        self._checks = ChecksByLanguage(graph, sources)
        self._types = TypeNames(graph)
        self._wanted = frozenset(self._iter_wanted())
        self._found: defaultdict[str, _Found] = defaultdict(lambda: _Found([], []))
        self._declared_by_path: dict[str, dict[str, str]] = {}
        self._changes_by_symbol: dict[str, tuple[Contract, Contract, tuple[ContractChange, ...]]] = {}

    def answer(self, index: IndexIdentity) -> ApiContractsReportV1:
        for path in self._read_paths():
            document = self._sources.document(path)
            for call in () if document is None else iter_written_calls(document):
                self._observe(call)
        return self._report(index)

    # Symbols

    def _iter_wanted(self) -> Iterator[str]:
        """Yield the symbols that have a contract: functions, and classes without a constructor of their own."""
        nodes = self._graph.nodes
        rows = range(len(nodes)) if self._request.rows is None else self._request.rows
        for row in rows:
            flags = int(nodes.flags[row])
            kind = nodes.kinds[row]
            if flags & (NodeFlag.EXTERNAL | NodeFlag.INFERRED):
                continue
            if self._request.rows is None and flags & NodeFlag.TEST:
                continue
            symbol = nodes.symbols[row]
            if kind != NodeKind.FUNCTION and (
                kind != NodeKind.TYPE or self._contract_symbol(symbol) != symbol
            ):
                continue
            if self._request.only_exports and not self._request.is_public(symbol):
                continue
            yield symbol
        yield from (each for each in self._request.former.before if self._graph.find_row(each) is not None)

    def _contract_symbol(self, symbol: str) -> str:
        """Return the symbol that has the contract of a call: of a class its constructor, if it has one of its own."""
        row = self._graph.find_row(symbol)
        if row is None or self._graph.nodes.kinds[row] != NodeKind.TYPE:
            return symbol
        names = (f"{symbol}.{name}" for name in _CONSTRUCTORS)
        return next((each for each in names if self._graph.find_row(each) is not None), symbol)

    def _read_paths(self) -> list[str]:
        """Return the files whose calls are read, sorted; all files if all symbols are wanted."""
        request = self._request
        if request.rows is None:
            return list(self._graph.files)
        if request.changed_contracts is None:
            return sorted(self._caller_paths(self._wanted))
        changed = {each for each in request.changed_paths or () if self._graph.files.find(each) is not None}
        return sorted(changed | self._caller_paths(self._wanted & request.changed_contracts))

    def _caller_paths(self, symbols: Iterable[str]) -> set[str]:
        """Return the files with calls of some symbols."""
        table = self._graph.edges
        rows = {row for each in symbols if (row := self._graph.find_row(each)) is not None}
        rows |= {
            owner
            for row in rows
            if (owner := int(self._graph.nodes.enclosing[row])) >= 0
            and last_name(self._graph.nodes.symbols[row]) in _CONSTRUCTORS
        }
        callers = {
            int(table.sources[edge])
            for row in rows
            for edge in table.in_order[int(table.in_starts[row]) : int(table.in_starts[row + 1])].tolist()
            if table.kinds[edge] == EdgeKind.CALL
        }
        return {path for row in callers if (path := self._graph.file_path(row)) is not None}

    # Calls

    def _observe(self, call: WrittenCall) -> None:
        checks = self._checks.of_path(call.path)
        targets = {
            self._contract_symbol(each.target_symbol or ""): each
            for each in reversed(call.targets)
            if self._is_wanted(call.path, self._contract_symbol(each.target_symbol or ""))
        }
        candidates = {
            self._contract_symbol(symbol): confidence
            for symbol, confidence in call.candidates.items()
            if self._is_wanted(call.path, self._contract_symbol(symbol))
        }
        if not targets and not candidates:
            return
        arguments = checks.arguments(call)
        for symbol, reference in sorted(targets.items()):
            found = self._found[symbol]
            found.calls.append(_observed(call, arguments, reference.confidence))
            self._find_broken(symbol, checks, call, reference, arguments)
            if arguments is None:
                continue
            if not self._is_concerned(call.path, symbol):
                continue
            problems = checks.problems(call, reference, arguments)
            found.n_checked += problems is not None
            if problems:
                found.warnings.append(self._mismatch(call, symbol, problems))
            else:
                found.warnings += self._incompatible(checks, call, reference, arguments)
        for symbol, confidence in sorted(candidates.items()):
            if symbol not in targets:
                found = self._found[symbol]
                found.calls.append(_observed(call, arguments, confidence, is_candidate=True))
                found.n_candidates += 1

    def _is_wanted(self, path: str, symbol: str) -> bool:
        """Whether a call of a symbol in a file is reported."""
        if symbol not in self._wanted:
            return False
        request = self._request
        if request.changed_contracts is None:
            return True
        return path in (request.changed_paths or ()) or symbol in request.changed_contracts

    def _is_concerned(self, path: str, symbol: str) -> bool:
        """Whether a call is in a changed file, or one of what a changed file defines."""
        changed = self._request.changed_paths
        return changed is None or path in changed or symbol.partition("::")[0] in changed

    def _changes(self, symbol: str) -> tuple[Contract, Contract, tuple[ContractChange, ...]] | None:
        before = self._request.former.before.get(symbol)
        if before is None:
            return None
        if symbol not in self._changes_by_symbol:
            after = self._contract(symbol)
            self._changes_by_symbol[symbol] = before, after, contract_changes(before, after)
        return self._changes_by_symbol[symbol]

    def _contract(self, symbol: str) -> Contract:
        path = symbol.partition("::")[0]
        return read_contract(self._checks, self._sources, symbol, path)

    def _find_broken(
        self,
        symbol: str,
        checks: CallChecks,
        call: WrittenCall,
        reference: Reference,
        arguments: Sequence[CallArgument] | None,
    ) -> None:
        changed = self._changes(symbol)
        for change in () if changed is None else changed[2]:
            is_by_result = change.code in {"became_async", "became_sync", "return_type", "raises"}
            is_by_meaning = change.code in {"default_changed", "return_type", "raises"}
            if changed is None or (arguments is None and not is_by_result):
                continue
            if is_by_meaning and call.caller in self._request.former.changed:
                continue
            if broken_call(change, changed[0], changed[1], arguments or (), checks.use_of(call)):
                self._found[symbol].broken.append(
                    BrokenCall(
                        file=call.path,
                        start_line=call.span.start_line,
                        message=change.message,
                        code=change.code,
                        call_site_id=call_site_id(call.caller, call.ordinal),
                        confidence=reference.confidence,
                    )
                )

    def _difference(self, symbol: str) -> ContractDifference | None:
        changed = self._changes(symbol)
        if changed is None:
            return None
        before, after, changes = changed
        broken = (
            *(self._found[symbol].broken if symbol in self._found else ()),
            *self._request.former.dangling.get(symbol, ()),
        )
        return ContractDifference(
            before=before.shown,
            after=after.shown,
            changes=changes,
            broken_calls=tuple(sorted(set(broken), key=_broken_order)),
            old_symbol_id=self._request.former.old_symbols.get(symbol),
        )

    def _mismatch(self, call: WrittenCall, symbol: str, problems: Sequence[str]) -> ApiContractWarningV1:
        name = last_name(symbol)
        called = last_name(symbol.rpartition(".")[0]) if name in _CONSTRUCTORS else name
        return ApiContractWarningV1(
            code=ARITY_MISMATCH, message=f"{called} {'; '.join(problems)}", data=_place_of(call)
        )

    def _incompatible(
        self, checks: CallChecks, call: WrittenCall, reference: Reference, arguments: Sequence[CallArgument]
    ) -> Iterator[ApiContractWarningV1]:
        """Yield the arguments whose types cannot be those that are declared, in every reading of the call."""
        if (reference.confidence or 0) < _MIN_TYPED_CONFIDENCE or len(call.targets) > 1:
            return
        signatures = checks.signatures(reference.target_symbol or "")
        if len(signatures) != 1 or signatures[0].uncheckable is not None:
            return
        readings = checks.bindings(call, reference, signatures, arguments)
        if len(readings) != 1:
            return
        for bound in readings[0]:
            declared, types = bound.parameter.declared, bound.argument.types
            if declared is None or types is None:
                continue
            is_none_default = bound.parameter.default == "None"
            if self._types.cannot_fit(declared, types, is_none_default=is_none_default):
                yield ApiContractWarningV1(
                    code=INCOMPATIBLE_ARG_KIND,
                    message=(
                        f"{bound.argument.text} is {_shown(types)}, and {bound.parameter.name!r} is declared as "
                        f"{_shown((declared,))}"
                    ),
                    data=_place_of(call) | {"parameter": bound.parameter.name},
                )

    # The report

    def _report(self, index: IndexIdentity) -> ApiContractsReportV1:
        request = self._request
        caps = request.caps
        entries = {symbol: self._entry(symbol) for symbol in sorted(self._listed())}
        gone = {symbol: _entry_of_removed(symbol, each) for symbol, each in request.former.removed.items()}
        ordered = sorted({**entries, **gone}.values(), key=_order)
        kept = [_with_cut_callers(each, caps.max_calls_per_symbol) for each in ordered[: caps.max_symbols]]
        counts = ContractCounts(
            symbols=len(ordered),
            calls=sum(len(each.calls) for each in self._found.values()),
            checked_calls=sum(each.n_checked for each in self._found.values()),
            mismatches=self._count(ARITY_MISMATCH),
            incompatible_arguments=self._count(INCOMPATIBLE_ARG_KIND),
            broken_calls=sum(len({*each.broken}) for each in self._found.values())
            + sum(len(each.broken_calls) for each in request.former.removed.values())
            + sum(map(len, request.former.dangling.values())),
        )
        kept, cut = _cap_contract_warnings(kept, caps.max_warnings)
        truncation = (*_symbol_cut(ordered, caps), *cut)
        warnings = cap_warnings(
            (
                *_open_languages({each.symbol.file for each in ordered}),
                *count_index_warnings(self._graph.warnings),
            )
        )
        n_cut = n_cuts((*truncation, *(record for each in kept for record in each.truncation)))
        return ApiContractsReportV1(
            version=VERSION,
            generated_at=request.generated_at,
            options=ContractOptions(
                only_exports=request.only_exports,
                fail_on_warn=request.fail_on_warn,
                caps=ContractCaps(
                    max_symbols=caps.max_symbols,
                    max_calls_per_symbol=caps.max_calls_per_symbol,
                    max_warnings=caps.max_warnings,
                ),
            ),
            symbols=tuple(kept),
            counts=counts,
            basis=basis_of((caps_cause(n_cut),), caps, index),
            revision=request.revision,
            truncation=(*truncation, *warning_truncation(warnings, _SCOPE)),
            warnings=warnings,
        )

    def _listed(self) -> frozenset[str]:
        """Return the symbols that have an entry: if only what a change breaks is wanted, those with something wrong."""
        if self._request.changed_contracts is None:
            return self._wanted
        wrong = {symbol for symbol, found in self._found.items() if found.warnings}
        return self._wanted & (wrong | self._request.former.before.keys())

    def _count(self, code: str) -> int:
        return sum(warning.code == code for each in self._found.values() for warning in each.warnings)

    def _entry(self, symbol: str) -> ApiContractEntryV1:
        found = self._found[symbol] if symbol in self._found else _Found([], [])
        wrong = {(each.data or {}).get("callSiteId") for each in found.warnings}
        calls = sorted(
            found.calls,
            key=lambda each: (
                each.call_site_id not in wrong,
                each.is_candidate,
                each.file or "",
                each.start_line or 0,
                each.call_site_id or "",
            ),
        )
        limit = self._request.caps.max_calls_per_symbol
        row = self._graph.find_row(symbol)
        warnings = (*found.warnings, *self._remarks(symbol, found))
        node = None if row is None else self._graph.node(row)
        return ApiContractEntryV1(
            symbol=ContractSymbol(
                symbol_id=symbol,
                chunk_uid=chunk_uid(symbol),
                file=None if row is None else self._graph.file_path(row),
                name=None if node is None else node.name,
                kind=None if row is None else kind_name(self._graph, row),
            ),
            signature=ContractSignature(
                declared=self._declared(symbol),
                tooling=None if node is None else tooling_signature(node.name, node.details),
            ),
            observed_calls=tuple(calls[:limit]),
            warnings=warnings or None,
            truncation=_call_cut(symbol, len(calls), limit),
            difference=self._difference(symbol),
        )

    def _declared(self, symbol: str) -> str | None:
        path = symbol.partition("::")[0]
        if path not in self._declared_by_path:
            self._declared_by_path[path] = declared_signatures(self._sources.document(path))
        declared = self._declared_by_path[path].get(symbol)
        row = self._graph.find_row(symbol)
        if row is None or self._graph.nodes.kinds[row] != NodeKind.TYPE:
            return declared
        # The constructor of a class is generated or inherited: its parameters are written elsewhere.
        signatures = self._checks.of_path(path).signatures(symbol)
        known = next((each for each in signatures if each.uncheckable is None), None)
        return declared if known is None else constructor_signature(last_name(symbol), known)

    def _remarks(self, symbol: str, found: _Found) -> Iterator[ApiContractWarningV1]:
        """Yield what was not checked, and why."""
        if found.n_candidates:
            is_one = found.n_candidates == 1
            yield ApiContractWarningV1(
                code=UNRESOLVED_TARGET,
                message=f"{count_of(found.n_candidates, 'call')} may mean it or another symbol: {'it is' if is_one else 'they are'} not checked",
                data={"count": found.n_candidates},
            )
        if not found.calls:
            return
        # A constructor is called through its class, whose metaclass or decorators count.
        is_constructor = last_name(symbol) in _CONSTRUCTORS
        called = symbol.rpartition(".")[0] if is_constructor else symbol
        signatures = self._checks.of_path(symbol.partition("::")[0]).signatures(called)
        reason = next((each for each in signatures if each.uncheckable is not None), None)
        if reason is not None and reason.uncheckable is not None and reason.uncheckable != "no_fixed_arity":
            detail = f": {reason.detail}" if reason.detail else ""
            yield ApiContractWarningV1(
                code=UNKNOWN,
                message=f"its calls are not checked, since {_REASONS[reason.uncheckable]}{detail}",
                data={"reason": reason.uncheckable},
            )


def read_contract(checks: ChecksByLanguage, sources: ContractSources, symbol: str, path: str) -> Contract:
    """Return the contract of a symbol in one revision."""
    signatures = checks.of_path(path).signatures(symbol)
    document = sources.document(path)
    definition = next(
        (each for each in (() if document is None else document.definitions) if each.symbol_id == symbol),
        None,
    )
    return contract_of(signatures[0] if signatures else None, definition)


def _broken_order(broken: BrokenCall) -> tuple[str, int, str]:
    return broken.file, broken.start_line, broken.message


def _observed(
    call: WrittenCall,
    arguments: Sequence[CallArgument] | None,
    confidence: float | None,
    *,
    is_candidate: bool = False,
) -> ObservedCallV1:
    return ObservedCallV1(
        arity=call.references[0].argument_count,
        args=None
        if arguments is None
        else tuple(each.text for each in arguments[:_MAX_ARGUMENTS] if each.text),
        call_site_id=call_site_id(call.caller, call.ordinal),
        file=call.path,
        start_line=call.span.start_line,
        confidence=confidence,
        is_candidate=is_candidate,
    )


def _open_languages(paths: set[str | None]) -> Iterator[WarningRecord]:
    """Say which languages' calls are listed and not checked."""
    languages = {language_of_path(path) for path in paths if path is not None}
    found = sorted(each for each in languages if each is not None and traits_of(each).arity is Arity.OPEN)
    if found:
        yield WarningRecord(
            code="NO_FIXED_ARITY",
            message=f"calls in {', '.join(found)} are listed, and not checked: a signature there does not tell how many arguments are right",
            data={"languages": ",".join(found)},
        )


def _place_of(call: WrittenCall) -> dict[str, int | str | bool | None]:
    return {
        "callSiteId": call_site_id(call.caller, call.ordinal),
        "file": call.path,
        "startLine": call.span.start_line,
        "startCol": call.span.start_column,
        "endLine": call.span.end_line,
        "endCol": call.span.end_column,
        "text": " ".join((call.text or "").split())[:_MAX_TEXT],
    }


def _shown(types: Sequence[str]) -> str:
    return " | ".join(dict.fromkeys(each.rpartition("::")[2].removeprefix("ext:") for each in types))


def _order(entry: ApiContractEntryV1) -> tuple[bool, bool, str]:
    has_finding = any(each.code in FINDING_CODES for each in entry.warnings or ()) or (
        entry.difference is not None and bool(entry.difference.broken_calls)
    )
    return not has_finding, entry.difference is None, entry.symbol.symbol_id


def _entry_of_removed(symbol: str, difference: ContractDifference) -> ApiContractEntryV1:
    return ApiContractEntryV1(
        symbol=ContractSymbol(
            symbol_id=symbol,
            chunk_uid=chunk_uid(symbol),
            file=symbol.partition("::")[0],
            name=last_name(symbol),
        ),
        signature=ContractSignature(),
        observed_calls=(),
        difference=difference,
    )


def _with_cut_callers(entry: ApiContractEntryV1, limit: int) -> ApiContractEntryV1:
    """Return an entry with at most so many callers that the change breaks, and a record of the others."""
    difference = entry.difference
    n_broken = 0 if difference is None else len(difference.broken_calls)
    if difference is None or n_broken <= limit:
        return entry
    symbol = entry.symbol.symbol_id
    record = replace(
        _call_cut(symbol, n_broken, limit)[0],
        note="counts callers that the change breaks; a higher maxCallsPerSymbol lists the others",
    )
    return replace(
        entry,
        difference=replace(difference, broken_calls=difference.broken_calls[:limit]),
        truncation=(*entry.truncation, record),
    )


def _symbol_cut(ordered: Sequence[ApiContractEntryV1], caps: Caps) -> tuple[TruncationRecord, ...]:
    n_omitted = len(ordered) - caps.max_symbols
    if n_omitted <= 0:
        return ()
    first = ordered[caps.max_symbols].symbol.symbol_id
    return (
        TruncationRecord(
            scope=_SCOPE,
            cap="maxSymbols",
            limit=caps.max_symbols,
            observed=len(ordered),
            omitted=n_omitted,
            at=TruncationPlace(node=f"symbol:{first}"),
            note="symbols with findings come first; a higher maxSymbols lists the others",
        ),
    )


def _call_cut(symbol: str, n_calls: int, limit: int) -> tuple[TruncationRecord, ...]:
    if n_calls <= limit:
        return ()
    return (
        TruncationRecord(
            scope=_SCOPE,
            cap="maxCallsPerSymbol",
            limit=limit,
            observed=n_calls,
            omitted=n_calls - limit,
            at=TruncationPlace(node=f"symbol:{symbol}"),
            note="calls with findings come first, and all calls were checked; a higher maxCallsPerSymbol lists the others",
        ),
    )


def _cap_contract_warnings(
    entries: Sequence[ApiContractEntryV1], limit: int
) -> tuple[list[ApiContractEntryV1], tuple[TruncationRecord, ...]]:
    """Keep so many warnings of all entries together: findings before remarks."""
    n_findings = sum(each.code in FINDING_CODES for entry in entries for each in entry.warnings or ())
    n_all = sum(len(entry.warnings or ()) for entry in entries)
    if n_all <= limit:
        return list(entries), ()
    room = {True: min(limit, n_findings), False: max(0, limit - n_findings)}
    kept = []
    for entry in entries:
        own = []
        for each in entry.warnings or ():
            is_finding = each.code in FINDING_CODES
            if room[is_finding]:
                room[is_finding] -= 1
                own.append(each)
        kept.append(replace(entry, warnings=tuple(own) or None))
    record = TruncationRecord(
        scope=_SCOPE,
        cap="maxWarnings",
        limit=limit,
        observed=n_all,
        omitted=n_all - limit,
        note="counts warnings about calls, the wrong ones first; a higher maxWarnings lists the others",
    )
    return kept, (record,)
