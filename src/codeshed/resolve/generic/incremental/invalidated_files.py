"""Invalidation: which files an edit affects.

Turns: two states of a program → the queries that may have another answer now, and the files whose resolution made one of
them. Conservative: in doubt a file is resolved again.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from codeshed.resolve.generic.incremental.invalidation_keys import FileState
from codeshed.resolve.generic.incremental.query_trace import Query, QueryKind, decode_hashes, hash_of_query
from codeshed.resolve.generic.incremental.resolution_records import ResolutionRecord
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.symbol_table import SymbolTable

_Key = TypeVar("_Key", bound=Hashable)
RecordsByPath = Mapping[str, ResolutionRecord]


def find_affected_files(
    before: SymbolTable, now: SymbolTable, old_records: RecordsByPath, new_records: RecordsByPath
) -> tuple[str, ...]:
    """Return the files of a program whose references may resolve differently than before.

    Of the new records, only what files declare about types elsewhere is needed.
    """
    comparison = _Comparison(before, now, old_records, new_records)
    comparison.compare_files()
    comparison.compare_namespaces()
    comparison.compare_wildcard_reexports()
    comparison.compare_converted()
    comparison.compare_written_names()
    hashes = frozenset(map(hash_of_query, comparison.queries))
    return tuple(
        path
        for path in now.files
        if path in comparison.paths or not hashes.isdisjoint(decode_hashes(old_records[path].query_hashes))
    )


class _Comparison:
    """Compares two states of a program."""

    def __init__(
        self, before: SymbolTable, now: SymbolTable, old_records: RecordsByPath, new_records: RecordsByPath
    ) -> None:
        self._before = before
        self._now = now
        self._old_records = old_records
        self._new_records = new_records
        self.queries: set[Query] = set()
        """The queries that may have another answer now."""
        self.paths: set[str] = set()
        """The files that changed, or declare something else about other files."""

    def compare_files(self) -> None:
        """Compare what files define, see, import, and declare about types elsewhere."""
        for path in sorted(self._before.files.keys() | self._now.files.keys()):
            old, new = self._before.files.get(path), self._now.files.get(path)
            records = (
                self._old_records.get(path, ResolutionRecord()),
                self._new_records.get(path, ResolutionRecord()),
            )
            if _have_same_scope(old, new) and _declare_same(*records):
                continue
            self.paths.add(path)
            states = tuple(
                FileState(view, each)
                for view, each in zip((old, new), records, strict=True)
                if view is not None
            )
            is_comparable = len(states) == 2 and _are_comparable(*states)  # noqa: PLR2004 - before and now
            self._compare_definitions(states, is_comparable=is_comparable)
            self._compare_imports(path, states)
            self._compare_bases_declared_elsewhere(states)
            self._compare_interfaces(states, is_comparable=is_comparable)

    def _compare_definitions(self, states: tuple[FileState, ...], *, is_comparable: bool) -> None:
        contents = [state.definitions_by_symbol() for state in states] if is_comparable else []
        for state, own_contents, other_contents in (
            zip(states, contents, contents[::-1], strict=True) if is_comparable else ()
        ):
            symbols = state.view.symbols
            changed = {
                number
                for number, symbol in enumerate(symbols)
                if own_contents[symbol] != other_contents.get(symbol)
            }
            self._add_definitions(state, changed)
        for state in () if is_comparable else states:
            self._add_definitions(state, set(range(len(state.view.symbols))))
        existence: set[tuple[Query, str]] = set()
        for state in states:
            existence ^= set(state.iter_existence_queries())
        self.queries.update(query for query, _ in existence)

    def _add_definitions(self, state: FileState, numbers: set[int]) -> None:
        """Add the queries that lead to definitions, and to all that is nested in them."""
        for number, definition in enumerate(state.view.facts.definitions):
            if definition.parent in numbers:
                numbers.add(number)
            if number in numbers:
                self.queries.update(state.iter_queries(number))

    def _compare_imports(self, path: str, states: tuple[FileState, ...]) -> None:
        if _differ(
            [
                (
                    state.view.namespace,
                    state.view.untraced_visible_namespaces,
                    state.view.untraced_wildcard_imports,
                )
                for state in states
            ]
        ):
            self.queries.add((QueryKind.FILE_SCOPE.value, path))
        if _differ([state.bindings() for state in states]):
            self.queries.add((QueryKind.IMPORTS.value, path))
        for alias in _differing_keys([state.bindings_by_alias() for state in states]):
            self.queries.add((QueryKind.IMPORTED_NAME.value, path, alias))
        for namespace, alias in _differing_keys([state.bindings_by_namespace() for state in states]):
            self.queries.add((QueryKind.NAMESPACE_MEMBER.value, namespace, alias))
            self.queries.add((QueryKind.REEXPORTED_NAME.value, alias))

    def _compare_bases_declared_elsewhere(self, states: tuple[FileState, ...]) -> None:
        declarations = [
            tuple(zip(state.record.extended_types, state.view.facts.extensions, strict=False))
            for state in states
        ]
        if _differ(declarations):
            self.queries.update(
                (QueryKind.BASES_DECLARED_ELSEWHERE.value, owner)
                for each in declarations
                for owner, _ in each
                if owner
            )
            self.queries.update((QueryKind.ROOT_MIXINS.value, state.view.language) for state in states)

    def _compare_interfaces(self, states: tuple[FileState, ...], *, is_comparable: bool) -> None:
        """Add one query for each structural interface that changed: its rarest method name, which every implementation has."""
        known = [dict(state.record.interfaces) for state in states]
        symbols = _differing_keys(known) if is_comparable else {symbol for each in known for symbol in each}
        for state, methods in zip(states, known, strict=True):
            language = state.view.language
            for symbol in symbols & methods.keys():
                _, rarest = min((self._now.n_methods(language, name), name) for name, _ in methods[symbol])
                self.queries.add((QueryKind.INTERFACES_REQUIRING.value, language, rarest))

    def compare_namespaces(self) -> None:
        """Compare which namespaces exist; only if the edited files have other ones than before."""
        old, new = (
            {
                namespace
                for path in self.paths
                if path in symbol_table.files
                for namespace in FileState(symbol_table.files[path], ResolutionRecord()).namespaces()
            }
            for symbol_table in (self._before, self._now)
        )
        for namespace in self._before.all_namespaces ^ self._now.all_namespaces if old != new else ():
            outer, _, name = namespace.rpartition(".")
            self.queries.add((QueryKind.NAMESPACE_EXISTS.value, namespace))
            self.queries.add((QueryKind.NAMESPACE_MEMBER.value, outer, name))
            self.queries.add((QueryKind.REEXPORTED_NAME.value, name))

    def compare_converted(self) -> None:
        """Compare which members objects have by implicit conversion."""
        old, new = self._before.names_after_conversion, self._now.names_after_conversion
        for language in old.keys() | new.keys():
            for name in old.get(language, frozenset()) ^ new.get(language, frozenset()):
                self.queries.add((QueryKind.CONVERTED_MEMBER.value, language, name))

    def compare_written_names(self) -> None:
        """Compare which names are written anywhere."""
        for name in self._before.written_names ^ self._now.written_names:
            self.queries.add((QueryKind.WRITTEN_NAME.value, name))

    def compare_wildcard_reexports(self) -> None:
        """Compare wildcard re-exports of namespaces, and of those that re-export these in turn."""
        wildcard_reexports = [
            symbol_table.reexports.wildcards_by_namespace() for symbol_table in (self._before, self._now)
        ]
        pending = sorted(_differing_keys(wildcard_reexports))
        reexporting_namespaces: defaultdict[str, set[str]] = defaultdict(set)
        for each in wildcard_reexports if pending else ():
            for namespace, reexports in each.items():
                for inner in reexports[0]:
                    reexporting_namespaces[inner].add(namespace)
        changed_namespaces = set(pending)
        for namespace in pending:
            reexporting = reexporting_namespaces.get(namespace, set()) - changed_namespaces
            changed_namespaces |= reexporting
            pending += sorted(reexporting)
        self.queries.update(
            (QueryKind.WILDCARD_REEXPORTS.value, namespace) for namespace in changed_namespaces
        )


def _have_same_scope(one: FileScope | None, other: FileScope | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or (
        one.facts == other.facts
        and one.namespace == other.namespace
        and one.untraced_visible_namespaces == other.untraced_visible_namespaces
        and one.untraced_imports == other.untraced_imports
    )


def _declare_same(one: ResolutionRecord, other: ResolutionRecord) -> bool:
    return replace(one, query_hashes=b"") == replace(other, query_hashes=b"")


def _are_comparable(one: FileState, other: FileState) -> bool:
    """Whether definitions can be compared by symbol: their file is in the same namespace, and their order is the same."""
    common = frozenset(one.view.symbols) & frozenset(other.view.symbols)
    return (
        one.view.language == other.view.language
        and one.view.namespace == other.view.namespace
        and [each for each in one.view.symbols if each in common]
        == [each for each in other.view.symbols if each in common]
    )


def _differ(found: Sequence[object]) -> bool:
    """Whether something differs before and now, or exists only once."""
    return len(found) < 2 or found[0] != found[1]  # noqa: PLR2004 - before and now


def _differing_keys(found: Sequence[Mapping[_Key, object]]) -> set[_Key]:
    """Return the keys whose values differ before and now, or exist only once."""
    keys = {key for each in found for key in each}
    return {key for key in keys if _differ([each[key] for each in found if key in each])}
