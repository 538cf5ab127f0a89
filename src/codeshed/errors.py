"""The exceptions of Codeshed: for a caller's mistake, or a failure of the environment.

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


class FileChangedError(CodeshedError):
    """A file changed while the repository was being indexed, after other files that must be consistent with it were read."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} changed while the repository was being indexed",
            hint="try again when it is no longer being written; the index stays as it was",
        )
        self.path = path


class FileUnwritableError(CodeshedError):
    """A file can't be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"cannot write {path}: {reason}", hint="check the free space, the path and its permissions"
        )
        self.path = path


class ScorerProgramError(CodeshedError):
    """The program of --scorer-command can't be used at all."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(
            f"the scorer {command!r} cannot be used: {reason}",
            hint="docs/reference/scorers.md says what a scorer reads and writes",
        )
        self.command = command


class NothingToIndexError(CodeshedError):
    """A folder has no code in a supported language."""

    def __init__(self, root: str) -> None:
        super().__init__(
            f"no code found below {root}",
            hint="Python, JavaScript, TypeScript, Rust, Go, Java, C#, Ruby, PHP, Lua, Scala, C and C++ are read; name another folder with --repo DIR; environments, vendored and hidden folders, huge files and "
            "what .gitignore, .codeshedignore and the settings name are left out",
        )
        self.root = root


class SettingsError(CodeshedError):
    """The settings of a repository are invalid: each problem is a sentence with its position, and a hint."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        (message, hint), *others = problems
        super().__init__(message, hint="\n".join((hint, *(f"{each}; {advice}" for each, advice in others))))
        self.problems = problems


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
    """A file is no graph, is truncated, or is of an unsupported format."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path} is not a graph that can be opened: {reason}",
            hint="index the repository again; the graph is made anew from its files",
        )
        self.path = path
        self.reason = reason


