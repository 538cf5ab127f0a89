"""The parts of a repository: its folders at the level where they tell something.

Turns: files and their sizes → folders, the large ones split; uses → what each folder uses, and which use each other.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Longs
from codeshed.graph.data.components import condense
from codeshed.graph.data.kinds import EdgeKind
from codeshed.query.repository_map.uses import Uses

_ENOUGH = 12
"""From this number of folders on, none is split."""

_TOO_MANY = 18
"""No folder is split if there would be more than these, unless it holds most of the code."""

_FAR_TOO_MANY = 40
"""Then there may be so many."""


class PackageUse(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How often a package uses another one: edges of calls, of imports, and of other kinds."""

    name: str
    calls: int
    imports: int
    others: int

    @property
    def count(self) -> int:
        """All uses together."""
        return self.calls + self.imports + self.others


class PackageCycle(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Packages that all lead to each other by uses; of these, the fewest lead from `weakest_from` to `weakest_to`."""

    names: tuple[str, ...]
    weakest_from: str
    weakest_to: str
    weakest_count: int


def split_folders(size_by_path: Mapping[str, int]) -> dict[str, str]:
    """Return the package of each file.

    The largest folder is split into its subfolders, again and again, until there are enough. A file beside subfolders that
    were split off belongs to the folder itself.
    """
    files_by_folder: dict[str, list[str]] = {"": sorted(size_by_path)}
    total = sum(size_by_path.values())
    whole: set[str] = set()
    split: set[str] = set()
    while len(files_by_folder) < _ENOUGH:
        sizes = {
            folder: sum(size_by_path[path] for path in files)
            for folder, files in files_by_folder.items()
            if folder not in whole
        }
        if not sizes:
            break
        largest = min(sizes, key=lambda folder: (-sizes[folder], folder))
        parts = _subfolders(largest, files_by_folder[largest])
        whole.add(largest)
        n_after = len(files_by_folder) - 1 + len(parts)
        if largest in parts and len(parts) == 1:
            continue
        holds_most = 2 * sizes[largest] > total
        if n_after > (_FAR_TOO_MANY if holds_most else _TOO_MANY) and len(files_by_folder) > 1:
            continue
        split.add(largest)
        del files_by_folder[largest]
        files_by_folder |= parts
    names = {folder: _name(folder, is_split=folder in split) for folder in files_by_folder}
    return {path: names[folder] for folder, files in files_by_folder.items() for path in files}


def _name(folder: str, *, is_split: bool) -> str:
    """Return the name of a package; `shop/*` are the files beside the subfolders of `shop`, `.` those at the root."""
    return f"{folder}/*" if is_split and folder else folder or "."


def _subfolders(folder: str, files: Sequence[str]) -> dict[str, list[str]]:
    """Return the files of a folder by its direct subfolders; those that lie in itself stay with it."""
    prefix = f"{folder}/" if folder else ""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for path in files:
        first, slash, _ = path.removeprefix(prefix).partition("/")
        parts[f"{prefix}{first}" if slash else folder].append(path)
    return dict(parts)


def count_uses(uses: Uses, package_of_row: Longs, names: Sequence[str]) -> dict[str, tuple[PackageUse, ...]]:
    """Return what each package uses of others, the most first. `package_of_row` is -1 for nodes without a package."""
    sources, targets = package_of_row[uses.sources], package_of_row[uses.targets]
    is_crossing = (sources >= 0) & (targets >= 0) & (sources != targets)
    counts: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    columns = (sources[is_crossing], targets[is_crossing], uses.kinds[is_crossing])
    for source, target, kind in zip(*(each.tolist() for each in columns), strict=True):
        counts[source, target][kind] += 1
    found: defaultdict[str, list[PackageUse]] = defaultdict(list)
    for (source, target), by_kind in counts.items():
        calls, imports = by_kind[EdgeKind.CALL], by_kind[EdgeKind.IMPORT]
        found[names[source]].append(
            PackageUse(
                name=names[target], calls=calls, imports=imports, others=by_kind.total() - calls - imports
            )
        )
    return {name: tuple(sorted(each, key=lambda use: (-use.count, use.name))) for name, each in found.items()}


def find_cycles(
    uses_by_name: Mapping[str, Sequence[PackageUse]], names: Sequence[str]
) -> tuple[PackageCycle, ...]:
    """Return the groups of packages that lead to each other, the largest first, each with its weakest link."""
    number = {name: place for place, name in enumerate(names)}
    pairs = [(number[name], number[use.name]) for name, found in uses_by_name.items() for use in found]
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    components = condense(len(names), ends[:, 0], ends[:, 1]).component_of.tolist()
    members: defaultdict[int, list[str]] = defaultdict(list)
    for name, component in zip(names, components, strict=True):
        members[component].append(name)
    cycles = []
    for group in members.values():
        if len(group) == 1:
            continue
        inner = [
            (use.count, name, use.name)
            for name in group
            for use in uses_by_name.get(name, ())
            if use.name in group
        ]
        count, source, target = min(inner)
        cycles.append(
            PackageCycle(
                names=tuple(sorted(group)), weakest_from=source, weakest_to=target, weakest_count=count
            )
        )
    return tuple(sorted(cycles, key=lambda each: (-len(each.names), each.names)))
