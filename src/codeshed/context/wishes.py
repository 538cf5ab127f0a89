"""What is worth having beside some code: what it uses, what it may use, who uses it.

Turns: Neighbourhood + seeds + Preferences → Wishes, the dearest first by nothing but their worth.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec
import numpy as np

from codeshed.context.excerpts import Excerpts
from codeshed.context.far_tests import far_tests
from codeshed.context.likelihood import LikelyUses, likely_uses
from codeshed.context.places import ModuleUse
from codeshed.context.surroundings import Neighbourhood, Surroundings
from codeshed.context.tasks import Preferences
from codeshed.context.uses import uses_by_modules
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.view import goes_into
from codeshed.graph.data.arrays import Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import distinct, is_among
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.walk.witness_paths import sites_of
from codeshed.model.context import PieceRole
from codeshed.model.identity import last_name

STEPS = "steps_"
"""The reason of a test that uses no seed itself begins so; behind it stands how many steps away it is."""

KNOWN = 0.98
"""How likely something is used that an edge says is used."""

USED_BY_BODY = "used_by_body"
"""The reason of what is needed only because a body that must be read uses it."""

WRITTEN_BODY = 8.0
"""By so much is a body that must be read worth more where the seed is written, and it is known that it uses it."""

NEXT = 0.08
"""How likely one needs what is used by a body that must be read."""

BESIDE_KNOWN = 0.35
"""By so much is a guess worth less where it is known what the seed uses."""

LEAST = 0.01
"""What is less likely is not worth having at any budget, where it is known what the seed uses."""

LEAST_UNKNOWN = 0.0003
"""The same for a function without a body, of which nothing is known."""

SAME_FOLDER, FAR_AWAY = 0.95, 0.9
"""By so much is a caller worth less that stands in another file of the folder, or elsewhere."""

MAX_MODULE_USES = 64
"""So many places of one edge are looked at where a module itself uses the seed."""

USE_ORDER = (EdgeKind.CALL, EdgeKind.ANNOTATES, EdgeKind.WRITE, EdgeKind.READ, EdgeKind.USAGE)
"""If there are several edges, the first of these says most."""

MAX_SEED_FUNCTIONS = 6
"""The surroundings of so many functions are looked at that are seeds."""

MAX_INNER_FUNCTIONS = 2
"""The surroundings of so many functions of a class or file are looked at."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol that is worth having: what its line is worth, and what the rest of its text is worth.

    A row behind those of the nodes is a statement of a module itself that uses the seed.
    """

    row: int
    role: PieceRole
    likelihood: float
    worth: float
    body_worth: float
    is_body_needed: bool
    guess: tuple[int, int] | None = None
    """Which of the guesses it is of, and its place there: they know the reasons."""

    link: tuple[int, int] | None = None
    """The node that uses a seed, which is this one or lies in it, and what of the seeds it uses."""

    way: tuple[int, ...] | None = None
    """Of a test that uses no seed itself: what leads from that which it uses to a seed."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """All that is worth having, by row, with the guesses that know why, and what rows behind those of the nodes are."""

    symbols: tuple[Wish, ...]
    guesses: tuple[LikelyUses, ...]
    module_uses: tuple[ModuleUse, ...] = ()

    def reasons(self, wish: Wish) -> tuple[str, ...]:
        """Return why something is worth having, in features; what an edge says needs none, and a way is told by its steps."""
        if wish.way is not None:
            return (f"{STEPS}{len(wish.way) + 1}",)
        if wish.role != "likely":
            return ()
        if wish.guess is None:
            return (USED_BY_BODY,)
        guess, place = wish.guess
        return self.guesses[guess].reasons(place)


class Wisher:
    """Finds out what is worth having, for one seed after another of a graph."""

    def __init__(self, graph: CodeGraph, excerpts: Excerpts) -> None:
        self.graph = graph
        self.near = Neighbourhood(graph)
        self._excerpts = excerpts

    @cached_property
    def _must_be_read(self) -> Flags:
        """Which functions must be read if they are used, since neither signature nor documentation says enough."""
        return goes_into(self.graph.nodes, FootprintOptions())

    def wishes_for(self, seeds: Sequence[int], preferences: Preferences) -> Wishes:
        """Return what is worth having beside some seeds."""
        inside = frozenset(row for seed in seeds for row in self._inside(seed))
        starts = sorted(inside)
        known = _without(distinct(self.near.uses.used_by(starts)[0]), inside)
        chosen = self._guessed_for(seeds, inside)
        guesses = tuple(
            likely_uses(Surroundings(near=self.near, row=row), self._excerpts.all_documentation(row))
            for row in chosen
        )
        found: dict[int, Wish] = {}
        is_written = len(known) > 0 and not all(map(self._excerpts.is_empty, chosen))
        self._add_guesses(found, guesses, inside, preferences, damped=BESIDE_KNOWN if is_written else 1.0)
        needed = known[self._must_be_read[known]]
        for row in _without(distinct(self.near.uses.used_by(needed)[0]), inside).tolist():
            self._add(found, row, ("likely", NEXT), preferences)
        for row in known.tolist():
            self._add(found, row, ("use", KNOWN), preferences)
        module_uses = self._module_uses(inside)
        has_test = self._add_users(found, seeds, inside, preferences, module_uses)
        if preferences.first_test > 1.0 and not has_test:
            module_uses += self._add_far_tests(found, seeds, inside, preferences, len(module_uses))
        return Wishes(
            symbols=tuple(found[row] for row in sorted(found)), guesses=guesses, module_uses=module_uses
        )

    def _guessed_for(self, seeds: Sequence[int], inside: frozenset[int]) -> list[int]:
        """Return the functions whose uses are guessed; of a class or file a few, which have the same surroundings.

        Those without a body come first: of the others it is known what they use.
        """
        named = self.near.of_kind(seeds, NodeKind.FUNCTION)
        if named:
            return named[:MAX_SEED_FUNCTIONS]
        functions = self.near.of_kind(sorted(inside), NodeKind.FUNCTION)
        return sorted(functions, key=lambda row: not self._excerpts.is_empty(row))[:MAX_INNER_FUNCTIONS]

    def _inside(self, seed: int) -> list[int]:
        found = [seed]
        for each in found:
            found += self.near.members_of(each)
        return found

    def _add_guesses(
        self,
        found: dict[int, Wish],
        guesses: tuple[LikelyUses, ...],
        inside: frozenset[int],
        preferences: Preferences,
        *,
        damped: float,
    ) -> None:
        least = LEAST_UNKNOWN if damped == 1.0 else LEAST
        for number, guess in enumerate(guesses):
            places = np.flatnonzero(guess.likelihoods * damped >= least)
            rows = guess.candidates.rows[places].tolist()
            for place, row, likelihood in zip(
                places.tolist(), rows, guess.likelihoods[places].tolist(), strict=True
            ):
                if row not in inside:
                    self._add(found, row, ("likely", likelihood * damped), preferences, guess=(number, place))

    def _module_uses(self, inside: frozenset[int]) -> tuple[ModuleUse, ...]:
        """Return where modules themselves use the seeds, each line once: calls before what says less, then by line."""
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
        found: dict[int, Wish],
        seeds: Sequence[int],
        inside: frozenset[int],
        preferences: Preferences,
        module_uses: tuple[ModuleUse, ...],
    ) -> bool:
        """Wish for all that use or override the seeds; return whether a test is among them."""
        nodes = self.graph.nodes
        wanted = sorted(inside)
        users, places = self.near.uses.users_of(wanted)
        used_by_user: dict[int, int] = {}
        for user, place in zip(users.tolist(), places.tolist(), strict=True):
            if user not in inside and nodes.kinds[user] != NodeKind.MODULE:
                used_by_user.setdefault(user, wanted[place])
        valued_by_user = self._valued_users(
            {*used_by_user, *(use.module for use in module_uses)}, seeds, preferences
        )
        for row in sorted(used_by_user):
            self._add(found, row, valued_by_user[row], preferences, link=(row, used_by_user[row]))
        n_seen: Counter[int] = Counter()
        for place, use in enumerate(module_uses):
            role, worth = valued_by_user[use.module]
            # A second test of the same file tells less than the first one of another, and a third one little.
            n_seen[use.module] += 1
            valued = role, worth / n_seen[use.module] ** 2
            self._add(found, len(nodes) + place, valued, preferences, link=(use.module, use.used))
        for seed in seeds:
            for row in Surroundings(near=self.near, row=seed).overriding:
                overriding: tuple[PieceRole, float] = ("override", preferences.override)
                self._add(found, row, overriding, preferences, link=(row, seed))
        return any(role == "test" for role, _ in valued_by_user.values())

    def _add_far_tests(
        self,
        found: dict[int, Wish],
        seeds: Sequence[int],
        inside: frozenset[int],
        preferences: Preferences,
        n_module_uses: int,
    ) -> tuple[ModuleUse, ...]:
        """Wish for the nearest tests that use no seed themselves; return where modules do what they are there for."""
        nodes, edges = self.graph.nodes, self.graph.edges
        uses: list[ModuleUse] = []
        for place, test in enumerate(far_tests(self.graph, sorted(inside))):
            worth = _worth_of_next(
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
            self._add(found, row, ("test", worth), preferences, link=link, way=test.way)
        return tuple(uses)

    def _valued_users(
        self, users: Collection[int], seeds: Sequence[int], preferences: Preferences
    ) -> dict[int, tuple[PieceRole, float]]:
        """Return what users of the seeds are, and what each is worth: the first tells most, any further one less.

        Tests and other callers are counted apart: the near ones first, and among these such as are named after a seed.
        """
        as_users = {row: self._as_user(row, seeds, preferences) for row in users}
        symbols = self.graph.nodes.symbols
        seed_names = [last_name(symbols[seed]).lower() for seed in seeds]

        def is_named_after(row: int) -> bool:
            name = last_name(symbols[row]).lower()
            return any(each in name for each in seed_names)

        n_before: Counter[PieceRole] = Counter()
        valued: dict[int, tuple[PieceRole, float]] = {}
        for row in sorted(as_users, key=lambda row: (-as_users[row][1], not is_named_after(row), row)):
            role, worth = as_users[row]
            valued[row] = role, _worth_of_next(role, worth, n_before[role], preferences)
            n_before[role] += 1
        return valued

    def _as_user(self, row: int, seeds: Sequence[int], preferences: Preferences) -> tuple[PieceRole, float]:
        """Return what a user of the seeds is, and what it is worth if there is no other."""
        if int(self.graph.nodes.flags[row]) & NodeFlag.TEST:
            return "test", preferences.test * self._nearness(row, seeds)
        return "caller", preferences.caller * self._nearness(row, seeds)

    def _nearness(self, row: int, seeds: Sequence[int]) -> float:
        """Return how much more a user of the seeds tells who lies near them: what else decides is only its length."""
        path = self.graph.file_path(row) or ""
        paths = {self.graph.file_path(seed) or "" for seed in seeds}
        if path in paths:
            return 1.0
        folders = {each.rpartition("/")[0] for each in paths}
        return SAME_FOLDER if path.rpartition("/")[0] in folders else FAR_AWAY

    def _add(
        self,
        found: dict[int, Wish],
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
        if known is not None and known.worth >= likelihood:
            if known.link is None and link is not None:
                # Whatever else speaks for it, it uses the seed.
                found[row] = msgspec.structs.replace(known, link=link)
            return
        is_symbol = row < len(self.graph.nodes)
        is_needed = is_symbol and bool(self._must_be_read[row]) and role != "test"
        found[row] = Wish(
            row=row,
            role=role,
            likelihood=min(1.0, likelihood),
            worth=likelihood,
            body_worth=likelihood * _body_worth(role, preferences, is_needed=is_needed),
            is_body_needed=is_needed,
            guess=guess,
            link=link,
            way=way,
        )


def _worth_of_next(role: PieceRole, worth: float, n_before: int, preferences: Preferences) -> float:
    """Return what a user of a seed is worth behind others of its role: the first tells most, any further one less."""
    factor = preferences.first_test if role == "test" and n_before == 0 else 1.0
    return worth * factor / math.log2(2.0 + n_before)


def _body_worth(role: PieceRole, preferences: Preferences, *, is_needed: bool) -> float:
    """Return what the rest of a text is worth beside its line."""
    if not is_needed:
        return preferences.other_body
    return preferences.body * (WRITTEN_BODY if role == "use" else 1.0)


def _without(rows: Longs, inside: frozenset[int]) -> Longs:
    return rows[~is_among(rows, tuple(inside))]
