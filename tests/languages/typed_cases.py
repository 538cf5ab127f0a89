"""Types for hundreds of small projects from one run of the engine.

Turns: the cases that have one file → a TypeReport for each. The engine takes seconds to start and milliseconds for a
file, so all of them lie side by side in one tree; each case then sees its own file as if it were alone.
"""

import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from codeshed.model.facts.type_facts import CallTarget, FileTypes, FunctionTypes, TypeFact, TypeReport
from codeshed.model.source_reader import line_starts
from codeshed.model.text.python_decoding import decode_python
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.project.types.type_runs import symbols_in_files
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_report import EngineReport
from codeshed.types.type_engine import start_engine

_Targets = tuple[CallTarget, ...]


class CaseReport:
    """What a report over many cases says of one of them, whose files lie below a folder."""

    def __init__(self, types_by_path: dict[str, FileTypes], engine: str) -> None:
        self._types_by_path = types_by_path
        self.engine = engine

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return what is known of a file of the case."""
        assert line_starts[0] == 0
        return self._types_by_path.get(path)


def typed_cases(texts: Iterable[tuple[str, str]]) -> dict[str, TypeReport]:
    """Run the engine once over single files, given by the name of their case, and return a report for each."""
    named = dict(texts)
    folders = {name: f"case_{number}" for number, name in enumerate(named)}
    with tempfile.TemporaryDirectory() as root:
        for name, text in named.items():
            path = Path(root, folders[name], "main.py")
            path.parent.mkdir()
            path.write_bytes(text.encode())
        paths = tuple(f"{folder}/main.py" for folder in folders.values())
        with start_engine(Path(root), paths, (".",), EngineOptions()) as engine:
            files = [parse_file(f"{folders[name]}/main.py", text.encode()) for name, text in named.items()]
            report = engine.wait(symbols_in_files(files))
            assert not report.problems
            return {name: _of_case(report, folder, named[name]) for name, folder in folders.items()}


def _of_case(report: EngineReport, folder: str, text: str) -> CaseReport:
    types = report.read(f"{folder}/main.py", line_starts(decode_python(text.encode()).content))
    types_by_path = {} if types is None else {"main.py": _types(types, folder)}
    return CaseReport(types_by_path, report.engine)


def _types(types: FileTypes, folder: str) -> FileTypes:
    def own(text: str) -> str:
        return text.replace(f"{folder}/", "").replace(f"{folder}.", "")

    @cache
    def fact(each: TypeFact) -> TypeFact:
        alternatives = tuple(
            msgspec.structs.replace(alternative, symbol=own(alternative.symbol))
            for alternative in each.alternatives
        )
        return msgspec.structs.replace(each, text=own(each.text), alternatives=alternatives)

    def targets(each: _Targets) -> _Targets:
        return tuple(
            msgspec.structs.replace(
                target,
                function=own(target.function),
                receiver=None if target.receiver is None else own(target.receiver),
            )
            for target in each
        )

    def by_name(facts: dict[str, TypeFact]) -> dict[str, TypeFact]:
        return {name: fact(each) for name, each in facts.items()}

    return msgspec.structs.replace(
        types,
        function_by_name_offset={
            begin: FunctionTypes(
                by_name(each.parameters), None if each.returns is None else fact(each.returns)
            )
            for begin, each in types.function_by_name_offset.items()
        },
        fields_by_class={begin: by_name(each) for begin, each in types.fields_by_class.items()},
        variables=by_name(types.variables),
        type_by_span={place: fact(each) for place, each in types.type_by_span.items()},
        targets_by_call={place: targets(each) for place, each in types.targets_by_call.items()},
        getters_by_member={place: targets(each) for place, each in types.getters_by_member.items()},
        setters_by_member={place: targets(each) for place, each in types.setters_by_member.items()},
        targets_by_operation={key: targets(each) for key, each in types.targets_by_operation.items()},
        class_by_dotted_name={own(name): own(each) for name, each in types.class_by_dotted_name.items()},
    )
