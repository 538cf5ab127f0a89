"""Which lines of the package were executed, by `sys.monitoring` (Python 3.12 and newer)."""

import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

_FREE_TOOL_IDS = (4, 3)


@dataclass(frozen=True, slots=True)
class ExecutedLines:
    """The executed lines by file, as the code objects name it."""

    lines_by_file: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def watch_lines(folder: Path) -> ExecutedLines:
    """Note every line below a folder that is executed from now on; older Pythons note none."""
    executed = ExecutedLines()
    if sys.version_info >= (3, 12):
        monitoring = sys.monitoring
        tool = next(each for each in _FREE_TOOL_IDS if monitoring.get_tool(each) is None)
        monitoring.use_tool_id(tool, "codeshed record_state")
        monitoring.register_callback(
            tool, monitoring.events.LINE, _line_callback(executed, f"{folder}/", monitoring.DISABLE)
        )
        monitoring.set_events(tool, monitoring.events.LINE)
    return executed


def _line_callback(
    executed: ExecutedLines, prefix: str, once_is_enough: object
) -> Callable[[CodeType, int], object]:
    def on_line(code: CodeType, line: int) -> object:
        if code.co_filename.startswith(prefix):
            executed.lines_by_file[code.co_filename].add(line)
        return once_is_enough

    return on_line
