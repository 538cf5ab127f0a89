"""A scorer for tests: the last number in a documentation is its score. What it is asked is appended to a file.

toy_scorer.py LOG [--version V] [--mute] [--hang SYMBOL] [--nonsense]
"""

import argparse
import json
import sys
import time
from pathlib import Path


def main() -> None:
    """Answer each line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    parser.add_argument("--version", default="1")
    parser.add_argument("--mute", action="store_true")
    parser.add_argument("--hang", default="")
    parser.add_argument("--nonsense", action="store_true")
    options = parser.parse_args()
    sys.stdin.readline()
    _say({"name": "toy", "version": options.version})
    for line in sys.stdin:
        with options.log.open("a") as log:
            log.write(line)
        item = json.loads(line)
        if item["symbol"] == options.hang:
            time.sleep(60)
        if options.nonsense:
            _say("no object")
            _say({"id": "other", "score": 1.0})
            _say({"id": item["id"], "score": 7})
        if not options.mute and not options.nonsense:
            score = float(item["documentation"].split()[-1])
            _say({"id": item["id"], "score": score, "reason": "it says so"})


def _say(value: object) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
