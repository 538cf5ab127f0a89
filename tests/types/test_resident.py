"""An engine that stays: it says after an edit what a full run would say, and is ended and started again as needed."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.source_reader import line_starts
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_report import EngineReport
from codeshed.types.resident_engine import MAX_FAILURES, ResidentEngine
from tests.types.fakes import fake_engine
from tests.types.projects import analysed, files_in, symbols_of, write_files

SHOP = files_in(
    """
    #- shop/__init__.py
    #- shop/cart.py
    class Cart:
        def total(self): return 3
    class Gift(Cart): pass
    def make(): return Cart()
    #- shop/use.py
    from shop.cart import make
    def use():
        made = make()
        made.total()
    #- shop/alone.py
    def alone(): return len("x")
    """
)

# Answers once when it starts and again whenever a file of its tree changes, as the real one does.
ANSWER = """
def stamps(): return [os.stat(folder / "tree" / file).st_ino for file in files]
write_report()
while True:
    before = stamps()
    while stamps() == before: time.sleep(0.01)
    on_change()
    write_report()
"""


def wait_until_ready(engine: ResidentEngine) -> None:
    for _ in range(6000):
        if engine.is_ready():
            return
        time.sleep(0.01)
    pytest.fail("the engine did not become ready")


def types_of(report: EngineReport, contents: dict[str, bytes]) -> dict[str, FileTypes | None]:
    return {path: report.read(path, line_starts(contents[path])) for path in report.paths}


def full_types(folder: Path, contents: dict[str, bytes]) -> dict[str, FileTypes | None]:
    with analysed(folder, contents) as found:
        return {path: found.types(path) for path in contents}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ResidentEngine]:
    root = tmp_path_factory.mktemp("resident")
    write_files(root, SHOP)
    with ResidentEngine(root, tuple(SHOP), (".",), EngineOptions()) as engine:
        engine.start()
        wait_until_ready(engine)
        yield engine


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, FileTypes | None]:
    return full_types(tmp_path_factory.mktemp("before"), SHOP)


def edited(path: str, old: bytes, new: bytes) -> dict[str, bytes]:
    assert old in SHOP[path]
    return {**SHOP, path: SHOP[path].replace(old, new)}


@pytest.mark.parametrize(
    ("contents", "again"),
    [
        (edited("shop/alone.py", b'"x"', b"[1]"), ["shop/alone.py"]),
        (edited("shop/cart.py", b"class Cart", b"# Moved.\n\nclass Cart"), ["shop/cart.py"]),
        (edited("shop/cart.py", b"return Cart()", b"return Gift()"), ["shop/cart.py", "shop/use.py"]),
        (edited("shop/cart.py", b"def total", b"def sum_up"), ["shop/cart.py", "shop/use.py"]),
    ],
)
def test_what_changed_is_what_a_full_run_says(
    shop: ResidentEngine,
    known: dict[str, FileTypes | None],
    tmp_path: Path,
    contents: dict[str, bytes],
    again: list[str],
) -> None:
    assert shop.update(SHOP, symbols_of(SHOP)) is not None
    report = shop.update(contents, symbols_of(contents))
    assert report is not None
    assert set(again) <= set(report.paths)
    assert "shop/__init__.py" not in report.paths
    assert {**known, **types_of(report, contents)} == full_types(tmp_path, contents)


def test_nothing_new(shop: ResidentEngine) -> None:
    assert shop.update(SHOP, symbols_of(SHOP)) is not None
    report = shop.update(SHOP, symbols_of(SHOP))
    assert report is not None
    assert report.paths == ()
    assert report.engine.startswith("pyrefly 1.")


def test_a_file_that_came_later_is_not_known(shop: ResidentEngine) -> None:
    assert shop.covers("shop/cart.py")
    assert not shop.covers("shop/new.py")
    assert shop.update({"shop/new.py": b""}, symbols_of(SHOP)) is None
    assert shop.is_ready()


FILES = {"a.py": b"x = 1\n", "b.py": b"y = 2\n"}


def resident_fake(tmp_path: Path, script: str, *, time_limit_seconds: float = 60.0) -> ResidentEngine:
    """Start a script in the engine's place; it counts its starts."""
    write_files(tmp_path / "root", FILES)
    counting = f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\n"
    options = fake_engine(
        tmp_path / "fake", counting + textwrap.dedent(script), time_limit_seconds=time_limit_seconds
    )
    engine = ResidentEngine(tmp_path / "root", tuple(FILES), (".",), options)
    engine.start()
    return engine


def n_starts(tmp_path: Path) -> int:
    return len((tmp_path / "starts").read_text())


def test_an_engine_that_is_not_ready_says_nothing(tmp_path: Path) -> None:
    with resident_fake(tmp_path, "time.sleep(600)") as engine:
        assert not engine.is_ready()
        assert engine.update({"a.py": b"x = 2\n"}, symbols_of(FILES)) is None


