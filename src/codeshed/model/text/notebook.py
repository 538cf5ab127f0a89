"""Jupyter notebooks as one Python source.

Turns: the bytes of an .ipynb file → DecodedSource. Its text is the code cells in order, each followed by a line end;
line 1 is the first line of the first code cell, and spans refer to that text. Outputs are dropped.
"""

import codecs

import msgspec

from codeshed.model.semantic import Problem
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.ipython_magics import without_magics
from codeshed.model.text.python_decoding import clean_text

MAX_CODE_BYTES = 5_000_000
"""A notebook with more code than this is not read."""

_PYTHONS = ("python", "ipython")


class _Language(msgspec.Struct, frozen=True):
    """`kernelspec` has a language, `language_info` a name."""

    language: str | None = None
    name: str | None = None


class _Metadata(msgspec.Struct, frozen=True):
    kernelspec: _Language | None = None
    language_info: _Language | None = None


class _EditorMetadata(msgspec.Struct, frozen=True, rename={"language": "languageId"}):
    language: str | None = None


class _CellMetadata(msgspec.Struct, frozen=True):
    vscode: _EditorMetadata | None = None


class _Cell(msgspec.Struct, frozen=True):
    """A cell; format 3 calls its source `input` and may give it a language."""

    cell_type: str = ""
    source: str | list[str] = ""
    input: str | list[str] = ""
    language: str | None = None
    metadata: _CellMetadata | None = None


class _Worksheet(msgspec.Struct, frozen=True):
    cells: tuple[_Cell, ...] = ()


class _Notebook(msgspec.Struct, frozen=True):
    """The fields of a notebook that are read; format 3 has its cells in worksheets."""

    cells: tuple[_Cell, ...] = ()
    worksheets: tuple[_Worksheet, ...] = ()
    metadata: _Metadata | None = None


def decode_notebook(content: bytes) -> DecodedSource:
    """Return the Python code of a notebook; an unreadable one, or one in another language, has none."""
    try:
        notebook = msgspec.json.decode(content.removeprefix(codecs.BOM_UTF8), type=_Notebook)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _without_code("notebook_unreadable", f"this is no notebook: {error}")
    except RecursionError:
        return _without_code("notebook_unreadable", "this is no notebook: its JSON is nested too deeply")
    language = _language(notebook.metadata)
    if not _is_python(language):
        return _without_code("other_language", f"the notebook is written in {language[:40]!r}, not in Python")
    cells = [*notebook.cells, *(cell for sheet in notebook.worksheets for cell in sheet.cells)]
    codes = [_code(cell) for cell in cells if _is_code(cell)]
    if sum(map(len, codes)) > MAX_CODE_BYTES:
        return _without_code("notebook_too_large", f"more than {MAX_CODE_BYTES} bytes of code are not read")
    return clean_text(b"".join(without_magics(code) + b"\n" for code in codes))


def _without_code(code: str, message: str) -> DecodedSource:
    return DecodedSource(content=b"", problems=(Problem(code=code, message=message),))


def _language(metadata: _Metadata | None) -> str:
    """Return the declared language of a notebook; Python if it declares none."""
    if metadata is None:
        return _PYTHONS[0]
    declared = (
        metadata.kernelspec and metadata.kernelspec.language,
        metadata.language_info and metadata.language_info.name,
    )
    return next((each for each in declared if each and not _is_python(each)), _PYTHONS[0])


def _is_python(language: str) -> bool:
    return language.lower().startswith(_PYTHONS)


def _is_code(cell: _Cell) -> bool:
    editor = cell.metadata.vscode if cell.metadata is not None else None
    declared = (cell.language, editor.language if editor is not None else None)
    return cell.cell_type == "code" and all(_is_python(each) for each in declared if each)


def _code(cell: _Cell) -> bytes:
    source = cell.source or cell.input
    text = source if isinstance(source, str) else "".join(source)
    return text.encode("utf-8", "replace")
