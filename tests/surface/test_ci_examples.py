"""The GitHub Action and the example for GitLab: their shell steps, run in a folder with findings and nothing of the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
_RULES = {
    "version": 1,
    "rules": [
        {
            "id": "no-ui",
            "type": "forbiddenImport",
            "from": {"anyOf": ["core/**"]},
            "to": {"anyOf": ["ui/**"]},
        }
    ],
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "with space"
    root.mkdir()
    (root / "codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    for path, text in {"core/cart.py": "import ui.view\n", "ui/view.py": "x = 1\n"}.items():
        (root / path).parent.mkdir()
        (root / path).write_text(text, encoding="utf-8")
    (root / "codeshed-rules.json").write_text(json.dumps(_RULES), encoding="utf-8")
    return root


def run_step(script: str, root: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a step as runners do: by `bash -e -o pipefail`, with no more than its environment."""
    return subprocess.run(  # noqa: S603 - our own scripts
        ["/usr/bin/env", "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
        cwd=root,
        env={
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}",
            "HOME": str(root.parent),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return found


def run_action(root: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the last step of the action with its inputs."""
    document = action()
    values = {name: str(each["default"]) for name, each in document["inputs"].items()} | inputs
    step = document["runs"]["steps"][-1]
    environment = {}
    for name, text in step["env"].items():
        (given,) = (each for each in values if text == f"${{{{ inputs.{each} }}}}")
        environment[name] = values[given]
    return run_step(step["run"], root, environment)


def test_the_action_annotates_and_fails(repository: Path) -> None:
    done = run_action(repository)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error title=FORBIDDEN_IMPORT")
    assert "file=core/cart.py,line=1" in done.stdout


def test_the_action_writes_a_file_of_another_format(repository: Path) -> None:
    done = run_action(repository, format="sarif", output="found it.sarif")
    assert done.returncode == 1
    assert done.stdout == ""
    found = json.loads((repository / "found it.sarif").read_text(encoding="utf-8"))
    assert [each["ruleId"] for each in found["runs"][0]["results"]] == ["FORBIDDEN_IMPORT"]


def test_the_action_passes_and_takes_any_check(repository: Path) -> None:
    (repository / "core/cart.py").write_text("def f(a): ...\nf()\n", encoding="utf-8")
    assert run_action(repository).returncode == 0
    done = run_action(repository, arguments="contracts --fail-on-warn")
    assert done.returncode == 1
    assert "::warning title=ARITY_MISMATCH,file=core/cart.py,line=2" in done.stdout


def test_inputs_of_the_action_are_no_code(repository: Path) -> None:
    done = run_action(repository, arguments="arch check; touch owned $(touch owned)", output="$(touch owned)")
    assert done.returncode == 2
    assert not (repository / "owned").exists()
    steps = action()["runs"]["steps"]
    assert all("inputs." not in step.get("run", "") for step in steps)


def test_the_example_for_gitlab(repository: Path) -> None:
    job = yaml.safe_load((ROOT / "examples/ci/gitlab-ci.yml").read_text(encoding="utf-8"))["architecture"]
    install, *check = job["script"]
    assert install == "pip install codeshed"
    done = run_step("\n".join(check), repository, {})
    assert done.returncode == 1
    report = json.loads((repository / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    assert [each["check_name"] for each in report] == ["FORBIDDEN_IMPORT/no-ui"]
    assert job["artifacts"]["when"] == "always"
