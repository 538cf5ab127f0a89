"""The exceptions of Codeshed: a caller's mistake, or trouble in the outside world.

Broken user code, unresolved names, cut results and problems in a document are records, not
exceptions. Every exception here says what happened and carries a hint about what to do.
"""


class CodeshedError(Exception):
    """Base of every exception that Codeshed raises on purpose."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class FileUnreadableError(CodeshedError):
    """A file that the caller named can't be read."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"cannot read {path}: {reason}", hint="check the path and its permissions")
        self.path = path


class FileUnwritableError(CodeshedError):
    """A file can't be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"cannot write {path}: {reason}", hint="check the free space, the path and its permissions"
        )
        self.path = path


class NothingToIndexError(CodeshedError):
    """A folder holds no code that Codeshed reads."""

    def __init__(self, root: str) -> None:
        super().__init__(
            f"no Python code found below {root}",
            hint="name another folder with --repo DIR; environments, vendored and hidden folders are left out, "
            "and files above 5 MB",
        )
        self.root = root


class NotJsonError(CodeshedError):
    """A document is not JSON, or ends before its JSON does."""

    def __init__(self, origin: str, reason: str) -> None:
        super().__init__(
            f"{origin} is not a JSON document: {reason}",
            hint="write it again with the extractor; a cut-off file is often a full disk or an interrupted run",
        )
        self.origin = origin


class MalformedDocumentError(CodeshedError):
    """A JSON document does not have the shape of the contract."""

    def __init__(self, origin: str, reason: str, *, hint: str | None = None) -> None:
        super().__init__(
            f"{origin} is not a SemanticData document: {reason}",
            hint=f"codeshed validate {origin} lists all problems" if hint is None else hint,
        )
        self.origin = origin
        self.reason = reason


class UnsupportedVersionError(CodeshedError):
    """A document was written for another version of the contract."""

    def __init__(self, origin: str, found: object, supported: int) -> None:
        super().__init__(
            f"{origin} has schema_version {found!r}; this Codeshed reads version {supported}",
            hint="use a Codeshed of that version, or extract the document again",
        )
        self.found = found
        self.supported = supported


class UnreadablePartError(CodeshedError):
    """The stored part of a document cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"the stored part of a document cannot be read: {reason}",
            hint="index the repository again; parts are made anew from its files",
        )
        self.reason = reason


class UnreadableGraphError(CodeshedError):
    """A file is no graph, was cut off, or is of another version."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path} is not a graph that can be opened: {reason}",
            hint="index the repository again; the graph is made anew from its files",
        )
        self.path = path
        self.reason = reason


class UnknownSymbolError(CodeshedError):
    """No symbol of the graph answers to what the caller typed."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        nearest = "".join(f"\n{candidate}" for candidate in candidates)
        super().__init__(
            f"no symbol matches {text!r}",
            hint=f"did you mean:{nearest}" if candidates else "codeshed footprint --all lists every function",
        )
        self.text = text
        self.candidates = candidates


class AmbiguousSymbolError(CodeshedError):
    """What the caller typed names several symbols."""

    def __init__(self, text: str, candidates: tuple[str, ...], n_omitted: int = 0) -> None:
        listed = "".join(f"\n{candidate}" for candidate in candidates)
        more = f"\n… and {n_omitted} more" if n_omitted else ""
        super().__init__(
            f"{text!r} names {len(candidates) + n_omitted} symbols", hint=f"give one of these:{listed}{more}"
        )
        self.text = text
        self.candidates = candidates
        self.n_omitted = n_omitted


class InvalidOptionError(CodeshedError):
    """An option has a value that makes no sense."""
