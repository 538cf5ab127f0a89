"""Does the code keep its architecture rules?

Turns: CodeGraph + rules → ArchitectureResult: every violation with its places and the shortest chain that shows it, and what is
wrong with the rules: selectors that match nothing, exceptions that are not needed or have expired.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Flags
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.node_references import FileRef, NodeRef, SymbolRef
from codeshed.model.architecture.architecture_rules import (
    ArchitectureRuleV1,
    EdgeType,
    PathSelectorV1,
    RuleException,
)
from codeshed.model.findings.finding import FindingLocation, location_of
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.query.architecture.dependencies import Dependencies, ImportSites, Pair, is_wanted
from codeshed.query.architecture.file_graph import (
    FileGraph,
    components,
    order_with_few_feedback_edges,
)
from codeshed.query.architecture.selected_files import SelectedFiles

CODE_BY_TYPE = {
    "forbiddenImport": "FORBIDDEN_IMPORT",
    "forbiddenCall": "FORBIDDEN_CALL",
    "layering": "LAYERING",
    "independence": "INDEPENDENCE",
    "acyclic": "ACYCLIC",
    "protected": "PROTECTED",
    "orphan": "ORPHAN",
    "allowedOnly": "ALLOWED_ONLY",
    "bannedExternal": "BANNED_EXTERNAL",
}
UNLAYERED_FILE = "UNLAYERED_FILE"
EMPTY_SELECTOR = "EMPTY_SELECTOR"
OVERLAPPING_LAYERS = "OVERLAPPING_LAYERS"
UNUSED_EXCEPTION = "UNUSED_EXCEPTION"
EXPIRED_EXCEPTION = "EXPIRED_EXCEPTION"

ARCHITECTURE_CODES = frozenset(
    {
        *CODE_BY_TYPE.values(),
        UNLAYERED_FILE,
        EMPTY_SELECTOR,
        OVERLAPPING_LAYERS,
        UNUSED_EXCEPTION,
        EXPIRED_EXCEPTION,
    }
)
"""All codes of this check."""


class DependencyStep(msgspec.Struct, frozen=True, kw_only=True):
    """One edge of a chain: from a file or function to another, at its first place."""

    edge_type: EdgeType
    source: NodeRef
    target: NodeRef
    location: FindingLocation
    n_sites: int = 1


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One dependency that breaks a rule, or a file that does; of a file the ends are the same and there are no steps."""

    rule: ArchitectureRuleV1
    code: str
    what: str
    steps: tuple[DependencyStep, ...] = ()
    file: str | None = None

    @property
    def source(self) -> NodeRef:
        """Where it begins."""
        return self.steps[0].source if self.steps else FileRef(path=self.file or "")

    @property
    def target(self) -> NodeRef:
        """Where it ends; of a cycle, where the edge ends that is told."""
        if not self.steps:
            return FileRef(path=self.file or "")
        return self.steps[0 if self.code == CODE_BY_TYPE["acyclic"] else -1].target


