"""Small git repositories."""

import os
import subprocess
from pathlib import Path


class Repository:
    """A git repository in a folder, with nothing of the user's configuration."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        """Run git and return what it prints."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
        person = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(  # noqa: S603 - a fixed program
            ["git", *person, "-C", str(self.root), *arguments],  # noqa: S607 - as users have it
            env=environment,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode().strip()

    def write(self, **text_by_name: str) -> None:
        """Write files; `a_py` is `a.py`, and `app__a_py` is `app/a.py`."""
        for name, text in text_by_name.items():
            path = self.root / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def commit(self, **text_by_name: str) -> str:
        """Write files and commit all that there is; return the commit."""
        self.write(**text_by_name)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "change")
        return self.git("rev-parse", "HEAD")
