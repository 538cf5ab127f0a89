"""A real repository under trial: edited at random, indexed by real processes, and asked what its index holds.

Turns: files and a seed → Trial. The contents of an index are read from its exports, which equal those of a full build.
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from codeshed.cli import main
from codeshed.store.index_reading import open_index
from tests.support.edits import Editor, Files


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, which serves as a repository."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Exports:
    """What can be had from an index: its documents, its edges, and its graph to the byte."""

    documents: bytes
    edges: bytes
    graph: bytes


class Trial:
    """A copy of a repository, its index, and the edits that are made between runs."""

    def __init__(self, files: Files, work: Path, *, seed: int, types: str) -> None:
        self.root = work / "code"
        self.index_dir = work / "index"
        self._work = work
        self._editor = Editor(files, seed)
        self._n_builds = 0
        self.root.mkdir()
        (self.root / "codeshed.toml").write_text(f'types = "{types}"\nrefresh_max_files = 1000\n')
        self._write({}, files)

    def edit(self) -> None:
        """Change the repository at random."""
        before = dict(self._editor.files)
        self._editor.step()
        self._write(before, self._editor.files)

    def _write(self, before: Files, after: Files) -> None:
        for path in before.keys() - after.keys():
            (self.root / path).unlink()
        for path, content in after.items():
            if before.get(path) != content:
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (self.root / path).write_bytes(content)

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start a command on the repository and its index, as the first of a group of processes."""
        return subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "codeshed", *arguments, *self._where(self.index_dir)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "XDG_CACHE_HOME": str(self._work / "cache")},
            start_new_session=True,
        )

    def _where(self, index_dir: Path) -> tuple[str, ...]:
        return ("--repo", str(self.root), "--index-dir", str(index_dir))

    def has_index(self) -> bool:
        """Whether there is an index; one that can't be read is an error."""
        code, out, err = run_here("status", "--json", *self._where(self.index_dir))
        assert (code, err) == (0, "")
        problem: str = json.loads(out)["problem"]
        assert problem == "" or problem.startswith("there is no index in "), problem
        return problem == ""

    def exports(self) -> Exports:
        """Return what the index holds, without bringing it up to date."""
        return self._exports(self.index_dir)

    def exports_from_nothing(self) -> Exports:
        """Return what an index holds that is built now without any cache."""
        self._n_builds += 1
        index_dir = self._work / f"fresh-{self._n_builds}"
        with _without_cache():
            code, _, err = run_here("index", "--quiet", "--jobs", "1", *self._where(index_dir))
        assert (code, err) == (0, "")
        found = self._exports(index_dir)
        shutil.rmtree(index_dir)
        return found

    def _exports(self, index_dir: Path) -> Exports:
        with open_index(index_dir) as reader:
            assert reader.graph_path is not None
            reader.check()
            graph = reader.graph_path.read_bytes()
        texts = []
        for what in ("semantic-data", "edges"):
            code, out, err = run_here(
                "export", what, "--refresh", "never", "--quiet", *self._where(index_dir)
            )
            assert (code, err) == (0, ""), (what, code, err)
            texts.append(out)
        return Exports(documents=texts[0], edges=texts[1], graph=graph)


def run_here(*arguments: str) -> tuple[int, bytes, str]:
    """Run a command in this process; return its exit code and what it wrote."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main.run(list(arguments))
    out.flush()
    err.flush()
    return code, _written(out), _written(err).decode()


def _written(stream: io.TextIOWrapper) -> bytes:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@contextmanager
def _without_cache() -> Iterator[None]:
    """Let nothing say where the user's files are."""
    before = {name: os.environ.pop(name) for name in ("HOME", "XDG_CACHE_HOME") if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(before)
