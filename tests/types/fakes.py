"""Engines that are none: scripts in the engine's place, which crash, hang or write what no engine should.

A script has the report's folder in `report`, the names of the files that it was given in `files`, and `write_report`.
"""

import sys
import textwrap
from pathlib import Path

from codeshed.types.engine_options import EngineOptions

_PRELUDE = """
import json, os, pathlib, signal, subprocess, sys, time

folder = pathlib.Path.cwd()
report = folder / "report"
files = sorted(path.relative_to(folder / "tree").as_posix() for path in (folder / "tree").rglob("*.py"))
EMPTY = {
    "definitions": {"function_definitions": {}, "class_definitions": {}, "global_variables": {}},
    "call_graphs": {"call_graphs": {}},
    "type_of_expressions": {"functions": {}},
}

def write_report(format_version=1, parts=EMPTY):
    report.mkdir(exist_ok=True)
    modules = {}
    for number, file in enumerate(files):
        name = f"m:{number}.json"
        modules[str(number)] = {
            "module_id": number,
            "module_name": file.removesuffix(".py").replace("/", "."),
            "source_path": {"FileSystem": str(folder / "tree" / file)},
            "info_filename": name,
            "is_internal": True,
        }
        for part, content in parts.items():
            (report / part).mkdir(parents=True, exist_ok=True)
            (report / part / name).write_text(content if isinstance(content, str) else json.dumps(content))
    (report / "pyrefly.pysa.json").write_text(json.dumps({"format_version": format_version, "modules": modules}))
"""


def fake_engine(folder: Path, script: str, *, time_limit_seconds: float = 60.0) -> EngineOptions:
    """Return options that run a script in the engine's place."""
    folder.mkdir(parents=True, exist_ok=True)
    executable = folder / "engine"
    executable.write_text(f"#!{sys.executable}\n{_PRELUDE}\n{textwrap.dedent(script)}", encoding="utf-8")
    executable.chmod(0o755)
    return EngineOptions(executable=executable, time_limit_seconds=time_limit_seconds)
