"""What an edit changes for other files.

Turns: two states of a program → the questions that may have another answer now, and the files that asked one of them. In
doubt a file is resolved again.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from codeshed.resolve.generic.incremental.invalidation_keys import State
from codeshed.resolve.generic.incremental.query_trace import About, Question, number_of, unpacked_numbers
from codeshed.resolve.generic.incremental.resolution_records import FileNotes
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.symbol_table import Program

_Key = TypeVar("_Key", bound=Hashable)
NotesByPath = Mapping[str, FileNotes]


def affected_files(
    before: Program, now: Program, old_notes: NotesByPath, new_notes: NotesByPath
) -> tuple[str, ...]:
    """Return the files of a program that may mean something else than before.

    Of new notes only what files say of types elsewhere must be there.
    """
    changed = _Changed(before, now, old_notes, new_notes)
    changed.compare_files()
    changed.compare_spaces()
    changed.compare_passed_on()
    changed.compare_converted()
    numbers = frozenset(map(number_of, changed.questions))
    return tuple(
        path
        for path in now.files
        if path in changed.paths or not numbers.isdisjoint(unpacked_numbers(old_notes[path].asked))
    )


class _Changed:
    """Compares two states of a program."""

    def __init__(self, before: Program, now: Program, old_notes: NotesByPath, new_notes: NotesByPath) -> None:
        self._before = before
        self._now = now
        self._old_notes = old_notes
        self._new_notes = new_notes
        self.questions: set[Question] = set()
        """What may have another answer now."""
        self.paths: set[str] = set()
        """The files that are no longer the same, or say something else of other files."""

    def compare_files(self) -> None:
        """Compare what files define, see, import, and say of types elsewhere."""
        for path in sorted(self._before.files.keys() | self._now.files.keys()):
            old, new = self._before.files.get(path), self._now.files.get(path)
            notes = self._old_notes.get(path, FileNotes()), self._new_notes.get(path, FileNotes())
            if _are_same_views(old, new) and _says_same(*notes):
                continue
            self.paths.add(path)
            states = tuple(
                State(view, each) for view, each in zip((old, new), notes, strict=True) if view is not None
            )
            is_comparable = len(states) == 2 and _are_comparable(*states)  # noqa: PLR2004 - before and now
            self._compare_definitions(states, is_comparable=is_comparable)
            self._compare_imports(path, states)
            self._compare_said(states)
            self._compare_interfaces(states, is_comparable=is_comparable)

    def _compare_definitions(self, states: tuple[State, ...], *, is_comparable: bool) -> None:
        contents = [state.contents() for state in states] if is_comparable else []
        for state, mine, its in zip(states, contents, contents[::-1], strict=True) if is_comparable else ():
            symbols = state.view.symbols
            changed = {number for number, symbol in enumerate(symbols) if mine[symbol] != its.get(symbol)}
            self._add_definitions(state, changed)
        for state in () if is_comparable else states:
            self._add_definitions(state, set(range(len(state.view.symbols))))
        existing: set[tuple[Question, str]] = set()
        for state in states:
            existing ^= set(state.iter_existing())
        self.questions.update(question for question, _ in existing)

    def _add_definitions(self, state: State, numbers: set[int]) -> None:
        """Add what leads to definitions, and to all that lies in them."""
        for number, definition in enumerate(state.view.facts.definitions):
            if definition.parent in numbers:
                numbers.add(number)
            if number in numbers:
                self.questions.update(state.iter_questions(number))

    def _compare_imports(self, path: str, states: tuple[State, ...]) -> None:
        if _differ(
            [(state.view.space, state.view.visible_spaces, state.view.bound_stars) for state in states]
        ):
            self.questions.add((About.FRAME.value, path))
        if _differ([state.bindings() for state in states]):
            self.questions.add((About.IMPORTS.value, path))
        for alias in _differing_keys([state.bindings_by_alias() for state in states]):
            self.questions.add((About.IMPORTED.value, path, alias))
        for space, alias in _differing_keys([state.bindings_by_space() for state in states]):
            self.questions.add((About.SPACE.value, space, alias))
            self.questions.add((About.REACHED.value, alias))

    def _compare_said(self, states: tuple[State, ...]) -> None:
        said = [
            tuple(zip(state.notes.said_of, state.view.facts.extensions, strict=False)) for state in states
        ]
        if _differ(said):
            self.questions.update((About.SAID.value, owner) for each in said for owner, _ in each if owner)
            self.questions.update((About.ROOTS.value, state.view.language) for state in states)

    def _compare_interfaces(self, states: tuple[State, ...], *, is_comparable: bool) -> None:
        """Add the rarest name that each interface asks for which is not the same: who implements it has that one."""
        known = [dict(state.notes.interfaces) for state in states]
        symbols = _differing_keys(known) if is_comparable else {symbol for each in known for symbol in each}
        for state, methods in zip(states, known, strict=True):
            language = state.view.language
            for symbol in symbols & methods.keys():
                _, rarest = min((self._now.n_methods(language, name), name) for name, _ in methods[symbol])
                self.questions.add((About.HAVING.value, language, rarest))

    def compare_spaces(self) -> None:
        """Compare which spaces there are; while edited files have the same ones, nothing else is looked at."""
        old, new = (
            {
                space
                for path in self.paths
                if path in program.files
                for space in State(program.files[path], FileNotes()).spaces()
            }
            for program in (self._before, self._now)
        )
        for space in self._before.inner_spaces ^ self._now.inner_spaces if old != new else ():
            outer, _, name = space.rpartition(".")
            self.questions.add((About.INNER_SPACE.value, space))
            self.questions.add((About.SPACE.value, outer, name))
            self.questions.add((About.REACHED.value, name))

    def compare_converted(self) -> None:
        """Compare which members objects have once they are turned into others."""
        old, new = self._before.converted, self._now.converted
        for language in old.keys() | new.keys():
            for name in old.get(language, frozenset()) ^ new.get(language, frozenset()):
                self.questions.add((About.CONVERTED.value, language, name))

    def compare_passed_on(self) -> None:
        """Compare what spaces pass on as a whole, and so what others do that pass these on."""
        wholes = [program.all_passed_on.wholes() for program in (self._before, self._now)]
        changed = sorted(_differing_keys(wholes))
        outer: defaultdict[str, set[str]] = defaultdict(set)
        for each in wholes if changed else ():
            for space, whole in each.items():
                for inner in whole[0]:
                    outer[inner].add(space)
        found = set(changed)
        for space in changed:
            above = outer.get(space, set()) - found
            found |= above
            changed += sorted(above)
        self.questions.update((About.PASSED_ON.value, space) for space in found)


def _are_same_views(one: FileView | None, other: FileView | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or (
        one.facts == other.facts
        and one.space == other.space
        and one.visible_spaces == other.visible_spaces
        and one.bound_imports == other.bound_imports
    )


def _says_same(one: FileNotes, other: FileNotes) -> bool:
    return replace(one, asked=b"") == replace(other, asked=b"")


def _are_comparable(one: State, other: State) -> bool:
    """Whether definitions of one symbol can be compared: their file lies in the same space, and they are in the same order."""
    common = frozenset(one.view.symbols) & frozenset(other.view.symbols)
    return (
        one.view.language == other.view.language
        and one.view.space == other.view.space
        and [each for each in one.view.symbols if each in common]
        == [each for each in other.view.symbols if each in common]
    )


def _differ(found: Sequence[object]) -> bool:
    """Whether something is not the same before and after, or is there only once."""
    return len(found) < 2 or found[0] != found[1]  # noqa: PLR2004 - before and now


def _differing_keys(found: Sequence[Mapping[_Key, object]]) -> set[_Key]:
    """Return the keys under which something is not the same before and after, or is there only once."""
    keys = {key for each in found for key in each}
    return {key for key in keys if _differ([each[key] for each in found if key in each])}
