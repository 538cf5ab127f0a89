"""All names that the library of a language has."""

import pytest

from codeshed.resolve.languages.language_table import RULES_BY_LANGUAGE


@pytest.mark.parametrize(
    ("language", "name", "is_made_up"),
    [
        ("cpp", "cpp.std.vector", False),
        ("cpp", "cpp.std.flat_map", False),
        ("cpp", "cpp.std.chrono.hours", False),
        ("cpp", "cpp.std.vector.anything", False),
        ("cpp", "cpp.std.zork", True),
        ("cpp", "cpp.std.chrono.zork", True),
        ("cpp", "boost.zork", False),
        ("java", "java.util.List", False),
        ("java", "java.util.Map.Entry", False),
        ("java", "java.util.concurrent.Semaphore", False),
        ("java", "java.sql", False),
        ("java", "java.util.Zork", True),
        ("java", "java.zork", True),
        ("java", "javax.inject.Inject", False),
        ("ruby", "ruby.String.upcase", False),
        ("ruby", "ruby.String.nil?", False),
        ("ruby", "ruby.String.==", False),
        ("ruby", "ruby.String.green", True),
        ("ruby", "ruby.DateTime.year", False),
        ("ruby", "ruby.File.join().start_with?", False),
        ("ruby", "ruby.File.join().green", True),
        ("ruby", "ruby.URI.parse().password", False),
        ("ruby", "Rack.Builder.green", False),
        ("go", "go.zork", False),
    ],
)
def test_a_name_of_the_library_is_one_that_it_has(language: str, name: str, *, is_made_up: bool) -> None:
    assert RULES_BY_LANGUAGE[language].library_names.is_made_up(name) is is_made_up
