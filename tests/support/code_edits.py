"""Random edits of code in any language that others can see: names, types, bases, parameters, imports, whole files."""

import re
from collections.abc import Callable

from tests.support.edits import Editor, Files

_DECLARED = re.compile(
    rb"\b(?:class|interface|struct|enum|trait|record|object|module|namespace|package|type|def|func|fn|function|impl|val|var"
    rb"|const|let|local|static|public|private|protected|void|int|self\.|\.)\s*\b([A-Za-z_]\w{2,})\b"
)
_BASES = re.compile(rb"\b(?:extends|implements|with|include|use|impl|for|new|:|<|->)\s*([A-Z]\w+)")
_TYPE = re.compile(rb"\b[A-Z]\w{2,}\b")
_WORD = re.compile(rb"\b[a-zA-Z_]\w{2,}\b")
_IMPORT = re.compile(
    rb"^\s*(?:import|from|export|use|using|require|require_relative|#include|package|mod|pub|local)\b.*$",
    re.MULTILINE,
)
_PARAMETERS = re.compile(rb"\(([^()\n]*)\)\s*(?:\{|:|->|=|;|$)", re.MULTILINE)
_N_LINES = (1, 2, 4, 8, 20)


class CodeEditor(Editor):
    """Edits files so that others can see it, one step at a time."""

    def __init__(self, files: Files, seed: int) -> None:
        super().__init__(files, seed)
        self._kinds: dict[Callable[[], str], int] = {
            self._rename_declared: 8,
            self._rename_everywhere: 4,
            self._other_type: 5,
            self._other_base: 5,
            self._other_parameters: 4,
            self._swap: 3,
            self._copy_block: 5,
            self._remove_lines: 3,
            self._remove_import: 3,
            self._copy_import: 4,
            self._remove_file: 2,
            self._restore_file: 4,
            self._move_file: 2,
            self._move_folder: 1,
            self._copy_file: 2,
            self._replace_name: 3,
            self._switch_branch: 1,
        }

    def _replace_one(self, pattern: re.Pattern[bytes], pool: re.Pattern[bytes], group: int, what: str) -> str:
        path = self._path()
        content = self.files[path]
        places = list(pattern.finditer(content))
        other = self._original[self._like(path)]
        names = [*pool.findall(other), *pool.findall(content)]
        if not places or not names:
            return "nothing"
        place = self._random.choice(places)
        name = self._random.choice(names) if self._random.random() < 0.7 else place.group(group) + b"X"
        self.files[path] = content[: place.start(group)] + name + content[place.end(group) :]
        return f"{what} {place.group(group)!r} is {name!r} in {path}"

    def _like(self, path: str) -> str:
        """Return a file of the same language."""
        ending = path.rpartition(".")[2]
        return self._random.choice(
            [each for each in sorted(self._original) if each.endswith(ending)] or sorted(self._original)
        )

    def _rename_declared(self) -> str:
        return self._replace_one(_DECLARED, _WORD, 1, "declared")

    def _other_type(self) -> str:
        return self._replace_one(_TYPE, _TYPE, 0, "type")

    def _other_base(self) -> str:
        return self._replace_one(_BASES, _TYPE, 1, "base")

    def _rename_everywhere(self) -> str:
        """Rename something in some of the files that have it, as a developer does."""
        names = _DECLARED.findall(self.files[self._path()])
        if not names:
            return "nothing"
        old = self._random.choice(names)
        pattern = re.compile(rb"\b%s\b" % old)
        paths = [path for path, content in sorted(self.files.items()) if old in content]
        if len(paths) > 20:
            return "nothing"
        for path in paths:
            if self._random.random() < 0.8:
                self.files[path] = pattern.sub(old + b"Renamed", self.files[path])
        return f"{old!r} renamed"

    def _other_parameters(self) -> str:
        path = self._path()
        content = self.files[path]
        places = list(_PARAMETERS.finditer(content))
        if not places:
            return "nothing"
        place, other = self._random.choice(places), self._random.choice(places)
        self.files[path] = content[: place.start(1)] + other.group(1) + content[place.end(1) :]
        return f"parameters in {path}"

    def _swap(self) -> str:
        """Let two parts of a file change places."""
        path = self._path()
        lines = self._lines(path)
        n_lines = self._random.choice(_N_LINES)
        begin = self._random.randrange(len(lines))
        middle, end = begin + n_lines, begin + n_lines + self._random.choice(_N_LINES)
        lines[begin:end] = [*lines[middle:end], *lines[begin:middle]]
        return f"lines swapped in {self._store(path, lines)}"

    def _copy_block(self) -> str:
        """Copy a paragraph of another file, or of the same."""
        path = self._path()
        blocks = re.split(rb"\n\s*\n", self.files[self._random.choice((path, self._path()))])
        own = re.split(rb"(\n\s*\n)", self.files[path])
        own.insert(self._random.randrange(len(own) + 1), b"\n\n" + self._random.choice(blocks) + b"\n\n")
        self.files[path] = b"".join(own)
        return f"a block into {path}"

    def _remove_import(self) -> str:
        path = self._path()
        places = list(_IMPORT.finditer(self.files[path]))
        if not places:
            return "nothing"
        place = self._random.choice(places)
        self.files[path] = self.files[path][: place.start()] + self.files[path][place.end() :]
        return f"{place.group()!r} out of {path}"

    def _copy_import(self) -> str:
        path = self._path()
        imports = _IMPORT.findall(self._original[self._like(path)])
        if not imports:
            return "nothing"
        line = self._random.choice(imports)
        places = list(_IMPORT.finditer(self.files[path]))
        place = places[-1].end() if places else 0
        self.files[path] = self.files[path][:place] + b"\n" + line + b"\n" + self.files[path][place:]
        return f"{line!r} into {path}"

    def _move_file(self) -> str:
        path = self._path()
        target = self._elsewhere(path)
        self.files[target] = self.files.pop(path)
        return f"{path} to {target}"

    def _copy_file(self) -> str:
        path = self._path()
        target = self._elsewhere(path)
        self.files[target] = self.files[path]
        return f"{path} also at {target}"

    def _elsewhere(self, path: str) -> str:
        """Return where a file may be put: in another folder, or under another name."""
        folder, _, name = path.rpartition("/")
        ending = name[name.find(".") :]
        other = self._path().rpartition("/")[0]
        name = self._random.choice((name, f"Moved{ending}", f"index{ending}", f"mod{ending}", f"A{name}"))
        folder = self._random.choice((folder, other, other))
        return f"{folder}/{name}" if folder else name
