"""Records which functions of a project call which, and in which test.

Turns: a running Python program → `calls-<process>.json` in the folder of the recording.

This is the one file of Codeshed that runs inside of the user's interpreter, which need not have Codeshed: it imports nothing
but the standard library, and nothing of Codeshed imports it. `codeshed record` copies it to a folder on `PYTHONPATH`, where a
`sitecustomize` begins the recording in every Python process of the command. pytest loads it as a plugin, for the names of tests;
PYTEST_DONT_REWRITE tells it that this module, which is there already, has no assertions for it to rewrite.

Calls are seen by `sys.monitoring` where that exists (Python 3.12), else by `sys.setprofile`. Functions outside of the project
are seen once and then, with `sys.monitoring`, cost nothing more.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import sys
import threading
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import CodeType, FrameType

FOLDER_VARIABLE = "CODESHED_RECORDING"
"""Names the folder with `files.json`, to which the calls of each process are written."""

_ROOT = "root"
_FILES = "files"
_MAX_CALLS = "max_calls"
_MAX_RAN = "max_ran"

_OUTSIDE = -1
"""The number of code that is not of the project."""
_UNITTEST = -2
"""The number of `unittest.TestCase.run`, which says which test begins."""

_IS_FUNCTION = 0x01
_IS_GENERATOR = 0x20 | 0x80 | 0x200
"""Flags of code objects: function bodies; generators, coroutines and asynchronous generators."""

_UNNAMED = ("<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_AT_ANY_TIME = ("__del__",)
"""Methods that the garbage collector runs: whoever is running then did not call them."""


class Recorder:
    """The calls of one process. Lists are numbered from 0; test 0 is what runs outside of tests."""

    def __init__(self, folder: str) -> None:
        with open(os.path.join(folder, "files.json"), encoding="utf-8") as file:
            listing = json.load(file)
        self.folder = folder
        self.root: str = os.path.realpath(listing[_ROOT])
        self.hash_by_path: dict[str, str] = listing[_FILES]
        self.max_calls: int = listing[_MAX_CALLS]
        self.max_ran: int = listing[_MAX_RAN]
        self.paths_by_name: dict[str, list[str]] = {}
        for path in self.hash_by_path:
            self.paths_by_name.setdefault(path.rpartition("/")[2], []).append(path)
        self.path_by_file: dict[str, str | None] = {}
        self.changed: set[str] = set()
        self.number_by_code: dict[int, int] = {}
        """The number of each code object, by its id: of what may call."""
        self.target_by_code: dict[int, int] = {}
        """The same of what may be called: lambdas and comprehensions belong to the function around them."""
        self.kept: list[CodeType] = []
        """Every code object that has a number, so that no other gets its id."""
        self.codes: list[tuple[str, int, str, bool]] = []
        self.number_by_key: dict[tuple[int, int, int], int] = {}
        self.calls: list[tuple[int, int, int, int, int, int]] = []
        self.tests = [""]
        self.ran = [array("I")]
        self.n_ran = 0
        self.n_dropped_calls = 0
        self.n_dropped_ran = 0
        self.seen: set[tuple[int, int, int]] = set()
        self.pytest_folder: str | None = None
        self.test_number_by_name = {"": 0}
        self.test = 0
        self.tool = ""
        self.lock = threading.RLock()

    # Which file of the project a code object is of

    def path_of(self, name: str) -> str | None:
        """Return the path of a file in the listing, by its place below the root or else by its content; None if it is not of the project."""
        if name not in self.path_by_file:
            self.path_by_file[name] = self._find_path(name)
        return self.path_by_file[name]

    def _find_path(self, name: str) -> str | None:
        if name.startswith("<"):
            return None
        real = os.path.realpath(name)
        inside = os.path.relpath(real, self.root).replace(os.sep, "/") if self._is_below(real) else None
        candidates = [inside] if inside is not None and inside in self.hash_by_path else []
        candidates = candidates or self.paths_by_name.get(os.path.basename(real), [])
        if not candidates:
            return None
        try:
            with open(real, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
        except OSError:
            return None
        same = [each for each in candidates if self.hash_by_path[each] == content]
        if not same:
            if inside is not None and inside in self.hash_by_path:
                self.changed.add(inside)
            return None
        # Of several files with this content the one whose last folders are most alike is meant.
        ending = real.replace(os.sep, "/").split("/")
        return max(sorted(same), key=lambda each: _n_common_ends(each.split("/"), ending))

    def _is_below(self, real: str) -> bool:
        root = self.root.rstrip(os.sep) + os.sep
        return real.startswith(root)

    # Numbers of code, calls and tests

    def admit(self, code: CodeType) -> int:
        """Give a code object its number."""
        known = self.number_by_code.get(id(code))
        if known is not None:
            return known
        number = _OUTSIDE
        name = code.co_filename
        if code.co_name == "run" and name.replace(os.sep, "/").endswith("unittest/case.py"):
            number = _UNITTEST
        else:
            path = self.path_of(name)
            if path is not None:
                number = len(self.codes)
                is_named = code.co_flags & _IS_FUNCTION and code.co_name not in _UNNAMED
                self.codes.append((path, code.co_firstlineno, code.co_name, bool(is_named)))
        self.kept.append(code)
        self.number_by_code[id(code)] = number
        return number

    def add(self, caller: FrameType | None, number: int, code: CodeType) -> None:
        """Add a call of a function that this test has not made from this place before."""
        with self.lock:
            by, offset = _OUTSIDE, 0
            if caller is not None and (
                not code.co_flags & _IS_GENERATOR or _names(caller.f_code, code.co_name)
            ):
                # A generator runs when somebody iterates over it: this is its caller only if its name stands there.
                by = self.admit(caller.f_code)
                offset = caller.f_lasti
            if by < 0 or code.co_name in _AT_ANY_TIME:
                by, offset = _OUTSIDE, 0
            key = (by, offset, number)
            call = self.number_by_key.get(key)
            if call is None:
                if len(self.calls) >= self.max_calls:
                    self.n_dropped_calls += 1
                    return
                call = self.number_by_key[key] = len(self.calls)
                self.calls.append((by, number, *(_NO_PLACE if by < 0 or caller is None else _place(caller))))
            if self.n_ran >= self.max_ran:
                self.n_dropped_ran += 1
                return
            self.ran[self.test].append(call)
            self.n_ran += 1

    def begin_test(self, name: str) -> None:
        """Let the following calls belong to a test; without a name to none."""
        with self.lock:
            number = self.test_number_by_name.get(name)
            if number is None:
                number = self.test_number_by_name[name] = len(self.tests)
                self.tests.append(name)
                self.ran.append(array("I"))
            self.test = number
            self.seen.clear()

    def begin_unittest(self, case: Any) -> None:
        """Let the following calls belong to a test of unittest, unless pytest runs it and has named it already."""
        if self.pytest_folder is not None or case is None:
            return
        module = sys.modules.get(type(case).__module__)
        path = self.path_of(getattr(module, "__file__", None) or "<unknown>")
        method = getattr(case, "_testMethodName", None)
        if path is not None and method:
            self.begin_test("::".join((path, *type(case).__qualname__.split("."), method)))

    def test_id(self, node_id: str) -> str:
        """Return the id of a test with its path from the root of the repository, not from that of pytest."""
        if not self.pytest_folder:
            return node_id
        path, mark, name = node_id.partition("::")
        real = os.path.realpath(os.path.join(self.pytest_folder, path))
        return (
            os.path.relpath(real, self.root).replace(os.sep, "/") + mark + name
            if self._is_below(real)
            else node_id
        )

    # Watching

    def start(self) -> None:
        """Watch every call from now on, in all threads."""
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is not None and self._monitor(monitoring):
            return
        profile = self._profiler()
        self.tool = "sys.setprofile"
        threading.setprofile(profile)
        sys.setprofile(profile)

    def _monitor(self, monitoring: Any) -> bool:
        free = [tool for tool in (monitoring.PROFILER_ID, 3, 4) if monitoring.get_tool(tool) is None]
        if not free:
            return False
        self.tool = "sys.monitoring"
        monitoring.use_tool_id(free[0], "codeshed")
        monitoring.register_callback(free[0], monitoring.events.PY_START, self._starter(monitoring.DISABLE))
        monitoring.set_events(free[0], monitoring.events.PY_START)
        return True

    def _starter(self, disable: Any) -> Callable[[CodeType, int], Any]:
        numbers, seen, get_frame = self.target_by_code, self.seen, sys._getframe

        def on_start(code: CodeType, _: int) -> Any:
            number = numbers.get(id(code))
            if number is None:
                number = self.admit_function(code)
            if number < 0:
                if number == _UNITTEST:
                    self.begin_unittest(get_frame(1).f_locals.get("self"))
                    return None
                return disable
            caller = get_frame(1).f_back
            key = (0, 0, number) if caller is None else (id(caller.f_code), caller.f_lasti, number)
            if key not in seen:
                seen.add(key)
                self.add(caller, number, code)
            return None

        return on_start

    def _profiler(self) -> Callable[[FrameType, str, Any], None]:
        numbers, seen = self.target_by_code, self.seen

        def on_event(frame: FrameType, event: str, _: Any) -> None:
            if event != "call":
                return
            code = frame.f_code
            number = numbers.get(id(code))
            if number is None:
                number = self.admit_function(code)
            if number < 0:
                if number == _UNITTEST:
                    self.begin_unittest(frame.f_locals.get("self"))
                return
            caller = frame.f_back
            key = (0, 0, number) if caller is None else (id(caller.f_code), caller.f_lasti, number)
            if key not in seen:
                seen.add(key)
                self.add(caller, number, code)

        return on_event

    def admit_function(self, code: CodeType) -> int:
        """Give a code object that begins to run its number; what is no named function of the project is not watched."""
        with self.lock:
            number = self.admit(code)
            if number >= 0 and not self.codes[number][3]:
                number = _OUTSIDE
            self.target_by_code[id(code)] = number
            return number

    # Writing

    def write(self) -> None:
        """Write what this process recorded so far; a folder that is gone is nobody's concern."""
        with self.lock:
            document = {
                "python": ".".join(str(each) for each in sys.version_info[:3]),
                "tool": self.tool,
                "codes": self.codes,
                "calls": self.calls,
                "tests": self.tests,
                "ran": [list(each) for each in self.ran],
                "changed": sorted(self.changed),
                "n_dropped_calls": self.n_dropped_calls,
                "n_dropped_ran": self.n_dropped_ran,
            }
        path = os.path.join(self.folder, f"calls-{os.getpid()}.json")
        try:
            with open(path + ".new", "w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(document, file)
            os.replace(path + ".new", path)
        except OSError:
            pass


_recorders: list[Recorder] = []
"""The recorder of this process, once it has begun."""

_NO_PLACE = (0, 0, 0, 0)


def _n_common_ends(names: list[str], others: list[str]) -> int:
    """Return how many names at the ends of two paths are the same."""
    count = 0
    for name, other in zip(reversed(names), reversed(others)):  # noqa: B905 - Python 3.8 and 3.9 do not know `strict`
        if name != other:
            break
        count += 1
    return count


def _names(code: CodeType, name: str) -> bool:
    """Whether a name stands in a code object, as that of an attribute, a global or a variable."""
    return any(
        name in names for names in (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    )


def _place(frame: FrameType) -> tuple[int, int, int, int]:
    """Return the lines and columns of the call that a frame is in; without columns where the interpreter has none."""
    positions = getattr(frame.f_code, "co_positions", None)
    if positions is not None and frame.f_lasti >= 0:
        for index, place in enumerate(positions()):
            if index == frame.f_lasti // 2:
                line, end_line, column, end_column = place
                if None not in place:
                    return line, column, end_line, end_column
                break
    line = frame.f_lineno or 0
    return line, 0, line, 0


def begin() -> None:
    """Begin to record if this process is part of a recording; then run the `sitecustomize` that this one hides."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder and not _recorders:
        recorder = Recorder(folder)
        _recorders.append(recorder)
        atexit.register(recorder.write)
        _run_hidden_sitecustomize()
        recorder.start()


def _run_hidden_sitecustomize() -> None:
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    own = os.path.dirname(os.path.abspath(__file__))
    others = [each for each in sys.path if os.path.abspath(each) != own]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        module = module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


def pytest_configure(config: Any) -> None:
    """Remember from which folder pytest names its tests."""
    for recorder in _recorders:
        recorder.pytest_folder = str(getattr(config, "rootpath", None) or getattr(config, "rootdir", ""))


def pytest_runtest_logstart(nodeid: str) -> None:
    """Begin a test, before its fixtures are set up."""
    for recorder in _recorders:
        recorder.begin_test(recorder.test_id(nodeid))


def pytest_runtest_logfinish() -> None:
    """End a test, after its fixtures are torn down."""
    for recorder in _recorders:
        recorder.begin_test("")


def pytest_sessionfinish() -> None:
    """Write what was recorded: a worker of pytest-xdist may end without any other notice."""
    for recorder in _recorders:
        recorder.write()
