"""Merging the entry points of all files does not depend on their order."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from codeshed.model.semantic import EntryPoint
from codeshed.model.span import Span
from codeshed.resolve.python.entry_points.found_entry_points import (
    MAX_PER_SYMBOL,
    DetectionPhase,
    FileEntries,
    FoundEntry,
    ManifestEntries,
    identity_of,
    limit_identities,
)
from codeshed.resolve.python.entry_points.merge_entry_points import merge_entries

_PATHS = ("a.py", "b.py", "c.py")
_NO_MANIFEST = ManifestEntries()


def _found(
    symbol: str,
    evidence: str,
    *,
    phase: DetectionPhase = DetectionPhase.CALLBACK,
    detail: str | None = None,
    line: int = 0,
    is_by_name: bool = False,
) -> FoundEntry:
    """Return an entry with evidence in a line of its symbol's own file, or without a span for line 0."""
    span = Span(line, 0, line, 1) if line else None
    entry = EntryPoint(symbol=symbol, kind="route", detail=detail, evidence=evidence, span=span)
    return FoundEntry(path=symbol.partition("::")[0], entry=entry, phase=phase, is_by_name=is_by_name)


def _check(found: list[FileEntries], expected: list[str], declared: ManifestEntries = _NO_MANIFEST) -> None:
    """Check which evidence is kept, given by its line, whichever file comes first."""
    for files in (found, found[::-1]):
        merged = merge_entries(files, declared)
        kept = [entry for path in merged for entry in merged[path]]
        assert [f"{each.evidence} {each.span.start_line if each.span else 0}" for each in kept] == expected


def test_a_place_in_the_own_file_comes_first_then_the_phase_the_path_and_the_order() -> None:
    one = _found("c.py::f", "decorated elsewhere", phase=DetectionPhase.DECORATED)
    two = _found("c.py::f", "own call", line=2)
    three = _found("c.py::f", "own call again", line=3)
    other = _found("c.py::f", "another call")
    a, b, c = FileEntries(path="a.py", entries=(one,)), FileEntries(path="b.py"), FileEntries(path="c.py")
    _check([a, b, msgspec.structs.replace(c, entries=(two, three))], ["own call 2"])
    _check(
        [FileEntries(path="a.py", entries=(other,)), FileEntries(path="b.py", entries=(one,))],
        ["decorated elsewhere 0"],
    )
    _check(
        [FileEntries(path="b.py", entries=(two,)), FileEntries(path="a.py", entries=(three,))],
        ["own call again 3"],
    )
    declared = ManifestEntries(entries=(_found("c.py::f", "manifest", phase=DetectionPhase.DECLARED),))
    _check([FileEntries(path="a.py", entries=(other,))], ["another call 0"], declared)
    _check([], ["manifest 0"], declared)


def test_names_are_placed_by_their_own_file() -> None:
    by_class = _found("c.py::f", "by a class", phase=DetectionPhase.COLLECTED, is_by_name=True)
    by_call = _found("c.py::f", "by a call")
    a = FileEntries(path="a.py", entries=(by_call, by_class))
    _check([a], ["by a call 0"])
    _check([a, FileEntries(path="c.py", names=(("c.py::f", Span(4, 0, 4, 1)),))], ["by a class 4"])
    own = _found("c.py::f", "by its own class", phase=DetectionPhase.TEST_CASE, line=5, is_by_name=True)
    _check([a, FileEntries(path="c.py", entries=(own,))], ["by a class 5"])


def test_hooks_count_in_registered_files() -> None:
    hooks = (_found("a.py::pytest_configure", "hook", phase=DetectionPhase.HOOK, line=1, is_by_name=True),)
    files = [FileEntries(path="a.py", hooks=hooks)]
    _check(files, [])
    _check(files, [], ManifestEntries(plugins=("b.py",)))
    _check(files, ["hook 1"], ManifestEntries(plugins=("a.py",)))


def _entries(*symbols: str, is_by_name: st.SearchStrategy[bool]) -> st.SearchStrategy[FoundEntry]:
    return st.builds(
        _found,
        st.sampled_from(symbols),
        st.sampled_from("xyz"),
        phase=st.sampled_from(DetectionPhase),
        detail=st.none() | st.sampled_from(["", *map(str, range(2 * MAX_PER_SYMBOL))]),
        line=st.integers(0, 3),
        is_by_name=is_by_name,
    )


_placed_entries = _entries("a.py::f", is_by_name=st.just(False))
_any_entries = _entries(*(f"{path}::{name}" for path in _PATHS for name in "fg"), is_by_name=st.booleans())
_files = st.tuples(
    *(
        st.builds(
            FileEntries,
            path=st.just(path),
            entries=st.lists(_any_entries, max_size=20).map(tuple),
            hooks=st.lists(_any_entries, max_size=3).map(tuple),
            names=st.lists(st.just((f"{path}::f", Span(9, 0, 9, 1))), max_size=1).map(tuple),
        )
        for path in _PATHS
    )
)
_declared = st.builds(
    ManifestEntries,
    entries=st.lists(_any_entries, max_size=5).map(tuple),
    plugins=st.lists(st.sampled_from(_PATHS), unique=True).map(tuple),
)


@given(_files, _declared, st.permutations(range(len(_PATHS))))
def test_the_order_of_files_does_not_matter(
    files: tuple[FileEntries, ...], declared: ManifestEntries, order: list[int]
) -> None:
    merged = merge_entries(files, declared)
    assert msgspec.json.encode(
        merge_entries([files[each] for each in order], declared)
    ) == msgspec.json.encode(merged)
    for path, entries in merged.items():
        said = [identity_of(each) for each in entries]
        assert said == sorted(set(said))
        assert all(each.symbol.startswith(f"{path}::") for each in entries)


@given(st.tuples(*(st.lists(_placed_entries, min_size=MAX_PER_SYMBOL, max_size=40) for _ in _PATHS)))
def test_what_one_file_leaves_out_would_not_be_kept(found: tuple[list[FoundEntry], ...]) -> None:
    files = [
        FileEntries(path=path, entries=tuple(entries)) for path, entries in zip(_PATHS, found, strict=True)
    ]
    cut = []
    for path, entries in zip(_PATHS, found, strict=True):
        said = limit_identities(identity_of(each.entry) for each in entries)
        cut.append(
            FileEntries(path=path, entries=tuple(each for each in entries if identity_of(each.entry) in said))
        )
    merged = merge_entries(cut, _NO_MANIFEST)
    assert merged == merge_entries(files, _NO_MANIFEST)
    assert len(merged["a.py"]) <= MAX_PER_SYMBOL


@given(_files, _declared)
def test_what_was_found_can_be_stored(files: tuple[FileEntries, ...], declared: ManifestEntries) -> None:
    for each in (*files, declared):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(each), type=type(each)) == each
