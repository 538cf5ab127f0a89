"""Bodies that are taken away: in Python behind the docstring, elsewhere between braces."""

from pathlib import Path

from bench.context.context_cases import context_cases

JAVA = """package shop;

class Cart {
    int total(Map<String, Integer> prices) {
        return Prices.sum(prices);
    }

    abstract int other();
}
"""
PRICES = """package shop;

class Prices {
    static int sum(Map<String, Integer> prices) {
        return 0;
    }
}
"""


def test_a_body_in_braces_goes_and_its_signature_stays(tmp_path: Path) -> None:
    (tmp_path / "Cart.java").write_text(JAVA)
    (tmp_path / "Prices.java").write_text(PRICES)
    found = context_cases(tmp_path, 5, seed=1, language="java")
    (case,) = found.cases
    assert case.symbol == "Cart.java::Cart.total"
    assert "Prices.java::Prices.sum" in case.used_elsewhere
    assert (found.sources.read("Cart.java") or "").count("int total(Map<String, Integer> prices) {}") == 1
    assert "return 0;" in (found.sources.read("Prices.java") or "")


def test_functions_of_other_languages_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "Cart.java").write_text(JAVA)
    (tmp_path / "Prices.java").write_text(PRICES)
    assert context_cases(tmp_path, 5, seed=1).cases == ()