def test_an_engine_that_ends_is_started_again_but_not_for_ever(tmp_path: Path) -> None:
    with resident_fake(tmp_path, "sys.exit(101)") as engine:
        for _ in range(6000):
            assert not engine.is_ready()
            if (tmp_path / "starts").exists() and n_starts(tmp_path) >= MAX_FAILURES:
                break
            time.sleep(0.01)
        for _ in range(50):
            assert not engine.is_ready()
            time.sleep(0.01)
    assert n_starts(tmp_path) == MAX_FAILURES


def test_a_crash_after_an_edit_costs_one_answer(tmp_path: Path) -> None:
    crash = f"""
    def on_change():
        if not os.path.exists({str(tmp_path / "crashed")!r}):
            open({str(tmp_path / "crashed")!r}, "w")
            sys.exit(101)
    """
    with resident_fake(tmp_path, textwrap.dedent(crash) + ANSWER) as engine:
        wait_until_ready(engine)
        assert engine.update({"a.py": b"x = 2\n"}, symbols_of(FILES)) is None
        wait_until_ready(engine)
        report = engine.update({"a.py": b"x = 3\n"}, symbols_of(FILES))
        assert report is not None
        assert report.paths == ("a.py", "b.py")
    assert n_starts(tmp_path) == 2


def test_a_late_answer_comes_with_the_next_one(tmp_path: Path) -> None:
    go = tmp_path / "go"
    hesitate = f"""
    def on_change():
        while not os.path.exists({str(go)!r}): time.sleep(0.01)
    """
    with resident_fake(tmp_path, textwrap.dedent(hesitate) + ANSWER) as engine:
        wait_until_ready(engine)
        assert engine.update({"a.py": b"x = 2\n"}, symbols_of(FILES), time_limit_seconds=0.05) is None
        assert not engine.is_ready()
        go.touch()
        wait_until_ready(engine)
        report = engine.update({}, symbols_of(FILES))
        assert report is not None
        assert report.paths == ("a.py", "b.py")
    assert n_starts(tmp_path) == 1


def test_an_engine_that_never_answers_is_started_again(tmp_path: Path) -> None:
    script = "def on_change(): time.sleep(600)\n" + ANSWER
    with resident_fake(tmp_path, script, time_limit_seconds=3.0) as engine:
        wait_until_ready(engine)
        assert engine.update({"a.py": b"x = 2\n"}, symbols_of(FILES), time_limit_seconds=60.0) is None
        wait_until_ready(engine)
    assert n_starts(tmp_path) == 2


def test_an_engine_that_is_not_there_is_never_ready(tmp_path: Path) -> None:
    options = EngineOptions(executable=tmp_path / "nothing")
    with ResidentEngine(tmp_path, (), (".",), options) as engine:
        engine.start()
        for _ in range(100):
            assert not engine.is_ready()
            time.sleep(0.002)


def test_the_engine_gets_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYREFLY_CONFIG", str(tmp_path / "evil.toml"))
    script = f"open({str(tmp_path / 'seen')!r}, 'w').write(repr(sorted(os.environ)))\nwrite_report()\ntime.sleep(600)"
    with resident_fake(tmp_path, script) as engine:
        wait_until_ready(engine)
    assert (tmp_path / "seen").read_text() in {"[]", "['LC_CTYPE']"}


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals")
@pytest.mark.parametrize("start", ["start_engine(*asked)", "ResidentEngine(*asked); engine.start()"])
def test_the_engine_ends_when_we_are_killed(tmp_path: Path, start: str) -> None:
    write_files(tmp_path / "root", FILES)
    seen = tmp_path / "seen"
    options = fake_engine(
        tmp_path / "fake",
        f"pathlib.Path({str(seen)!r}).write_text(f'{{os.getpid()}} {{folder}}')\ntime.sleep(600)",
    )
    script = f"""
    import pathlib, time
    from codeshed.types.type_engine import start_engine
    from codeshed.types.engine_options import EngineOptions
    from codeshed.types.resident_engine import ResidentEngine
    options = EngineOptions(executable=pathlib.Path({str(options.executable)!r}))
    asked = (pathlib.Path({str(tmp_path / "root")!r}), ("a.py",), (".",), options)
    engine = {start}
    time.sleep(600)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)]) as child:  # noqa: S603 - ourselves
        while not (seen.exists() and seen.read_text().count(" ")):
            time.sleep(0.01)
        engine, _, folder = seen.read_text().partition(" ")
        child.send_signal(signal.SIGKILL)
    for _ in range(1000):
        if not Path(folder).exists() and not Path(f"/proc/{engine}").exists():
            return
        time.sleep(0.01)
    pytest.fail("the engine or its files are still there")
