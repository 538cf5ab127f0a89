"""Contracts of import-linter as rules: what both find on random packages, and what is written for one."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import codeshed
from codeshed.api.rule_import import import_rules
from codeshed.model.architecture.architecture_rules import ArchitectureRulesV1
from codeshed.project.architecture.import_linter import import_contracts
from codeshed.render.json_output import to_json

_FOLDERS = ("a", "b", "c", "d")
_MODULES = (*_FOLDERS, *(f"{folder}.{name}" for folder in _FOLDERS for name in ("x", "y")), "free", "loose")
_EXTERNAL = ("json", "decimal")


def _package(root: Path, source: random.Random) -> None:
    """Write a package with random imports, in every form that names a module."""
    for module in _MODULES:
        others = source.sample(
            [each for each in _MODULES if each != module], k=source.choice((0, 0, 1, 1, 2))
        )
        lines = [_import(each, source) for each in others]
        lines += [f"import {each}" for each in _EXTERNAL if source.random() < 0.1]
        folder = module in _FOLDERS
        path = root / "pkg" / (f"{module}/__init__.py" if folder else f"{module.replace('.', '/')}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
    (root / "pkg" / "__init__.py").write_text("")


def _import(module: str, source: random.Random) -> str:
    package, _, name = f"pkg.{module}".rpartition(".")
    whole = f"import pkg.{module}"
    return source.choice((whole, f"from {package} import {name}", f"def f():\n    {whole}"))


def _contracts(source: random.Random, n_contracts: int) -> str:
    parts = ["[importlinter]", "root_package = pkg", "include_external_packages = True"]
    for index in range(n_contracts):
        kind = source.choice(("layers", "independence", "forbidden", "forbidden", "protected"))
        parts += ["", f"[importlinter:contract:c{index}]", f"name = c{index}", f"type = {kind}"]
        folders = source.sample(_FOLDERS, k=source.randint(2, 4))
        if kind == "layers":
            if len(folders) > 2:
                joined = source.choice((" | ", " : ")).join(folders[1:3])
                folders = [folders[0], joined, *folders[3:]]
            parts += ["containers = pkg", "layers =", *(f"    {each}" for each in folders)]
        elif kind == "independence":
            parts += ["modules =", *(f"    pkg.{each}" for each in folders)]
        elif kind == "protected":
            parts += [
                "protected_modules =",
                f"    pkg.{folders[0]}",
                "allowed_importers =",
                f"    pkg.{folders[1]}",
            ]
        else:
            forbidden = source.choice((f"pkg.{folders[0]}", *_EXTERNAL))
            parts += ["source_modules =", f"    pkg.{folders[1]}", "forbidden_modules =", f"    {forbidden}"]
            parts.append(f"allow_indirect_imports = {source.choice(('True', 'False'))}")
    return "\n".join(parts) + "\n"


def _broken_by_import_linter(root: Path) -> set[str]:
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", _LINT, "--config", ".importlinter", "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    verdicts = dict(re.findall(r"^(c\d+)\s+(KEPT|BROKEN)", done.stdout, re.MULTILINE))
    assert len(verdicts) == _N_CONTRACTS, done.stdout + done.stderr
    return {name for name, verdict in verdicts.items() if verdict == "BROKEN"}


_N_CONTRACTS = 30
_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.mark.parametrize("seed", range(4))
def test_both_tools_break_the_same_contracts(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)  # noqa: S311 - random code needs no cryptography
    _package(tmp_path, source)
    (tmp_path / ".importlinter").write_text(_contracts(source, _N_CONTRACTS))
    (tmp_path / "codeshed.toml").write_text('types = "off"\n')
    imported = import_rules(tmp_path / ".importlinter", tmp_path)
    assert imported.problems == ()
    (tmp_path / "codeshed-rules.json").write_text(
        to_json(ArchitectureRulesV1(version=1, rules=imported.rules))
    )
    with codeshed.open_project(tmp_path) as project:
        report = project.arch_check().document
    broken = {each.id for each in report.rules if each.summary.violations}
    expected = _broken_by_import_linter(tmp_path)
    assert broken == expected
    assert 0 < len(expected) < _N_CONTRACTS


def test_what_is_written_for_contracts() -> None:
    files = (
        "src/pkg/__init__.py",
        "src/pkg/a/__init__.py",
        "src/pkg/a/x.py",
        "src/pkg/b.py",
        "src/pkg/c/y.py",
    )
    text = b"""\
[tool.importlinter]
root_package = "pkg"
exclude_type_checking_imports = true
[[tool.importlinter.contracts]]
name = "The layers"
type = "layers"
containers = ["pkg"]
layers = ["a", "(gone)", "b | c"]
exhaustive = true
exhaustive_ignores = ["c"]
ignore_imports = ["pkg.b -> pkg.a.*"]
[[tool.importlinter.contracts]]
name = "Siblings"
type = "independence"
modules = ["pkg.*"]
[[tool.importlinter.contracts]]
name = "Own"
type = "shop.contracts.Mine"
"""
    found = import_contracts(text, "pyproject.toml", files)
    layers, siblings = found.rules
    assert [(each.name, [group.match.any_of for group in each.groups]) for each in layers.layers] == [
        ("a", [("src/pkg/a/**",)]),
        ("b | c", [("src/pkg/b.py",), ("src/pkg/c/**",)]),
    ]
    assert layers.exhaustive is not None
    assert layers.exhaustive.none_of == ("src/pkg/__init__.py", "src/pkg/c/**")
    assert layers.ignore[0].to.any_of == ("src/pkg/a/*{.py,/__init__.py}",)
    assert (layers.edges, layers.via, layers.type_only) == (("import",), "transitive", "exclude")
    assert siblings.each == "src/pkg/*"
    assert found.problems == ("Own: there is no rule like a contract of type 'shop.contracts.Mine'",)


def test_a_layer_of_many_modules_has_a_name_that_fits() -> None:
    members = [f"module_with_a_long_name_{number}" for number in range(12)]
    text = f"""\
[tool.importlinter]
root_package = "pkg"
[[tool.importlinter.contracts]]
name = "The layers"
type = "layers"
containers = ["pkg"]
layers = ["top", "{" | ".join(members)}"]
""".encode()
    files = ("pkg/__init__.py", "pkg/top.py", *(f"pkg/{each}.py" for each in members))
    (rule,) = import_contracts(text, "pyproject.toml", files).rules
    assert [each.name for each in rule.layers] == ["top", "module_with_a_long_name_0 and 11 more"]
