"""Resolution of C and C++ includes.

Turns: a RepositoryLayout → the file that an include denotes. A compilation database comes before guesses from the
folders of the repository.
"""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from codeshed.model.facts.code_facts import CodeImport, ImportForm
from codeshed.model.languages.standard_names import C_FOLDERS, C_HEADERS, CPP_HEADERS
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

MAX_DATABASE_BYTES = 200_000_000
MAX_COMMANDS = 200_000
MIN_PREFERENCE = 3
"""A folder must be the root of so many times as many of a file's includes as another folder, to be
preferred.
"""

_FOLDER_OPTION = re.compile(r"""(?<!\S)-(I|isystem|iquote)\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+)""")
_OPTIONS = ("-isystem", "-iquote", "-I")

_OPEN_HEADERS = frozenset({"direct", "io", "process", "tchar", "windows", "winsock2", "ws2tcpip"})
"""Headers of Windows, whose many names are not listed."""

_FOLDERS_OF_HEADERS = frozenset({"include", "includes", "inc"})


class IncludeResolver:
    """Resolves the includes of one repository."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self._layout = layout
        self._folders_by_file, self._all_folders = _database_folders(layout)
        self._folders_by_first_segment = _folders_by_first_segment(layout)
        self._folder_names = frozenset(
            name for path in layout.paths for name in posixpath.dirname(path).split("/")
        )
        self._current_includes: Sequence[CodeImport] = ()
        self._roots: Mapping[str, int] = {}

    def file_of(self, path: str, written: CodeImport, siblings: Sequence[CodeImport] = ()) -> str | None:
        """Return the file of an include; None if it is external.

        Of several candidates, the one in the folder from which the file's other includes are resolved.
        """
        included = written.module.replace("\\", "/")
        details = written.detail.split()
        is_system, is_next = "system" in details, "next" in details
        for candidate in self._candidates(path, included, is_system=is_system):
            if self._layout.has_file(candidate) and candidate != path:
                return candidate
        if is_next or (is_system and included.removesuffix(".h") in C_HEADERS):
            return None
        found = self._by_suffix(path, included, is_system=is_system)
        return found[0] if len(found) == 1 else self._likeliest(path, included, found, siblings)

    def may_be_internal(self, path: str, written: CodeImport) -> bool:
        """Whether an unresolved include may denote one of several files in the repository, or its own file."""
        included = written.module.replace("\\", "/")
        if join_path(posixpath.dirname(path), included) == path:
            return True
        details = written.detail.split()
        is_system = "system" in details
        is_outside = "next" in details or (is_system and included.removesuffix(".h") in C_HEADERS)
        return not is_outside and bool(self._by_suffix(path, included, is_system=is_system))

    def may_be_external(self, each: CodeImport) -> bool:
        """Whether a file that the repository lacks may be one of a library.

        So are those in angle brackets, of the standard library, and below a folder of which the repository has none.
        """
        is_quoted = each.form is ImportForm.ALL and each.detail == ""
        first, is_below, _ = each.module.replace("\\", "/").partition("/")
        is_elsewhere = bool(is_below) and first not in {".", ".."} and first not in self._folder_names
        return not is_quoted or is_elsewhere or each.module.removesuffix(".h") in C_HEADERS

    def _likeliest(
        self, path: str, included: str, found: list[str], siblings: Sequence[CodeImport]
    ) -> str | None:
        """Return the candidate in the folder from which most includes of a file are resolved."""
        if not found or not siblings:
            return None
        if self._current_includes is not siblings:
            # The includes of a file are resolved one after another.
            self._current_includes, self._roots = siblings, Counter(self._written_from(path, siblings))
        counts = sorted(
            ((self._roots.get(_root_of(each, included), 0), each) for each in found), reverse=True
        )
        (most, likeliest), (second, _) = counts[:2]
        return likeliest if most and most >= MIN_PREFERENCE * second else None

    def _written_from(self, path: str, siblings: Sequence[CodeImport]) -> Iterator[str]:
        """Yield the root folder of each of a file's unambiguous includes."""
        for each in siblings:
            is_plain = (
                each.form is ImportForm.ALL and each.detail in {"", "system"} and each.module[:1] != "."
            )
            found = self.file_of(path, each) if is_plain else None
            if found is not None:
                yield _root_of(found, each.module.replace("\\", "/"))

    def _candidates(self, path: str, included: str, *, is_system: bool) -> Iterator[str]:
        """Yield the possible paths of an include, likeliest first."""
        folder = posixpath.dirname(path)
        folders: list[str] = [] if is_system else [folder]
        folders += self._folders_by_file.get(path, self._all_folders)
        if included.removesuffix(".h") not in C_HEADERS or not is_system:
            folders += sorted(
                self._folders_by_first_segment.get(included.partition("/")[0], ()),
                key=lambda each: _distance(path, each),
            )
            folders += _above(folder)
        for each in folders:
            candidate = join_path(each, included)
            if candidate:
                yield candidate

    def _by_suffix(self, path: str, included: str, *, is_system: bool) -> list[str]:
        """Return the files whose paths end with the include."""
        ending = "/" + posixpath.normpath(included).lstrip("./")
        found = [
            each
            for each in self._layout.by_name.get(posixpath.basename(included), ())
            if f"/{each}".endswith(ending) and each != path
        ]
        if len(found) > 1 and not is_system:
            shared = [each for each in found if each.partition("/")[0] == path.partition("/")[0]]
            found = shared if len(shared) == 1 else found
        if len(found) > 1:
            plain = [each for each in found if not _is_below_headers(each, included)]
            found = plain if len(plain) == 1 else found
        return found


