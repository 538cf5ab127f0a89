"""Direct dependents of build targets, as BUILD files declare them.

Turns: the rules by folder → BuildDependents. Each rule is read once; callers compute transitive dependents.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from codeshed.discover.build_calls import BuildCall
from codeshed.discover.build_labels import (
    bazel_label,
    is_whole_package,
    package_of_label,
    pants_label,
    split_pants_address,
)

RulesByFolder = Mapping[str, Sequence[BuildCall]]
"""The rules of a repository by folder."""

_PANTS_ARGUMENTS = (
    "dependencies",
    "execution_dependencies",
    "files",
    "packages",
    "runnable",
    "runnable_dependencies",
    "runtime_package_dependencies",
)
_ENTRY_ARGUMENTS = ("entry_point", "handler")
_MAX_MODULE = 500
_JOINTS = "_-."
"""The separators between a rule's or macro's name and the suffix of a target that it generates: `lib_test`."""


class BuildDependents:
    """The direct dependents of targets: a reverse index of their dependencies."""

    def __init__(self, used_by_target: Mapping[str, Iterable[str]]) -> None:
        users_by_label: dict[str, dict[str, None]] = {}
        users_by_package: dict[str, dict[str, None]] = {}
        for user, labels in used_by_target.items():
            for label in labels:
                users_by_label.setdefault(label, {})[user] = None
                users_by_package.setdefault(package_of_label(label), {})[user] = None
        self._users_by_label = users_by_label
        self._users_by_package = users_by_package

    def dependents_of(self, label: str) -> tuple[str, ...]:
        """Return the dependents of a target or file; for a whole package, dependents outside of it of anything in it."""
        if is_whole_package(label):
            package = package_of_label(label)
            users = self._users_by_package.get(package, {})
            return tuple(sorted(each for each in users if package_of_label(each) != package))
        return tuple(sorted(each for each in self._users_by_label.get(label, {}) if each != label))


def bazel_dependents(rules: RulesByFolder, is_file: Callable[[str], bool]) -> BuildDependents:
    """Return the dependents in a Bazel workspace; a rule depends on every label in its arguments."""
    used: dict[str, list[str]] = {}
    for folder, calls in rules.items():
        for call in calls:
            if call.name is not None:
                used.setdefault(f"//{folder}:{call.name}", []).extend(_bazel_labels(call, folder))
    return BuildDependents(
        {
            user: (*labels, *(each for label in labels for each in _generating_rules(label, used, is_file)))
            for user, labels in used.items()
        }
    )


def pants_dependents(
    rules: RulesByFolder, targets_of: Callable[[str], tuple[str, ...]], is_file: Callable[[str], bool]
) -> BuildDependents:
    """Return the dependents in a Pants repository, as BUILD files declare them, without those that Pants infers from imports."""
    used: dict[str, list[str]] = {}
    for folder, calls in rules.items():
        for call in calls:
            if call.rule.startswith("__"):
                continue
            labels = used.setdefault(pants_label(folder, call.name), [])
            for argument in _PANTS_ARGUMENTS:
                for text in call.uses.get(argument, ()):
                    labels.extend(_pants_labels(text, folder, rules, targets_of))
            for argument in _ENTRY_ARGUMENTS:
                for text in call.uses.get(argument, ()):
                    file = _entry_file(text, folder, is_file)
                    labels.extend(() if file is None else targets_of(file))
    return BuildDependents(used)


def _bazel_labels(call: BuildCall, folder: str) -> Iterator[str]:
    for argument, texts in call.uses.items():
        for text in texts:
            label = bazel_label(text, folder, argument)
            if label is not None:
                yield label


def _pants_labels(
    text: str, folder: str, rules: RulesByFolder, targets_of: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    place = split_pants_address(text, folder)
    if place is None:
        return ()
    path, name = place
    return (pants_label(path, name),) if path in rules else targets_of(path)


def _entry_file(text: str, folder: str, is_file: Callable[[str], bool]) -> str | None:
    """Return the file of an entry point: `main.py:run` is next to the BUILD file, `app.main:run` below a folder above it."""
    module = text.partition(":")[0]
    if not module or len(module) > _MAX_MODULE:
        return None
    if module.endswith(".py"):
        return f"{folder}/{module}" if folder else module
    inner = module.replace(".", "/")
    parts = folder.split("/") if folder else []
    for n_parts in range(len(parts), -1, -1):
        above = "".join(f"{part}/" for part in parts[:n_parts])
        for file in (f"{above}{inner}.py", f"{above}{inner}/__init__.py", f"{above}{inner}/__main__.py"):
            if is_file(file):
                return file
    return None


def _generating_rules(label: str, known: Container[str], is_file: Callable[[str], bool]) -> tuple[str, ...]:
    """Return rules and macros that may generate a label which is no rule and no file: the label begins with their names."""
    if label in known:
        return ()
    package, _, name = label.rpartition(":")
    begins = (f"{package}:{name[:end]}" for end, character in enumerate(name) if character in _JOINTS)
    found = tuple(each for each in begins if each in known)
    return () if found and is_file(f"{package[2:]}/{name}".lstrip("/")) else found