class UnreadableEmbeddingsError(CodeshedError):
    """A file has no vectors, is truncated or damaged, or is of an unsupported format."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path} holds no vectors that can be read: {reason}",
            hint="remove it and embed the nodes again; the graph does not need it",
        )
        self.path = path
        self.reason = reason


class UnknownSymbolError(CodeshedError):
    """No symbol of the graph matches what the user typed."""

    def __init__(self, text: str, candidates: tuple[str, ...], incompleteness: str = "") -> None:
        question = ". Did you mean:" if candidates else ", and none with a similar name"
        hint = "\n".join(candidates) or "codeshed search TEXT finds code by the words in it"
        super().__init__(
            f"No symbol {text!r}{question}", hint=f"{hint}\n{incompleteness}" if incompleteness else hint
        )
        self.text = text
        self.candidates = candidates


class UnknownScopeError(CodeshedError):
    """No file or folder of the index is where a map was asked for."""

    def __init__(self, scope: str) -> None:
        super().__init__(
            f"no indexed file or folder {scope!r}",
            hint="give a path from the root of the repository; codeshed status PATH says whether it is indexed",
        )
        self.scope = scope


class AmbiguousSymbolError(CodeshedError):
    """What the user typed matches several symbols."""

    def __init__(self, text: str, candidates: tuple[str, ...], n_omitted: int = 0) -> None:
        more = (f"… and {n_omitted} more",) if n_omitted else ()
        super().__init__(
            f"{text!r} names several symbols. Write one of these:", hint="\n".join((*candidates, *more))
        )
        self.text = text
        self.candidates = candidates
        self.n_omitted = n_omitted


class NoSuchLineError(CodeshedError):
    """A seed names a line that its file does not have."""

    def __init__(self, path: str, line: int, n_lines: int) -> None:
        super().__init__(f"{path!r} has no line {line}", hint=f"its last line is {n_lines}")


class DuplicateNodeError(CodeshedError):
    """A node is to be added that the graph already has."""

    def __init__(self, symbol: str) -> None:
        super().__init__(
            f"the graph has a node {symbol!r} already", hint="remove it first to put another in its place"
        )
        self.symbol = symbol


class MissingEndError(CodeshedError):
    """An edge is to be added whose source or target is no node of the graph."""

    def __init__(self, symbol: str) -> None:
        super().__init__(
            f"an edge needs both of its ends, and the graph has no node {symbol!r}",
            hint="add the node first, or leave such edges out with try_add_edge",
        )
        self.symbol = symbol


class UnlikeGraphsError(CodeshedError):
    """Graphs are to be merged whose sizes or scores were computed in different ways."""

    def __init__(self, what: str, values: tuple[str, ...]) -> None:
        super().__init__(
            f"graphs with different {what} cannot be merged: {', '.join(values)}",
            hint="build them again with the same one; otherwise their sizes and scores cannot be compared",
        )
        self.values = values


class InvalidOptionError(CodeshedError):
    """An option has an invalid value."""


class IndexMissingError(CodeshedError):
    """A folder has no index."""

    def __init__(self, index_dir: str) -> None:
        super().__init__(f"there is no index in {index_dir}", hint="codeshed index makes one")
        self.index_dir = index_dir


class IndexVersionError(CodeshedError):
    """An index or an artifact is of an unsupported format."""

    def __init__(self, path: str, found: int, supported: int) -> None:
        age = "a newer" if found > supported else "an older"
        super().__init__(
            f"{path} was written by {age} version of Codeshed: it has index format {found}, and this one reads "
            f"format {supported}",
            hint="codeshed index builds it again; the Codeshed that wrote it reads it too",
        )
        self.path = path
        self.found = found
        self.supported = supported


class IndexSettingsError(CodeshedError):
    """An index was built with other settings than the current ones, or by another version."""

    def __init__(self, index_dir: str) -> None:
        super().__init__(
            f"the index in {index_dir} was built with other settings or another scorer, or by another version of "
            "Codeshed or of its type engine",
            hint="codeshed index builds it again",
        )
        self.index_dir = index_dir


class StoreDamagedError(CodeshedError):
    """A file of the index is damaged: it does not have the content that was written."""

    def __init__(self, index_dir: str, what: str) -> None:
        super().__init__(
            f"the index in {index_dir} is damaged: {what}",
            hint="codeshed index --rebuild builds it again; codeshed clean removes it",
        )
        self.index_dir = index_dir
        self.what = what


class UnreadableRecordingError(CodeshedError):
    """The file with the recorded calls of an index does not have the content that was written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"the recorded calls in {path} cannot be used: {reason}",
            hint="`codeshed record -- COMMAND` records them again; --observed off leaves them out",
        )
        self.path = path


class NoRecordingError(CodeshedError):
    """No calls were recorded for an index."""

    def __init__(self, index_dir: str) -> None:
        super().__init__(
            f"nothing is recorded in {index_dir}",
            hint="`codeshed record -- pytest -q` runs your tests and records their calls",
        )


class IndexUnavailableError(CodeshedError):
    """The system refuses to read or write the index; the previous revision is unchanged."""

    def __init__(self, index_dir: str, reason: str, *, hint: str) -> None:
        super().__init__(f"cannot use the index in {index_dir}: {reason}", hint=hint)
        self.index_dir = index_dir
        self.reason = reason


class IndexLockedError(CodeshedError):
    """Another process is writing the index, and did not finish within the time limit."""

    def __init__(self, index_dir: str, holder: str) -> None:
        super().__init__(
            f"the index in {index_dir} is being written by {holder}",
            hint="wait for it to end; should it hang, end that process: its lock goes with it",
        )
        self.index_dir = index_dir
        self.holder = holder


class UpdateOutdatedError(CodeshedError):
    """An update of the index was abandoned, since files changed again meanwhile; the index is unchanged."""

    def __init__(self) -> None:
        super().__init__(
            "files changed again while the index was brought up to date", hint="bring it up to date once more"
        )


class NotAnIndexError(CodeshedError):
    """A folder that was named as that of an index is something else."""

    def __init__(self, index_dir: str, reason: str) -> None:
        super().__init__(
            f"{index_dir} is not the folder of an index: {reason}",
            hint="move it away, or name another folder with --index-dir DIR: an empty one, a new one, or one that "
            "codeshed made",
        )
        self.index_dir = index_dir
        self.reason = reason


