"""The format of the markdown cases: how they are read, and what each kind of expectation asks."""

import re
import textwrap
from pathlib import Path

import pytest

from codeshed.model.languages.language import LANGUAGES
from codeshed.model.semantic import (
    ArgumentKind,
    Candidate,
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    Modifiers,
    Mutability,
    ParamDef,
    ParameterKind,
    Problem,
    Provenance,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeSource,
    UnresolvedReason,
    VariableKind,
    Visibility,
)
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR
from tests.languages.assertions import parse_assertion
from tests.languages.cases import BrokenCaseError, Case, find_cases, parse_cases, write_tree
from tests.languages.found import EntryPoint, Found
from tests.languages.test_markdown import find_failures
from tests.support.notation import project

CASES = find_cases()
_DEFAULT = "default"
MARKDOWN = textwrap.dedent(
    """
    # Title

    <!-- a comment -->

    Words about the file.

    ## First case

    One rule
    in a sentence.

    ```python
    def run(): ...
    ```

    ```python path=app/a.py
    x = 1
    ```

    ```expect
    # a comment
    def main.py::run function

    FIXME no main.py::run -call->
    ```

    ## A group

    ### Second case

    Another rule.

    ```text path=notes.txt escapes
    one\\r\\x00
    ```

    ```expect types=on
    no problem notes.txt
    ```

    ```expect types=off
    no problem notes.txt
    ```
    """
)


def test_headings_are_cases_and_blocks_are_files() -> None:
    first, second = parse_cases(MARKDOWN, "python/x.md")
    assert first.name == "python/x.md::First case"
    assert first.prose == "One rule in a sentence."
    assert first.files == {"main.py": "def run(): ...\n", "app/a.py": "x = 1\n"}
    assert second.title == "Second case"
    assert second.files == {"notes.txt": "one\r\x00\n"}


def test_expectations_know_their_line_and_their_modes() -> None:
    first, second = parse_cases(MARKDOWN, "x.md")
    lines = MARKDOWN.split("\n")
    assert [lines[each.line - 1].removeprefix("FIXME ") for each in first.expectations] == [
        each.text for each in first.expectations
    ]
    assert [each.modes for each in first.expectations] == [(False, True), (False, True)]
    assert [each.is_fixme for each in first.expectations] == [False, True]
    assert [each.modes for each in second.expectations] == [(True,), (False,)]


def test_files_are_written_byte_by_byte(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a/b.py": "x\r\ny\n", "c.py": ""})
    assert (tmp_path / "a" / "b.py").read_bytes() == b"x\r\ny\n"
    assert (tmp_path / "c.py").read_bytes() == b""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("Rule.\n```expect\nno problem a.py\n```", "needs a file"),
        ("Rule.\n```python\n```", "needs an expectation"),
        ("```python\n```\n```expect\nno problem main.py\n```", "needs a sentence"),
        ("Rule.\n```python\n```\n```python\n```", "another file 'main.py'"),
        ("Rule.\n```toml\n```", "needs a path"),
        ("Rule.\n```python\nx = 1", "does not end"),
        ("Rule.\n```expect types=maybe\n```", "for `types=on`"),
        ("Rule.\n```expect always\n```", "for `types=on`"),
        ("Rule.\n```expect\nmain.py::a calls main.py::b\n```", "x.md:4: no expectation is written like this"),
    ],
)
def test_what_is_no_case(body: str, why: str) -> None:
    with pytest.raises(BrokenCaseError, match=re.escape(why)):
        parse_cases(f"## Case\n{body}", "x.md")


def test_two_cases_of_one_name() -> None:
    case = "## Case\nRule.\n```python\n```\n```expect\nno problem main.py\n```\n"
    with pytest.raises(BrokenCaseError, match="another case called 'Case'"):
        parse_cases(case + case, "x.md")


@pytest.mark.parametrize(
    "line",
    [
        "a.py::f -calls-> a.py::g",
        "a.py::f -call->",
        "* -call-> a.py::g",
        "a.py::f -call-> a.py::g [sure]",
        "a.py::f -decorate-> a.py::g [typed|marks]",
        "a.py::f -call-> a.py::g and more",
        "def a.py::f",
        "def a.py::f method",
        "def a.py::f function quick",
        "def a.py::f function size=3",
        "no def a.py::f function",
        "unresolved a.py::f",
        "ambiguous a.py::f x.go",
        "call a.py::f x.go quickly",
        "call a.py::f x.go speed=3",
        "no unresolved a.py::f x.go",
    ],
)
def test_what_is_no_expectation(line: str) -> None:
    with pytest.raises(ValueError, match=r"no |needs|two lines"):
        parse_assertion(line)


