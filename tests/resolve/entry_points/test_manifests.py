"""Scripts and plugins that project files declare."""

import pytest

from codeshed.resolve.python.entry_points.manifests import MAX_BYTES, read_manifest
from tests.resolve.entry_points.checks import check_entries


def test_manifests_of_all_kinds_also_below_the_root() -> None:
    check_entries(
        """
        #- pyproject.toml
        [tool.poetry.scripts]
        one = "tool.main:run [extra]"
        two = {reference = "tool.main:Runner.start", type = "console"}
        gone = "tool.missing:run"
        odd = 3
        [tool.poetry.plugins."tool.plugins"]
        csv = "tool:reexported"
        [project.entry-points.pytest11]
        tool = "tool.plugin"
        #- src/tool/__init__.py
        from tool.main import run as reexported
        #- src/tool/main.py
        def run(): ...
        class Base:
            def start(self): ...
        class Runner(Base): ...
        #- src/tool/plugin.py
        def pytest_addoption(parser): ...
        def helper(): ...
        #- packages/other/setup.cfg
        [options.entry_points]
        console_scripts =
            # a comment
            other = tool.main:start
        #- packages/other/tool/__init__.py
        #- packages/other/tool/main.py
        def start(): ...
        #- packages/third/setup.py
        import setuptools
        SCRIPTS = ["third = third:main"]
        setuptools.setup(entry_points={"console_scripts": SCRIPTS, "third.plugins": "x = third:plugin"})
        #- packages/third/third.py
        def main(): ...
        def plugin(): ...
        #- packages/fourth/setup.py
        from setuptools import setup
        setup(entry_points="[console_scripts]\\nfourth = fourth:main\\n")
        #- packages/fourth/fourth.py
        def main(): ...
        """,
        """
        packages/fourth/fourth.py::main script 'fourth' <packages/fourth/setup.py [console_scripts] fourth>
        packages/other/tool/main.py::start script 'other' <packages/other/setup.cfg [options.entry_points console_scripts] other>
        packages/third/third.py::main script 'third' <packages/third/setup.py [console_scripts] third>
        packages/third/third.py::plugin plugin 'x' <packages/third/setup.py [third.plugins] x>
        src/tool/main.py::Base.start script 'two' <pyproject.toml [tool.poetry.scripts] two>
        src/tool/main.py::run plugin 'csv' <pyproject.toml [tool.poetry.plugins.tool.plugins] csv>
        src/tool/main.py::run script 'one' <pyproject.toml [tool.poetry.scripts] one>
        src/tool/plugin.py::pytest_addoption hook 'pytest_addoption' <hook by name in plugin.py> 1:4-20
        """,
        evidence=True,
    )


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("pyproject.toml", b"[project.scripts\nx = 1"),
        ("pyproject.toml", b"\xff\xfe"),
        ("pyproject.toml", b"a = " + b"[" * 100_000),
        ("pyproject.toml", b"project = 3"),
        ("pyproject.toml", b"[project]\nscripts = ['a:b']\n[tool]\npoetry = 1"),
        ("pyproject.toml", b"[project.scripts]\nx = 'a:b'\n" + b"#" * MAX_BYTES),
        ("setup.cfg", b"console_scripts = x"),
        ("setup.cfg", b"[options.entry_points]\n[[["),
        ("setup.cfg", b"[options.entry_points]\nconsole_scripts\n"),
        ("setup.py", b"setup()"),
    ],
)
def test_a_broken_manifest_gives_nothing(path: str, content: bytes) -> None:
    assert read_manifest(path, content) == ()
