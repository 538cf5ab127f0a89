"""External symbols: what is reported of symbols that other packages define."""

import pytest

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
