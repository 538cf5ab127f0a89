"""Finds the symbols that are relevant to some code: what it uses, may use or changes with, and who uses it.

Turns: GraphLookups + seeds + Preferences → RelevantSymbols, each with a value and no regard to its size.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec
import numpy as np

from codeshed.context.context_tasks import Preferences
from codeshed.context.excerpts import Excerpts
from codeshed.context.indirect_tests import find_indirect_tests
from codeshed.context.likelihood import LikelySymbols, estimate_likely_changes, estimate_likely_uses
from codeshed.context.piece_locations import ModuleUse
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.context.uses import uses_by_modules
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.view import leads_into_body
from codeshed.graph.data.arrays import Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import distinct, is_among
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.walk.witness_paths import sites_of
from codeshed.model.answers.context_answer import PieceRole
from codeshed.model.symbol_ids import last_name

STEPS = "steps_"
"""Prefix of the reason of an indirect test; the number of steps follows."""

KNOWN_LIKELIHOOD = 0.98
"""The likelihood of a use for which there is an edge."""

USED_BY_BODY = "used_by_body"
"""The reason of a symbol that is needed only because a body that must be read uses it."""

WRITTEN_BODY_FACTOR = 8.0
"""Factor for the value of a body that must be read, if the seed has a body that is known to use it."""

INDIRECT_LIKELIHOOD = 0.08
"""The likelihood that one needs what a body that must be read uses."""

GUESS_FACTOR = 0.35
"""Factor for the value of a guess, if the uses of the seed are known."""

MIN_LIKELIHOOD = 0.01
"""Symbols of a lower likelihood are dropped at any budget, if the uses of the seed are known."""

MIN_LIKELIHOOD_WITHOUT_BODY = 0.0003
"""The same for a function without a body, whose uses are unknown."""

SAME_FOLDER, FAR_AWAY = 0.95, 0.9
"""Factors for the value of a caller in another file of the folder, and in another folder."""

MAX_MODULE_USES = 64
"""How many sites of one edge are examined where a module itself uses the seed."""

USE_ORDER = (EdgeKind.CALL, EdgeKind.ANNOTATES, EdgeKind.WRITE, EdgeKind.READ, EdgeKind.USAGE)
"""Of several edges, the first kind in this order is the most informative."""

MAX_SEED_FUNCTIONS = 6
"""How many of the functions that are seeds have their surroundings examined."""

MAX_INNER_FUNCTIONS = 2
"""How many functions of a class or file have their surroundings examined."""


class RelevantSymbol(msgspec.Struct, frozen=True, kw_only=True):
    """A relevant symbol: the value of its line, and that of the rest of its text.

    A row number beyond the nodes stands for a module-level statement that uses the seed.
    """

    row: int
    role: PieceRole
    likelihood: float
    value: float
    body_value: float
    is_body_needed: bool
    guess: tuple[int, int] | None = None
    """Where its features are: the number of the guess, and the index of the candidate in it."""

    link: tuple[int, int] | None = None
    """The user of a seed, which is this node or within it, and the seed that it uses."""

    path: tuple[int, ...] | None = None
    """Of an indirect test: the nodes from what it uses to a seed."""


class RelevantSymbols(msgspec.Struct, frozen=True, kw_only=True):
    """All relevant symbols by row.

    `guesses` give the reasons of guessed ones, `module_uses` are the statements that row numbers beyond the nodes
    stand for.
    """

    symbols: tuple[RelevantSymbol, ...]
    guesses: tuple[LikelySymbols, ...]
    module_uses: tuple[ModuleUse, ...] = ()

    def reasons(self, wish: RelevantSymbol) -> tuple[str, ...]:
        """Return the reasons of a symbol, as names of features; uses with an edge need none.

        The reason of an indirect test is its number of steps.
        """
        if wish.path is not None:
            return (f"{STEPS}{len(wish.path) + 1}",)
        if wish.role != "likely":
            return ()
        if wish.guess is None:
            return (USED_BY_BODY,)
        guess, place = wish.guess
        return self.guesses[guess].reasons(place)


class RelevanceFinder:
    """Finds the relevant symbols for seeds of one graph."""

    def __init__(self, graph: CodeGraph, excerpts: Excerpts) -> None:
        self.graph = graph
        self.lookups = GraphLookups(graph)
        self._excerpts = excerpts

    @cached_property
    def _must_be_read(self) -> Flags:
        """Which functions must be read if they are used, since their contract is incomplete."""
        return leads_into_body(self.graph.nodes, FootprintOptions())

    def find_relevant(self, seeds: Sequence[int], preferences: Preferences) -> RelevantSymbols:
        """Return the symbols that are relevant to some seeds."""
        inside = frozenset(row for seed in seeds for row in self._inside(seed))
        starts = sorted(inside)
        known = _without(distinct(self.lookups.uses.used_by(starts)[0]), inside)
        chosen = self._select_guessed(seeds, inside)
        surroundings = [Surroundings(lookups=self.lookups, row=row) for row in chosen]
        uses = tuple(estimate_likely_uses(each, self._excerpts.all_prose(each.row)) for each in surroundings)
        changes = tuple(map(estimate_likely_changes, surroundings)) if preferences.changed else ()
        found: dict[int, RelevantSymbol] = {}
        is_written = len(known) > 0 and not all(map(self._excerpts.is_empty, chosen))
        self._add_guesses(found, uses, inside, preferences, factor=GUESS_FACTOR if is_written else 1.0)
        needed = known[self._must_be_read[known]]
        for row in _without(distinct(self.lookups.uses.used_by(needed)[0]), inside).tolist():
            self._add(found, row, ("likely", INDIRECT_LIKELIHOOD), preferences)
        for row in known.tolist():
            self._add(found, row, ("use", KNOWN_LIKELIHOOD), preferences)
        module_uses = self._module_uses(inside)
        has_test = self._add_users(found, seeds, inside, preferences, module_uses)
        if preferences.first_test > 1.0 and not has_test:
            module_uses += self._add_indirect_tests(found, seeds, inside, preferences, len(module_uses))
        self._add_changes(found, dict(enumerate(changes, len(uses))), inside, preferences)
        return RelevantSymbols(
            symbols=tuple(found[row] for row in sorted(found)),
            guesses=uses + changes,
            module_uses=module_uses,
        )

    def _select_guessed(self, seeds: Sequence[int], inside: frozenset[int]) -> list[int]:
        """Return the functions whose uses are guessed; of a class or file only a few, as they share their surroundings.

        Functions without a body come first: for the others, the uses are known.
        """
        named = self.lookups.of_kind(seeds, NodeKind.FUNCTION)
        if named:
            return named[:MAX_SEED_FUNCTIONS]
        functions = self.lookups.of_kind(sorted(inside), NodeKind.FUNCTION)
        return sorted(functions, key=lambda row: not self._excerpts.is_empty(row))[:MAX_INNER_FUNCTIONS]

    def _inside(self, seed: int) -> list[int]:
        found = [seed]
        for each in found:
            found += self.lookups.members_of(each)
        return found

    def _add_guesses(
        self,
        found: dict[int, RelevantSymbol],
        guesses: tuple[LikelySymbols, ...],
        inside: frozenset[int],
        preferences: Preferences,
        *,
        factor: float,
    ) -> None:
        least = MIN_LIKELIHOOD_WITHOUT_BODY if factor == 1.0 else MIN_LIKELIHOOD
        for number, guess in enumerate(guesses):
            places = np.flatnonzero(guess.likelihoods * factor >= least)
            rows = guess.candidates.rows[places].tolist()
            for place, row, likelihood in zip(
                places.tolist(), rows, guess.likelihoods[places].tolist(), strict=True
            ):
                if row not in inside:
                    self._add(found, row, ("likely", likelihood * factor), preferences, guess=(number, place))

    def _add_changes(
        self,
        found: dict[int, RelevantSymbol],
        changes: dict[int, LikelySymbols],
        inside: frozenset[int],
        preferences: Preferences,
    ) -> None:
        """Add what may change together with the seeds; what is relevant in another way is only worth more for it."""
        for number, guess in changes.items():
            places = np.flatnonzero(guess.likelihoods * preferences.changed >= MIN_LIKELIHOOD)
            for place in places.tolist():
                row = int(guess.candidates.rows[place])
                if row in inside:
                    continue
                likelihood = float(guess.likelihoods[place])
                value, body_value = likelihood * preferences.changed, likelihood * preferences.changed_body
                known = found.get(row)
                if known is None or (known.role == "likely" and known.value < value):
                    self._add(found, row, ("likely", value), preferences, guess=(number, place))
                    known, value = found[row], 0.0
                found[row] = msgspec.structs.replace(
                    known, value=known.value + value, body_value=known.body_value + body_value
                )

    def _module_uses(self, inside: frozenset[int]) -> tuple[ModuleUse, ...]:
        """Return the sites where modules themselves use the seeds, each line once: calls before other kinds, then by line."""
        edges = self.graph.edges
        found: dict[tuple[int, int], ModuleUse] = {}
        by_kind = sorted(
            uses_by_modules(self.graph, sorted(inside)),
            key=lambda edge: USE_ORDER.index(EdgeKind(int(edges.kinds[edge]))),
        )
        for edge in by_kind:
            module = int(edges.sources[edge])
            if module in inside:
                continue
            for site in sites_of(self.graph, edge, MAX_MODULE_USES):
                use = ModuleUse(
                    module=module,
                    used=int(edges.targets[edge]),
                    kind=EdgeKind(int(edges.kinds[edge])),
                    first_line=site.start_line,
                    last_line=site.end_line,
                )
                found.setdefault((module, site.start_line), use)
        return tuple(found.values())

    def _add_users(
        self,
        found: dict[int, RelevantSymbol],
        seeds: Sequence[int],
        inside: frozenset[int],
        preferences: Preferences,
        module_uses: tuple[ModuleUse, ...],
    ) -> bool:
        """Add all that use or override the seeds; return whether a test is among them."""
        nodes = self.graph.nodes
        wanted = sorted(inside)
        users, places = self.lookups.uses.users_of(wanted)
        used_by_user: dict[int, int] = {}
        for user, place in zip(users.tolist(), places.tolist(), strict=True):
            if user not in inside and nodes.kinds[user] != NodeKind.MODULE:
                used_by_user.setdefault(user, wanted[place])
        valued_by_user = self._rank_users(
            {*used_by_user, *(use.module for use in module_uses)}, seeds, preferences
        )
        for row in sorted(used_by_user):
            self._add(found, row, valued_by_user[row], preferences, link=(row, used_by_user[row]))
        n_seen: Counter[int] = Counter()
        for place, use in enumerate(module_uses):
            role, worth = valued_by_user[use.module]
            # Further statements of the same file are worth less than the first one of another file.
            n_seen[use.module] += 1
            valued = role, worth / n_seen[use.module] ** 2
            self._add(found, len(nodes) + place, valued, preferences, link=(use.module, use.used))
        for seed in seeds:
            for row in Surroundings(lookups=self.lookups, row=seed).overriding:
                overriding: tuple[PieceRole, float] = ("override", preferences.override)
                self._add(found, row, overriding, preferences, link=(row, seed))
        return any(role == "test" for role, _ in valued_by_user.values())

    def _add_indirect_tests(
        self,
        found: dict[int, RelevantSymbol],
        seeds: Sequence[int],
        inside: frozenset[int],
        preferences: Preferences,
        n_module_uses: int,
    ) -> tuple[ModuleUse, ...]:
        """Add the nearest indirect tests; return the module-level statements among them."""
        nodes, edges = self.graph.nodes, self.graph.edges
        uses: list[ModuleUse] = []
        for place, test in enumerate(find_indirect_tests(self.graph, sorted(inside))):
            worth = _value_of_next(
                "test", preferences.test * self._nearness(test.row, seeds), place, preferences
            )
            row = test.row
            if nodes.kinds[row] == NodeKind.MODULE:
                sites = sites_of(self.graph, test.edge, 1)
                if not sites:
                    continue
                row = len(nodes) + n_module_uses + len(uses)
                uses.append(
                    ModuleUse(
                        module=test.row,
                        used=test.used,
                        kind=EdgeKind(int(edges.kinds[test.edge])),
                        first_line=sites[0].start_line,
                        last_line=sites[0].end_line,
                    )
                )
            link = (test.row, test.used)
            self._add(found, row, ("test", worth), preferences, link=link, way=test.path)
        return tuple(uses)

    def _rank_users(
        self, users: Collection[int], seeds: Sequence[int], preferences: Preferences
    ) -> dict[int, tuple[PieceRole, float]]:
        """Return the role and value of the seeds' users: the first of a role is the most valuable, each further one less.

        Users are ranked by nearness, then those named after a seed come first.
        """
        as_users = {row: self._role_and_value(row, seeds, preferences) for row in users}
        symbols = self.graph.nodes.symbols
        seed_names = [last_name(symbols[seed]).lower() for seed in seeds]

        def is_named_after(row: int) -> bool:
            name = last_name(symbols[row]).lower()
            return any(each in name for each in seed_names)

        n_before: Counter[PieceRole] = Counter()
        valued: dict[int, tuple[PieceRole, float]] = {}
        for row in sorted(as_users, key=lambda row: (-as_users[row][1], not is_named_after(row), row)):
            role, worth = as_users[row]
            valued[row] = role, _value_of_next(role, worth, n_before[role], preferences)
            n_before[role] += 1
        return valued

    def _role_and_value(
        self, row: int, seeds: Sequence[int], preferences: Preferences
    ) -> tuple[PieceRole, float]:
        """Return the role of a user of the seeds, and its value if it were the only one."""
        if int(self.graph.nodes.flags[row]) & NodeFlag.TEST:
            return "test", preferences.test * self._nearness(row, seeds)
        return "caller", preferences.caller * self._nearness(row, seeds)

    def _nearness(self, row: int, seeds: Sequence[int]) -> float:
        """Return the factor for the value of a user by its distance from the seeds: same file, same folder, elsewhere."""
        path = self.graph.file_path(row) or ""
        paths = {self.graph.file_path(seed) or "" for seed in seeds}
        if path in paths:
            return 1.0
        folders = {each.rpartition("/")[0] for each in paths}
        return SAME_FOLDER if path.rpartition("/")[0] in folders else FAR_AWAY

    def _add(
        self,
        found: dict[int, RelevantSymbol],
        row: int,
        valued: tuple[PieceRole, float],
        preferences: Preferences,
        *,
        guess: tuple[int, int] | None = None,
        link: tuple[int, int] | None = None,
        way: tuple[int, ...] | None = None,
    ) -> None:
        role, likelihood = valued
        known = found.get(row)
        if known is not None and known.value >= likelihood:
            if known.link is None and link is not None:
                # Whatever its role, it uses the seed.
                found[row] = msgspec.structs.replace(known, link=link)
            return
        is_symbol = row < len(self.graph.nodes)
        is_needed = is_symbol and bool(self._must_be_read[row]) and role != "test"
        found[row] = RelevantSymbol(
            row=row,
            role=role,
            likelihood=min(1.0, likelihood),
            value=likelihood,
            body_value=likelihood * _body_factor(role, preferences, is_needed=is_needed),
            is_body_needed=is_needed,
            guess=guess,
            link=link,
            path=way,
        )


def _value_of_next(role: PieceRole, worth: float, n_before: int, preferences: Preferences) -> float:
    """Return the value of a user after others of its role: the first is the most valuable, each further one less."""
    factor = preferences.first_test if role == "test" and n_before == 0 else 1.0
    return worth * factor / math.log2(2.0 + n_before)


def _body_factor(role: PieceRole, preferences: Preferences, *, is_needed: bool) -> float:
    """Return the value of the rest of a text, relative to its line."""
    if not is_needed:
        return preferences.other_body
    return preferences.body * (WRITTEN_BODY_FACTOR if role == "use" else 1.0)


def _without(rows: Longs, inside: frozenset[int]) -> Longs:
    return rows[~is_among(rows, tuple(inside))]
