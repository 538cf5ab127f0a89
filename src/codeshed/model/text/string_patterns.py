"""What strings look like, as far as that can be told without a grammar: patterns of bytes."""

STRINGS = rb'"(?:[^"\\\n]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)*+'"
"""In quotes of either kind, on one line."""

LONG_STRINGS = rb'"""(?s:.*?)"""|' + STRINGS
"""In three quotes, too, over lines."""

TEMPLATES = rb"`(?:[^`\\]|\\.|\\\n)*+`|" + STRINGS
"""In back quotes, too, with escapes."""

GO_STRINGS = rb"`[^`]*+`|" + STRINGS
RUST_STRINGS = rb'r(?P<marks>\#*)"(?s:.*?)"(?P=marks)|"(?s:[^"\\]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)'"
"""They go on over lines, and `'a` is no string."""

PHP_STRINGS = rb'"(?s:[^"\\]|\\.)*+"|' + rb"'(?s:[^'\\]|\\.)*+'|\#(?!\[)[^\n]*"
"""They go on over lines; what is behind `#` is a comment, in which no other begins."""

CSHARP_STRINGS = rb'@"(?:[^"]|"")*+"|' + LONG_STRINGS
CPP_STRINGS = rb'R"(?P<marks>[^\s()\\]{0,16})\((?s:.*?)\)(?P=marks)"|' + STRINGS
