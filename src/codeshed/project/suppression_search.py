"""All suppressions of a repository: comments in its code, and entries of its settings.

Turns: a root + the paths of its code + Settings → Suppressions.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.extract.suppression_comments import suppression_comments
from codeshed.model.findings.finding import FindingLocation
from codeshed.model.findings.suppressions import (
    MARKER,
    SettingsSuppression,
    SuppressionComment,
    Suppressions,
)
from codeshed.model.path_globs import match_any
from codeshed.model.repository_settings import Settings
from codeshed.project.settings import settings_location


def find_suppressions(root: Path, paths: Iterable[str], settings: Settings) -> Suppressions:
    """Return the suppressions in some files and in the settings; only files with the marker are parsed."""
    file = settings_location(root).partition(" ")[0]
    return Suppressions(
        comments=tuple(_iter_comments(root, paths)),
        entries=tuple(
            SettingsSuppression(
                entry=each, matches=match_any((each.path,)), location=FindingLocation(path=file)
            )
            for each in settings.ignore
        ),
    )


def _iter_comments(root: Path, paths: Iterable[str]) -> Iterator[SuppressionComment]:
    for path in sorted(paths):
        content = read_bytes(root, path)
        if not isinstance(content, Reason) and MARKER in content:
            yield from suppression_comments(path, content)
