"""Whatever is done to an index, it holds what a plain dictionary would."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.store.index_change import IndexChange
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import IndexedFile, IndexMeta
from codeshed.store.index_writing import rebuild_index, update_index

_PATHS = ("a.py", "b/c.py", "b/é.py", "b.py")
_KINDS = ("document", "types")
_VALUES = st.one_of(st.binary(max_size=40), st.integers(0, 60_000).map(lambda n_bytes: b"x" * n_bytes))
_STEPS = st.one_of(
    st.tuples(st.just("put file"), st.sampled_from(_PATHS), st.integers(0, 9)),
    st.tuples(st.just("remove file"), st.sampled_from(_PATHS)),
    st.tuples(st.just("put part"), st.sampled_from(_KINDS), st.sampled_from(_PATHS), _VALUES),
    st.tuples(st.just("remove part"), st.sampled_from(_KINDS), st.sampled_from(_PATHS)),
    st.tuples(st.just("put shared"), st.sampled_from(_KINDS), _VALUES),
    st.tuples(st.just("remove shared"), st.sampled_from(_KINDS)),
    st.tuples(st.just("put graph"), st.binary(max_size=40)),
)
_CHANGES = st.tuples(st.sampled_from(["update", "rebuild"]), st.booleans(), st.lists(_STEPS, max_size=12))


@dataclass(slots=True)
class Model:
    """What an index should hold."""

    files: dict[str, IndexedFile] = field(default_factory=dict)
    parts: dict[tuple[str, str], bytes] = field(default_factory=dict)
    shared: dict[str, bytes] = field(default_factory=dict)
    graph: bytes | None = None

    def copy(self) -> "Model":
        """Return one that changes by itself."""
        return Model(dict(self.files), dict(self.parts), dict(self.shared), self.graph)


def take_step(change: IndexChange, model: Model, step: tuple[object, ...]) -> None:
    """Do the same to an index and to its model."""
    match step:
        case ("put file", str(path), int(size)):
            record = IndexedFile(
                path=path, n_bytes=size, mtime_ns=size, content_hash="", language="", status=""
            )
            change.put_files([record])
            model.files[path] = record
        case ("remove file", str(path)):
            change.remove_files([path])
            model.files.pop(path, None)
            model.parts = {key: value for key, value in model.parts.items() if key[1] != path}
        case ("put part", str(kind), str(path), bytes(value)):
            change.put_parts(kind, [(path, value)])
            model.parts[kind, path] = value
        case ("remove part", str(kind), str(path)):
            change.remove_parts(kind, [path])
            model.parts.pop((kind, path), None)
        case ("put shared", str(kind), bytes(value)):
            change.put_shared(kind, value)
            model.shared[kind] = value
        case ("remove shared", str(kind)):
            change.remove_shared(kind)
            model.shared.pop(kind, None)
        case ("put graph", bytes(content)):
            change.put_graph(lambda path: _write(path, content))
            model.graph = content


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def check_holds_model(index_dir: Path, model: Model, number: int) -> None:
    """An index holds what its model does, and nothing else."""
    with open_index(index_dir) as reader:
        reader.check()
        assert reader.meta.tree_hash == str(number)
        assert reader.files == tuple(record for _, record in sorted(model.files.items()))
        assert {
            (kind, path): value for kind in reader.part_kinds for path, value in reader.iter_parts(kind)
        } == model.parts
        assert dict(reader.iter_shared()) == model.shared
        assert (None if reader.graph_path is None else reader.graph_path.read_bytes()) == model.graph


@settings(max_examples=40)
@given(st.lists(_CHANGES, max_size=5))
def test_any_changes(changes: list[tuple[str, bool, list[tuple[object, ...]]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index_dir = Path(folder) / ".codeshed"
        model = Model()
        number = 0
        with lock_index(index_dir, "writing") as lock, rebuild_index(lock) as change:
            change.commit(IndexMeta(signature="", tree_hash="0"))
        for way, is_committed, steps in changes:
            next_model = model.copy() if way == "update" else Model()
            with (
                lock_index(index_dir, "writing") as lock,
                (update_index if way == "update" else rebuild_index)(lock) as change,
            ):
                for step in steps:
                    take_step(change, next_model, step)
                if is_committed:
                    model, number = next_model, number + 1
                    change.commit(IndexMeta(signature="", tree_hash=str(number)))
            check_holds_model(index_dir, model, number)
