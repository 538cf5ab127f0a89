"""Rules of other tools as ours.

Turns: a configuration file + a repository → ImportedRules.
"""

from pathlib import Path

from codeshed.api.index_opening import settings_of
from codeshed.discover.file_reading import read_named_file
from codeshed.discover.survey import survey_repository
from codeshed.project.architecture.dependency_cruiser import import_cruiser_rules
from codeshed.project.architecture.import_linter import ImportedRules, import_contracts

_OF_IMPORT_LINTER = (".importlinter", ".cfg", ".ini", ".toml")


def import_rules(file: Path, root: Path) -> ImportedRules:
    """Return the rules in a configuration of import-linter, or in a JSON one of dependency-cruiser."""
    content = read_named_file(file)
    files = sorted(survey_repository(root, settings_of(root)).stats)
    if file.name.endswith(_OF_IMPORT_LINTER):
        return import_contracts(content, file.name, files)
    return import_cruiser_rules(content, file.name, files)
