"""Resolution of any program terminates, and its result fulfils the contract."""

import random

import pytest

from codeshed.build.graph import build_graph
from codeshed.build.validation import validate
from codeshed.model.semantic_json import iter_semantic_json, read_semantic_data
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.parsing.python_parsing import parse_file
from tests.support.resolve_in_memory import resolve_python_files

_PATHS = ("m0.py", "m1.py", "pk/__init__.py", "pk/m1.py")
_NAMES = ("a", "b", "c", "A", "B", "f")
_EXPRESSIONS = (
    *("{n}", "{n}", "self", '"x"', "{e}.{n}", "{e}({e}, *{e}, k={e}, **{n})", "{e}[{e}]", "[{e}, *{e}]"),
    *("{{{e}: {e}}}", "(lambda {n}: {e})", "[{e} for {n} in {e}]", "partial({e}, {e})", "({e} or {e})"),
    *("({e} + {e})", "getattr({e}, 'v_' + {n})", "property({e}, {e})", "super().{n}"),
)
_STATEMENTS = (
    *(
        "{n} = {e}",
        "{n} = {e}",
        "{n} = {n}.{n}",
        "{e}.{n} = {e}",
        "{n}.append({e})",
        "{n} += {e}",
        "raise {e}",
    ),
    *(
        "from m0 import {n}",
        "from m1 import {n}",
        "from pk import {n}",
        "from .m1 import {n}",
        "import m1, pk.m1",
    ),
    *("for {n} in {e}: {n}.add({e})", "@{n}\ndef {n}({n}=None, *x, **y):{b}\n    return {e}"),
    "class {n}({n}, {n}.{n}, metaclass={n}):{b}",
)
_MAX_DEPTH = 3


def _draw(draws: random.Random, forms: tuple[str, ...], depth: int = 0) -> str:
    form = draws.choice(forms)
    while "{e}" in form:
        inner = _EXPRESSIONS if depth < _MAX_DEPTH else _EXPRESSIONS[:4]
        form = form.replace("{e}", _draw(draws, inner, depth + 1), 1)
    while "{b}" in form:
        inner_forms = _STATEMENTS if depth < _MAX_DEPTH else _STATEMENTS[:3]
        lines = [line for _ in range(2) for line in _draw(draws, inner_forms, depth + 1).splitlines()]
        form = form.replace("{b}", "".join(f"\n    {line}" for line in lines), 1)
    while "{n}" in form:
        form = form.replace("{n}", draws.choice(_NAMES), 1)
    return form.replace("{{", "{").replace("}}", "}")


@pytest.mark.parametrize("seed", range(60))
def test_any_program_is_resolved(seed: int) -> None:
    draws = random.Random(seed)  # noqa: S311 - programs that repeat
    head = "from functools import partial\n"
    texts = {path: head + "\n".join(_draw(draws, _STATEMENTS) for _ in range(10)) for path in _PATHS}
    files = [parse_file(path, text.encode()) for path, text in texts.items()]
    data = resolve_python_files(files)
    written = b"".join(iter_semantic_json(data))
    assert validate(read_semantic_data(written)).is_valid, texts
    assert len(build_graph(data, TextSourceReader(texts)).nodes) >= len(_PATHS)
    assert b"".join(iter_semantic_json(resolve_python_files(reversed(files)))) == written
