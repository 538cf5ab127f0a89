"""Starting from an index that was saved, here or on another machine.

Turns: an IndexRequest and saved indexes → the one to start from, loaded, or a WarningRecord that says why none is.
A saved index is as good as the nearer its tree is to that of the repository: what differs is brought in afterwards.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from codeshed.discover.history import commits_before
from codeshed.discover.walk import walk
from codeshed.errors import ArtifactUnusableError, IndexVersionError
from codeshed.model.limits import WarningRecord
from codeshed.project.index.index_request import IndexRequest, Start
from codeshed.project.index.index_signature import index_signature
from codeshed.project.index.inventory import take_inventory, tree_hash
from codeshed.store.artifact import Artifact, ArtifactFolder, find_artifacts, load_index, read_artifact

_MAX_COMMITS = 500
_MAX_TRIED = 5
"""So many saved indexes are tried, if those before can't be read back."""

_CODE = "SAVED_INDEX_NOT_USED"


def start_from_file(request: IndexRequest, file: Path) -> Start:
    """Load a saved index, unless it was made with other settings or by other versions."""
    try:
        artifact = read_artifact(file)
        if artifact.meta.signature == index_signature(request.settings):
            return _load(request, artifact)
    except IndexVersionError as error:
        return _not_used(error.message)
    return _not_used(
        f"{file} was saved with other settings, or by another version of Codeshed or its type engine"
    )


def start_from_folder(request: IndexRequest, folder: Path, base: str | None) -> Start:
    """Load the saved index of this very tree, or else of the nearest commit before a revision."""
    found = find_artifacts(folder)
    usable = [each for each in found.artifacts if each.meta.signature == index_signature(request.settings)]
    if not usable:
        return _none(f"there is no saved index in {folder} that can be used{_others(found)}")
    hashes = _hashes(request)
    wanted = tree_hash(hashes)
    same = [each for each in usable if each.meta.tree_hash == wanted]
    start = _load_first(request, same)
    if start.path is not None:
        return start
    if base is None:
        return (
            start
            if same
            else _none(
                f"no saved index in {folder} is of this tree; --base REV also takes one of a commit before"
            )
        )
    elsewhere = [each for each in usable if each not in same]
    near = _by_distance(elsewhere, commits_before(request.root, base, limit=_MAX_COMMITS), len(hashes))
    if not near and not same:
        return _none(
            f"no saved index in {folder} is of this tree, of {base} or of the {_MAX_COMMITS} commits before it"
        )
    nearest = _load_first(request, near[:_MAX_TRIED])
    return msgspec.structs.replace(nearest, warnings=(*start.warnings, *nearest.warnings))


def _by_distance(artifacts: Iterable[Artifact], commits: tuple[str, ...], n_files: int) -> list[Artifact]:
    """Return those that were saved at one of some commits, in the order of these.

    Of one commit those come first that have about as many files: others are of a folder within the repository.
    """
    distance_by_commit = {commit: distance for distance, commit in enumerate(commits)}
    near = [each for each in artifacts if each.meta.commit in distance_by_commit]

    def order(artifact: Artifact) -> tuple[int, int, str]:
        n_others = abs(dict(artifact.meta.counts).get("files", 0) - n_files)
        return distance_by_commit[artifact.meta.commit], n_others, artifact.path.name

    return sorted(near, key=order)


def _load_first(request: IndexRequest, artifacts: Iterable[Artifact]) -> Start:
    """Load the first of some saved indexes that can be read back; those before it are told."""
    warnings: tuple[WarningRecord, ...] = ()
    for each in artifacts:
        try:
            return msgspec.structs.replace(_load(request, each), warnings=warnings)
        except (ArtifactUnusableError, IndexVersionError) as error:
            warnings += _not_used(error.message).warnings
    return Start(path=None, warnings=warnings)


def _load(request: IndexRequest, artifact: Artifact) -> Start:
    load_index(artifact.path, request.index_dir, wait_seconds=request.wait_seconds, on_wait=request.on_wait)
    return Start(path=artifact.path)


def _others(found: ArtifactFolder) -> str:
    """Say what there is in a folder of which nothing can be used."""
    n_others = len(found.artifacts) + found.n_of_other_versions
    counted = (
        (n_others, f"{n_others} with other settings or of other versions"),
        (found.n_unreadable, f"{found.n_unreadable} that cannot be read"),
    )
    told = " and ".join(text for count, text in counted if count)
    return f", though {told}" if told else ""


def _not_used(reason: str) -> Start:
    return _none(f"{reason}: it is not used; save it again")


def _none(message: str) -> Start:
    return Start(path=None, warnings=(WarningRecord(code=_CODE, message=message),))


def _hashes(request: IndexRequest) -> Mapping[str, str]:
    discovery = walk(request.root, request.settings)
    return take_inventory(request.root, discovery, (), built_at=0, known_marks={}).hashes
