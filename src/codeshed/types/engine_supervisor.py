"""Supervises the engine's process, so that it does not outlive its caller. Run as a script of its own.

Turns: a folder, an environment and a command → that command, until it ends or standard input is closed. The system closes
standard input when the caller ends, even if it is killed; then the command is killed and the folder removed.
"""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import threading

_STANDARD_INPUT = 0
_ASK = 0xFFFFFFFF
_ADDR_NO_RANDOMIZE = 0x0040000


def supervise(folder: str, environment: dict[str, str], command: list[str]) -> int:
    """Run a command and return its exit code. If the caller ends first, this does not return."""
    _fix_addresses()
    process = subprocess.Popen(  # noqa: S603 - our caller's own command
        command, env=environment, stdin=subprocess.DEVNULL
    )
    has_lost_caller = threading.Event()
    watch = threading.Thread(
        target=_kill_when_input_closes, args=(process, folder, has_lost_caller), daemon=True
    )
    watch.start()
    exit_code = process.wait()
    if has_lost_caller.is_set():
        watch.join()
    return exit_code


def _fix_addresses() -> None:
    """Have Linux load the command at the same addresses each time.

    The engine orders some of its work by addresses, and what it finds out depends on that order. Where the system has no such
    setting, or a container forbids it, the command runs as it would.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            personality = ctypes.CDLL(None).personality
            personality.argtypes = (ctypes.c_ulong,)
            current = personality(_ASK)
            if current >= 0:
                personality(current | _ADDR_NO_RANDOMIZE)


def _kill_when_input_closes(
    process: "subprocess.Popen[bytes]", folder: str, has_lost_caller: threading.Event
) -> None:
    """Kill the command and remove the folder when standard input is closed."""
    while os.read(_STANDARD_INPUT, 1):
        pass
    has_lost_caller.set()
    process.kill()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main() -> None:
    """Run `FOLDER ENVIRONMENT_JSON COMMAND…`, and end as the command ends, by the same signal if by one."""
    folder, environment, *command = sys.argv[1:]
    exit_code = supervise(folder, json.loads(environment), command)
    if exit_code < 0:
        with contextlib.suppress(OSError):
            signal.signal(-exit_code, signal.SIG_DFL)
        os.kill(os.getpid(), -exit_code)
    # The thread still waits for the caller: an orderly end would wait for the thread.
    os._exit(exit_code)


if __name__ == "__main__":
    main()
