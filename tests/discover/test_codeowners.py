"""Who owns a file: lines of CODEOWNERS in, owners of a path out."""

import pytest

from codeshed.discover.codeowners import parse_code_owners

GITHUB = r"""
# Of all that follows the last line that matches holds.
*           @all
*.js        @js-owner  # behind a line
/build/logs/ @doctocat
docs/*      docs@example.com
apps/       @octocat
/scripts/   @doctocat @octocat
**/logs     @logs
/apps/github
/a\ b/      @space
!nothing    @never
"""
GITLAB = """
* @default
[Backend] @backend
*.py
lib/ @lib
^[Docs][2]
*.md @writers
"""


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("x.py", ("@all",)),
        ("deep/in/x.js", ("@js-owner",)),
        ("build/logs/x.py", ("@logs",)),
        ("build/other.py", ("@all",)),
        ("docs/getting-started.md", ("docs@example.com",)),
        ("docs/build-app/troubleshooting.md", ("@all",)),
        ("in/docs/x.md", ("@all",)),
        ("apps/x.py", ("@octocat",)),
        ("deep/apps/in/x.py", ("@octocat",)),
        ("apps", ("@all",)),
        ("scripts/x.js", ("@doctocat", "@octocat")),
        ("in/scripts/x.py", ("@all",)),
        ("deep/logs/x.py", ("@logs",)),
        ("apps/github/x.py", ()),
        ("a b/x.py", ("@space",)),
        ("nothing", ("@all",)),
    ],
)
def test_the_last_line_that_matches_decides(path: str, owners: tuple[str, ...]) -> None:
    assert parse_code_owners("CODEOWNERS", GITHUB).owners_of(path) == owners


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("x.py", ("@default", "@backend")),
        ("lib/x.py", ("@default", "@lib")),
        ("x.md", ("@default", "@writers")),
        ("x.c", ("@default",)),
    ],
)
def test_each_section_decides_by_itself(path: str, owners: tuple[str, ...]) -> None:
    assert parse_code_owners("CODEOWNERS", GITLAB).owners_of(path) == owners


def test_without_lines_nobody_owns_anything() -> None:
    assert parse_code_owners("CODEOWNERS", "# nothing\n\n").owners_of("x.py") == ()
