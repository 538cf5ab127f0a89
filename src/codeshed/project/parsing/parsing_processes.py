"""A pool of worker processes that parse files, and that may crash.

Turns: batches of files → an answer for each file, in the same order, whatever the number of processes and whatever happens
to them. A file on which a worker dies is retried once by itself: the cause may be another one, such as a machine short of
memory. A file that takes too long is not retried.
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
    FileBatch,
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
    """A worker process ended before it answered."""

    def __init__(self, exit_code: int) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code


class ParsingProcesses:
    """A pool of up to `n_processes` workers, started on demand; leaving its block ends them."""

    def __init__(self, n_processes: int, *, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds = max_seconds
        self._workers: set[_Worker] = set()
        self._local = threading.local()
        self._lock = threading.Lock()
        self._is_closed = False
        self._threads = ThreadPoolExecutor(n_processes, initializer=_block_interrupts)

    def __enter__(self) -> Self:
        """Do nothing; workers start on demand."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill all workers, whatever they are doing."""
        with self._lock:
            self._is_closed = True
            workers = tuple(self._workers)
        for worker in workers:
            worker.kill()
        # A thread that waits for a worker sees the end of its pipe.
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.end()

    def iter_answers(self, batches: Iterable[FileBatch]) -> Iterator[list[WorkerAnswer]]:
        """Yield the answers for each batch, one per file."""
        return self._threads.map(self._answers, batches)

    def _answers(self, files: FileBatch) -> list[WorkerAnswer]:
        answers: list[WorkerAnswer] = []
        while len(answers) < len(files):
            try:
                self._ask(files[len(answers) :], answers)
            except _LostError as lost:
                file = files[len(answers)]
                is_late = lost.exit_code == _OUT_OF_TIME
                answers.append(self._lost_answer(lost.exit_code) if is_late else self._answer_alone(file))
        return answers

    def _answer_alone(self, file: tuple[str, bytes]) -> WorkerAnswer:
        """Retry a file on which a worker died."""
        answers: list[WorkerAnswer] = []
        try:
            self._ask([file], answers)
        except _LostError as lost:
            return self._lost_answer(lost.exit_code)
        return answers[0]

    def _lost_answer(self, exit_code: int) -> WorkerAnswer:
        """Return the answer for a file without facts, with the reason."""
        if exit_code == _OUT_OF_TIME:
            return WorkerAnswer(b"", 0, f"it takes longer than {self._max_seconds:g} seconds")
        return WorkerAnswer(b"", 0, f"the process that read it ended {_ending(exit_code)}")

    def _ask(self, files: FileBatch, answers: list[WorkerAnswer]) -> None:
        """Let this thread's worker parse files; answers are added to `answers` as they come."""
        worker = self._worker()
        try:
            for answer in worker.iter_answers(files):
                answers.append(answer)  # noqa: PERF402 - answers from before a crash are kept
        except (EOFError, OSError):
            self._local.worker = None
            raise _LostError(self._end(worker)) from None

    def _worker(self) -> "_Worker":
        worker: _Worker | None = getattr(self._local, "worker", None)
        exit_code = 0
        for _ in range(_N_STARTS):
            worker = worker or self._start()
            if worker.is_ready():
                self._local.worker = worker
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
        """Release a worker that died, and return its exit code; raise if we killed it, since no answer is wanted then."""
        exit_code = worker.end()
        with self._lock:
            self._workers.discard(worker)
            if self._is_closed:
                raise InterruptedError
        return exit_code


def _ending(exit_code: int) -> str:
    return f"by signal {-exit_code}" if exit_code < 0 else f"with exit code {exit_code}"


class _Worker:
    """A worker process and its pipes."""

    def __init__(self, max_seconds: float) -> None:
        # The worker gets our `sys.path`. With -P and no other path, it cannot import anything from the repository.
        code = _CODE.format(path=sys.path, module=_WORKER_MODULE)
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-P", "-c", code, str(max_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._is_ready = False

    def is_ready(self) -> bool:
        """Whether the worker has started and accepts files; waits until that is known."""
        if not self._is_ready and self._process.stdout is not None:
            try:
                self._is_ready = _decode(read_frame(self._process.stdout)) == READY
            except (EOFError, OSError, msgspec.DecodeError):
                return False
        return self._is_ready

    def iter_answers(self, files: FileBatch) -> Iterator[WorkerAnswer]:
        """Yield the answers as they come; raise EOFError or OSError if the worker has died."""
        if self._process.stdin is None or self._process.stdout is None:
            raise EOFError
        write_frame(self._process.stdin, files)
        for _ in files:
            yield _decode(read_frame(self._process.stdout))

    def kill(self) -> None:
        """Kill the worker."""
        self._process.kill()

    def end(self) -> int:
        """Close the pipes of a worker that is ending, wait for it, and return its exit code."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return self._process.wait()


def _block_interrupts() -> None:
    """Block Ctrl-C for the processes that this thread starts: it is meant for us, and we end them."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
