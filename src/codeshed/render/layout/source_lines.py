"""Lines of analysed code, shown as evidence next to a location."""

from codeshed.model.answers.answer_graph import EdgeSite
from codeshed.model.source_reader import SourceReader
from codeshed.render.phrases.wording import keep_start, printable

_MAX_LINES = 40
"""How many lines of a call are searched for the called name."""


class SourceLines:
    """Reads lines of files, each file once; an unreadable file has empty lines."""

    def __init__(self, sources: SourceReader) -> None:
        self._sources = sources
        self._lines_by_path: dict[str, list[str]] = {}

    def line(self, path: str, number: int, width: int) -> str:
        """Return a line without its indentation, safe to print, cut to a width."""
        lines = self._lines(path)
        text = lines[number - 1] if 0 < number <= len(lines) else ""
        return keep_start(printable(text.strip()), width)

    def line_with_name(self, site: EdgeSite, name: str) -> int:
        """Return the line of a site that contains a name: a call over several lines is shown by that of its name."""
        lines = self._lines(site.file)
        for number in range(
            site.start_line, min(site.end_line, site.start_line + _MAX_LINES, len(lines)) + 1
        ):
            if name in lines[number - 1]:
                return number
        return site.start_line

    def character_column(self, path: str, number: int, column: int) -> int:
        """Return a column that counts bytes from 0 as one that counts characters from 1; an unknown line is taken as ASCII."""
        lines = self._lines(path)
        if not 0 < number <= len(lines):
            return column + 1
        before = lines[number - 1].encode(errors="surrogateescape")[:column]
        return len(before.decode(errors="replace")) + 1

    def _lines(self, path: str) -> list[str]:
        if path not in self._lines_by_path:
            self._lines_by_path[path] = (self._sources.read(path) or "").split("\n")
        return self._lines_by_path[path]
