"""What picomatch says of random globs and paths, for the test of our globs.

npm install --prefix FOLDER picomatch
python -m tools.picomatch_verdicts FOLDER

Writes `tests/model/picomatch_verdicts.json`: pairs of a glob and a path, those that match and those that do not.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

OUTPUT = Path(__file__).parents[1] / "tests" / "model" / "picomatch_verdicts.json"
N_PAIRS = 8000
_SEED = 7
_NAMES = ("a", "b", "src", "ab", "a.py", "b.ts", ".git", ".x.js", "test", "foo-bar", "c1")
_GLOBS = (
    *(
        "a",
        "b",
        "src",
        "ab",
        "*",
        "*.py",
        "?",
        "a*",
        "*b",
        ".*",
        "**",
        "{a,b}",
        "{a,b}*",
        "{src,a/b}",
        "!(a)",
    ),
    *(
        "!(*.py)",
        "+(a|b)",
        "@(a|src)",
        "*(a)",
        "?(a)b",
        "[ab]",
        "[!a]",
        "[^a]*",
        "*.{py,ts}",
        "!(a|b).py",
        "a?",
    ),
    *("{1..3}", "c{1..3}", "foo-*", ".{git,x.js}", "*(a|b)", "!(foo*)", "[a-c]*", "**.py", "a**", "\\*"),
    *("{a,!(b)}", "*.!(py)", "!(.git)"),
)
_JUDGE = """
const match = require("picomatch")
const pairs = JSON.parse(require("fs").readFileSync(0))
console.log(JSON.stringify([require("picomatch/package.json").version, pairs.map(([glob, path]) => match(glob)(path))]))
"""


def random_pairs() -> list[tuple[str, str]]:
    """Return pairs of a glob and a path; half of the paths are made of the words of their glob, so that many match."""
    source = random.Random(_SEED)  # noqa: S311 - random globs need no cryptography
    found: set[tuple[str, str]] = set()
    while len(found) < N_PAIRS:
        glob = "/".join(source.choice(_GLOBS) for _ in range(source.randint(1, 4)))
        prefix = source.choices(("", "!", "./", "!./"), weights=(88, 6, 5, 1))[0]
        names = [each for part in glob.split("/") for each in _names_for(part, source)]
        if source.random() < 0.5:  # noqa: PLR2004 - half of them
            names = [source.choice(_NAMES) for _ in range(source.randint(1, 4))]
        if names:
            found.add((prefix + glob, "/".join(names)))
    return sorted(found)


def _names_for(part: str, source: random.Random) -> list[str]:
    """Return names that a part of a glob may match."""
    if part == "**":
        return [source.choice(_NAMES) for _ in range(source.randint(0, 2))]
    return [part] if part in _NAMES else [source.choice(_NAMES)]


def main() -> int:
    """Ask picomatch, and write what it says."""
    pairs = random_pairs()
    done = subprocess.run(  # noqa: S603 - node, with a fixed program
        ["node", "-e", _JUDGE],  # noqa: S607 - node as the user has it
        input=json.dumps(pairs),
        cwd=sys.argv[1],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    version, verdicts = json.loads(done.stdout)
    matching = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if verdict]
    others = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if not verdict]
    document = {"picomatch": version, "matching": matching, "others": others}
    OUTPUT.write_text(json.dumps(document, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"picomatch {version}: {len(matching)} of {len(pairs)} match")
    return 0


if __name__ == "__main__":
    sys.exit(main())