def is_of_system(written: CodeImport) -> bool:
    """Whether an include denotes a header of C, C++, POSIX or the system, whose names are known."""
    name = written.module.replace("\\", "/").removesuffix(".h")
    return name not in _OPEN_HEADERS and (
        name in C_HEADERS or name in CPP_HEADERS or name.partition("/")[0] in C_FOLDERS
    )


def _is_below_headers(path: str, included: str) -> bool:
    """Whether a file is in a header folder, relative to which it would be included by a longer path."""
    return not _FOLDERS_OF_HEADERS.isdisjoint(_root_of(path, included).split("/")[:-1])


def _root_of(path: str, included: str) -> str:
    """Return the folder relative to which an include denotes a file."""
    return path.removesuffix(posixpath.normpath(included).lstrip("./")).rstrip("/")


def _above(folder: str) -> Iterator[str]:
    while folder:
        folder = posixpath.dirname(folder)
        yield folder


def _distance(path: str, folder: str) -> tuple[int, str]:
    """Return the distance between a file and a folder, by the folders they share."""
    shared = 0
    for one, other in zip(path.split("/"), folder.split("/"), strict=False):
        if one != other:
            break
        shared += 1
    return -shared, folder


def _folders_by_first_segment(layout: RepositoryLayout) -> Mapping[str, tuple[str, ...]]:
    """Return the folders named `include` and the like, by the first path segments of their files."""
    found: dict[str, set[str]] = {}
    for path in layout.paths:
        parts = path.split("/")
        for index, part in enumerate(parts[:-1]):
            if part in _FOLDERS_OF_HEADERS:
                found.setdefault(parts[index + 1], set()).add("/".join(parts[: index + 1]))
    return {name: tuple(sorted(folders)) for name, folders in found.items()}


def _database_folders(layout: RepositoryLayout) -> tuple[Mapping[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the include folders of each file in compilation databases, and all of them by frequency."""
    by_file: dict[str, tuple[str, ...]] = {}
    counts: Counter[str] = Counter()
    for manifest in layout.manifests_named("compile_commands.json"):
        entries = _entries(layout.manifests[manifest])
        root = _root(entries, layout)
        for entry in entries:
            directory = _text(entry, "directory")
            file = _inside(root, posixpath.join(directory, _text(entry, "file")))
            folders = tuple(
                dict.fromkeys(
                    folder
                    for each in _named_folders(entry)
                    if (folder := _inside(root, posixpath.join(directory, each))) is not None
                )
            )
            counts.update(folders)
            if file is not None:
                by_file.setdefault(file, folders)
    return by_file, tuple(sorted(counts, key=lambda folder: (-counts[folder], folder)))


def _entries(content: bytes) -> list[dict[str, object]]:
    if len(content) > MAX_DATABASE_BYTES:
        return []
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return []
    entries = found if isinstance(found, list) else []
    return [each for each in entries[:MAX_COMMANDS] if isinstance(each, dict)]


def _text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _root(entries: list[dict[str, object]], layout: RepositoryLayout) -> str:
    """Return the path of the repository when the database was written: the prefix of paths whose rest is a file of it."""
    counts: Counter[str] = Counter()
    for entry in entries[:200]:
        file = posixpath.normpath(posixpath.join(_text(entry, "directory"), _text(entry, "file")))
        parts = file.split("/")
        for index in range(len(parts)):
            if layout.has_file("/".join(parts[index:])):
                counts["/".join(parts[:index])] += 1
                break
    return min(counts, key=lambda root: (-counts[root], root), default="")


def _inside(root: str, path: str) -> str | None:
    """Return a path relative to the repository; None if it is outside."""
    path = posixpath.normpath(path)
    if path == root:
        return ""
    if root and path.startswith(f"{root}/"):
        return path[len(root) + 1 :]
    return None if path.startswith(("/", "..")) or root else ("" if path == "." else path)


def _named_folders(entry: Mapping[str, object]) -> Iterator[str]:
    """Yield the folders of `-iquote`, `-I` and `-isystem` in the compiler's search order."""
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        found = list(_folders_of_arguments([each for each in arguments if isinstance(each, str)]))
    else:
        found = [
            (option, folder.strip("\"'"))
            for option, folder in _FOLDER_OPTION.findall(_text(entry, "command"))
        ]
    for wanted in ("iquote", "I", "isystem"):
        yield from (folder for option, folder in found if option == wanted)


def _folders_of_arguments(arguments: list[str]) -> Iterator[tuple[str, str]]:
    for index, argument in enumerate(arguments):
        for option in _OPTIONS:
            if argument == option and index + 1 < len(arguments):
                yield option[1:], arguments[index + 1]
                break
            if argument.startswith(option) and len(argument) > len(option):
                yield option[1:], argument[len(option) :]
                break
