"""Replaces IPython syntax in notebook cells.

Turns: a code cell → Python of the same length in bytes and lines.

- A line that begins with `%`, `!`, `?` or another of IPython's marks, or ends with `?`, becomes blank; an indented one
  becomes `pass`, since a block needs a statement. `%time statement` and the like keep the statement.
- `x = !command` and `x = %magic` still bind `x`: to a list (the shell's output lines), and to `...`.
- A cell that begins with `%%bash` or any other magic becomes blank, except for those that run the cell as Python.
"""

import re

from codeshed.model.text.python_lexemes import logical_line_end

_NOT_LINE_END = re.compile(rb"[^\n]")
_CELL_MAGIC = re.compile(rb"\s*%%(?P<name>\w*)[^\n]*+\n?")
_RUNS_ITS_CELL = frozenset(
    b"""
    time timeit capture prun memit mprun lprun debug px snakeviz scalene pyinstrument heat
    ipytest run_pytest run_cell skip skip_if notify chime cache wandb local manim black
    """.split()
)
_TIMED = re.compile(
    rb"""
    (?P<indent>[ \t]*)
    (?P<magic> %(?:time|timeit|prun|memit)[ \t]+ (?: -(?: [slTD][ \t]+\S+ | \w+(?:[ \t]+\d+)? )[ \t]+ )* )
    (?=[^\s-])
    """,
    re.VERBOSE,
)
_NAME = rb"[A-Za-z_\x80-\xff][\w.\x80-\xff]*+(?:\[[^\]\n]*+\])?"
_ASSIGNED = re.compile(
    rb"(?P<target>[ \t]*+%b(?:[ \t]*+,[ \t]*+%b)*+,?[ \t]*+=[ \t]*+)(?P<mark>[!%%])" % (_NAME, _NAME)
)
_COMMAND = re.compile(
    rb"[ \t]*+(?:[!%?,;/]|(?:pip|conda|mamba)[ \t]+(?:install|uninstall|update|upgrade|list|show|freeze)\b)"
)
_HELP = re.compile(rb"[^\n#\"']*[\w*\])]\?{1,2}[ \t\r]*(?=\n|\Z)")
_COMMAND_LINE = re.compile(rb"(?:[^\n\\]++|\\\r?\n|\\)*+\n?")


def without_magics(cell: bytes) -> bytes:
    """Return a cell as Python, with the same number of bytes and lines."""
    pieces: list[bytes] = []
    position = 0
    while (head := _CELL_MAGIC.match(cell, position)) is not None:
        if head["name"] not in _RUNS_ITS_CELL:
            return b"".join((*pieces, _blank(cell[position:])))
        pieces.append(_blank(head.group()))
        position = head.end()
    while position < len(cell):
        end, line = _read_line(cell, position)
        pieces.append(line)
        position = end
    return b"".join(pieces)


def _read_line(cell: bytes, begin: int) -> tuple[int, bytes]:
    """Return the end of the logical line that begins at an offset, and its replacement."""
    timed = _TIMED.match(cell, begin)
    if timed is not None:
        end = logical_line_end(cell, timed.end())
        return end, timed["indent"] + b"pass;".ljust(len(timed["magic"])) + cell[timed.end() : end]
    assigned = _ASSIGNED.match(cell, begin)
    if assigned is not None:
        end = _end_of_command(cell, assigned.start("mark"))
        value = b"[]" if assigned["mark"] == b"!" else b"..."
        return end, assigned["target"] + _stand_in(cell[assigned.start("mark") : end], value, b"_")
    if _COMMAND.match(cell, begin) is not None or _HELP.match(cell, begin) is not None:
        end = _end_of_command(cell, begin)
        command = cell[begin:end]
        indent = len(command) - len(command.lstrip(b" \t"))
        stand_ins = (b"pass", b"0") if indent else (b"", b"")
        return end, command[:indent] + _stand_in(command[indent:], *stand_ins)
    end = logical_line_end(cell, begin)
    return end, cell[begin:end]


def _end_of_command(cell: bytes, begin: int) -> int:
    """Return the end of a command; only a backslash at the end of a line continues it."""
    line = _COMMAND_LINE.match(cell, begin)
    return len(cell) if line is None else line.end()


def _stand_in(command: bytes, python: bytes, short_python: bytes) -> bytes:
    """Return Python padded with blanks to the length and line ends of a command."""
    room = len(command.split(b"\n", 1)[0])
    fitting = python if len(python) <= room else short_python
    return fitting + _blank(command[len(fitting) :])


def _blank(text: bytes) -> bytes:
    return _NOT_LINE_END.sub(b" ", text)
