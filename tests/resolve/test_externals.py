"""External symbols: what is reported of symbols that other packages define."""

import pytest

from codeshed.model.facts.type_facts import ExternalSignature, SignatureParameter
from codeshed.model.semantic import DefinitionKind, ExternalSymbol, ParameterKind, TypeSource
from codeshed.resolve.external_details import MAX_SIGNATURE, details_of_signatures, signature_text
from tests.languages.cases import index_case


@pytest.mark.parametrize(
    ("path", "code", "symbol", "base"),
    [
        (
            "A.java",
            "import java.util.ArrayList; class A extends ArrayList<String> {} class B extends ArrayList<Integer> {}",
            "ext:java.util.ArrayList",
            "ext:java.util.ArrayList[ext:java.lang.String]",
        ),
        (
            "a.scala",
            "import java.util.ArrayList\nclass A extends ArrayList[String]\nclass B extends ArrayList[Int]\n",
            "ext:java.util.ArrayList",
            "ext:java.util.ArrayList[ext:scala.String]",
        ),
        (
            "a.ts",
            "export class A extends Array<string> {} export class B extends Array<number> {}",
            "ext:javascript.Array",
            "ext:javascript.Array[ext:javascript.string]",
        ),
    ],
)
def test_a_generic_base_is_one_whatever_it_is_applied_to(
    path: str, code: str, symbol: str, base: str
) -> None:
    data = index_case({path: code}, types=False)
    found = [each.symbol_id for each in data.external_symbols if each.symbol_id.startswith(symbol)]
    assert found == [symbol]
    bases = [each.details.inherits for document in data.documents for each in document.definitions]
    assert bases[0] == (base,)


def _external(code: str, symbol: str) -> ExternalSymbol:
    data = index_case({"a.py": code}, types=True)
    return next(each for each in data.external_symbols if each.symbol_id == symbol)


def test_a_function_of_the_standard_library_has_its_signature() -> None:
    found = _external("import shlex\nshlex.quote('a')\n", "ext:shlex.quote")
    assert found.signature == "quote(s: str) -> str"
    assert found.details.return_types == ("str",)
    assert found.details.return_type_source is TypeSource.ANNOTATION
    assert [each.param_type for each in found.details.parameters or ()] == ["str"]
    assert found.documentation is None


def test_overloads_are_lines_of_one_signature() -> None:
    found = _external("import shutil\nshutil.which('a')\n", "ext:shutil.which")
    assert (found.signature or "").count("\n") == 1
    assert found.details.parameters is None
    assert found.details.return_types == ("str", "None", "bytes")


def test_a_property_is_a_variable_with_its_type() -> None:
    found = _external(
        "import fractions\ndef f(x: fractions.Fraction): return x.numerator\n",
        "ext:fractions.Fraction.numerator",
    )
    assert found.kind is DefinitionKind.VARIABLE
    assert found.details.var_type == "int"
    assert found.signature is None


def test_without_types_an_external_has_no_signature() -> None:
    data = index_case({"a.py": "import shlex\nshlex.quote('a')\n"}, types=False)
    assert [each.signature for each in data.external_symbols] == [None] * len(data.external_symbols)


def test_a_function_of_a_package_that_is_not_there_has_no_signature() -> None:
    assert _external("import gone\ngone.go()\n", "ext:gone.go").signature is None


def test_overloads_that_do_not_fit_are_counted() -> None:
    parameter = SignatureParameter("x" * 200, "int", ParameterKind.POSITIONAL_OR_KEYWORD)
    signatures = (ExternalSignature((parameter,), "int", is_declared=True),) * 4
    text = signature_text("go", signatures, DefinitionKind.FUNCTION) or ""
    assert text.splitlines()[1:] == ["… and 3 more overloads"]
    long = ExternalSignature((parameter, parameter), "int", is_declared=True)
    assert len(signature_text("go", (long,), DefinitionKind.FUNCTION) or "") == MAX_SIGNATURE


def test_kinds_of_parameters_are_written_as_a_def_writes_them() -> None:
    parameters = (
        SignatureParameter("a", "os.PathLike[str]", ParameterKind.POSITIONAL_ONLY),
        SignatureParameter("b", "Unknown", ParameterKind.POSITIONAL_OR_KEYWORD, has_default=True),
        SignatureParameter("c", "int", ParameterKind.KEYWORD_ONLY, has_default=True),
        SignatureParameter("d", "() -> _T", ParameterKind.VARIADIC_KEYWORD),
    )
    signatures = (ExternalSignature(parameters, "_T", is_declared=False),)
    text = signature_text("go", signatures, DefinitionKind.FUNCTION)
    assert text == "go(a: PathLike[str], /, b=..., *, c: int = ..., **d: () -> _T) -> _T"
    details = details_of_signatures(signatures, DefinitionKind.FUNCTION)
    assert [each.param_type for each in details.parameters or ()] == [
        "ext:os.PathLike[str]",
        None,
        "int",
        None,
    ]
    assert details.return_types is None
    assert (details.parameters or ())[2].type_source is TypeSource.INFERRED
