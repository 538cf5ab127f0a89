"""Makes a document fit its limit, by the four steps of truncation in their order.

Turns: candidates with their entities, relations, a limit → the document, or None if not even base entities and their
direct dependencies fit.

Each entity and relationship is measured by itself to plan; the document is measured whole, and what is too much of it then
goes. A step is taken only if those before were not enough. After the last step that was needed, what had been left out comes
back while there is room for it in the form that it has by then.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.query.codegraph_context.candidates import Candidate
from codeshed.query.codegraph_context.documents import (
    BudgetUse,
    CodeGraphContext,
    ContextEntity,
    ContextRelationship,
    ExcludedEntity,
    OptimizationInfo,
    QueryContext,
    SizeStatus,
    StepName,
    TruncationStep,
)
from codeshed.query.codegraph_context.entity_facts import EntityForm, in_form
from codeshed.query.codegraph_context.relationships import Relation

Measure = Callable[[str], int]

SHARES: dict[Literal["structure", "entities", "relationships", "metadata"], float] = {
    "structure": 0.05,
    "entities": 0.80,
    "relationships": 0.10,
    "metadata": 0.05,
}
_STEPS: tuple[StepName, ...] = (
    "remove_priority_3",
    "compress_signatures",
    "truncate_documentation",
    "limit_relationships",
)
_MAX_LISTED = 20
_MOST_BY_STATUS: dict[SizeStatus, int] = {"minimal": 5_000, "optimal": 80_001}
"""From these numbers of tokens on, a document is of the next size."""
_JOINT = 1
"""About as many tokens as separate two items of an array."""

_LEAST_RELATIONSHIP, _LEAST_ENTITY = 25, 60
"""Nothing of these is smaller, in tokens or in words: what cannot fit need not be measured."""

_LEAST = 3
"""The priority that the first step removes."""


_FORMS = (
    EntityForm(),
    EntityForm(has_low_metadata=False),
    EntityForm(has_low_metadata=False, has_long_signature=False),
    EntityForm(has_low_metadata=False, has_long_signature=False, has_long_documentation=False),
)
"""The form of entities after no step, the first, the second and the third."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What goes into a document: the entities that are kept, the relationships, and the steps that were taken."""

    kept: tuple[int, ...] = ()
    relationships: tuple[int, ...] = ()
    steps: tuple[StepName, ...] = ()

    @property
    def form(self) -> EntityForm:
        """How much of each entity is written."""
        return _FORMS[min(len(self.steps), len(_FORMS) - 1)]


