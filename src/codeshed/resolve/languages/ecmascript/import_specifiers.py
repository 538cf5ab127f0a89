"""Files of JavaScript and TypeScript by import specifiers.

Turns: a path without extension, with that of the compiled file, or of a folder → the source file.
"""

import posixpath
from bisect import bisect_left

from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

_ENDINGS = (
    ".ts",
    ".tsx",
    ".mts",
    ".cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".vue",
    ".svelte",
    ".d.ts",
    ".d.mts",
    ".d.cts",
)
_ENDINGS_BY_WRITTEN = {
    ".js": (".ts", ".tsx", ".js", ".jsx", ".d.ts"),
    ".jsx": (".tsx", ".jsx", ".d.ts"),
    ".mjs": (".mts", ".mjs", ".d.mts"),
    ".cjs": (".cts", ".cjs", ".d.cts"),
}
_ENDINGS_BEFORE_BUILD = {".mjs": (".ts", ".tsx"), ".cjs": (".ts", ".tsx")}
"""Other extensions of sources that a build compiles to these."""

_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
_OUTPUTS = frozenset(
    {"dist", "lib", "build", "out", "output", "esm", "cjs", "es", "es6", "umd", "types", "typings", "bundle"}
)
_SOURCES = ("src", "", "source", "lib")
_FLATTENED = "src"
_BEHIND_SLASH = chr(ord("/") + 1)
_MAX_ALIKE = 100


def find_file(layout: RepositoryLayout, path: str) -> str | None:
    """Return the file that a path denotes: itself, with an extension, or the index of a folder."""
    stem, ending = posixpath.splitext(path)
    for each in _ENDINGS_BY_WRITTEN.get(ending, ()):
        if layout.has_file(stem + each):
            return stem + each
    if layout.has_file(path):
        return path
    index = posixpath.join(path, "index")
    for base in (path, index) if path else (index,):
        for each in _ENDINGS:
            if layout.has_file(base + each):
                return base + each
    return None


def find_source(layout: RepositoryLayout, folder: str, target: str, entries: str | None = None) -> str | None:
    """Return the source file for a path in a package's manifest, which may be a build output.

    `entries` is the folder of the sources of all outputs, if known.
    """
    path = join_path(folder, target)
    found = None if path is None else find_file(layout, path)
    if found is None and entries is not None:
        found = _sources_by_folder(layout, folder, _built_name(target)).get(entries)
    parts = posixpath.normpath(target).split("/")
    while found is None and len(parts) > 1 and parts[0] in _OUTPUTS:
        parts = parts[1:]
        for source in _SOURCES:
            found = found or _find_built(layout, posixpath.join(folder, source, *parts))
    if found is None and target.endswith(_DECLARATIONS):
        return find_source(layout, folder, target.rpartition(".d.")[0], entries)
    return found


def _find_built(layout: RepositoryLayout, path: str) -> str | None:
    """Return the source of a build output that differs only in its folder."""
    found = find_file(layout, path)
    stem, ending = posixpath.splitext(path)
    for each in _ENDINGS_BEFORE_BUILD.get(ending, ()):
        found = found or (stem + each if layout.has_file(stem + each) else None)
    return found


def find_flattened(layout: RepositoryLayout, folder: str, target: str) -> str | None:
    """Return the only source file of a package with the name of an output: builds may flatten folders.

    `dist/ir.mjs` may be built from `src/exports/ir.ts`. If several folders have such a file, the source is
    unknown.
    """
    found = tuple(_sources_by_folder(layout, folder, _built_name(target)).values())
    return found[0] if len(found) == 1 else None


def find_entries(layout: RepositoryLayout, folder: str, targets: tuple[str, ...]) -> str | None:
    """Return the only folder in a package's sources that has a file for each of several outputs.

    A build whose entry points are all in one folder drops that folder from the output paths. None if the
    source root itself has them.
    """
    names = {name for target in targets if (name := _built_name(target))}
    each_found = [_sources_by_folder(layout, folder, name).keys() for name in names]
    common = set(each_found[0]).intersection(*each_found) if len(names) > 1 else set()
    return common.pop() if len(common) == 1 and posixpath.join(folder, _FLATTENED) not in common else None


def _built_name(target: str) -> str:
    """Return the path of an output without extension and output folders; "" if it is no output."""
    parts = posixpath.normpath(target).split("/")
    n_outputs = next((n for n, part in enumerate(parts) if part not in _OUTPUTS), 0)
    return _without_ending("/".join(parts[n_outputs:])) if n_outputs else ""


def _sources_by_folder(layout: RepositoryLayout, folder: str, name: str) -> dict[str, str]:
    """Return the possible sources of an output, by the folder that the build would drop; the likeliest of each."""
    found: dict[str, str] = {}
    for written in (name, f"{name}/index") if name else ():
        for ending in _ENDINGS:
            inner = f"/{written}{ending}"
            for path in _find_below(layout, posixpath.join(folder, _FLATTENED), inner[1:]):
                if ending not in _DECLARATIONS:
                    found.setdefault(path.removesuffix(inner), path)
    return found


def _without_ending(path: str) -> str:
    declaration = next((each for each in _DECLARATIONS if path.endswith(each)), None)
    if declaration is not None:
        return path.removesuffix(declaration)
    stem, ending = posixpath.splitext(path)
    return stem if ending in _ENDINGS_BY_WRITTEN else path


def _find_below(layout: RepositoryLayout, folder: str, inner: str) -> tuple[str, ...]:
    """Return the files below a folder whose paths end with another path; if there are too many candidates, all of them."""
    tail = "/".join(inner.split("/")[-2:])
    alike = layout.by_last_two_parts.get(tail, ()) if "/" in tail else layout.by_name.get(tail, ())
    below = alike[bisect_left(alike, f"{folder}/") : bisect_left(alike, f"{folder}{_BEHIND_SLASH}")]
    return below if len(below) > _MAX_ALIKE else tuple(path for path in below if path.endswith(f"/{inner}"))


def find_declaration(layout: RepositoryLayout, path: str) -> str | None:
    """Return the declaration file beside a JavaScript file."""
    stem, ending = posixpath.splitext(path)
    if ending not in _ENDINGS_BY_WRITTEN:
        return None
    return next((found for each in _DECLARATIONS if layout.has_file(found := stem + each)), None)
