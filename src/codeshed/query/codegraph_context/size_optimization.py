"""Makes a document fit its limit, by the four steps of truncation in their order.

Turns: candidates with their entities, relations, a limit → the document, or None if not even base entities and their
direct dependencies fit.

Each entity and relationship is measured by itself to plan; the document is measured whole, and what is too much of it then
goes. A step is taken only if those before were not enough. After the last step that was needed, what had been left out comes
back while there is room for it in the form that it has by then.
"""

from collections.abc import Callable, Sequence
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
_MINIMAL, _OPTIMAL = 5_000, 80_000
_JOINT = 1
"""About as many tokens as separate two items of an array."""

_LEAST_RELATIONSHIP, _LEAST_ENTITY = 25, 60
"""Nothing of these is smaller, in tokens or in words: what cannot fit need not be measured."""

_LEAST = 3
"""The priority that the first step removes."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What goes into a document: the entities that are kept, their form, and how many relationships."""

    kept: tuple[int, ...]
    form: EntityForm
    n_relationships: int
    steps: tuple[StepName, ...]


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
        self._relationship_sizes: list[int] = [0]

    def fit(self) -> CodeGraphContext | None:
        """Return the document; None if base entities and direct dependencies are too large as short as they can be."""
        limit = self._query.size_limit
        forms = (
            EntityForm(),
            EntityForm(has_low_metadata=False),
            EntityForm(has_low_metadata=False, has_long_signature=False),
            EntityForm(has_low_metadata=False, has_long_signature=False, has_long_documentation=False),
        )
        every = range(len(self._candidates))
        important = [place for place in every if self._candidates[place].priority < _LEAST]
        n_all = len(self._relations)
        room = limit - self._measure(
            self._write(self._document(Plan(kept=(), form=forms[0], n_relationships=0, steps=())))
        )
        if self._fits(every, forms[0], n_all, room):
            document = self._exact(Plan(kept=tuple(every), form=forms[0], n_relationships=n_all, steps=()))
            if document is not None:
                return document
        for n_steps, form in enumerate(forms[1:], start=1):
            if self._fits(important, form, n_all, room):
                document = self._filled(important, form, n_all, room, _STEPS[:n_steps])
                if document is not None:
                    return document
        n_kept = self._n_strongest(int(limit * SHARES["relationships"]))
        document = self._filled(important, forms[-1], n_kept, room, _STEPS)
        return document or self._exact(self._smallest())

    def attempted_size(self) -> int:
        """Return how many tokens base entities and direct dependencies have as short as they can be."""
        smallest = replace(self._document(self._smallest()), token_count=self._query.size_limit)
        return self._measure(self._write(smallest))

    def _smallest(self) -> Plan:
        needed = tuple(place for place, each in enumerate(self._candidates) if _is_needed(each))
        form = EntityForm(has_low_metadata=False, has_long_signature=False, has_long_documentation=False)
        return Plan(kept=needed, form=form, n_relationships=0, steps=_STEPS)

    def _fits(self, places: Sequence[int], form: EntityForm, n_relationships: int, room: int) -> bool:
        if _LEAST_RELATIONSHIP * n_relationships + _LEAST_ENTITY * len(places) > room:
            return False
        left = room - self._relationships_size(n_relationships)
        for place in places:
            if left < 0:
                return False
            left -= self._size(place, form)
        return left >= 0

    def _filled(
        self,
        important: Sequence[int],
        form: EntityForm,
        n_relationships: int,
        room: int,
        steps: tuple[StepName, ...],
    ) -> CodeGraphContext | None:
        """Return the document with as many candidates as fit, in their order; what is less important comes last."""
        chosen = frozenset(important)
        order = [*important, *(place for place in range(len(self._candidates)) if place not in chosen)]
        left = room - self._relationships_size(n_relationships)
        kept: list[int] = []
        for place in order:
            left -= self._size(place, form)
            if left < 0:
                break
            kept.append(place)
        n_needed = sum(_is_needed(each) for each in self._candidates)
        while len(kept) >= n_needed:
            plan = Plan(kept=tuple(kept), form=form, n_relationships=n_relationships, steps=steps)
            document = self._exact(plan)
            if document is not None:
                return document
            del kept[max(n_needed, len(kept) - max(1, len(kept) // 50)) :]
            if len(kept) == n_needed and self._exact(replace(plan, kept=tuple(kept))) is None:
                return None
        return None

    def _exact(self, plan: Plan) -> CodeGraphContext | None:
        """Return the document with its own token count, None if it is above the limit."""
        document = self._document(plan)
        # The count is part of what is counted: another number of digits may be another number of tokens.
        count, counted = -1, 0
        while count != counted:
            count = max(count + 1, counted)
            status = self._status(count, is_cut=bool(plan.steps))
            document = replace(document, token_count=count, size_status=status)
            counted = self._measure(self._write(document))
        return document if count <= self._query.size_limit else None

    @staticmethod
    def _status(n_tokens: int, *, is_cut: bool) -> SizeStatus:
        if is_cut:
            return "truncated"
        if n_tokens < _MINIMAL:
            return "minimal"
        return "optimal" if n_tokens <= _OPTIMAL else "large"

    def _document(self, plan: Plan) -> CodeGraphContext:
        kept = sorted(plan.kept, key=lambda place: self._output_order(self._candidates[place]))
        entities = tuple(in_form(self._entity(place), plan.form) for place in kept)
        rows = {self._candidates[place].row for place in kept}
        among = [
            place for place, each in enumerate(self._relations) if each.source in rows and each.target in rows
        ]
        relationships = tuple(map(self._relationship, among[: plan.n_relationships]))
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
            steps=self._steps_taken(plan, excluded, len(among) - len(relationships)),
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

    def _steps_taken(self, plan: Plan, excluded: Sequence[int], n_limited: int) -> tuple[TruncationStep, ...]:
        n_least = sum(self._candidates[place].priority == _LEAST for place in excluded)
        n_by_step: dict[StepName, int] = {
            "remove_priority_3": n_least,
            "compress_signatures": sum(self._candidates[place].level > 0 for place in plan.kept),
            "truncate_documentation": len(plan.kept),
            "limit_relationships": n_limited,
        }
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

    def _relationships_size(self, count: int) -> int:
        """Return the size of the strongest relationships."""
        sizes = self._relationship_sizes
        while len(sizes) <= count:
            sizes.append(sizes[-1] + self._size_of(self._relationship(len(sizes) - 1)) + _JOINT)
        return sizes[count]

    def _n_strongest(self, room: int) -> int:
        """Return how many of the strongest relationships fit."""
        count = 0
        while count < len(self._relations) and self._relationships_size(count + 1) <= room:
            count += 1
        return count


def _is_needed(each: Candidate) -> bool:
    return each.level == 0 or each.is_direct_dependency
