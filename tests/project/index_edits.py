"""The index after random edits of a folder, compared with one that is built anew; also as a command.

python -m tests.project.index_edits FOLDER --edits 200 --seed 1 --every 5 --types on
python -m tests.project.index_edits FOLDER --edits 200 --types off --code

With `--code` files of all languages are edited so that others can see it, and their manifests too.
"""

import argparse
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from codeshed.discover.source_discovery import discover_files
from codeshed.model.repository_settings import Settings
from codeshed.project.index.data_flow_parts import DATA_FLOWS
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.stored_types import EXPORTS, TYPES
from codeshed.store.index_reading import open_index
from tests.resolve.incremental import files_in
from tests.support.code_edits import CodeEditor
from tests.support.edits import Editor, Files


def check_index_edits(
    files: Files,
    work: Path,
    *,
    seed: int,
    n_edits: int,
    every: int,
    types: str,
    make_editor: Callable[[Files, int], Editor] = Editor,
) -> None:
    """Edit a folder, bring its index up to date, and compare it with an index that is built from nothing."""
    root = work / "code"
    settings = Settings(types="on" if types == "on" else "off")
    editor = make_editor(files, seed)
    write_files(root, {}, files)
    request = IndexRequest(root=root, index_dir=work / "index", settings=settings)
    bring_up_to_date(request)
    for number in range(n_edits):
        before = dict(editor.files)
        edits = editor.step()
        write_files(root, before, editor.files)
        bring_up_to_date(request)
        if number % every == every - 1:
            fresh = work / f"index-{number}"
            bring_up_to_date(IndexRequest(root=root, index_dir=fresh, settings=settings))
            check_same_index(work / "index", fresh, f"seed {seed}, edit {number}: {edits}")
            shutil.rmtree(fresh)


def write_files(root: Path, before: Files, after: Files) -> None:
    """Make a folder that holds some files hold others."""
    for path in before.keys() - after.keys():
        (root / path).unlink()
    for path, content in after.items():
        if before.get(path) != content:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)


def check_same_index(updated: Path, built: Path, where: str) -> None:
    """Check that two indexes hold the same documents, types and graph."""
    with open_index(updated) as one, open_index(built) as other:
        documents = zip(
            StoredResolution(one).iter_documents(), StoredResolution(other).iter_documents(), strict=True
        )
        for found, expected in documents:
            assert found == expected, f"{where}: the document of {expected.path}"
        for kind in (TYPES, EXPORTS, DATA_FLOWS):
            assert dict(one.iter_parts(kind)) == dict(other.iter_parts(kind)), f"{where}: {kind}"
        assert one.graph_path is not None
        assert other.graph_path is not None
        assert one.graph_path.read_bytes() == other.graph_path.read_bytes(), f"{where}: the graph"
        assert one.meta.tree_hash == other.meta.tree_hash, where


def files_and_manifests_in(folder: Path) -> Files:
    """Return the code below a folder, and what is said of its packages."""
    discovery = discover_files(folder)
    return {path: (folder / path).read_bytes() for path in (*discovery.files, *discovery.manifests)}


def main() -> None:
    """Check as many edits as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--types", default="on")
    parser.add_argument("--code", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check_index_edits(
            files_and_manifests_in(given.folder) if given.code else files_in(given.folder),
            Path(folder),
            seed=given.seed,
            n_edits=given.edits,
            every=given.every,
            types=given.types,
            make_editor=CodeEditor if given.code else Editor,
        )
    print(f"{given.edits} edits, types {given.types}: each index as if built from nothing")  # noqa: T201 - a command's result


if __name__ == "__main__":
    main()
