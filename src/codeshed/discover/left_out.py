"""Why a file or folder is not read, and the rule that says so."""

import enum

import msgspec


class Reason(enum.Enum):
    """Why something was left out; the value is a stable code."""

    GITIGNORE = "gitignore"
    """A pattern in a `.gitignore` of the repository, or in its `.git/info/exclude`."""

    CODESHEDIGNORE = "codeshedignore"
    """A pattern in a `.codeshedignore`."""

    SETTINGS = "settings"
    """A pattern in the settings."""

    ENVIRONMENT = "environment"
    """Packages that were installed, not written here: a virtual environment, `site-packages`, `node_modules`."""

    HIDDEN = "hidden"
    """A folder whose name begins with a dot, or what macOS leaves beside a file."""

    CACHE = "cache"
    """`__pycache__`."""

    BUILD_OUTPUT = "build_output"
    """Copies that a build made."""

    VENDORED = "vendored"
    """Code of others that was copied into the repository."""

    MINIFIED = "minified"
    """Scripts that a program made short, from code that lies elsewhere."""

    OTHER_FORMAT = "other_format"
    """Files that are no code, although their names end as those of a language do."""

    GENERATED = "generated"
    """Code that a program wrote, where the settings say that it is left out."""

    TOO_LARGE = "too_large"
    """More bytes than anyone writes by hand."""

    UNREADABLE = "unreadable"
    """The operating system says no, or there is nothing there."""

    NOT_A_FILE = "not_a_file"
    """A pipe, socket, device or folder where a file was expected."""

    LINK_OUTSIDE = "link_outside"
    """A link that leads out of the root."""

    LINK_BROKEN = "link_broken"
    """A link that leads nowhere, or to itself."""

    LINK_REPEATED = "link_repeated"
    """A link to a folder that is read by another path."""

    UNUSABLE_NAME = "unusable_name"
    """A name that cannot be part of a symbol id or of a line of text."""


class Layer(enum.Enum):
    """Where a rule stands, from the weakest to the strongest: of all that match, the last holds."""

    DEFAULTS = "defaults"
    GITIGNORE = "gitignore"
    CODESHEDIGNORE = "codeshedignore"
    SETTINGS = "settings"


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: a line of an ignore file, an entry of the settings, or a default.

    `source` is the path of the ignore file, the name of the setting, or `defaults`; `line` counts lines and entries
    from 1, and is 0 where there are none. `pattern` is what stands there. A negated rule brings back what rules before
    it leave out; `is_plain` says that it names what it means, without a wildcard in its last part.
    """

    layer: Layer
    source: str
    line: int
    pattern: str
    is_negated: bool = False
    is_plain: bool = False


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """A file or folder that is not read; what cannot be shown of its path is escaped.

    `rule` is the rule that decided. Where something could not be read at all, no rule did.
    """

    path: str
    reason: Reason
    rule: Rule | None = None
