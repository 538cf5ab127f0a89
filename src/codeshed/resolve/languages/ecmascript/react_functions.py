"""Functions of React that wrap what they are given."""

from codeshed.model.facts.code_expressions import TUPLE

_REFERENCE = "react.RefObject"

REACT_FUNCTIONS = {
    "react.createContext": "react.Context",
    "react.createRef": _REFERENCE,
    "react.useRef": _REFERENCE,
    "react.useState": TUPLE,
}
"""The types of their results, by full names."""
