"""Random edits of real code: lines, names, definitions, files, folders, and back to an earlier state.

A sequence is drawn from a seed, so that one that fails can be drawn again.
"""

import random
import re
from collections.abc import Callable

Files = dict[str, bytes]

_NAME = re.compile(rb"\b[a-zA-Z_]\w{2,}\b")
_STATEMENT = re.compile(rb"\s*(def|class|import|from) ")
_SLASH = re.compile("/")
_N_LINES = (1, 1, 1, 2, 5, 20)


class Editor:
    """Edits the files of a project in place, one step at a time."""

    def __init__(self, files: Files, seed: int) -> None:
        self.files = dict(files)
        self._original = dict(files)
        self._saved = [dict(files)]
        self._random = random.Random(seed)  # noqa: S311 - no secret
        self._kinds: dict[Callable[[], str], int] = {
            self._remove_lines: 5,
            self._repeat_line: 3,
            self._copy_lines: 3,
            self._remove_file: 1,
            self._restore_file: 4,
            self._move_file: 1,
            self._move_folder: 1,
            self._add_function: 3,
            self._remove_statement: 3,
            self._rename: 4,
            self._replace_name: 4,
            self._switch_branch: 1,
        }

    def step(self) -> list[str]:
        """Make one or a few edits, and return what they were."""
        n_edits = self._random.choice((1, 1, 1, 2, 4))
        return [self._random.choices(*zip(*self._kinds.items(), strict=True))[0]() for _ in range(n_edits)]

    def _path(self) -> str:
        return self._random.choice(sorted(self.files))

    def _lines(self, path: str) -> list[bytes]:
        return self.files[path].split(b"\n")

    def _store(self, path: str, lines: list[bytes]) -> str:
        self.files[path] = b"\n".join(lines)
        return path

    def _remove_lines(self) -> str:
        path = self._path()
        lines = self._lines(path)
        begin = self._random.randrange(len(lines))
        del lines[begin : begin + self._random.choice(_N_LINES)]
        return f"lines out of {self._store(path, lines)}"

    def _repeat_line(self) -> str:
        path = self._path()
        lines = self._lines(path)
        place = self._random.randrange(len(lines))
        lines.insert(place, lines[place])
        return f"a line twice in {self._store(path, lines)}"

    def _copy_lines(self) -> str:
        path = self._path()
        lines, others = self._lines(path), self._lines(self._path())
        begin = self._random.randrange(len(others))
        place = self._random.randrange(len(lines))
        lines[place:place] = others[begin : begin + self._random.choice((1, 3, 10, 40))]
        return f"lines into {self._store(path, lines)}"

    def _remove_file(self) -> str:
        if len(self.files) <= 2:
            return "nothing"
        path = self._path()
        del self.files[path]
        return f"{path} away"

    def _restore_file(self) -> str:
        path = self._random.choice(sorted(self._original))
        self.files[path] = self._original[path]
        return f"{path} as it was"

    def _move_file(self) -> str:
        path = self._path()
        folder = self._random.choice((path, self._path())).rpartition("/")[0]
        name = self._random.choice(("moved.py", "__init__.py", "extra.py", path.rpartition("/")[2]))
        target = f"{folder}/{name}" if folder else name
        self.files[target] = self.files.pop(path)
        return f"{path} to {target}"

    def _move_folder(self) -> str:
        """Move all files of a folder, and of those in it, into another folder or under another name."""
        folders = sorted({path[: place.start()] for path in self.files for place in _SLASH.finditer(path)})
        if not folders:
            return "nothing"
        folder = self._random.choice(folders)
        parent, _, name = folder.rpartition("/")
        parent = self._random.choice((parent, self._random.choice(["", *folders])))
        name = self._random.choice((name, f"{name}_moved", self._random.choice(folders).rpartition("/")[2]))
        target = f"{parent}/{name}" if parent else name
        moved = {
            path: f"{target}{path[len(folder) :]}" for path in self.files if path.startswith(f"{folder}/")
        }
        contents = {target_path: self.files[path] for path, target_path in moved.items()}
        self.files = {path: content for path, content in self.files.items() if path not in moved} | contents
        return f"{folder} to {target}"

    def _add_function(self) -> str:
        path = self._path()
        names = [
            name.decode() for name in re.findall(rb"def (\w+)", self._original[self._any_original()])
        ] or ["f"]
        called, defined = self._random.choice(names), self._random.choice(names)
        text = f"\n\ndef {defined}(x, y=None):\n    x.{called}(y)\n    return x\n"
        self.files[path] += text.encode()
        return f"{defined} into {path}"

    def _any_original(self) -> str:
        return self._random.choice(sorted(self._original))

    def _remove_statement(self) -> str:
        path = self._path()
        lines = self._lines(path)
        places = [place for place, line in enumerate(lines) if _STATEMENT.match(line)]
        if places:
            del lines[self._random.choice(places)]
        return f"a statement out of {self._store(path, lines)}"

    def _rename(self) -> str:
        path = self._path()
        names = _NAME.findall(self.files[path])
        if not names:
            return "nothing"
        old, new = self._random.choice(names), self._random.choice(names)
        count = self._random.choice((1, 1, 0))
        self.files[path] = re.sub(rb"\b%s\b" % old, new, self.files[path], count=count)
        return f"{old!r} is {new!r} in {path}"

    def _replace_name(self) -> str:
        path = self._path()
        places = list(_NAME.finditer(self.files[path]))
        pool = _NAME.findall(self._original[self._any_original()])
        if not places or not pool:
            return "nothing"
        place = self._random.choice(places)
        content = self.files[path]
        self.files[path] = content[: place.start()] + self._random.choice(pool) + content[place.end() :]
        return f"a name in {path}"

    def _switch_branch(self) -> str:
        """Go to another state of all files, and keep this one to come back to."""
        other = self._random.randrange(len(self._saved))
        self._saved.append(dict(self.files))
        self.files = dict(self._saved[other])
        return f"all files as they were at {other}"
