"""What is released: the wheel holds the package and nothing else, and its metadata is what users see."""

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from codeshed.version import __version__
from tests.surface.cli import ROOT

PACKAGE = "codeshed"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    return folder


def _wheel(built: Path) -> zipfile.ZipFile:
    (path,) = built.glob("*.whl")
    assert path.name == f"{PACKAGE}-{__version__}-py3-none-any.whl"
    return zipfile.ZipFile(path)


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    source = ROOT / "src" / PACKAGE
    wanted = {
        f"{PACKAGE}/{path.relative_to(source).as_posix()}"
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    info = f"{PACKAGE}-{__version__}.dist-info"
    with _wheel(built) as wheel:
        names = set(wheel.namelist())
    assert {name for name in names if not name.startswith(f"{info}/")} == wanted
    assert {name.removeprefix(f"{info}/") for name in names if name.startswith(f"{info}/")} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_metadata_is_what_the_project_says(built: Path) -> None:
    with _wheel(built) as wheel:
        text = wheel.read(f"{PACKAGE}-{__version__}.dist-info/METADATA").decode()
    metadata = Parser().parsestr(text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert metadata["Summary"] == project["description"]
    assert set(metadata["Keywords"].split(",")) == set(project["keywords"])
    assert metadata.get_all("Classifier") == project["classifiers"]
    assert metadata["License-Expression"] == "Apache-2.0"
    assert str(metadata.get_payload()).startswith("# Codeshed\n")


def test_the_source_distribution_holds_what_it_needs_to_be_built_and_tested(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if name.count("/") >= 1}
    assert {"src", "tests", "docs", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"} <= tops
    assert not tops & {".venv", ".git", ".mypy_cache", "dist", "build"}


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = [line for line in changelog.splitlines() if line.startswith("## ")]
    assert headings[0].startswith(f"## {__version__} ")
