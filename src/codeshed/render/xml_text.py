"""Escape texts of analysed code for XML.

The functions of the standard library load its network code, which takes longer than an answer does.
"""


def escape_xml(text: str) -> str:
    """Return a text as element content."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def quote_attribute(text: str) -> str:
    """Return a text as a quoted attribute value."""
    value = escape_xml(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in value:
        return f'"{value}"'
    return f"'{value}'" if "'" not in value else '"' + value.replace('"', "&quot;") + '"'