NOTATION = """
    #- a.py
    class Base
    def Base.__init__(self)
    class Child(Base)
    class Plain
    def f()
        call g
        call h typed
        call Child
        call Plain
        call json.dumps
        call ? x.go
        read STATE
        decorate deco
    def g()
        write STATE
    def h()
    def deco(function)
    var STATE mutable
    local f.x
    """


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("a.py::f -call-> a.py::g", True),
        ("a.py::f -call-> a.py::g [declared]", True),
        ("a.py::f -call-> a.py::h [declared]", False),
        ("a.py::f -call-> a.py::h [typed|inferred]", True),
        ("a.py::g -call-> a.py::f", False),
        ("a.py::f -read|write-> a.py::STATE", True),
        ("a.py::g -read-> a.py::STATE", False),
        ("a.py::f -decorate-> a.py::deco", True),
        ("a.py::f -decorate-> a.py::deco [wraps]", True),
        ("a.py::f -decorate-> a.py::deco [marks]", False),
        ("a.py::Child -inherit-> a.py::Base", True),
        ("a.py::f -call-> a.py::Child", True),
        ("a.py::f -call-> a.py::Base.__init__", True),
        ("a.py::f -call-> a.py::Plain", True),
        ("a.py::f -call-> a.py::Plain.__init__", False),
        ("no a.py::f -call-> a.py::g", False),
        ("no a.py::f -call-> a.py::g [typed]", True),
        ("no a.py::g -call->", True),
        ("no a.py::f -call->", False),
        ("no * -call-> a.py::deco", True),
        ("no * -call-> a.py::g", False),
        ("def a.py::f function", True),
        ("def a.py::f variable", False),
        ("def a.py::gone function", False),
        ("no def a.py::gone", True),
        ("no def a.py::f", False),
        ("def a.py::STATE variable Mutable Global !Const", True),
        ("def a.py::STATE variable Const|Immutable", False),
        ("def a.py::Child type Class bases=a.py::Base", True),
        ("def a.py::f.x variable Local in=a.py::f", True),
        ("no problem a.py", True),
        ("problem a.py", False),
        ("no problem gone.py", False),
        ("no entry a.py::f", True),
        ("entry a.py::f", False),
    ],
)
def test_edges_and_definitions(line: str, holds: bool) -> None:  # noqa: FBT001 - a table of results
    assert parse_assertion(line).holds(Found(project(NOTATION).data)) is holds


def reference(
    text: str,
    *,
    enclosing: str = "a.py::f",
    target: str | None = None,
    candidates: tuple[str, ...] = (),
    provenance: Provenance | None = None,
    reason: UnresolvedReason | None = None,
) -> Reference:
    """Make a call with particulars."""
    return Reference(
        enclosing_symbol=enclosing,
        role=ReferenceRole.CALL,
        target_symbol=target,
        candidates=tuple(Candidate(symbol=each) for each in candidates),
        provenance=provenance,
        reason=reason,
        text=text,
        receiver="a.py::f.x",
        method_name="go",
        argument_count=1,
        argument_kinds=(ArgumentKind.KEYWORD,),
        keyword_names=("key",),
    )


