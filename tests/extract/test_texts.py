"""String literals have the values that Python gives them."""

import ast
import warnings

from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.extract.python.string_literals import normalize_identifier, string_value


@settings(max_examples=1000)
@given(
    st.text(st.sampled_from("ab\\nrtxuUN{}0178'\"\n é"), max_size=12),
    st.sampled_from(["", "r", "R", "u", "b", "f"]),
)
def test_literals(body: str, prefix: str) -> None:
    for quote in ("'", '"', "'''", '"""'):
        source = f"{prefix}{quote}{body}{quote}"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = ast.literal_eval(source) if prefix != "f" else None
        except (SyntaxError, ValueError):
            continue
        found = string_value(source.encode())
        if not isinstance(value, str):
            assert found is None
        elif quote[0] not in body:
            assert found == value


def test_identifiers_are_compared_in_one_form() -> None:
    assert normalize_identifier("ﬁx".encode()) == "fix"
    assert normalize_identifier(b"plain") == "plain"


def test_half_a_character_is_a_question_mark() -> None:
    assert string_value(rb'"a\ud800b"') == "a?b"
