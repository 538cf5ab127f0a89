"""Regular expressions over bytes for the string literals of languages, used where no grammar is at hand."""

STRINGS = rb'"(?:[^"\\\n]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)*+'"
"""Single or double quotes, on one line."""

LONG_STRINGS = rb'"""(?s:.*?)"""|' + STRINGS
"""Also triple quotes over several lines."""

TEMPLATES = rb"`(?:[^`\\]|\\.|\\\n)*+`|" + STRINGS
"""Also template literals in back quotes, with escapes."""

GO_STRINGS = rb"`[^`]*+`|" + STRINGS
RUST_STRINGS = rb'r(?P<marks>\#*)"(?s:.*?)"(?P=marks)|"(?s:[^"\\]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)'"
"""Strings go over several lines; a lifetime (`'a`) is no string."""

PHP_STRINGS = rb'"(?s:[^"\\]|\\.)*+"|' + rb"'(?s:[^'\\]|\\.)*+'|\#(?!\[)[^\n]*"
"""Strings go over several lines; a `#` comment counts as a string, since no other comment begins in it."""

CSHARP_STRINGS = rb'@"(?:[^"]|"")*+"|' + LONG_STRINGS
CPP_STRINGS = rb'R"(?P<marks>[^\s()\\]{0,16})\((?s:.*?)\)(?P=marks)"|' + STRINGS
