"""Texts of analysed code within XML.

Turns: text → the same text as content or as the value of an attribute. The library's own functions for this load what
reads documents from the network, which takes longer than an answer does.
"""


def escaped(text: str) -> str:
    """Return a text as the content of an element."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def quoted(text: str) -> str:
    """Return a text as the value of an attribute, in quotes that it does not hold."""
    value = escaped(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in value:
        return f'"{value}"'
    return f"'{value}'" if "'" not in value else '"' + value.replace('"', "&quot;") + '"'