DETAILED = SemanticData(
    documents=(
        Document(
            path="a.py",
            problems=(Problem(code="syntax_error", message="this is not Python"),),
            definitions=(
                Definition(
                    symbol_id="a.py::f",
                    name="f",
                    kind=DefinitionKind.FUNCTION,
                    span=Span(2, 0, 5, 4),
                    documentation="One.\n\nTwo.",
                    visibility=Visibility.PUBLIC,
                    complexity=2,
                    details=DefinitionDetails(
                        modifiers=Modifiers(is_async=True, has_body=False),
                        return_types=("a.py::C", "None"),
                        parameters=(
                            ParamDef(name="a", kind=ParameterKind.POSITIONAL_ONLY),
                            ParamDef(name="b", param_type="int", type_source=TypeSource.INFERRED),
                            ParamDef(
                                name="c", kind=ParameterKind.KEYWORD_ONLY, param_type="str", has_default=True
                            ),
                            ParamDef(name="**d", kind=ParameterKind.VARIADIC_KEYWORD, is_variadic=True),
                        ),
                    ),
                ),
                Definition(
                    symbol_id="a.py::LIMIT",
                    name="LIMIT",
                    kind=DefinitionKind.VARIABLE,
                    span=Span(1, 0, 1, 9),
                    details=DefinitionDetails(
                        mutability=Mutability.CONST,
                        variable_kind=VariableKind.GLOBAL,
                        var_type="int",
                        is_final=True,
                    ),
                ),
            ),
            references=(
                reference("x.go(key=1)", reason=UnresolvedReason.UNKNOWN_RECEIVER),
                reference(
                    "y.go(1).on(2)", candidates=("a.py::A.on",), reason=UnresolvedReason.UNKNOWN_RECEIVER
                ),
                reference("z.go(1)", candidates=("a.py::A.go", "a.py::B.go"), provenance=Provenance.INFERRED),
                reference("w.go(1)"),
                reference("work()", enclosing="a.py::LIMIT", target="a.py::f"),
            ),
        ),
    )
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("problem a.py", True),
        ("problem a.py syntax_error", True),
        ("problem a.py other", False),
        ("no problem a.py", False),
        ("entry a.py::f", True),
        ("entry a.py::f route", True),
        ('entry a.py::f route "GET /"', True),
        ('entry a.py::f route "POST /"', False),
        ("entry a.py::f task", False),
        ("no entry a.py::f", False),
        ("def a.py::f function async !body !generator Public lines=2-5 complexity=2", True),
        ("def a.py::f function body", False),
        (r'def a.py::f function doc="One.\n\nTwo."', True),
        ('def a.py::f function params="a, /, b, *, c: str=, **d" returns="a.py::C | None"', True),
        ("def a.py::LIMIT variable Const final type=int", True),
        ("unresolved a.py::f x.go", True),
        ("unresolved a.py::f x.go (unknown_receiver)", True),
        ("unresolved a.py::f x.go (other)", False),
        ("unresolved a.py::f y.go(1).on", True),
        ("unresolved a.py::f y.go", False),
        ("unresolved a.py::f z.go", False),
        ("unresolved a.py::f w.go", False),
        ("ambiguous a.py::f z.go: a.py::A.go | a.py::B.go", True),
        ("ambiguous a.py::f z.go: a.py::A.go", False),
        ("a.py::f -call-> a.py::A.go [inferred]", True),
        ("a.py::f -call-> a.py::A.on [heuristic]", True),
        ("no a.py::f -call-> a.py::A.on", False),
        ("call a.py::f x.go receiver=a.py::f.x method=go count=1 args=Keyword keywords=key", True),
        ("call a.py::f x.go method=stop", False),
        ("a.py -call-> a.py::f", True),
        ("a.py::LIMIT -call-> a.py::f", True),
    ],
)
def test_particulars(line: str, holds: bool) -> None:  # noqa: FBT001 - a table of results
    found = Found(DETAILED, (EntryPoint("a.py::f", "route", "GET /"),))
    assert parse_assertion(line).holds(found) is holds


def test_a_failure_says_what_is_there_instead() -> None:
    (case,) = parse_cases(
        "## Case\nRule.\n```python path=a.py\n```\n```expect\n"
        "a.py::g -write-> a.py::STATE\na.py::g -read-> a.py::STATE\nFIXME a.py::f -call-> a.py::g\n```",
        "x.md",
    )
    assert find_failures(case, Found(project(NOTATION).data), types=True)[:2] == [
        "x.md:7 (types on): a.py::g -read-> a.py::STATE",
        "    there is: a.py::g -write-> a.py::STATE [declared]",
    ]
    assert find_failures(case, Found(project(NOTATION).data), types=False)[-2:] == [
        "x.md:8 (types off): a.py::f -call-> a.py::g",
        "    holds now: take FIXME away",
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_expectations_speak_of_the_files_of_their_case(case: Case) -> None:
    """A misspelt name would make a denial true for ever."""
    unknown = [
        f"{case.document}:{expectation.line}: {symbol}"
        for expectation in case.expectations
        for symbol in expectation.assertion.symbols
        if not _is_in(case, symbol)
    ]
    assert unknown == []


def test_there_are_cases_for_everything() -> None:
    assert len(CASES) > 300
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_has_cases_with_negatives(language: str) -> None:
    cases = [case for case in CASES if case.document.startswith(f"{language}/")]
    assert len(cases) >= 25
    denied = [line for case in cases for line in case.expectations if line.text.startswith("no ")]
    assert len(denied) >= 5


def _is_in(case: Case, symbol: str) -> bool:
    """Whether the file is there and has each name of the symbol; special methods and externals need not be written.

    A class without a name is called after its parent, with a mark; parts of a tuple by their places, and what a module
    gives as a whole, `default`.
    """
    if symbol.startswith(EXTERNAL_PREFIX):
        return True
    path, _, qualified = symbol.partition(SEPARATOR)
    names = [name.split("#", 1)[0].lstrip("$") for name in qualified.split(".") if name]
    written = [name for name in names if not name.isdecimal() and name != _DEFAULT]
    return path in case.files and all(name in case.files[path] for name in written)