class ArtifactUnusableError(CodeshedError):
    """A saved index can't be loaded."""

    def __init__(
        self, path: str, reason: str, *, hint: str = "save it again, or build the index anew"
    ) -> None:
        super().__init__(f"cannot use the saved index {path}: {reason}", hint=hint)
        self.path = path
        self.reason = reason


class ArtifactUnwritableError(CodeshedError):
    """An index can't be saved to the named file."""

    def __init__(self, path: str, reason: str, hint: str | None = None) -> None:
        super().__init__(
            f"cannot save the index as {path}: {reason}",
            hint=hint or "check that folder, its permissions and the space left on its disk",
        )
        self.path = path
        self.reason = reason


class RevisionUnknownError(CodeshedError):
    """Git does not know the revision that the user named, or can't be run; `is_outside` says that there is no repository."""

    def __init__(self, revision: str, reason: str, *, is_outside: bool = False) -> None:
        super().__init__(
            f"cannot find the revision {revision!r}: {reason}",
            hint="revisions need a folder in a git repository; --repo names it"
            if is_outside
            else "name a commit, branch or tag of this repository; a shallow clone may not have it",
        )
        self.revision = revision
        self.reason = reason


class RevisionIncompleteError(CodeshedError):
    """The clone names a file of a commit and does not have its content."""

    def __init__(self, commit: str, path: str) -> None:
        super().__init__(
            f"this clone lacks {path} of the commit {commit[:12]}: it was made without all contents",
            hint="fetch what is missing, such as by `git fetch --refetch --no-filter`, and ask again",
        )
        self.commit = commit
        self.path = path


class RevisionNotKeptError(CodeshedError):
    """The files of a revision can't be kept in the user's cache folder, where its index is built."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"the files of the revision cannot be kept: {reason}",
            hint="set XDG_CACHE_HOME to a folder of yours with enough space",
        )
        self.reason = reason


class GitFailedError(CodeshedError):
    """Git can't be run, fails, times out, or prints too much."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"git cannot tell what changed: {reason}",
            hint="changes by revision need git and a repository; name the changed files or symbols instead",
        )
        self.reason = reason


class NoChangeNamedError(CodeshedError):
    """A question about a change does not say what changes."""

    def __init__(
        self, hint: str = "give a symbol, --changed PATH, --changed-file FILE, --diff REV or --staged"
    ) -> None:
        super().__init__("nothing says what changes", hint=hint)


class PathOutsideError(CodeshedError):
    """A path that the user named is not in the repository."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path!r} lies outside of the repository", hint="give paths from the root of the repository"
        )
        self.path = path


class UnknownPathError(CodeshedError):
    """A path does not exist in the working tree, the index, or the current commit."""

    def __init__(self, path: str, nearest: tuple[str, ...]) -> None:
        listed = "".join(f"\n  {each}" for each in nearest)
        super().__init__(
            f"there is no {path!r}, neither in the working tree nor in the current commit",
            hint=f"did you mean:{listed}" if nearest else "give paths from the root of the repository",
        )
        self.path = path
        self.nearest = nearest


class ArchitectureRulesError(CodeshedError):
    """Architecture rules are invalid: each problem is a sentence with its position, and a hint."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        (message, hint), *others = problems
        super().__init__(message, hint="\n".join((hint, *(f"{each}; {advice}" for each, advice in others))))
        self.problems = problems


class RiskRulesError(CodeshedError):
    """Risk rules are invalid: each problem is a sentence with its position, and a hint."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        (message, hint), *others = problems
        super().__init__(message, hint="\n".join((hint, *(f"{each}; {advice}" for each, advice in others))))
        self.problems = problems


class NoArchitectureRulesError(CodeshedError):
    """A repository has no architecture rules."""

    def __init__(self, files: tuple[str, ...]) -> None:
        super().__init__(
            "there are no architecture rules",
            hint=f"write them into {files[0]} or another file that --rules names; `codeshed arch init` proposes some",
        )
