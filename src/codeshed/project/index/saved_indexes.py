"""Load a saved index (an artifact) to start from, made here or on another machine.

Turns: an IndexRequest and artifacts → StartingPoint: the artifact that was loaded, or warnings that say why none was.
The best artifact is the one nearest to the repository's tree, since an update follows for all that differs.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from codeshed.discover.git_history import commits_before
from codeshed.discover.source_discovery import discover_files
from codeshed.errors import ArtifactUnusableError, IndexVersionError
from codeshed.model.answers.truncation import WarningRecord
from codeshed.project.index.file_inventory import take_inventory, tree_hash
from codeshed.project.index.index_request import IndexRequest, StartingPoint
from codeshed.project.index.index_signature import index_signature
from codeshed.store.artifact import Artifact, ArtifactFolder, find_artifacts, load_index, read_artifact

_MAX_COMMITS = 500
_MAX_TRIED = 5
"""How many artifacts of earlier commits are tried, if the ones before are unreadable."""

_CODE = "SAVED_INDEX_NOT_USED"


def start_from_file(request: IndexRequest, file: Path) -> StartingPoint:
    """Load an artifact, unless other settings or versions made it."""
    try:
        artifact = read_artifact(file)
        if artifact.meta.signature == index_signature(request.settings, request.scorer.name):
            return _load(request, artifact)
    except IndexVersionError as error:
        return _not_used(error.message)
    return _not_used(
        f"{file} was saved with other settings, or by another version of Codeshed or its type engine"
    )


def start_from_folder(request: IndexRequest, folder: Path, base: str | None) -> StartingPoint:
    """Load the artifact of this very tree, or else of the nearest ancestor of the revision `base`."""
    found = find_artifacts(folder)
    wanted_signature = index_signature(request.settings, request.scorer.name)
    usable = [each for each in found.artifacts if each.meta.signature == wanted_signature]
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
    of_other_trees = [each for each in usable if each not in same]
    near = _by_distance(of_other_trees, commits_before(request.root, base, limit=_MAX_COMMITS), len(hashes))
    if not near and not same:
        return _none(
            f"no saved index in {folder} is of this tree, of {base} or of the {_MAX_COMMITS} commits before it"
        )
    nearest = _load_first(request, near[:_MAX_TRIED])
    return msgspec.structs.replace(nearest, warnings=(*start.warnings, *nearest.warnings))


def _by_distance(artifacts: Iterable[Artifact], commits: tuple[str, ...], n_files: int) -> list[Artifact]:
    """Return the artifacts of `commits`, in the order of the commits.

    Among those of one commit, the closest number of files comes first: others may index only a folder of the repository.
    """
    distance_by_commit = {commit: distance for distance, commit in enumerate(commits)}
    near = [each for each in artifacts if each.meta.commit in distance_by_commit]

    def order(artifact: Artifact) -> tuple[int, int, str]:
        n_others = abs(dict(artifact.meta.counts).get("files", 0) - n_files)
        return distance_by_commit[artifact.meta.commit], n_others, artifact.path.name

    return sorted(near, key=order)


def _load_first(request: IndexRequest, artifacts: Iterable[Artifact]) -> StartingPoint:
    """Load the first readable artifact; warn about the unreadable ones before it."""
    warnings: tuple[WarningRecord, ...] = ()
    for each in artifacts:
        try:
            return msgspec.structs.replace(_load(request, each), warnings=warnings)
        except (ArtifactUnusableError, IndexVersionError) as error:
            warnings += _not_used(error.message).warnings
    return StartingPoint(path=None, warnings=warnings)


def _load(request: IndexRequest, artifact: Artifact) -> StartingPoint:
    load_index(artifact.path, request.index_dir, wait_seconds=request.wait_seconds, on_wait=request.on_wait)
    return StartingPoint(path=artifact.path)


def _others(found: ArtifactFolder) -> str:
    """Describe the unusable artifacts of a folder, as the end of a sentence."""
    n_others = len(found.artifacts) + found.n_of_other_versions
    counted = (
        (n_others, f"{n_others} with other settings or of other versions"),
        (found.n_unreadable, f"{found.n_unreadable} that cannot be read"),
    )
    described = " and ".join(text for count, text in counted if count)
    return f", though {described}" if described else ""


def _not_used(reason: str) -> StartingPoint:
    return _none(f"{reason}: it is not used; save it again")


def _none(message: str) -> StartingPoint:
    return StartingPoint(path=None, warnings=(WarningRecord(code=_CODE, message=message),))


def _hashes(request: IndexRequest) -> Mapping[str, str]:
    discovery = discover_files(request.root, request.settings)
    return take_inventory(request.root, discovery, (), built_at=0, known_marks={}).hashes