class SizeOptimizer:
    """Fits one document to its limit."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        describe: Callable[[Candidate], ContextEntity],
        relations: Sequence[Relation],
        describe_relation: Callable[[Relation], ContextRelationship],
        query: QueryContext,
        *,
        generated_at: str | None,
        warnings: Sequence[str],
        write: Callable[[msgspec.Struct], str],
        measure: Measure,
    ) -> None:
        self._candidates = candidates
        self._describe = describe
        self._relations = relations
        self._describe_relation = describe_relation
        self._query = query
        self._generated_at = generated_at
        self._warnings = tuple(warnings)
        self._write = write
        self._measure = measure
        self._entities: dict[int, ContextEntity] = {}
        self._sizes: dict[tuple[int, EntityForm], int] = {}
        self._relationships: dict[int, ContextRelationship] = {}
        self._relationship_sizes: dict[int, int] = {}

    def fit(self) -> CodeGraphContext | None:
        """Return the document; None if base entities and direct dependencies are too large as short as they can be."""
        every = tuple(range(len(self._candidates)))
        important = tuple(place for place in every if self._candidates[place].priority < _LEAST)
        room = self._query.size_limit - self._measure(self._write(self._document(Plan())))
        if self._fits(every, _FORMS[0], room):
            document = self._exact(Plan(kept=every, relationships=self._among(every)))
            if document.token_count <= self._query.size_limit:
                return document
        for n_steps, form in enumerate(_FORMS[1:], start=1):
            if self._fits(important, form, room):
                filled = self._filled(important, room, _STEPS[:n_steps])
                if filled is not None:
                    return filled
        return self._filled(important, room, _STEPS)

    def attempted_size(self) -> int:
        """Return how many tokens base entities and direct dependencies have as short as they can be."""
        return self._exact(Plan(kept=self._needed, steps=_STEPS)).token_count

    @cached_property
    def _needed(self) -> tuple[int, ...]:
        """The places of what is never left out."""
        return tuple(place for place, each in enumerate(self._candidates) if _is_needed(each))

    def _fits(self, places: Sequence[int], form: EntityForm, room: int) -> bool:
        """Whether entities and all relationships between them fit, by their own sizes."""
        among = self._among(places)
        if _LEAST_RELATIONSHIP * len(among) + _LEAST_ENTITY * len(places) > room:
            return False
        if self._n_strongest(among, room) < len(among):
            return False
        left = room - sum(map(self._relationship_size, among))
        return self._sizes_within(places, form, left) is not None

    def _sizes_within(self, places: Sequence[int], form: EntityForm, room: int) -> int | None:
        """Return the size of entities; None if they do not fit."""
        size = 0
        for place in places:
            size += self._size(place, form)
            if size > room:
                return None
        return size

    def _filled(
        self, important: Sequence[int], room: int, steps: tuple[StepName, ...]
    ) -> CodeGraphContext | None:
        """Return the document with as many candidates as fit, in their order; None if those that are needed do not."""
        while True:
            plan = self._plan(important, room, steps)
            if plan is None:
                return None
            document = self._exact(plan)
            excess = document.token_count - self._query.size_limit
            if excess <= 0:
                return document
            room -= excess

    def _plan(self, important: Sequence[int], room: int, steps: tuple[StepName, ...]) -> Plan | None:
        """Return what fits; None if what is needed does not.

        Until the last step, an entity comes with all its relationships to those before it. With the last step, relationships get
        their share, and what entities leave.
        """
        form = Plan(steps=steps).form
        chosen = frozenset(important)
        order = (*important, *(place for place in range(len(self._candidates)) if place not in chosen))
        if len(steps) < len(_STEPS):
            kept = self._kept(order, form, room, has_relationships=True)
            is_whole = len(kept) >= len(self._needed)
            return Plan(kept=kept, relationships=self._among(kept), steps=steps) if is_whole else None
        for_needed = self._sizes_within(self._needed, form, room)
        if for_needed is None:
            return None
        share = min(int(self._query.size_limit * SHARES["relationships"]), room - for_needed)
        for_important = self._sizes_within(important, form, room - share)
        if for_important is None:
            kept = self._kept(order, form, room - share, has_relationships=False)
        else:
            # Relationships of what is important come before what is not.
            kept = tuple(important)
        left = room - sum(self._size(place, form) for place in kept)
        among = self._among(kept)
        return Plan(kept=kept, relationships=among[: self._n_strongest(among, left)], steps=steps)

    def _kept(
        self, order: Sequence[int], form: EntityForm, room: int, *, has_relationships: bool
    ) -> tuple[int, ...]:
        """Return the first entities that fit, with their relationships to those before them or without any."""
        kept: list[int] = []
        later: defaultdict[int, list[int]] = defaultdict(list)
        if has_relationships:
            rank = {self._candidates[place].row: number for number, place in enumerate(order)}
            for place, each in enumerate(self._relations):
                later[max(each.source, each.target, key=rank.__getitem__)].append(place)
        for place in order:
            room -= self._size(place, form)
            room -= sum(map(self._relationship_size, later[self._candidates[place].row]))
            if room < 0:
                break
            kept.append(place)
        return tuple(kept)

    def _among(self, kept: Sequence[int]) -> tuple[int, ...]:
        """Return the places of the relations between entities, the strongest first."""
        rows = {self._candidates[place].row for place in kept}
        return tuple(
            place for place, each in enumerate(self._relations) if each.source in rows and each.target in rows
        )

    def _n_strongest(self, places: Sequence[int], room: int) -> int:
        """Return how many of some relationships fit, from the first on."""
        for count, place in enumerate(places):
            room -= self._relationship_size(place)
            if room < 0:
                return count
        return len(places)

    def _exact(self, plan: Plan) -> CodeGraphContext:
        """Return the document with its own token count, which is part of what is counted.

        At a border between two sizes, the name of the size may itself move the count across it: the larger size holds then.
        """
        document = self._document(plan)
        sizes: tuple[SizeStatus, ...] = ("truncated",) if plan.steps else ("minimal", "optimal", "large")
        for status in sizes:
            document = self._counted(replace(document, size_status=status, token_count=0))
            if document.token_count < _MOST_BY_STATUS.get(status, document.token_count + 1):
                break
        return document

    def _counted(self, document: CodeGraphContext) -> CodeGraphContext:
        """Return a document with its token count: another number of digits may be another number of tokens."""
        counted = self._measure(self._write(document))
        while counted > document.token_count:
            document = replace(document, token_count=counted)
            counted = self._measure(self._write(document))
        return document

    def _document(self, plan: Plan) -> CodeGraphContext:
        kept = sorted(plan.kept, key=lambda place: self._output_order(self._candidates[place]))
        entities = tuple(in_form(self._entity(place), plan.form) for place in kept)
        relationships = tuple(map(self._relationship, plan.relationships))
        in_order = tuple(
            sorted(relationships, key=lambda each: (each.dependent, each.dependency, each.relationship_type))
        )
        frozen = frozenset(plan.kept)
        excluded = [place for place in range(len(self._candidates)) if place not in frozen]
        n_lost = len(self._relations) - len(relationships)
        info = OptimizationInfo(
            excluded_entities=tuple(self._excluded(place) for place in excluded[:_MAX_LISTED])
            if plan.kept
            else (),
            n_excluded_entities=len(excluded),
            n_excluded_relationships=n_lost,
            truncation_applied=bool(plan.steps),
            prioritization_strategy=self._query.optimization_strategy,
            steps=self._steps_taken(plan, excluded),
            budget=self._budget(entities, in_order),
            warnings=self._warnings,
        )
        return CodeGraphContext(
            version="1.0",
            generated_at=self._generated_at,
            token_count=0,
            size_status="optimal",
            query_context=self._query,
            entities=entities,
            relationships=in_order,
            optimization_info=info,
        )

    @staticmethod
    def _output_order(each: Candidate) -> tuple[int, float, str]:
        return each.level, -each.relevance, each.key

    def _excluded(self, place: int) -> ExcludedEntity:
        each = self._candidates[place]
        step: StepName = "remove_priority_3" if each.priority == _LEAST else "space_permitting"
        return ExcludedEntity(isgl1_key=each.key, relevance_score=each.relevance, step=step)

    def _steps_taken(self, plan: Plan, excluded: Sequence[int]) -> tuple[TruncationStep, ...]:
        n_least = sum(self._candidates[place].priority == _LEAST for place in excluded)
        n_shortened = [
            sum(
                in_form(self._entity(place), form) != in_form(self._entity(place), next_form)
                for place in plan.kept
            )
            for form, next_form in itertools.pairwise(_FORMS[: len(plan.steps) + 1])
        ]
        n_by_step: dict[StepName, int] = dict(zip(_STEPS, n_shortened, strict=False))
        if plan.steps:
            n_by_step["remove_priority_3"] += n_least
        if len(plan.steps) == len(_STEPS):
            n_by_step["limit_relationships"] = len(self._among(plan.kept)) - len(plan.relationships)
        taken = [TruncationStep(step=step, n_affected=n_by_step[step]) for step in plan.steps]
        if plan.steps and len(excluded) > n_least:
            taken.append(TruncationStep(step="space_permitting", n_affected=len(excluded) - n_least))
        return tuple(taken)

    def _budget(
        self, entities: Sequence[ContextEntity], relationships: Sequence[ContextRelationship]
    ) -> tuple[BudgetUse, ...]:
        """Return the tokens of the parts, as they were planned; structure is what separates the items."""
        limit = self._query.size_limit
        sizes = {
            "structure": _JOINT * (len(entities) + len(relationships)),
            "entities": sum(self._size_of(each) for each in entities),
            "relationships": sum(map(self._size_of, relationships)),
            "metadata": self._measure(self._write(self._query)) + sum(map(self._measure, self._warnings)),
        }
        return tuple(
            BudgetUse(part=part, tokens=sizes[part], share=round(limit * share))
            for part, share in SHARES.items()
        )

    def _entity(self, place: int) -> ContextEntity:
        if place not in self._entities:
            self._entities[place] = self._describe(self._candidates[place])
        return self._entities[place]

    def _size(self, place: int, form: EntityForm) -> int:
        if (place, form) not in self._sizes:
            self._sizes[place, form] = self._size_of(in_form(self._entity(place), form)) + _JOINT
        return self._sizes[place, form]

    def _size_of(self, item: msgspec.Struct) -> int:
        return self._measure(self._write(item))

    def _relationship(self, place: int) -> ContextRelationship:
        if place not in self._relationships:
            self._relationships[place] = self._describe_relation(self._relations[place])
        return self._relationships[place]

    def _relationship_size(self, place: int) -> int:
        if place not in self._relationship_sizes:
            self._relationship_sizes[place] = self._size_of(self._relationship(place)) + _JOINT
        return self._relationship_sizes[place]


def _is_needed(each: Candidate) -> bool:
    return each.level == 0 or each.is_direct_dependency
