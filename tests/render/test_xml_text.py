"""Texts in XML are what the library's own functions make of them."""

from xml.sax.saxutils import escape, quoteattr

import pytest

from codeshed.render.xml_text import escape_xml, quote_attribute


@pytest.mark.parametrize(
    "text",
    ["", "plain", "a < b && c > d", "&amp;", 'say "so"', "it's", 'it\'s "so"', "a\nb\rc\td", "]]>"],
)
def test_as_content_and_as_attribute(text: str) -> None:
    assert escape_xml(text) == escape(text)
    assert quote_attribute(text) == quoteattr(text)
