"""The request for an index, and what an update did to it. Importing this loads nothing that builds an index."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.model.repository_settings import Settings
from codeshed.project.parsing.parse_cache import NoParseCache, ParseCache
from codeshed.project.scoring.scorer_program import ScorerProgram
from codeshed.store.index_lock import DEFAULT_WAIT_SECONDS, LockHolder
from codeshed.store.index_records import TypesState
from codeshed.types.engine_options import EngineOptions

if TYPE_CHECKING:
    from codeshed.project.types.provisional_types import ProvisionalTypeSource


class IndexRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Which repository to index, and how."""

    root: Path
    index_dir: Path
    settings: Settings = msgspec.field(default_factory=Settings)
    cache: ParseCache = msgspec.field(default_factory=NoParseCache)
    scorer: ScorerProgram = msgspec.field(default_factory=ScorerProgram)
    """Who judges documentation: what the user's command line names, or else what the index remembers."""
    n_processes: int = 1
    is_rebuild_wanted: bool = False
    """Whether to rebuild an index that exists."""
    progress: Progress = ignore_progress
    wait_seconds: float = DEFAULT_WAIT_SECONDS
    on_wait: Callable[[LockHolder], None] = lambda _: None
    engine: EngineOptions = msgspec.field(default_factory=EngineOptions)
    provisional_types: "ProvisionalTypeSource | None" = None
    """A source of types right after an edit; updates tell it which files there are and what they hold now."""
    retries_failed_engine: bool = False
    """Whether to run an engine that failed again, even after its retries are used up."""
    is_outdated: Callable[[], bool] = lambda: False
    """Polled during an update; once it returns true, the update stops with UpdateOutdatedError."""

    @property
    def asks_scorer_again(self) -> bool:
        """Whether definitions without a judgement are a reason to build the index again: its user runs the scorer."""
        return self.retries_failed_engine and bool(self.scorer.command)


class IndexOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What an update did to an index."""

    n_files: int
    n_changed: int
    n_removed: int
    n_resolved: int
    """How many files were resolved again: changed ones, and those that depend on them."""
    rebuild_reason: str
    """Why the index was built from nothing; empty if it was updated."""
    types: TypesState
    """Whether the types in the index are final now."""
    n_settled: int = 0
    """How many files had unsettled types and have final ones now."""
    n_failed: int = 0
    """For how many files the type engine failed for a reason outside of them, such as too little memory."""
    warnings: tuple[WarningRecord, ...] = ()
    """Warnings about this run, such as of its memory; the index holds none of them."""

    @property
    def is_unchanged(self) -> bool:
        """Whether the index was up to date already."""
        return not (self.n_changed or self.n_removed or self.n_settled or self.rebuild_reason)


class StartingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The saved index that was loaded to start from; without a path there is none, and the warnings say why."""

    path: Path | None
    warnings: tuple[WarningRecord, ...] = ()
