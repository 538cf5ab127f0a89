"""The analysed tree is text: it decides nothing and runs nothing, and what lies outside it is not read."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.resident_engine import ResidentEngine
from codeshed.types.type_engine import start_engine
from tests.types.fakes import fake_engine
from tests.types.projects import Analysed, analysed, files_in, symbols_of, write_files

HOSTILE = """
project-excludes = ["**/*"]
replace-imports-with-any = ["*"]
search-path = ["/nowhere"]
python-version = "3.6"
skip-interpreter-query = false
python-interpreter-path = "evil/python"
check-unannotated-defs = false
"""


def write_hostile_tree(root: Path, trace: Path) -> dict[str, bytes]:
    """Write code among files that would have an engine exclude it, or run something that touches `trace`."""
    for path in (
        "evil/python",
        "evil/bin/python3",
        ".venv/bin/python",
        ".venv/bin/python3",
        "venv/bin/python",
    ):
        write_files(root, {path: f"#!/bin/sh\ntouch {trace}\necho '{{}}'\n".encode()})
        (root / path).chmod(0o755)
    tables = HOSTILE.replace('"evil/', f'"{root}/evil/')
    files = {
        **files_in(
            """
            #- shop/__init__.py
            #- shop/cart.py
            class Cart:
                def total(self): return 1
            #- shop/use.py
            import sys
            from shop.cart import Cart
            def use():
                if sys.version_info >= (3, 13): kept = Cart()
                else: kept = None
                kept.total()
            """
        ),
        "pyrefly.toml": tables.encode(),
        "shop/pyrefly.toml": tables.encode(),
        "pyproject.toml": f"[tool.pyrefly]{tables}".encode(),
        "pyvenv.cfg": b"home = evil/bin\n",
        ".gitignore": b"*\n",
        ".venv/pyvenv.cfg": b"home = evil/bin\n",
        "conda-meta/history": b"",
    }
    write_files(root, files)
    return files


def test_a_tree_can_not_configure_the_engine(tmp_path: Path) -> None:
    files = write_hostile_tree(tmp_path / "root", tmp_path / "trace")
    with analysed(tmp_path / "root", files) as found:
        assert "call kept.total() → shop/cart.py::Cart.total of Cart +" in found.lines("shop/use.py")
        assert not found.report.problems
    assert not (tmp_path / "trace").exists()


def test_a_tree_can_not_configure_a_resident_engine(tmp_path: Path) -> None:
    files = write_hostile_tree(tmp_path / "root", tmp_path / "trace")
    codes = {path: content for path, content in files.items() if path.endswith(".py")}
    with ResidentEngine(tmp_path / "root", tuple(codes), (".",), EngineOptions()) as engine:
        engine.start()
        while not engine.is_ready():
            time.sleep(0.01)
        codes["shop/use.py"] += b"    kept.total()\n"
        report = engine.update(codes, symbols_of(codes))
        assert report is not None
        assert (
            Analysed(codes, report)
            .lines("shop/use.py")
            .count("call kept.total() → shop/cart.py::Cart.total of Cart +")
            == 2
        )
    assert not (tmp_path / "trace").exists()


def test_only_the_given_files_are_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    write_files(outside, {"secret.py": b"class Secret: pass\n", "package/module.py": b"class Secret: pass\n"})
    files = {
        "main.py": (
            b"import secret, package.module, ignored, pipe\n"
            b"a = [secret.Secret(), package.module.Secret(), ignored.Ignored(), pipe.x()]\n"
        ),
        "ignored.py": b"class Ignored: pass\n",
    }
    write_files(root, files)
    (root / "secret.py").symlink_to(outside / "secret.py")
    (root / "package").symlink_to(outside / "package")
    (root / "inner.py").symlink_to("main.py")
    (root / "loop.py").symlink_to("loop.py")
    os.mkfifo(root / "pipe.py")
    (root / "folder.py").mkdir()
    paths = ("main.py", "secret.py", "package/module.py", "pipe.py", "loop.py", "folder.py", "gone.py", "inner.py",
             "../outside/secret.py", "notes.txt", "bad\udcff.py")  # fmt: skip
    with start_engine(root, paths, (".",), EngineOptions()) as engine:
        contents = {**files, "inner.py": files["main.py"]}
        report = engine.wait(symbols_of(contents))
        found = Analysed(contents, report)
        for path in ("main.py", "inner.py"):
            assert not [line for line in found.lines(path) if line.startswith(("call", "name"))]
        assert report.problems == tuple(
            EngineProblem(ProblemKind.UNREADABLE, message, unread)
            for message, unread in (
                ("No such file or directory", ("gone.py",)),
                ("Too many levels of symbolic links", ("loop.py",)),
                ("it is not a regular file", ("folder.py", "pipe.py")),
                ("it is not called .py, .pyi or .ipynb", ("notes.txt",)),
                ("it lies outside the root", ("package/module.py", "secret.py")),
                ("its name is not UTF-8", ("bad\udcff.py",)),
                ("its path is not a plain path below the root", ("../outside/secret.py",)),
            )
        )


def test_packages_are_known_by_paths_that_the_caller_gives(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    write_files(packages, {"lib/__init__.py": b"def work() -> int: return 1\n", "lib/py.typed": b""})
    files = {"main.py": b"import lib\nlib.work()\n"}
    with analysed(tmp_path / "root", files, options=EngineOptions(site_package_paths=(packages,))) as found:
        assert "call lib.work() → lib.work" in found.lines("main.py")
        assert not [line for line in found.lines("main.py") if line.startswith("name")]


def test_two_runs_are_equal(tmp_path: Path) -> None:
    files = {
        f"m{number}.py": f"import m{(number + 1) % 9} as other\nclass C(other.C): pass\ndef f(x): return other.f(C())\n"
        "for x in [f(1)]: print(x, f, C().y, other)\n".encode()
        for number in range(9)
    }
    seen = []
    for n_threads in (1, 2):
        with analysed(tmp_path, files, options=EngineOptions(n_threads=n_threads)) as found:
            types = [found.types(path) for path in files]
            seen.append((types, repr(types)))
    assert seen[0] == seen[1]


def test_one_thread_finds_the_types(tmp_path: Path) -> None:
    files = {"main.py": b"x = 1\n"}
    write_files(tmp_path / "root", files)
    started = tmp_path / "started"
    script = f"pathlib.Path({str(started)!r}).write_text(' '.join(sys.argv[1:]))\nsys.exit(101)"
    options = fake_engine(tmp_path / "fake", script)
    with start_engine(tmp_path / "root", tuple(files), (".",), options) as engine:
        engine.wait(symbols_of(files))
    assert "--threads=1" in started.read_text().split()


_FIXED_ADDRESSES = 0x0040000
_PERSONALITY = Path("/proc/self/personality")
_FIX_ADDRESSES = (
    f"import ctypes; ctypes.CDLL(None).personality({_FIXED_ADDRESSES}); "
    f"print(int(open('{_PERSONALITY}').read(), 16) & {_FIXED_ADDRESSES})"
)


@pytest.mark.skipif(not _PERSONALITY.exists(), reason="only Linux can fix addresses")
def test_the_engine_has_the_same_addresses_each_time(tmp_path: Path) -> None:
    write_files(tmp_path / "root", {"main.py": b"x = 1\n"})
    script = (
        f"open({str(tmp_path / 'seen')!r}, 'w').write(open('{_PERSONALITY}').read()); raise SystemExit(3)"
    )
    options = fake_engine(tmp_path / "fake", script)
    with start_engine(tmp_path / "root", ("main.py",), (".",), options) as engine:
        engine.wait(symbols_of({"main.py": b"x = 1\n"}))
    # A container may forbid it.
    command = [sys.executable, "-c", _FIX_ADDRESSES]
    allowed = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own interpreter
    assert int((tmp_path / "seen").read_text(), 16) & _FIXED_ADDRESSES == int(allowed.stdout)
