"""A repository that answers questions.

Every question of the command line is a method here. A method takes options, opens the index if need be, and returns an
`Answer`. What only some questions need is loaded by those.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from codeshed.api.answer import Answer, Writer
from codeshed.api.answer_context import (
    AnswerContext,
    CapChoice,
    ChosenCaps,
    context_in_memory,
    context_of_index,
    resolve_caps,
)
from codeshed.api.index_opening import (
    IndexOptions,
    chosen_settings,
    graph_in_memory,
    is_in_memory,
    open_index,
    settings_of,
    with_observed_calls,
)
from codeshed.api.option_values import choose, require_one_of
from codeshed.api.search_answers import KeptCorpus
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.errors import InvalidOptionError, NoChangeNamedError
from codeshed.model.answers.caps import (
    ALL_CAPS,
    CONTRACT_CAPS,
    NEIGHBOUR_CAPS,
    PACK_CAPS,
    RISK_CAPS,
    SELECTION_CAPS,
    WALK_CAPS,
    WORK_CAPS,
)
from codeshed.model.answers.node_references import is_clear_seed
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.render.json_output import to_json

if TYPE_CHECKING:
    import msgspec

    from codeshed.api.change_risk import ChangeRisk
    from codeshed.api.requested_changes import KnownChanges
    from codeshed.api.selection_inputs import SelectionInputs
    from codeshed.graph.data.code_graph import CodeGraph
    from codeshed.model.answers.contracts_answer import ApiContractsReportV1
    from codeshed.model.answers.neighbours_answer import NeighboursV1, Side
    from codeshed.model.answers.truncation import WarningRecord
    from codeshed.model.change_set import Difference
    from codeshed.model.findings.findings_report import FindingsReport
    from codeshed.project.index.index_refresh import OpenIndex
    from codeshed.project.recording.recorded_tests import TestsByFunction
    from codeshed.query.advise import AdviceReport
    from codeshed.query.affected import AffectedReportV1
    from codeshed.query.architecture.architecture_diff import ArchitectureDiffV1
    from codeshed.query.architecture.architecture_report import ArchitectureReportV1
    from codeshed.query.architecture.proposed_rules import ProposedRules
    from codeshed.query.check import CheckReportV1
    from codeshed.query.codegraph_context.documents import CodeGraphContext, ContextError
    from codeshed.query.context.context_contract import CompositeContextPackV1, FlowsOfRows
    from codeshed.query.find import FindReportV1
    from codeshed.query.footprint import FootprintResult, FootprintRow
    from codeshed.query.gate import GateReport
    from codeshed.query.graph_pack import GraphContextPackV1
    from codeshed.query.history import HistoryReport
    from codeshed.query.impact.impact import GraphImpactAnalysisV1
    from codeshed.query.path import PathReportV1
    from codeshed.query.profile import ProfileResult
    from codeshed.query.recording_report import RecordingReportV1
    from codeshed.query.repository_map.repository_map import RepositoryMapV1
    from codeshed.query.risk.risk import RiskReportV1
    from codeshed.query.search.search_contract import SearchReportV1
    from codeshed.query.status import StatusReport
    from codeshed.query.test_selection.run_evidence import RecordedRuns
    from codeshed.query.test_selection.selected_tests import SuggestTestsReportV1
    from codeshed.query.test_selection.testers import TestersReportV1
    from codeshed.query.test_selection.untested import UntestedReportV1
    from codeshed.query.unused.unused import UnusedReportV1
    from codeshed.query.why import WhyReportV1
    from codeshed.render.layout.source_lines import SourceLines

_FRESH_SECONDS = 1.0
"""For so long an index that was compared with the files is taken as up to date."""

_HEAD = "HEAD"
_WIDE = "wide"
_LARGE = "large"
"""Missing a dependent breaks a build; a longer run only costs time."""

_DEFAULT_TOKENS = 4000
_DEFAULT_MAP_TOKENS = 2000
_BYTES_BY_TOKEN = 10


class Project:
    """A repository, with its index. Made by `open_project`; usable as a context, which closes the index at its end.

    Each answer is about the files as they are: the index is compared with them, at most once a second, and updated.
    """

    def __init__(
        self,
        options: IndexOptions,
        *,
        clock: Callable[[], float] = time.monotonic,
        source: IndexOptions | None = None,
    ) -> None:
        """Open nothing yet: the first question does. `clock` tells how long ago the index was compared with the files.

        For a repository at another revision, `source` is the repository that the revision is of.
        """
        self._options = options
        self._source = source
        self._clock = clock
        self._opened: OpenIndex | None = None
        self._is_for_few = False
        self._opened_at = 0.0
        self._in_memory: CodeGraph | None = None
        self._kept = KeptCorpus()
        self._with_calls: tuple[OpenIndex, OpenIndex] | None = None
        self._changes: KnownChanges | None = None

    @property
    def root(self) -> Path:
        """The folder of the repository."""
        return self._options.root

    @property
    def options(self) -> IndexOptions:
        """How the repository is opened."""
        return self._options

    def __repr__(self) -> str:
        """Name the folder."""
        return f"Project({str(self.root)!r})"

    def __enter__(self) -> Self:
        """Return the project."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the index."""
        self.close()

    def close(self) -> None:
        """Close the index. The next question opens it again."""
        if self._opened is not None:
            self._opened.reader.close()
        self._opened = None
        self._in_memory = None
        self._kept = KeptCorpus()
        self._with_calls = None

    def refresh(self) -> Self:
        """Compare the index with the files before the next answer, even if that was done less than a second ago."""
        self.close()
        return self

    def open_revision(self, revision: str) -> "Project":
        """Return the repository as it is at a commit, branch or tag: `project.open_revision("HEAD~3")`.

        Its files and its index are in the user's cache folder. It has the settings of this project.
        """
        from codeshed.api.revision_opening import revision_options

        return Project(
            revision_options(self._source or self._options, revision),
            clock=self._clock,
            source=self._source or self._options,
        )

    # Where to start

    def map(
        self,
        scope: str = ".",
        *,
        max_tokens: int | None = None,
        output: str = "text",
        size_function: str = DEFAULT_SIZE_FUNCTION,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[RepositoryMapV1]":
        """Return what the repository, or a folder of it, is and where to start reading: `project.map("src/shop")`.

        `max_tokens` holds for the format `output`, which is text, md or json; that of md is 2 000 unless given.
        """
        from codeshed.build.size import size_function as size_function_of
        from codeshed.query.repository_map.repository_map import MapRequest, repository_map
        from codeshed.render.map_text import fit_map, map_markdown, map_text

        write_by_format = {"text": map_text, "md": map_markdown, "json": to_json}
        require_one_of("format", output, tuple(write_by_format))
        (from_root,) = seeds_from_root(self.root, (scope,))
        context = self._context(
            CapChoice(profile=profile, caps=caps), allowed=("maxNodes",), is_for_few=False
        )
        found = repository_map(
            context.graph,
            MapRequest(caps=context.caps, scope=from_root.rstrip("/") or "."),
            index=context.index,
        )
        budget = _DEFAULT_MAP_TOKENS if max_tokens is None and output == "md" else max_tokens
        if budget is not None:
            found = fit_map(found, write_by_format[output], size_function_of(size_function), budget)
        return Answer(
            document=found,
            writers={
                **_writers(found, lambda show_all: map_text(found, show_all=show_all)),
                "md": lambda _: map_markdown(found),
            },
        )

    # Where is it

    def search(
        self,
        text: str,
        *,
        languages: Sequence[str] = (),
        kinds: Sequence[str] = (),
        globs: Sequence[str] = (),
        tests: str = "any",
        changed_since: str | None = None,
        explain: bool = False,
        graph_ranking: bool | None = None,
        graph_ranking_max_work: int | None = None,
        graph_ranking_max_ms: int | None = None,
        graph_ranking_seeds: str | None = None,
        graph_ranking_seed_k: int | None = None,
        context_expansion: bool | None = None,
        context_expansion_explain: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[SearchReportV1]":
        """Return the code that a text means: `project.search("total is wrong for empty carts")`.

        The text is an issue, an error message with its traceback, a question, or half a name. `caps={"maxCandidates": 10}`
        bounds the hits.
        """
        from codeshed.api.search_answers import SearchOptions, search_request
        from codeshed.discover.checked_out_commit import checked_out_commit
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.project.index.search_corpus import corpus_of_graph, corpus_of_index
        from codeshed.query.search.search import search
        from codeshed.render.search_text import search_text
        from codeshed.store.cache_folder import user_cache_folder

        settings = chosen_settings(self._options)
        context = self._context(
            CapChoice(profile=profile, caps=caps), allowed=(*WORK_CAPS, "maxCandidates"), is_for_few=True
        )
        options = SearchOptions(
            languages=languages,
            kinds=kinds,
            globs=globs,
            tests=tests,
            changed_since=changed_since,
            explain=explain,
            graph_ranking=graph_ranking,
            graph_ranking_max_work=graph_ranking_max_work,
            graph_ranking_max_ms=graph_ranking_max_ms,
            graph_ranking_seeds=graph_ranking_seeds,
            graph_ranking_seed_k=graph_ranking_seed_k,
            context_expansion=context_expansion,
            context_expansion_explain=context_expansion_explain,
        )
        request = search_request(self.root, text, options, settings, context.caps)
        sources, folder = FolderSourceReader(self.root), user_cache_folder()
        opened = None if is_in_memory(self._options, settings) else self._opened
        corpus = self._kept.corpus(
            f"{'' if opened is None else opened.reader.revision} {checked_out_commit(self.root)}",
            lambda: (
                corpus_of_graph(context.graph, sources, self.root, folder)
                if opened is None
                else corpus_of_index(opened.reader, self.root, folder)
            ),
        )
        report = search(context.graph, corpus, sources, request, index=context.index, clock=self._clock)
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: search_text(report, show_all=show_all)),
        )

    def find(
        self,
        name: str,
        *,
        kinds: Sequence[str] = (),
        externals: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[FindReportV1]":
        """Return the symbols with a name, or one that begins with it, contains it, or is like it: `project.find("Cart.tot")`."""
        from codeshed.graph.data.kinds import NodeKind
        from codeshed.graph.seeds.similar_names import list_names
        from codeshed.query.find import FindRequest, find
        from codeshed.render.search_text import find_text

        if not name.strip():
            raise InvalidOptionError(
                "the name is empty", hint="write a name or a part of one: codeshed find Cart.tot"
            )
        for kind in kinds:
            require_one_of("kind of symbol", kind, tuple(each.name.lower() for each in NodeKind))
        settings = chosen_settings(self._options)
        context = self._context(
            CapChoice(profile=profile, caps=caps), allowed=("maxCandidates",), is_for_few=False
        )
        opened = None if is_in_memory(self._options, settings) else self._opened
        names = self._kept.names(
            "" if opened is None else opened.reader.revision, lambda: list_names(context.graph)
        )
        report = find(
            context.graph,
            names,
            FindRequest(caps=context.caps, name=name, kinds=tuple(kinds), externals=externals),
            index=context.index,
        )
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: find_text(report, show_all=show_all)),
            is_clear=bool(report.matches) and report.matches[0].match != "similar",
        )

    # Short questions

    def callers(
        self,
        seed: str,
        *,
        min_confidence: float = 0.0,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[NeighboursV1]":
        """Return who calls something, the most certain first: `project.callers("Cart.total")`."""
        from codeshed.model.answers.neighbours_answer import Side

        return self._neighbours(Side.CALLERS, seed, min_confidence, CapChoice(profile=profile, caps=caps))

    def callees(
        self,
        seed: str,
        *,
        min_confidence: float = 0.0,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[NeighboursV1]":
        """Return what something calls and uses, the most certain first."""
        from codeshed.model.answers.neighbours_answer import Side

        return self._neighbours(Side.CALLEES, seed, min_confidence, CapChoice(profile=profile, caps=caps))

    def _neighbours(
        self, side: "Side", seed: str, min_confidence: float, choice: CapChoice
    ) -> "Answer[NeighboursV1]":
        from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
        from codeshed.render.neighbours_text import neighbours_text

        (from_root,) = seeds_from_root(self.root, (seed,))
        context = self._context(choice, default_profile=_WIDE, allowed=NEIGHBOUR_CAPS)
        require_lines(self.root, context.graph, (from_root,))
        answer = neighbours(
            context.graph,
            from_root,
            NeighbourRequest(caps=context.caps, side=side, min_confidence=min_confidence),
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=answer,
            writers=_writers(
                answer, lambda show_all: neighbours_text(answer, self._source_lines(), show_all=show_all)
            ),
            is_clear=is_clear_seed(answer.seed),
        )

    def path(
        self,
        source: str,
        target: str,
        *,
        edge_types: Sequence[str] = (),
        min_confidence: float = 0.0,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[PathReportV1]":
        """Return the way from `source` to `target` with the evidence of each step; if there is none, the way back."""
        from codeshed.graph.walk.edge_filter import EdgeFilters
        from codeshed.query.path import PathRequest, path_between
        from codeshed.render.path_text import path_text

        first, last = seeds_from_root(self.root, (source, target))
        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_WIDE, allowed=WALK_CAPS
        )
        require_lines(self.root, context.graph, (first, last))
        filters = EdgeFilters(edge_types=tuple(edge_types), min_confidence=min_confidence)
        report = path_between(
            context.graph,
            first,
            last,
            PathRequest(caps=context.caps, filters=filters),
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers=_writers(
                report, lambda show_all: path_text(report, self._source_lines(), show_all=show_all)
            ),
            is_clear=is_clear_seed(report.from_) and is_clear_seed(report.to),
        )

    def why(
        self, source: str, target: str, *, profile: str | None = None, caps: ChosenCaps = ()
    ) -> "Answer[WhyReportV1]":
        """Return the edges from `source` to `target`, each with its places, who found it, and how sure it is."""
        from codeshed.query.why import WhyRequest, why
        from codeshed.render.why_text import why_text

        first, last = seeds_from_root(self.root, (source, target))
        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_WIDE, allowed=(*WALK_CAPS, "maxEdges")
        )
        require_lines(self.root, context.graph, (first, last))
        report = why(
            context.graph,
            first,
            last,
            WhyRequest(caps=context.caps),
            document_of=context.document_of,
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers=_writers(
                report, lambda show_all: why_text(report, self._source_lines(), show_all=show_all)
            ),
            is_clear=is_clear_seed(report.from_) and is_clear_seed(report.to),
        )

    def unused(
        self, *, include_public: bool = False, profile: str | None = None, caps: ChosenCaps = ()
    ) -> "Answer[UnusedReportV1]":
        """Return the functions that nothing reaches, and what speaks against removing them."""
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.project.mention_search import MentionSearch, find_text_files
        from codeshed.project.public_symbols import PublicSymbols
        from codeshed.project.pytest_settings import read_test_names
        from codeshed.query.unused.unused import UnusedRequest, unused
        from codeshed.render.unused_text import unused_text

        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_WIDE, allowed=WORK_CAPS, is_for_few=False
        )
        texts = (*context.graph.files, *find_text_files(self.root, chosen_settings(self._options)))
        symbols = PublicSymbols(context.document_of)
        report = unused(
            context.graph,
            UnusedRequest(
                caps=context.caps, include_public=include_public, test_names=read_test_names(self.root)
            ),
            find_mentions=MentionSearch(self.root, texts),
            sources=FolderSourceReader(self.root),
            is_public=symbols.is_public,
            has_body=symbols.has_body,
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: unused_text(report, show_all=show_all)),
        )

    # Graphs and changes

    def graph(
        self,
        seed: str,
        *,
        direction: str = "both",
        depth: int = 1,
        graphs: Sequence[str] = (),
        edge_types: Sequence[str] = (),
        min_confidence: float = 0.0,
        has_paths: bool = False,
        externals: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[GraphContextPackV1]":
        """Return the graph around something: what it uses (`out`), what uses it (`in`), or `both`.

        Formats: text, json, md, mermaid, dot, graphml. Only JSON holds what belongs to other packages, unless `externals`.
        """
        from codeshed.graph.walk.edge_filter import EdgeFilters, graph_names
        from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
        from codeshed.render.graphs import graph_diagrams
        from codeshed.render.graphs.graph_markdown import graph_markdown
        from codeshed.render.graphs.graph_text import graph_text

        (from_root,) = seeds_from_root(self.root, (seed,))
        context = self._context(CapChoice(profile=profile, caps=caps), allowed=PACK_CAPS)
        require_lines(self.root, context.graph, (from_root,))
        request = GraphPackRequest(
            caps=context.caps,
            direction=choose(PackDirection, direction, "direction"),
            depth=depth,
            filters=EdgeFilters(
                graphs=graph_names(graphs), edge_types=tuple(edge_types), min_confidence=min_confidence
            ),
            has_paths=has_paths,
        )
        pack = graph_pack(context.graph, from_root, request, index=context.index, clock=self._clock)
        return Answer(
            document=pack,
            writers={
                **_writers(pack, lambda show_all: graph_text(pack, show_all=show_all, externals=externals)),
                "md": lambda _: graph_markdown(pack, externals=externals),
                "mermaid": lambda _: graph_diagrams.mermaid(pack, externals=externals),
                "dot": lambda _: graph_diagrams.dot(pack, externals=externals),
                "graphml": lambda _: graph_diagrams.graphml(pack, externals=externals),
            },
            is_clear=is_clear_seed(pack.seed),
        )

    def impact(
        self,
        *seeds: str,
        changed: Iterable[str] = (),
        changed_file: Path | None = None,
        diff: str | None = None,
        staged: bool = False,
        direction: str = "upstream",
        depth: int = 2,
        graphs: Sequence[str] = (),
        edge_types: Sequence[str] = (),
        min_confidence: float = 0.0,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[GraphImpactAnalysisV1]":
        """Return what a change reaches, each node with one path to it.

        The change is named by seeds, by changed paths, or by a git difference: `project.impact(diff="main...HEAD")`.
        """
        from codeshed.api.changed_paths import changed_paths, require_paths
        from codeshed.api.requested_changes import (
            find_dangling_references,
            find_requested_changes,
            find_requested_difference,
        )
        from codeshed.graph.walk.edge_filter import EdgeFilters, graph_names
        from codeshed.model.dangling_references import DanglingReferences
        from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
        from codeshed.render.impact_text import has_unclear_seed, impact_text

        named = tuple(changed)
        paths = changed_paths(self.root, named, changed_file)
        difference = find_requested_difference(self.root, diff, is_staged=staged)
        is_by_paths = bool(named) or changed_file is not None
        if not seeds and not is_by_paths and difference is None:
            raise NoChangeNamedError
        from_root = seeds_from_root(self.root, seeds)
        context = self._context(CapChoice(profile=profile, caps=caps), allowed=PACK_CAPS)
        graph = context.graph
        require_lines(self.root, graph, from_root)
        require_paths(self.root, graph, changed_paths(self.root, named, None))
        changes = None if difference is None else find_requested_changes(self.root, graph, difference)
        request = ImpactRequest(
            caps=context.caps,
            seeds=from_root,
            changed=paths if is_by_paths else None,
            changes=changes,
            mentions=DanglingReferences()
            if changes is None
            else find_dangling_references(self.root, graph, changes),
            direction=choose(ImpactDirection, direction, "direction"),
            depth=depth,
            filters=EdgeFilters(
                graphs=graph_names(graphs), edge_types=tuple(edge_types), min_confidence=min_confidence
            ),
        )
        found = impact(graph, request, index=context.index, clock=self._clock)
        return Answer(
            document=found,
            writers=_writers(found, lambda show_all: impact_text(found, show_all=show_all)),
            is_clear=not has_unclear_seed(found),
            is_about_others=found.stats.starts > 0,
        )

    def affected(
        self,
        diff: str | None = None,
        *,
        staged: bool = False,
        depth: int = 10,
        min_confidence: float = 0.0,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[AffectedReportV1]":
        """Return the packages, build targets and owners that a git difference affects: `project.affected("main")`."""
        from codeshed.api.requested_changes import (
            find_dangling_references,
            find_requested_changes,
            find_requested_difference,
        )
        from codeshed.project.file_groups import RepositoryFileGroups
        from codeshed.query.affected import AffectedRequest, affected
        from codeshed.render.affected_text import affected_text, names_text

        difference: Difference | None = find_requested_difference(self.root, diff, is_staged=staged)
        if difference is None:
            raise NoChangeNamedError(hint="give --diff REV or --staged")
        context = self._context(
            CapChoice(profile=profile or _LARGE, caps=caps), allowed=WALK_CAPS, is_for_few=False
        )
        changes = find_requested_changes(self.root, context.graph, difference)
        report = affected(
            context.graph,
            AffectedRequest(
                caps=context.caps,
                changes=changes,
                dangling_references=find_dangling_references(self.root, context.graph, changes),
                depth=depth,
                min_confidence=min_confidence,
            ),
            RepositoryFileGroups(self.root),
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers={
                **_writers(report, lambda show_all: affected_text(report, show_all=show_all)),
                "packages": lambda _: names_text(report.packages),
                "targets": lambda _: names_text(report.targets),
                "owners": lambda _: names_text(report.owners),
            },
        )

    # Rules

    def arch_check(
        self,
        *,
        rules: Path | None = None,
        baseline: Path | None = None,
        today: str | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[ArchitectureReportV1]":
        """Return what breaks the architecture rules: `project.arch_check().has_failed()`.

        `rules` is a file, else those of the repository; exceptions end after `today` (`2026-11-19`), by default the real one.
        """
        from codeshed.api.architecture_answers import check_answer, read_rules

        placed = read_rules(self.root, rules)
        context = self._context(
            CapChoice(profile=profile, caps=caps),
            default_profile=_WIDE,
            allowed=(*WORK_CAPS, "maxEdges"),
            is_for_few=False,
        )
        return check_answer(
            context,
            self.root,
            placed,
            baseline=baseline,
            today=today,
            clock=self._clock,
            lines=self._source_lines(),
        )

    def arch_diff(
        self,
        old: str,
        new: str | None = None,
        *,
        depth: int | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[ArchitectureDiffV1]":
        """Return the dependencies between packages that are new, gone or grown since a revision: `project.arch_diff("main")`.

        Without `new` the files as they are are compared. `depth` is how many folders of a path tell packages apart.
        """
        from codeshed.api.architecture_answers import architecture_blame
        from codeshed.query.architecture.architecture_diff import ArchitectureDiffRequest, architecture_diff
        from codeshed.render.architecture_diff_text import architecture_diff_text

        choice = CapChoice(profile=profile, caps=caps)
        context = self._context(choice, allowed=("maxEdges",), is_for_few=False)
        with self.open_revision(old) as before:
            old_graph = before.code_graph()
            if new is None:
                new_graph, new_name = context.graph, "worktree"
            else:
                with self.open_revision(new) as after:
                    new_graph, new_name = after.code_graph(), new
            report = architecture_diff(
                old_graph,
                new_graph,
                ArchitectureDiffRequest(old=old, new=new_name, caps=context.caps, depth=depth),
                blame=architecture_blame(self.root, old, new),
                index=context.index,
            )
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: architecture_diff_text(report, show_all=show_all)),
        )

    def arch_init(self, container: str | None = None) -> "ProposedRules":
        """Return layers for the folders in a folder, by what the code does today, and what they would have caught."""
        from codeshed.query.architecture.proposed_rules import propose_rules

        proposed = propose_rules(self._graph(is_for_few=False), container)
        if container is not None and not proposed.n_groups:
            raise InvalidOptionError(
                f"no code is in {container!r}", hint="name a folder from the root of the repository"
            )
        return proposed

    def check(
        self, revision: str = "HEAD", *, rules: Path | None = None, gate: Path | None = None
    ) -> "Answer[CheckReportV1]":
        """Return what all guards say of what differs from a revision: `project.check("main").has_failed()`.

        These are contracts that the change breaks, architecture rules, the gate of footprints if it has a baseline, and changed
        code that no test reaches; and the tests to run.
        """
        from codeshed.api.check_answers import check_answer

        return check_answer(self, revision=revision, rules=rules, gate=gate)

    # What is kept

    def contracts(
        self,
        *symbols: str,
        changed: Iterable[str] = (),
        diff: str | None = None,
        only_exports: bool = False,
        fail_on_warn: bool = False,
        baseline: Path | None = None,
        generated_at: str | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[ApiContractsReportV1]":
        """Return the signatures of symbols, how they are called, and which calls do not fit; of all symbols if none is named.

        With `diff`, also the former contracts of what differs from a revision, and the callers that the change breaks. Findings in
        the file `baseline` do not count.
        """
        return self.contracts_with_findings(
            *symbols,
            changed=changed,
            diff=diff,
            only_exports=only_exports,
            fail_on_warn=fail_on_warn,
            baseline=baseline,
            generated_at=generated_at,
            profile=profile,
            caps=caps,
        )[0]

    def contracts_with_findings(
        self,
        *symbols: str,
        changed: Iterable[str] = (),
        diff: str | None = None,
        only_exports: bool = False,
        fail_on_warn: bool = False,
        baseline: Path | None = None,
        only_broken: bool = False,
        generated_at: str | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "tuple[Answer[ApiContractsReportV1], FindingsReport]":
        """Return the answer of `contracts` with its findings, those that are suppressed included.

        With `only_broken`, only what `diff` breaks is reported: less code is read.
        """
        from codeshed.api.contract_answers import ContractsQuestion, contracts_answer
        from codeshed.api.requested_changes import find_requested_difference
        from codeshed.discover.git_history import commit_time
        from codeshed.model.change_set import WORKTREE

        difference = find_requested_difference(self.root, diff, is_staged=False)
        choice = CapChoice(profile=profile, caps=caps)
        settings = chosen_settings(self._options)
        if is_in_memory(self._options, settings):
            raise InvalidOptionError(
                "contracts are read from an index", hint="leave out --types, or write it into the settings"
            )
        newer = self
        if difference is not None and difference.new != WORKTREE:
            newer = self.open_revision(difference.new)
        context = newer._context(choice, allowed=CONTRACT_CAPS, is_for_few=False)  # noqa: SLF001 - the same class

        def open_old(revision: str) -> "tuple[Path, AnswerContext]":
            old = self.open_revision(revision)
            return old.root, old.answer_context()

        return contracts_answer(
            newer.root,
            settings,
            context,
            ContractsQuestion(
                symbols=symbols,
                changed=tuple(changed),
                only_exports=only_exports,
                fail_on_warn=fail_on_warn,
                baseline=baseline,
                generated_at=generated_at or commit_time(self.root, context.index.commit),
                only_broken=only_broken,
            ),
            known_changes=self._known_changes(),
            difference=difference,
            open_old=open_old,
        )

    def _known_changes(self) -> "KnownChanges":
        if self._changes is None:
            from codeshed.api.requested_changes import KnownChanges

            self._changes = KnownChanges(self.root)
        return self._changes

    def risk(
        self,
        *seeds: str,
        diff: str | None = None,
        rules: Path | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[RiskReportV1]":
        """Return the flows of untrusted data that pass through code: `project.risk("src/shop/views.py")`; all of them without seeds.

        With `diff`, those that pass through what differs from a revision. `rules` is a file of your own rules.
        """
        return self.risk_with_findings(*seeds, diff=diff, rules=rules, profile=profile, caps=caps)[0]

    def risk_with_findings(
        self,
        *seeds: str,
        diff: str | None = None,
        rules: Path | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "tuple[Answer[RiskReportV1], FindingsReport]":
        """Return the answer of `risk` with its findings, those that are suppressed included."""
        from codeshed.api.requested_changes import find_requested_difference
        from codeshed.api.risk_answers import RiskQuestion, risk_answer
        from codeshed.project.risk_rules import find_risk_rules

        found = find_risk_rules(self.root, rules)
        difference = find_requested_difference(self.root, diff, is_staged=False)
        settings = chosen_settings(self._options)
        if is_in_memory(self._options, settings):
            raise InvalidOptionError(
                "risk flows are read from an index", hint="leave out --types, or write it into the settings"
            )
        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_LARGE, allowed=RISK_CAPS, is_for_few=False
        )
        # The context was just made from it; opening it again would close what the context reads.
        reader = (self._opened or self._open_index(is_for_few=False)).reader
        question = RiskQuestion(seeds=seeds, difference=difference, rules=found, reader=reader)
        return risk_answer(self.root, settings, context, question, self._clock)

    def risk_of_change(self, revision: str) -> "ChangeRisk | None":
        """Return the flows that pass through what differs from a revision, as findings: new ones warn. None without an index."""
        from codeshed.api.change_risk import change_risk
        from codeshed.api.requested_changes import find_requested_difference
        from codeshed.api.risk_answers import FlowIndex
        from codeshed.project.risk_rules import find_risk_rules
        from codeshed.project.suppression_search import find_suppressions
        from codeshed.store.cache_folder import user_cache_folder
        from codeshed.store.kept_answers import KeptAnswers

        settings = chosen_settings(self._options)
        rules = find_risk_rules(self.root, None)
        difference = find_requested_difference(self.root, revision, is_staged=False)
        if difference is None or is_in_memory(self._options, settings):
            return None
        context = self._context(CapChoice(), default_profile=_LARGE, is_for_few=False)
        reader = (self._opened or self._open_index(is_for_few=False)).reader
        return change_risk(
            FlowIndex(root=self.root, reader=reader, rules=rules, kept=KeptAnswers(user_cache_folder())),
            context,
            difference,
            self._known_changes().find(context.graph, difference),
            find_suppressions(self.root, context.graph.files, settings),
        )

    # Tests

    def tests(
        self,
        *changed: str,
        diff: str | None = None,
        staged: bool = False,
        max_files: int | None = None,
        budget: str | None = None,
        safe: bool = False,
        with_deselected: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[SuggestTestsReportV1]":
        """Return the tests that matter for a change, the best first: `project.tests("Cart.total")`, `project.tests(diff="main")`.

        Without a path, a symbol or a difference, the change is what is not committed. Formats: text, json, and the test runners.
        With `with_deselected`, tests count that `-m` or `-k` in pytest's settings deselect.
        """
        from codeshed.api.test_answers import find_change, selection_sources
        from codeshed.query.test_selection.selection_budget import parse_budget
        from codeshed.query.test_selection.suggested_tests import (
            DEFAULT_MAX,
            SuggestTestsRequest,
            suggest_tests,
        )
        from codeshed.render.test_commands import RUNNERS, runner_text
        from codeshed.render.tests_text import suggested_tests_text

        wanted = None if budget is None else parse_budget(budget)
        context, difference = self._context_of_change(
            changed, diff, CapChoice(profile=profile, caps=caps), staged=staged
        )
        change = find_change(self.root, context, changed, difference, self._known_changes())
        request = SuggestTestsRequest(
            caps=context.caps,
            changed=change.code,
            max_files=DEFAULT_MAX if max_files is None else max_files,
            is_safe=safe,
            budget=wanted,
            warnings=change.warnings,
            n_unread=change.n_unread,
        )
        inputs = self._selection_inputs(context.graph, has_deselected=with_deselected)
        sources = selection_sources(
            self.root, inputs, change.code, self._recorded_runs(context.graph, inputs)
        )
        report = suggest_tests(context.graph, request, sources, index=context.index, clock=self._clock)
        return Answer(
            document=report,
            writers={
                **_writers(report, lambda show_all: suggested_tests_text(report, show_all=show_all)),
                **{name: _runner_writer(runner_text, report, name) for name in RUNNERS},
            },
            is_clear=change.is_clear,
        )

    def testers(
        self,
        seed: str,
        *,
        max_tests: int | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[TestersReportV1]":
        """Return who tests something, the nearest first, each with one path to it: `project.testers("Cart.total")`."""
        from codeshed.query.test_selection.testers import TestersRequest, find_testers
        from codeshed.render.tests_text import text_of_testers

        (from_root,) = seeds_from_root(self.root, (seed,))
        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_LARGE, allowed=SELECTION_CAPS
        )
        require_lines(self.root, context.graph, (from_root,))
        report = find_testers(
            context.graph,
            from_root,
            TestersRequest(caps=context.caps, max_tests=max_tests),
            self._selection_inputs(context.graph, has_deselected=True).tests,
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: text_of_testers(report, show_all=show_all)),
            is_clear=is_clear_seed(report.seed),
        )

    def untested(
        self,
        diff: str | None = None,
        *,
        staged: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[UntestedReportV1]":
        """Return the public functions that no test reaches; with a difference, the changed ones: `project.untested("main")`."""
        from codeshed.api.test_answers import find_change
        from codeshed.query.test_selection.untested import UntestedRequest, find_untested
        from codeshed.render.tests_text import untested_text

        choice = CapChoice(profile=profile or _WIDE, caps=caps)
        is_of_change = diff is not None or staged
        changed: tuple[int, ...] | None = None
        warnings: tuple[WarningRecord, ...] = ()
        if is_of_change:
            context, difference = self._context_of_change((), diff, choice, staged=staged)
            change = find_change(self.root, context, (), difference, self._known_changes())
            changed, warnings = change.code.rows, change.warnings
        else:
            context = self._context(choice, allowed=SELECTION_CAPS, is_for_few=False)
        inputs = self._selection_inputs(context.graph, has_deselected=True)
        recorded = self._recorded_runs(context.graph, inputs)
        report = find_untested(
            context.graph,
            UntestedRequest(
                caps=context.caps,
                changed=changed,
                recorded=frozenset() if recorded is None else frozenset(recorded.tests_by_symbol),
                warnings=warnings,
            ),
            inputs.tests,
            index=context.index,
            clock=self._clock,
        )
        return Answer(
            document=report,
            writers=_writers(report, lambda show_all: untested_text(report, show_all=show_all)),
        )

    def _context_of_change(
        self, changed: Sequence[str], diff: str | None, choice: CapChoice, *, staged: bool
    ) -> "tuple[AnswerContext, Difference | None]":
        """Return the context of an answer about a change; settings are read and git is asked before an index is built."""
        from codeshed.api.requested_changes import find_requested_difference

        chosen_settings(self._options)
        is_by_git = diff is not None or staged or not changed
        difference = (
            find_requested_difference(self.root, diff or (None if staged else _HEAD), is_staged=staged)
            if is_by_git
            else None
        )
        return self._context(choice, default_profile=_LARGE, allowed=SELECTION_CAPS), difference

    def _selection_inputs(self, graph: "CodeGraph", *, has_deselected: bool) -> "SelectionInputs":
        from codeshed.api.selection_inputs import read_selection_inputs

        hashes = (
            None
            if self._opened is None
            else {each.path: each.content_hash for each in self._opened.reader.files}
        )
        return read_selection_inputs(self.root, graph, hashes, has_deselected=has_deselected)

    def _recorded_runs(self, graph: "CodeGraph", inputs: "SelectionInputs") -> "RecordedRuns | None":
        """Return which recorded tests ran which functions, None without a recording or if none is wanted."""
        if self._opened is None or self._options.observed == "off":
            return None
        from codeshed.api.recording import read_recorded_runs

        return read_recorded_runs(self._opened, self.root, graph, inputs.commit_ids, inputs.head)

    # What must be read

    def context(
        self,
        *seeds: str,
        max_tokens: int | None = None,
        max_bytes: int | None = None,
        hops: int = 1,
        task: str = "write",
        explain: bool = False,
        graph: bool = True,
        types: bool = True,
        risk: bool = True,
        imports: bool = True,
        usages: bool = True,
        calls: bool = True,
        size_function: str = DEFAULT_SIZE_FUNCTION,
        output: str = "md",
        full: bool = False,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[CompositeContextPackV1]":
        """Return the code needed to work on something, within a budget that holds for the format `output`.

        `output` is md, xml or json; json is compact unless it is to be `full`, with a record for each piece. Without a budget it is 4 000 tokens. `task` is write, edit, review, test or explain.
        """
        from codeshed.build.size import preload_tokenizer
        from codeshed.build.size import size_function as size_function_of

        preload_tokenizer(size_function)

        from codeshed.context.context_tasks import Task
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.query.context.context_contract import ContextRequest, IncludedSlices
        from codeshed.query.context.context_pack import ContextPacker
        from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale

        named = choose(ContextFormat, output, "format")
        chosen = ContextFormat.COMPACT if named is ContextFormat.JSON and not full else named
        tokens = _DEFAULT_TOKENS if max_tokens is None and max_bytes is None else max_tokens
        from_root = seeds_from_root(self.root, seeds)
        context = self._context(CapChoice(profile=profile, caps=caps))
        require_lines(self.root, context.graph, from_root)
        request = ContextRequest(
            caps=context.caps,
            max_bytes=_BYTES_BY_TOKEN * (tokens or 0) if max_bytes is None else max_bytes,
            max_tokens=tokens,
            hops=hops,
            include=IncludedSlices(
                graph=graph, types=types, risk=risk, imports=imports, usages=usages, callers_callees=calls
            ),
            find_flows=self._flow_finder(context) if risk else None,
            task=choose(Task, task, "task"),
            explain=explain,
        )
        scale = FormatScale(chosen, size_function_of(size_function), explain=explain)
        packer = ContextPacker(context.graph, FolderSourceReader(self.root))
        pack = packer.pack(from_root, request, scale, index=context.index, clock=self._clock)
        json = ContextFormat.JSON if full else ContextFormat.COMPACT
        writers = {"md": ContextFormat.MD, "xml": ContextFormat.XML, "json": json}
        in_order = sorted(writers.items(), key=lambda each: each[1] is not chosen)
        return Answer(
            document=pack,
            writers={name: _context_writer(WRITERS[each], pack) for name, each in in_order},
            is_clear=pack.primary.provenance is not None or is_clear_seed(pack.seed),
        )

    def footprint(
        self,
        *symbols: str,
        policy: str = "working_set",
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
        max_tokens: int | None = None,
        depth: int | None = None,
        size_function: str = DEFAULT_SIZE_FUNCTION,
        externals: bool = False,
    ) -> "Answer[FootprintResult]":
        """Return the working set of one symbol, or of several together: `project.footprint("Cart.total")`.

        Another `policy` gives another footprint; `depth` is how many edges a working set goes forward, 2 unless given.
        """
        from codeshed.api.footprint_answers import footprint_answer, footprint_options, of_an_index

        options = footprint_options(
            policy=policy,
            mode=mode,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
            max_tokens=max_tokens,
            depth=depth,
        )
        graph = of_an_index(self.code_graph(size_function=size_function))
        return footprint_answer(graph, self.root, symbols, options, externals=externals)

    def footprints(
        self,
        *,
        top: int | None = None,
        policy: str = "working_set",
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
        max_tokens: int | None = None,
        depth: int | None = None,
        size_function: str = DEFAULT_SIZE_FUNCTION,
    ) -> "Iterator[FootprintRow]":
        """Yield the figures of every function's footprint, by symbol; with `top`, only the largest, the largest first.

        `codeshed.iter_all_footprints(project.code_graph(), options)` yields whole footprints, with their sets.
        """
        from codeshed.api.footprint_answers import footprint_options
        from codeshed.query.footprint import iter_footprint_rows

        options = footprint_options(
            policy=policy,
            mode=mode,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
            max_tokens=max_tokens,
            depth=depth,
        )
        return iter_footprint_rows(self.code_graph(size_function=size_function), options, top=top)

    def footprint_profile(
        self,
        *,
        top: int = 10,
        include_tests: bool = False,
        policy: str = "working_set",
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
        max_tokens: int | None = None,
        depth: int | None = None,
        size_function: str = DEFAULT_SIZE_FUNCTION,
    ) -> "Answer[ProfileResult]":
        """Return how large the working sets of the codebase are: percentiles, a histogram, packages, hotspots."""
        from codeshed.api.footprint_answers import footprint_options, of_an_index, profile_answer

        options = footprint_options(
            policy=policy,
            mode=mode,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
            max_tokens=max_tokens,
            depth=depth,
        )
        graph = of_an_index(self.code_graph(size_function=size_function))
        return profile_answer(graph, options, top=top, include_tests=include_tests)

    def codegraph_context(
        self,
        *entities: str,
        hop_depth: int | None = None,
        change_type: str = "edit",
        focus: Sequence[str] = (),
        size_limit: int = 100_000,
        strategy: str = "blast_radius",
        fail_on_cycle: bool = False,
        generated_at: str | None = None,
        profile: str | None = None,
        caps: ChosenCaps = (),
    ) -> "Answer[CodeGraphContext | ContextError]":
        """Return the CodeGraphContext document of entities, or the document that says why there is none.

        `hop_depth` is 0 to 3: 2 unless given, 3 for a refactoring. `change_type` is edit, create, delete or refactor.
        """
        from codeshed.api.codegraph_context_answers import (
            codegraph_context_answer,
            codegraph_context_request,
            missing_lines_answer,
        )
        from codeshed.project.line_coverage import LineCoverage
        from codeshed.store.cache_folder import user_cache_folder
        from codeshed.store.kept_answers import KeptAnswers

        context = self._context(
            CapChoice(profile=profile, caps=caps), default_profile=_LARGE, allowed=WALK_CAPS
        )
        if (missing := missing_lines_answer(self.root, context.graph, entities)) is not None:
            return missing
        request = codegraph_context_request(
            seeds_from_root(self.root, entities),
            context,
            hop_depth=hop_depth,
            change_type=change_type,
            focus=focus,
            size_limit=size_limit,
            strategy=strategy,
            fail_on_cycle=fail_on_cycle,
            generated_at=generated_at,
        )
        return codegraph_context_answer(
            self.root,
            context,
            request,
            kept=KeptAnswers(user_cache_folder()),
            coverage=LineCoverage(self.root, context.graph.files),
            clock=self._clock,
        )

    def advise(
        self,
        *scope: str,
        top: int = 10,
        diff: str | None = None,
        include_tests: bool = False,
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
    ) -> "Answer[AdviceReport]":
        """Return what to annotate, document or make immutable first: `project.advise("src/shop")`.

        `scope` are folders, files or symbols; with `diff`, only what changed since a revision is looked at.
        """
        from codeshed.api.advise_answer import advise_answer
        from codeshed.api.footprint_answers import footprint_options

        return advise_answer(
            self.root,
            self._context(CapChoice(), is_for_few=False),
            footprint_options(
                policy="working_set",
                mode=mode,
                doc_threshold=doc_threshold,
                min_confidence=min_confidence,
                max_tokens=None,
                depth=None,
            ),
            scope=scope,
            diff=diff,
            top=top,
            include_tests=include_tests,
        )

    def gate(
        self,
        against: str | None = None,
        *,
        baseline: str | Path | None = None,
        tighten: bool = False,
        max_function: int | None = None,
        max_p90: int | None = None,
        max_forward: int | None = None,
        max_forward_p90: int | None = None,
        include_tests: bool = False,
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
    ) -> "Answer[GateReport]":
        """Return what grew past its limit since the merge base with a revision: `project.gate("main")`.

        `baseline` is a file that says what is accepted; `tighten` writes it again with what is lower now.
        """
        from codeshed.api.footprint_answers import footprint_options
        from codeshed.api.gate_answers import gate_answer

        return gate_answer(
            self,
            footprint_options(
                policy="working_set",
                mode=mode,
                doc_threshold=doc_threshold,
                min_confidence=min_confidence,
                max_tokens=None,
                depth=None,
            ),
            against=against,
            baseline=None if baseline is None else Path(baseline),
            tighten=tighten,
            limits={
                "max_function": max_function,
                "max_p90": max_p90,
                "max_forward": max_forward,
                "max_forward_p90": max_forward_p90,
            },
            include_tests=include_tests,
        )

    def write_gate_baseline(
        self,
        file: str | Path,
        *,
        max_function: int | None = None,
        max_p90: int | None = None,
        max_forward: int | None = None,
        max_forward_p90: int | None = None,
        include_tests: bool = False,
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
    ) -> int:
        """Write a baseline for `gate` that accepts what is over the limits now; return how many footprints that is."""
        from codeshed.api.footprint_answers import footprint_options
        from codeshed.api.gate_answers import write_ratchet

        ratchet = write_ratchet(
            self,
            footprint_options(
                policy="working_set",
                mode=mode,
                doc_threshold=doc_threshold,
                min_confidence=min_confidence,
                max_tokens=None,
                depth=None,
            ),
            Path(file),
            {
                "max_function": max_function,
                "max_p90": max_p90,
                "max_forward": max_forward,
                "max_forward_p90": max_forward_p90,
            },
            include_tests=include_tests,
        )
        return len(ratchet.entries)

    def history(
        self,
        revision: str = "HEAD",
        *,
        points: int = 20,
        include_tests: bool = False,
        mode: str = "academic",
        doc_threshold: float | None = None,
        min_confidence: float = 0.5,
    ) -> "Answer[HistoryReport]":
        """Return how the working sets of the codebase developed, at commits with even distances."""
        from codeshed.api.footprint_answers import footprint_options
        from codeshed.api.gate_answers import history_answer

        return history_answer(
            self._source or self._options,
            footprint_options(
                policy="working_set",
                mode=mode,
                doc_threshold=doc_threshold,
                min_confidence=min_confidence,
                max_tokens=None,
                depth=None,
            ),
            revision=revision,
            points=points,
            include_tests=include_tests,
            open_project=Project,
        )

    # What ran

    def record(
        self, *command: str, add: bool = False, is_stdout_ours: bool = False
    ) -> "Answer[RecordingReportV1]":
        """Run a command, and keep which of its tests called what: `project.record("pytest", "-q")`.

        This runs code of the repository. What was recorded before is replaced, unless the new calls are to be `add`ed.
        `is_stdout_ours` sends what the command prints to stderr.
        """
        from codeshed.api.recording import record_command
        from codeshed.render.index.recording_text import recording_text

        report = record_command(self._options, command, is_added=add, is_stdout_ours=is_stdout_ours)
        self.close()
        return Answer(document=report, writers=_writers(report, lambda _: recording_text(report)))

    def recording(self) -> "Answer[RecordingReportV1]":
        """Return what is recorded; nothing is run."""
        from codeshed.api.recording import describe_recording
        from codeshed.render.index.recording_text import recording_text

        report = describe_recording(self._options)
        return Answer(document=report, writers=_writers(report, lambda _: recording_text(report)))

    def recorded_tests(self) -> "TestsByFunction":
        """Return which tests ran each function when they were recorded; empty if nothing is recorded."""
        from codeshed.api.recording import find_recorded_tests

        return find_recorded_tests(self._options)

    # The index

    def status(self, *, slow: bool = False, unresolved: bool = False) -> "Answer[StatusReport]":
        """Return what is indexed, how fresh and how complete it is. Nothing is changed."""
        from codeshed.project.index.index_request import IndexRequest
        from codeshed.project.index.index_status import find_status
        from codeshed.project.index.usable_index import remembered_scorer
        from codeshed.project.scoring.scorer_program import ScorerProgram
        from codeshed.render.index.status_text import status_text
        from codeshed.store.cache_folder import user_cache_folder
        from codeshed.store.index_layout import index_dir_of

        folder = index_dir_of(self.root, self._options.index_dir)
        request = IndexRequest(
            root=self.root,
            index_dir=folder,
            settings=chosen_settings(self._options),
            scorer=ScorerProgram(name=remembered_scorer(folder)),
        )
        report = find_status(request, user_cache_folder(), slow=slow, unresolved=unresolved)
        return Answer(document=report, writers=_writers(report, lambda _: status_text(report)))

    def code_graph(self, *, size_function: str = DEFAULT_SIZE_FUNCTION) -> "CodeGraph":
        """Return the graph itself; with another size function than the default it is made in memory.

        It has the calls that `codeshed record` saw only if the project was opened with `observed="on"`.
        """
        settings = chosen_settings(self._options)
        if size_function != DEFAULT_SIZE_FUNCTION:
            return graph_in_memory(self._options, settings, size_function_name=size_function)
        if self._options.observed == "on" and not is_in_memory(self._options, settings):
            return self._index_of_answers(is_for_few=False).graph
        return self._graph(is_for_few=False)

    def answer_context(self, choice: CapChoice | None = None) -> AnswerContext:
        """Return what bounded answers are computed from, for benchmarks and questions of other packages."""
        return self._context(choice or CapChoice())

    def _flow_finder(self, context: AnswerContext) -> "Callable[[frozenset[int]], FlowsOfRows] | None":
        """Return what finds the risk flows through rows of the graph; None without an index."""
        if is_in_memory(self._options, chosen_settings(self._options)):
            return None
        from codeshed.api.risk_answers import FlowIndex, flows_of_rows
        from codeshed.project.risk_rules import find_risk_rules
        from codeshed.store.cache_folder import user_cache_folder
        from codeshed.store.kept_answers import KeptAnswers

        rules = find_risk_rules(self.root, None)
        reader = (self._opened or self._open_index(is_for_few=True)).reader
        kept = KeptAnswers(user_cache_folder())
        index = FlowIndex(root=self.root, reader=reader, rules=rules, kept=kept)
        return lambda rows: flows_of_rows(index, context, rows)

    def _context(
        self,
        choice: CapChoice,
        *,
        default_profile: str | None = None,
        allowed: tuple[str, ...] = ALL_CAPS,
        is_for_few: bool = True,
    ) -> AnswerContext:
        settings = chosen_settings(self._options)
        caps = resolve_caps(settings, choice, default_profile=default_profile, allowed=allowed)
        if is_in_memory(self._options, settings):
            return context_in_memory(self._graph(is_for_few=is_for_few), caps)
        return context_of_index(self._index_of_answers(is_for_few=is_for_few), caps)

    def _graph(self, *, is_for_few: bool) -> "CodeGraph":
        settings = chosen_settings(self._options)
        if not is_in_memory(self._options, settings):
            return self._open_index(is_for_few=is_for_few).graph
        if self._in_memory is None:
            self._in_memory = graph_in_memory(self._options, settings)
        return self._in_memory

    def _open_index(self, *, is_for_few: bool) -> "OpenIndex":
        """Return the open index; it is opened again if it was compared with the files more than a second ago."""
        is_fresh = self._clock() - self._opened_at < _FRESH_SECONDS
        if self._opened is not None and is_fresh and (is_for_few or not self._is_for_few):
            return self._opened
        opened = open_index(self._options, chosen_settings(self._options), is_for_few=is_for_few)
        if self._opened is not None:
            self._opened.reader.close()
        self._opened, self._is_for_few, self._opened_at = opened, is_for_few, self._clock()
        return opened

    def _index_of_answers(self, *, is_for_few: bool) -> "OpenIndex":
        """Return the open index with the calls that `codeshed record` saw, unless they are not wanted."""
        opened = self._open_index(is_for_few=is_for_few)
        if self._options.observed == "off":
            return opened
        if self._with_calls is None or self._with_calls[0] is not opened:
            self._with_calls = opened, with_observed_calls(opened, self.root)
        return self._with_calls[1]

    def _source_lines(self) -> "SourceLines":
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.render.layout.source_lines import SourceLines

        return SourceLines(FolderSourceReader(self.root))


def open_project(
    path: str | Path = ".",
    *,
    types: str | None = None,
    refresh: str | None = None,
    index_dir: str | Path | None = None,
    observed: str | None = None,
    scorer_command: str | None = None,
) -> Project:
    """Open a repository for questions; its index is built by the first one, and updated by later ones.

    `types` is on or off, `refresh` is auto, quick, always or never; None means what the settings of the repository say.
    `observed="off"` leaves the calls that `codeshed record` saw out of answers, "on" adds them to footprints too.
    A project with other types than its settings say is read once, in memory; `refresh()` reads it again. `scorer_command`
    is a program of yours that judges documentation while the index is built; see docs/reference/scorers.md.
    """
    root = Path(path)
    settings_of(root)
    if types is not None:
        require_one_of("mode of types", types, ("on", "off"))
    if refresh is not None:
        require_one_of("mode of refreshing", refresh, ("auto", "quick", "always", "never"))
    if observed is not None:
        require_one_of("mode of observed calls", observed, ("on", "off"))
    return Project(
        IndexOptions(
            root=root,
            index_dir=None if index_dir is None else Path(index_dir),
            types=types,
            refresh=refresh,
            observed=observed,
            scorer_command=scorer_command,
        )
    )


def _writers(document: "msgspec.Struct", write_text: Writer) -> dict[str, Writer]:
    return {"text": write_text, "json": lambda _: to_json(document)}


def _context_writer(
    write: "Callable[[CompositeContextPackV1], str]", pack: "CompositeContextPackV1"
) -> Writer:
    return lambda _: write(pack)


def _runner_writer(
    write: "Callable[[SuggestTestsReportV1, str], str]", report: "SuggestTestsReportV1", runner: str
) -> Writer:
    return lambda _: write(report, runner)
