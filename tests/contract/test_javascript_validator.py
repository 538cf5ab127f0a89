"""CodeGraphContext documents keep their schemas by a validator in JavaScript, too.

`CODESHED_AJV` names a folder in which the package ajv is installed; without it there is nothing to run. `.ci/run` sets it.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codeshed.render.schemas import schema
from tests.surface.cli import SHOP, run

_AJV = os.environ.get("CODESHED_AJV", "")
_NODE = shutil.which("node") or "node"

QUESTIONS = (
    ("Cart.total",),
    ("Cart", "--change-type", "refactor"),
    ("shop/cart.py", "--hop-depth", "3", "--size-limit", "4000"),
    ("Cart.discount", "--change-type", "create", "--focus", "test_interfaces"),
    ("Cart.nothing",),
    ("Cart.total", "--size-limit", "50"),
)


@pytest.mark.skipif(not _AJV, reason="CODESHED_AJV names no folder with ajv")
def test_documents_are_valid_for_ajv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    instances: dict[str, list[dict[str, Any]]] = {}
    for arguments in QUESTIONS:
        outcome = run("export", "codegraph-context", *arguments, "--repo", str(SHOP), "--types", "off", "-q")
        document = json.loads(outcome.out)
        name = document.get("error", "codegraph_context").replace("_", "-")
        instances.setdefault(name, []).append(document)
    assert set(instances) == {"codegraph-context", "entity-not-found", "context-size-exceeded"}
    asked = []
    for name, documents in instances.items():
        broken = [
            {key: value for key, value in documents[0].items() if key != left_out}
            for left_out in documents[0]
        ]
        asked.append({"schema": schema(name), "instances": [*documents, *broken]})
    finished = subprocess.run(  # noqa: S603 - node, with our own arguments
        (_NODE, str(Path(__file__).parent / "validate.mjs"), _AJV),
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    for documents, errors in zip(instances.values(), json.loads(finished.stdout), strict=True):
        assert errors[: len(documents)] == [[]] * len(documents)
        assert all(errors[len(documents) :]), "a field that must be there was left out"