class RuleWarning(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a rule, not with the code."""

    code: str
    rule: ArchitectureRuleV1
    message: str
    subject: str
    remedy: str


class ArchitectureResult(msgspec.Struct, frozen=True, kw_only=True):
    """All violations, in the order of rules, files and lines, and what is wrong with rules."""

    violations: tuple[Violation, ...]
    warnings: tuple[RuleWarning, ...]
    n_files: int
    n_dependencies: int
    is_cut: bool


def check_rules(
    graph: CodeGraph, rules: Sequence[ArchitectureRuleV1], *, today: str, work: WorkCounter
) -> ArchitectureResult:
    """Return what breaks some rules; an exception holds until the end of its last day (`today` is `2026-11-19`)."""
    dependencies = Dependencies(graph)
    files = SelectedFiles(dependencies.files)
    violations: list[Violation] = []
    warnings: list[RuleWarning] = []
    for rule in rules:
        check = _RuleCheck(rule, dependencies, files, today=today, work=work)
        found = list(check.iter_violations())
        violations += sorted(found, key=_order)
        warnings += check.iter_warnings()
    is_cut = not work.n_left or work.n_milliseconds is not None
    return ArchitectureResult(
        violations=tuple(violations),
        warnings=tuple(warnings),
        n_files=len(dependencies.files),
        n_dependencies=len(dependencies.pairs(("import", "call"), min_confidence=0.0)),
        is_cut=is_cut,
    )


def _order(violation: Violation) -> tuple[tuple[str, int, int], str, str, str]:
    place = (violation.file or "", 0, 0) if not violation.steps else violation.steps[0].location.sort_key
    return place, violation.code, node_text(violation.source), node_text(violation.target)


def node_text(ref: NodeRef) -> str:
    """Return a node as people write it: its path or symbol id, a package without `ext:`."""
    match ref:
        case FileRef():
            return ref.path
        case SymbolRef():
            return ref.symbol_id.removeprefix(EXTERNAL_PREFIX)
        case _:
            return ref.chunk_uid


class _RuleCheck:
    """One rule, and the dependencies that it sees: those of its edge types without its exceptions."""

    def __init__(
        self,
        rule: ArchitectureRuleV1,
        dependencies: Dependencies,
        files: SelectedFiles,
        *,
        today: str,
        work: WorkCounter,
    ) -> None:
        self._rule = rule
        self._dependencies = dependencies
        self._files = files
        self._today = today
        self._work = work
        self._used_exceptions: set[int] = set()
        self._warnings: list[RuleWarning] = []
        self._edge_type_by_pair = self._visible_pairs()

    def iter_violations(self) -> Iterator[Violation]:
        """Yield the violations of the rule, in no order."""
        match self._rule.type:
            case "forbiddenImport" | "forbiddenCall":
                yield from self._forbidden()
            case "layering":
                yield from self._layering()
            case "independence":
                yield from self._independence()
            case "acyclic":
                yield from self._acyclic()
            case "protected":
                yield from self._protected()
            case "orphan":
                yield from self._orphans()
            case "allowedOnly":
                yield from self._allowed_only()
            case "bannedExternal":
                yield from self._banned_external()

    def iter_warnings(self) -> Iterator[RuleWarning]:
        """Yield what is wrong with the rule; call it after `iter_violations`."""
        for field, selector in _selectors_of(self._rule):
            for glob in selector.any_of or ():
                if self._files.matches_nothing(glob):
                    yield self._warning(
                        EMPTY_SELECTOR,
                        f"{field}: no file matches {glob!r}",
                        glob,
                        "mend the pattern, which is read from the root of the repository",
                    )
        yield from self._warnings
        for index, each in enumerate(self._rule.ignore):
            named = f"{_selector_text(each.from_)} -> {_selector_text(each.to)}"
            if self._is_expired(each):
                yield self._warning(
                    EXPIRED_EXCEPTION,
                    f"the exception {named} held until {each.until} ({each.reason})",
                    named,
                    "mend the code, or give the exception another date",
                )
            elif index not in self._used_exceptions:
                yield self._warning(
                    UNUSED_EXCEPTION,
                    f"no dependency is what the exception {named} excuses ({each.reason})",
                    named,
                    "remove the exception",
                )

    def _warning(self, code: str, message: str, subject: str, remedy: str) -> RuleWarning:
        return RuleWarning(code=code, rule=self._rule, message=message, subject=subject, remedy=remedy)

    def _is_expired(self, exception: RuleException) -> bool:
        return exception.until is not None and exception.until < self._today

    def _visible_pairs(self) -> dict[Pair, EdgeType]:
        rule = self._rule
        pairs = self._dependencies.pairs(
            rule.edge_types, min_confidence=rule.min_confidence, type_only=rule.type_only
        )
        for index, each in enumerate(rule.ignore):
            if self._is_expired(each):
                continue
            source, target = self._files.mask(each.from_), self._files.mask(each.to)
            excused = [pair for pair in pairs if source[pair[0]] and target[pair[1]]]
            if excused:
                self._used_exceptions.add(index)
            for pair in excused:
                del pairs[pair]
        return pairs

    def _graph(self) -> FileGraph:
        return FileGraph(self._edge_type_by_pair, self._work)

    # Rules

    def _forbidden(self) -> Iterator[Violation]:
        source, target = self._files.mask(self._rule.from_), self._files.mask(self._rule.to)
        what = "this dependency is forbidden"
        direct = self._between(source, target)
        yield from self._direct_violations(direct, what)
        if self._rule.via == "transitive":
            yield from self._chains(
                _rows(source & ~target), _rows(target), {pair[0] for pair in direct}, what
            )

    def _layering(self) -> Iterator[Violation]:
        layers = self._rule.layers if self._rule.order == "topFirst" else self._rule.layers[::-1]
        place_of: dict[int, tuple[int, int]] = {}
        names: dict[tuple[int, int], str] = {}
        overlaps: dict[tuple[str, str], str] = {}
        for height, layer in enumerate(layers):
            for member, group in enumerate(layer.groups):
                names[height, member] = group.name
                for file in _rows(self._files.mask(group.match)):
                    known = place_of.setdefault(file, (height, member))
                    if known != (height, member):
                        overlaps.setdefault((names[known], group.name), self._files.files[file])
        for (first, second), path in sorted(overlaps.items()):
            self._warnings.append(
                self._warning(
                    OVERLAPPING_LAYERS,
                    f"{path} is in {first!r} and in {second!r}; it counts as {first!r}",
                    f"{first} {second}",
                    "let each file match one layer",
                )
            )
        yield from self._between_groups(place_of, names)
        if self._rule.exhaustive is not None:
            for file in _rows(self._files.mask(self._rule.exhaustive)):
                if file not in place_of and self._dependencies.has_module(file):
                    yield self._file_violation(file, UNLAYERED_FILE, "the file is in no layer")

    def _independence(self) -> Iterator[Violation]:
        groups = self._groups()
        place_of: dict[int, tuple[int, int]] = {}
        names = {}
        for member, (name, mask) in enumerate(groups.items()):
            names[0, member] = name
            for file in _rows(mask):
                place_of.setdefault(file, (0, member))
        yield from self._between_groups(place_of, names)

    def _between_groups(
        self,
        place_of: dict[int, tuple[int, int]],
        names: dict[tuple[int, int], str],
    ) -> Iterator[Violation]:
        """Yield dependencies between groups in the wrong direction, and chains through files of no group."""
        direct: dict[tuple[int, int], list[Pair]] = {}
        for pair in self._edge_type_by_pair:
            source, target = place_of.get(pair[0]), place_of.get(pair[1])
            if source is not None and target is not None and _is_against_layers(source, target):
                direct.setdefault(target, []).append(pair)
        for goal in sorted(names):
            pairs = direct.get(goal, [])
            for pair in sorted(pairs):
                yield from self._direct_violations([pair], _against(names, place_of[pair[0]], goal))
            if self._rule.via == "transitive":
                known = {pair[0] for pair in pairs}
                goals = [file for file, place in place_of.items() if place == goal]
                chains = self._graph().chains_to(goals, stops=place_of)
                for start, chain in chains.items():
                    place = place_of[start]
                    if start not in known and len(chain) > 2 and _is_against_layers(place, goal):  # noqa: PLR2004 - not direct
                        yield self._chain_violation(chain, _against(names, place, goal))

    def _acyclic(self) -> Iterator[Violation]:
        groups = self._groups()
        names = list(groups)
        member_of = {file: index for index, mask in enumerate(groups.values()) for file in _rows(mask)}
        pairs_by_edge: dict[Pair, list[Pair]] = {}
        for pair in sorted(self._edge_type_by_pair):
            source, target = member_of.get(pair[0]), member_of.get(pair[1])
            if source is not None and target is not None and source != target:
                pairs_by_edge.setdefault((source, target), []).append(pair)
        self._work.add(len(pairs_by_edge))
        for component in components(len(names), pairs_by_edge):
            inside = {
                edge: len(pairs)
                for edge, pairs in pairs_by_edge.items()
                if edge[0] in set(component) and edge[1] in set(component)
            }
            order = order_with_few_feedback_edges(component, inside)
            place = {member: index for index, member in enumerate(order)}
            graph = FileGraph(inside, self._work)
            for source, target in sorted(inside):
                if place[source] < place[target]:
                    continue
                back = graph.chains_to([source], stops=[target]).get(target, (target,))
                cycle = (source, *back)
                shown = " -> ".join(names[each] for each in cycle)
                edges = pairwise(cycle)
                steps = tuple(self._step(pairs_by_edge[edge][0]) for edge in edges if edge in pairs_by_edge)
                yield Violation(
                    rule=self._rule,
                    code=CODE_BY_TYPE["acyclic"],
                    what=f"a cycle: {shown}",
                    steps=steps,
                )

    def _protected(self) -> Iterator[Violation]:
        modules = self._files.mask(self._rule.modules)
        others = ~(modules | self._files.mask(self._rule.allowed_from))
        what = "these modules are protected, and this one may not use them"
        yield from self._direct_violations(self._between(others, modules), what)

    def _orphans(self) -> Iterator[Violation]:
        wanted = self._files.mask(self._rule.match)
        if self._rule.reachable_from is None:
            known = {file for pair in self._edge_type_by_pair for file in pair}
            what = "nothing depends on it, and it depends on nothing"
        else:
            starts = _rows(self._files.mask(self._rule.reachable_from))
            known = self._graph().reachable_from(starts)
            what = "nothing that it should be reached from depends on it"
        for file in _rows(wanted):
            if file not in known and self._dependencies.has_module(file):
                yield self._file_violation(file, CODE_BY_TYPE["orphan"], what)

    def _allowed_only(self) -> Iterator[Violation]:
        source = self._files.mask(self._rule.from_)
        allowed = [(self._files.mask(each.from_), self._files.mask(each.to)) for each in self._rule.allowed]
        found = [
            pair
            for pair in sorted(self._edge_type_by_pair)
            if source[pair[0]] and not any(first[pair[0]] and second[pair[1]] for first, second in allowed)
        ]
        yield from self._direct_violations(found, "no entry of `allowed` allows this dependency")

    def _banned_external(self) -> Iterator[Violation]:
        source = self._files.mask(self._rule.from_)
        packages = self._rule.packages
        importers: dict[int, list[tuple[str, ImportSites]]] = {}
        for (file, name), sites in sorted(self._dependencies.external_imports.items()):
            wanted = is_wanted(self._rule.type_only, is_type_only=sites.is_type_only)
            if wanted and any(is_in_package(name, each) for each in packages):
                importers.setdefault(file, []).append((name, sites))
        what = "this package is banned here"
        for index, each in enumerate(self._rule.ignore):
            excused = (
                [] if self._is_expired(each) else [f for f in importers if self._files.mask(each.from_)[f]]
            )
            if excused:
                self._used_exceptions.add(index)
            for file in excused:
                del importers[file]
        for file, found in sorted(importers.items()):
            packages_here = {_package_of(name, packages) for name, _ in found} if source[file] else set()
            for package in sorted(packages_here):
                name, sites = next(each for each in found if _package_of(each[0], packages) == package)
                yield self._violation((self._external_step(file, name, sites),), what)
        if self._rule.via == "transitive":
            outside = [file for file in importers if not source[file]]
            chains = self._graph().chains_to(outside, stops=frozenset(_rows(source)))
            for chain in chains.values():
                steps = [self._step(pair) for pair in pairwise(chain)]
                last = self._external_step(chain[-1], *importers[chain[-1]][0])
                yield self._violation((*steps, last), what)

    # Violations

    def _groups(self) -> dict[str, Flags]:
        rule = self._rule
        if rule.each is None:
            return self._files.groups(rule.members)
        groups = self._files.groups_by_glob(rule.each)
        if not groups:
            self._warnings.append(
                self._warning(
                    EMPTY_SELECTOR,
                    f"each: no file or folder matches {rule.each!r}",
                    rule.each,
                    "mend the pattern, which is read from the root of the repository",
                )
            )
        return groups

    def _between(self, source: Flags, target: Flags) -> list[Pair]:
        return [pair for pair in sorted(self._edge_type_by_pair) if source[pair[0]] and target[pair[1]]]

    def _direct_violations(self, pairs: Sequence[Pair], what: str) -> Iterator[Violation]:
        for pair in pairs:
            for step in self._steps(pair):
                yield self._violation((step,), what)

    def _chains(
        self, starts: Sequence[int], goals: Sequence[int], known: set[int], what: str
    ) -> Iterator[Violation]:
        chains = self._graph().chains_to(goals, stops=frozenset(starts))
        for start, chain in chains.items():
            if start not in known:
                yield self._chain_violation(chain, what)

    def _chain_violation(self, chain: Sequence[int], what: str) -> Violation:
        pairs = pairwise(chain)
        return self._violation(tuple(self._step(pair) for pair in pairs), what)

    def _violation(self, steps: tuple[DependencyStep, ...], what: str) -> Violation:
        return Violation(rule=self._rule, code=CODE_BY_TYPE[self._rule.type], what=what, steps=steps)

    def _file_violation(self, file: int, code: str, what: str) -> Violation:
        return Violation(rule=self._rule, code=code, what=what, file=self._files.files[file])

    def _steps(self, pair: Pair) -> Iterator[DependencyStep]:
        """Yield the import between two files, if there is one, else each call."""
        if self._edge_type_by_pair[pair] == "import":
            yield self._step(pair)
            return
        for row in self._dependencies.calls.of_pair(pair, self._rule.min_confidence):
            yield self._call_step(row)

    def _step(self, pair: Pair) -> DependencyStep:
        if self._edge_type_by_pair[pair] == "call":
            return self._call_step(self._dependencies.calls.of_pair(pair, self._rule.min_confidence)[0])
        sites = self._dependencies.imports[pair]
        source, target = (self._files.files[each] for each in pair)
        return DependencyStep(
            edge_type="import",
            source=FileRef(path=source),
            target=FileRef(path=target),
            location=location_of(source, sites.first),
            n_sites=sites.n_sites,
        )

    def _external_step(self, file: int, name: str, sites: ImportSites) -> DependencyStep:
        path = self._files.files[file]
        return DependencyStep(
            edge_type="import",
            source=FileRef(path=path),
            target=SymbolRef(symbol_id=f"{EXTERNAL_PREFIX}{name}"),
            location=location_of(path, sites.first),
            n_sites=sites.n_sites,
        )

    def _call_step(self, row: int) -> DependencyStep:
        edge = self._dependencies.graph.edge(row)
        site = edge.sites[0] if edge.sites else None
        graph = self._dependencies.graph
        path = graph.file_path(int(graph.edges.sources[row])) or ""
        return DependencyStep(
            edge_type="call",
            source=_ref(edge.source),
            target=_ref(edge.target),
            location=location_of(site.file_path if site else path, site.span if site else None),
            n_sites=edge.n_sites,
        )


def _ref(symbol: str) -> NodeRef:
    return SymbolRef(symbol_id=symbol) if "::" in symbol else FileRef(path=symbol)


def _is_against_layers(source: tuple[int, int], target: tuple[int, int]) -> bool:
    """Whether a dependency leads upwards, or to another member of the same layer."""
    return source[0] > target[0] or (source[0] == target[0] and source[1] != target[1])


def _against(names: dict[tuple[int, int], str], source: tuple[int, int], target: tuple[int, int]) -> str:
    if source[0] == target[0]:
        return f"{names[source]!r} and {names[target]!r} must not depend on each other"
    return f"{names[source]!r} lies below {names[target]!r}, and must not depend on it"


def _rows(mask: Flags) -> list[int]:
    return [int(row) for row in np.flatnonzero(mask)]


def is_in_package(name: str, package: str) -> bool:
    """Whether an external name is of a package: `requests.api` of `requests`, `@scope/a` of `@scope/*`."""
    plain = package.removesuffix("*") if package.endswith("*") else None
    if plain is not None:
        return name.startswith(plain)
    return name == package or name.startswith((f"{package}.", f"{package}/"))


def _package_of(name: str, packages: Sequence[str]) -> str:
    return next(each for each in packages if is_in_package(name, each))


def _selectors_of(rule: ArchitectureRuleV1) -> Iterator[tuple[str, PathSelectorV1]]:
    """Yield the selectors of a rule with their places in it."""
    named = (
        ("from", rule.from_),
        ("to", rule.to),
        ("modules", rule.modules),
        ("allowedFrom", rule.allowed_from),
        ("match", rule.match),
        ("reachableFrom", rule.reachable_from),
        ("exhaustive", rule.exhaustive),
        *((f"layer {group.name!r}", group.match) for layer in rule.layers for group in layer.groups),
        *((f"member {each.name!r}", each.match) for each in rule.members),
        *(("allowed", selector) for each in rule.allowed for selector in (each.from_, each.to)),
    )
    for field, selector in named:
        if selector is not None:
            yield field, selector


def _selector_text(selector: PathSelectorV1) -> str:
    return ",".join(selector.any_of) if selector.any_of is not None else "any file"
