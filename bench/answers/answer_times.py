"""`python -m bench.answers REPOSITORY [--answers N] [--json FILE]`: how long bounded answers take.

Warm: random functions and types of a repository, one answer each, in one process that has answered before. Cold: whole
processes of the command, from the start to the end, on an index that is up to date.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench.answers.real_graphs import SEED, opened, quantile, random_symbols
from bench.support.report import Table, met, table_text
from codeshed.api.answer_context import AnswerContext
from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.query.context.context_contract import ContextRequest
from codeshed.query.context.context_pack import ContextPacker
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
from codeshed.render.context_scale import ContextFormat, FormatScale

N_ANSWERS = 1_000
N_COLD = 7
WANTED_P95_MS = 50.0
WANTED_COLD_MS = 500.0
TOKENS = (1000, 2000, 4000, 8000)
"""The budgets of contexts."""

_BYTES_IN_TOKEN = 10


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked: a repository, open, and who packs contexts of it and keeps what it read."""

    answering: AnswerContext
    packer: ContextPacker


Ask = Callable[[Asked, str, random.Random], msgspec.Struct]


def ask_for_pack(asked: Asked, symbol: str, drawn: random.Random) -> msgspec.Struct:
    """Ask what lies around a symbol, in any direction, one to three steps away, every other time with ways."""
    answering = asked.answering
    request = GraphPackRequest(
        caps=answering.caps,
        direction=drawn.choice(tuple(PackDirection)),
        depth=drawn.randint(1, 3),
        has_paths=drawn.random() < 0.5,  # noqa: PLR2004 - every other time
    )
    return graph_pack(answering.graph, symbol, request, index=answering.index)


def ask_for_impact(asked: Asked, symbol: str, drawn: random.Random) -> msgspec.Struct:
    """Ask what a change of a symbol reaches, in any direction, one to three steps away."""
    answering = asked.answering
    request = ImpactRequest(
        caps=answering.caps,
        seeds=(symbol,),
        direction=drawn.choice(tuple(ImpactDirection)),
        depth=drawn.randint(1, 3),
    )
    return impact(answering.graph, request, index=answering.index)


def ask_for_context(asked: Asked, symbol: str, drawn: random.Random) -> msgspec.Struct:
    """Ask what is worth having beside a symbol, for any task, in any format, in 1 000 to 8 000 tokens, twice for JSON."""
    output = drawn.choice(tuple(ContextFormat))
    n_tokens = drawn.choice(TOKENS) * (2 if output is ContextFormat.JSON else 1)
    request = ContextRequest(
        caps=asked.answering.caps,
        max_tokens=n_tokens,
        max_bytes=n_tokens * _BYTES_IN_TOKEN,
        task=drawn.choice(tuple(Task)),
    )
    # A scale of its own for each, as each command has: what the last one measured is not known.
    scale = FormatScale(output, size_function())
    return asked.packer.pack([symbol], request, scale, index=asked.answering.index)


ASK_BY_COMMAND: dict[str, Ask] = {
    "graph": ask_for_pack,
    "impact": ask_for_impact,
    "context": ask_for_context,
}
"""The answers that are measured, by their commands: a new one joins here."""


class Warm(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds of each answer: by the clock, and of the processor."""

    command: str
    clock: tuple[float, ...]
    processor: tuple[float, ...]


class Cold(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds of each process: by the clock, of the processor, and of an interpreter that does nothing."""

    command: str
    clock: tuple[float, ...]
    processor: tuple[float, ...]
    nothing: tuple[float, ...]


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.answers", description="How long answers take.")
    parser.add_argument("repository", type=Path, metavar="REPOSITORY")
    parser.add_argument("--answers", type=int, default=N_ANSWERS, help="how many of each command")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    options = parser.parse_args(arguments)
    with opened(options.repository) as answering:
        symbols = random_symbols(answering.graph, options.answers)
        asked = Asked(
            answering=answering,
            packer=ContextPacker(answering.graph, FolderSourceReader(options.repository)),
        )
        warm = [_warm(asked, command, ask, symbols) for command, ask in ASK_BY_COMMAND.items()]
    cold = [_cold(options.repository, command, symbols) for command in ASK_BY_COMMAND]
    print(table_text(_warm_table(warm)), table_text(_cold_table(cold)), sep="\n")
    if options.json is not None:
        figures = {"warm": warm, "cold": cold}
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))


def _warm(asked: Asked, command: str, ask: Ask, symbols: list[str]) -> Warm:
    # Once before, so that modules and pages of the file are there.
    ask(asked, symbols[0], random.Random(SEED))
    drawn = random.Random(SEED)
    clock: list[float] = []
    processor: list[float] = []
    for symbol in symbols:
        begins = time.perf_counter(), time.process_time()
        ask(asked, symbol, drawn)
        clock.append((time.perf_counter() - begins[0]) * 1000)
        processor.append((time.process_time() - begins[1]) * 1000)
    return Warm(command=command, clock=tuple(clock), processor=tuple(processor))


def _cold(repository: Path, command: str, symbols: list[str]) -> Cold:
    whole = [sys.executable, "-m", "codeshed", command, symbols[0], "--repo", str(repository), "--quiet"]
    # Once before, so that modules are compiled and pages of the file are there.
    _milliseconds(whole)
    measured = [_milliseconds(whole) for _ in range(N_COLD)]
    return Cold(
        command=command,
        clock=tuple(clock for clock, _ in measured),
        processor=tuple(processor for _, processor in measured),
        nothing=tuple(_milliseconds([sys.executable, "-c", "pass"])[0] for _ in range(N_COLD)),
    )


def _milliseconds(command: list[str]) -> tuple[float, float]:
    """Run a command, and return what it took by the clock and of the processor."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(command, env=variables, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own
    clock = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return clock * 1000, processor * 1000


def _warm_table(measured: list[Warm]) -> Table:
    rows = []
    for each in measured:
        for name, values in (("clock", list(each.clock)), ("processor", list(each.processor))):
            p95 = quantile(values, 0.95)
            rows.append(
                (
                    f"{each.command}, {name}",
                    f"{quantile(values, 0.5):.1f}",
                    f"{p95:.1f}",
                    f"{max(values):.1f}",
                    f"< {WANTED_P95_MS:.0f}",
                    met(is_met=p95 < WANTED_P95_MS),
                )
            )
    return Table(
        title="Answers of a warm process, milliseconds",
        headings=("command", "p50", "p95", "max", "wanted p95", "met"),
        rows=rows,
        notes=(
            f"{len(measured[0].clock)} random symbols, any direction, depths 1 to 3; contexts of 1 000 to 8 000 tokens.",
        ),
    )


def _cold_table(measured: list[Cold]) -> Table:
    return Table(
        title="Whole processes, milliseconds",
        headings=("command", "best", "median", "best of the processor", "python -c pass", "wanted", "met"),
        rows=[
            (
                f"codeshed {each.command}",
                f"{min(each.clock):.0f}",
                f"{statistics.median(each.clock):.0f}",
                f"{min(each.processor):.0f}",
                f"{min(each.nothing):.0f}",
                f"< {WANTED_COLD_MS:.0f}",
                met(is_met=min(each.clock) < WANTED_COLD_MS),
            )
            for each in measured
        ],
        notes=(f"{N_COLD} processes each.",),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
