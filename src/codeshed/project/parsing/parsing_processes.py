"""Processes that parse files, and that may be lost.

Turns: portions of files → an answer for each file, in the order in which they are given, whatever the number of
processes and whatever becomes of them. A file on which a process ends is tried once more by itself: another one may
have been meant, as by a system that is short of memory. One that takes too long is not.
"""

import contextlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

import msgspec

from codeshed.project.parsing.parsing_worker import (
    MAX_SECONDS,
    READY,
    Files,
    WorkerAnswer,
    read_frame,
    write_frame,
)

_CODE = "import sys; sys.path[:] = {path!r}; from {module} import main; main()"
_WORKER_MODULE = "codeshed.project.parsing.parsing_worker"
_N_STARTS = 2
_OUT_OF_TIME = -getattr(signal, "SIGVTALRM", 0)
_decode = msgspec.msgpack.Decoder(WorkerAnswer).decode


class _LostError(Exception):
    """A process ended before it had answered."""

    def __init__(self, exit_code: int) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code


class ParsingProcesses:
    """So many processes, which are started when they are needed and ended when this is left."""

    def __init__(self, n_processes: int, *, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds = max_seconds
        self._workers: set[_Worker] = set()
        self._own = threading.local()
        self._lock = threading.Lock()
        self._is_closed = False
        self._threads = ThreadPoolExecutor(n_processes, initializer=_hear_no_interrupts)

    def __enter__(self) -> Self:
        """Stay until all answers have been taken."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes, whatever they are at."""
        with self._lock:
            self._is_closed = True
            workers = tuple(self._workers)
        for worker in workers:
            worker.kill()
        # Whoever waits for one of them is told by the end of its pipe.
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.end()

    def iter_answers(self, portions: Iterable[Files]) -> Iterator[list[WorkerAnswer]]:
        """Give the answers for each portion, one for each of its files."""
        return self._threads.map(self._answers, portions)

    def _answers(self, files: Files) -> list[WorkerAnswer]:
        answers: list[WorkerAnswer] = []
        while len(answers) < len(files):
            try:
                self._ask(files[len(answers) :], answers)
            except _LostError as lost:
                file = files[len(answers)]
                is_late = lost.exit_code == _OUT_OF_TIME
                answers.append(self._lost(lost.exit_code) if is_late else self._answer_alone(file))
        return answers

    def _answer_alone(self, file: tuple[str, bytes]) -> WorkerAnswer:
        """Try a file again that a process was lost on."""
        answers: list[WorkerAnswer] = []
        try:
            self._ask([file], answers)
        except _LostError as lost:
            return self._lost(lost.exit_code)
        return answers[0]

    def _lost(self, exit_code: int) -> WorkerAnswer:
        """Say why there are no facts of a file."""
        if exit_code == _OUT_OF_TIME:
            return WorkerAnswer(b"", 0, f"it takes longer than {self._max_seconds:g} seconds")
        return WorkerAnswer(b"", 0, f"the process that read it ended {_ending(exit_code)}")

    def _ask(self, files: Files, answers: list[WorkerAnswer]) -> None:
        """Let the process of this thread answer; those answers that come are added."""
        worker = self._worker()
        try:
            for answer in worker.iter_answers(files):
                answers.append(answer)  # noqa: PERF402 - what came before the process ended is kept
        except (EOFError, OSError):
            self._own.worker = None
            raise _LostError(self._end(worker)) from None

    def _worker(self) -> "_Worker":
        worker: _Worker | None = getattr(self._own, "worker", None)
        exit_code = 0
        for _ in range(_N_STARTS):
            worker = worker or self._start()
            if worker.is_ready():
                self._own.worker = worker
                return worker
            exit_code, worker = self._end(worker), None
        raise ChildProcessError(f"a process that reads files can't be started: it ended {_ending(exit_code)}")

    def _start(self) -> "_Worker":
        with self._lock:
            if self._is_closed:
                raise InterruptedError
            worker = _Worker(self._max_seconds)
            self._workers.add(worker)
        return worker

    def _end(self, worker: "_Worker") -> int:
        """Let go of a process that is lost, and return how it ended; if that was our doing, nobody asks any more."""
        exit_code = worker.end()
        with self._lock:
            self._workers.discard(worker)
            if self._is_closed:
                raise InterruptedError
        return exit_code


def _ending(exit_code: int) -> str:
    return f"by signal {-exit_code}" if exit_code < 0 else f"with exit code {exit_code}"


class _Worker:
    """A process and the pipes to it."""

    def __init__(self, max_seconds: float) -> None:
        # It finds our modules where we do. With -P, and no other path, nothing of the repository can be imported.
        code = _CODE.format(path=sys.path, module=_WORKER_MODULE)
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-P", "-c", code, str(max_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._is_ready = False

    def is_ready(self) -> bool:
        """Whether the process has come so far that it takes files; waits until that is known."""
        if not self._is_ready and self._process.stdout is not None:
            try:
                self._is_ready = _decode(read_frame(self._process.stdout)) == READY
            except (EOFError, OSError, msgspec.DecodeError):
                return False
        return self._is_ready

    def iter_answers(self, files: Files) -> Iterator[WorkerAnswer]:
        """Give the answers for files as they come; EOFError or OSError if the process has ended."""
        if self._process.stdin is None or self._process.stdout is None:
            raise EOFError
        write_frame(self._process.stdin, files)
        for _ in files:
            yield _decode(read_frame(self._process.stdout))

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def end(self) -> int:
        """Let go of a process that has closed its pipes or was killed, and return how it ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return self._process.wait()


def _hear_no_interrupts() -> None:
    """Let what this thread starts never hear of Ctrl-C: it is meant for us, and we end what we started."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
