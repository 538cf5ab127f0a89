"""The language of a header: C or C++.

Turns: the bytes of a `.h` file + the names of its sibling files → its language. Nothing else decides this.
"""

import re
from collections.abc import Iterable

_NO_CODE = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|#[ \t]*error[^\n]*', re.DOTALL)
_CPLUSPLUS_GUARD = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]+defined[ \t]*\(?[ \t]*__cplusplus).*?^[ \t]*#[ \t]*(?:else|endif)",
    re.MULTILINE | re.DOTALL,
)
_CPP_SYNTAX = re.compile(
    rb"""
      ^[ \t]*(?:template\s*<|namespace\s+[\w:]*\s*\{|(?:inline\s+)?namespace\b|using\s+[\w:]+)
    | ^[^\#\n]*\bnamespace\s+\w[\w:]*\s*\{ | ^[^\#\n]*\bclass\s+\w+\s*\{
    | ^[ \t]*(?:public|private|protected)\s*:
    | ^[ \t]*class\s+[\w \t]*[{:;\n]
    | ^[ \t]*\#[ \t]*include[ \t]*<[a-z_]+>
    | \b\w+::\w | \b(?:constexpr|nullptr|static_cast|noexcept|mutable)\b | \boperator\s*[-+*/%=<>!\[(&|^]
    | \b(?:typename\s+\w | virtual\s+[\w:<>*&~\s]+\()
    | [\w>](?:&&?[ \t]+|[ \t]+&&?)[a-z]\w*\s*[,)]\s*(?:const\b|;|\{)
    """,
    re.MULTILINE | re.VERBOSE,
)
_CPP_SUFFIXES = (".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx")


def is_cpp_header(content: bytes, sibling_names: Iterable[str]) -> bool:
    """Whether a header is C++: by C++ syntax outside of `#ifdef __cplusplus`, else by its sibling files."""
    code = _CPLUSPLUS_GUARD.sub(b"", _NO_CODE.sub(b" ", content))
    if _CPP_SYNTAX.search(code) is not None:
        return True
    names = tuple(sibling_names)
    has_guard = b"__cplusplus" in content
    return (
        not has_guard
        and not any(name.endswith(".c") for name in names)
        and any(name.endswith(_CPP_SUFFIXES) for name in names)
    )
