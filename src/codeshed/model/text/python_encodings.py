"""Encodings that a Python source file may declare.

Turns: the name in a coding line → the name of a codec. Only codecs of a closed list are used: of the others some are no
text encodings (`zlib`), some are slow (`idna`), some hide code (`unicode_escape`), and some move line ends (`utf-7`,
`hz`), so that lines of the text would not be lines of the file.
"""

import encodings
import re
from encodings.aliases import aliases

UTF_8 = "utf-8"
_UTF_8_NAME = re.compile(r"utf-8(-.*)?")
_LATIN_1_NAME = re.compile(r"(latin-1|iso-8859-1|iso-latin-1)(-.*)?")
_LENGTH_THAT_COUNTS = 12
# fmt: off
_CODECS = frozenset({
    "ascii", "latin_1", "utf_8", "utf_8_sig",
    *(f"iso8859_{part}" for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)),
    *(f"cp{page}" for page in (437, 720, 737, 775, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865, 866)),
    *(f"cp{page}" for page in (869, 874, 1006, 1125, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258)),
    "koi8_r", "koi8_t", "koi8_u", "kz1048", "ptcp154", "tis_620", "hp_roman8", "palmos",
    "mac_arabic", "mac_croatian", "mac_cyrillic", "mac_farsi", "mac_greek", "mac_iceland", "mac_latin2", "mac_roman",
    "mac_romanian", "mac_turkish",
    "cp932", "shift_jis", "shift_jis_2004", "shift_jisx0213", "euc_jp", "euc_jis_2004", "euc_jisx0213",
    "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_3", "iso2022_jp_ext",
    "cp949", "euc_kr", "johab", "iso2022_kr", "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950",
})
# fmt: on


def find_codec(name: str) -> str | None:
    """Return the codec that a coding line names, None if it is not supported: `Latin_1-unix` is `latin_1`."""
    short = name[:_LENGTH_THAT_COUNTS].lower().replace("_", "-")
    if _UTF_8_NAME.fullmatch(short):
        return UTF_8
    if _LATIN_1_NAME.fullmatch(short):
        return "latin_1"
    normal = encodings.normalize_encoding(name).lower()
    codec = aliases.get(normal, normal)
    if codec not in _CODECS:
        return None
    return UTF_8 if codec.startswith("utf_8") else codec
