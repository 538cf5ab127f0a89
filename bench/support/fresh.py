"""Runs one measurement in a process of its own, so that its peak memory belongs to it alone.

Turns: a function of a module + its argument → what it returned in a fresh interpreter, passed back as JSON.

On Linux the peak memory of a new process begins with that of the process that started it (`ru_maxrss` outlives
`exec`). The process that asks therefore keeps nothing large: samples are made in fresh processes too.
"""

import importlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")

_KIB = 1024


def in_fresh_process(function: Callable[[_Argument], _Result], argument: _Argument) -> _Result:
    """Call a module's function in a new interpreter; argument and result are dataclasses that JSON can carry."""
    command = [sys.executable, "-m", "bench.support.fresh", function.__module__, function.__name__]
    encoded = msgspec.json.encode(argument)
    done = subprocess.run(command, input=encoded, stdout=subprocess.PIPE, check=False)  # noqa: S603 - our own module
    if done.returncode != 0:
        raise RuntimeError(f"{function.__module__}.{function.__name__} failed in its process")
    result: _Result = msgspec.json.decode(done.stdout, type=_hints(function)["return"])
    return result


def costs_of(action: Callable[[], _Result]) -> "tuple[_Result, Costs]":
    """Do something once and say what it cost."""
    held_before = _held_bytes()
    cpu = time.process_time()
    wall = time.perf_counter()
    result = action()
    wall = time.perf_counter() - wall
    cpu = time.process_time() - cpu
    return result, Costs(
        wall_seconds=wall, cpu_seconds=cpu, held_bytes_before=held_before, peak_bytes=peak_bytes()
    )


def peak_bytes() -> int:
    """Return the most memory that this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * _KIB


def _held_bytes() -> int:
    """Return the memory that this process holds now; where the system does not say, the most it has held."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return peak_bytes()
    return int(status.read_text().split()[1]) * resource.getpagesize()


def main() -> None:
    """Be the fresh process: the argument comes on stdin, the result goes to stdout."""
    module_name, function_name = sys.argv[1:]
    function = getattr(importlib.import_module(module_name), function_name)
    hints = _hints(function)
    del hints["return"]
    (argument_type,) = hints.values()
    result = function(msgspec.json.decode(sys.stdin.buffer.read(), type=argument_type))
    sys.stdout.write(json.dumps(msgspec.to_builtins(result)))


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    return get_type_hints(function)


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Time of one action; what its process held before it and at most, the interpreter and libraries included."""

    wall_seconds: float
    cpu_seconds: float
    held_bytes_before: int
    peak_bytes: int


if __name__ == "__main__":
    main()
