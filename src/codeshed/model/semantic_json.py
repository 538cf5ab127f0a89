"""SemanticData as JSON, read and written one document at a time.

Turns: bytes → SemanticDataFile, which decodes documents lazily, so that memory stays near the size of the file. Our own
form and the dialect of the context-footprint tools are told apart by their fields.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from codeshed.errors import MalformedDocumentError, NotJsonError, UnsupportedVersionError
from codeshed.model.foreign_dialect import (
    ForeignDefinition,
    ForeignReference,
    definition_from_foreign,
    external_from_foreign,
    reference_from_foreign,
)
from codeshed.model.semantic import (
    SCHEMA_VERSION,
    Definition,
    Document,
    DocumentHead,
    EntryPoint,
    ExternalSymbol,
    Problem,
    Reference,
    SemanticData,
)
from codeshed.model.source_reader import SourceReader
from codeshed.model.span import Span

_T = TypeVar("_T")
_TOP_LEVEL_HINT = "a document is an object with a list of `documents`: docs/reference/semantic-data.md"
_EMPTY_LIST = msgspec.Raw(b"[]")


class _SpanShell(msgspec.Struct, frozen=True, gc=False):
    span: Span = Span(0, 0, 0, 0)


class DocumentShell(msgspec.Struct, frozen=True):
    """A document whose definitions and references are still JSON."""

    path: str | None = None
    relative_path: str | None = None
    language: str | None = None
    content_hash: str | None = None
    is_generated: bool = False
    problems: tuple[Problem, ...] = ()
    definitions: msgspec.Raw = _EMPTY_LIST
    references: msgspec.Raw = _EMPTY_LIST
    entry_points: tuple[EntryPoint, ...] = ()
    statement_lines: tuple[tuple[int, int], ...] | None = None


_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_decode_list = msgspec.json.Decoder(tuple[msgspec.Raw, ...])
_decode_spans = msgspec.json.Decoder(tuple[_SpanShell, ...])
_decode_document = msgspec.json.Decoder(DocumentShell)
_decode_definitions = msgspec.json.Decoder(tuple[Definition, ...])
_decode_references = msgspec.json.Decoder(tuple[Reference, ...])
_decode_externals = msgspec.json.Decoder(tuple[ExternalSymbol, ...])
_decode_foreign_definitions = msgspec.json.Decoder(tuple[ForeignDefinition, ...])
_decode_foreign_references = msgspec.json.Decoder(tuple[ForeignReference, ...])


class SemanticDataFile(msgspec.Struct, frozen=True, kw_only=True):
    """A SemanticData document whose parts are decoded lazily."""

    origin: str
    is_foreign: bool
    has_exclusive_end_lines: bool
    field_names: tuple[str, ...]
    raw_documents: tuple[msgspec.Raw, ...]
    raw_external_symbols: msgspec.Raw

    @property
    def external_symbols(self) -> tuple[ExternalSymbol, ...]:
        """All external symbols."""
        where = "$.external_symbols"
        if self.is_foreign:
            foreign = self._decoded(_decode_foreign_definitions, self.raw_external_symbols, where)
            return tuple(external_from_foreign(symbol) for symbol in foreign)
        return self._decoded(_decode_externals, self.raw_external_symbols, where)

    def iter_shells(self) -> Iterator[tuple[DocumentHead, DocumentShell]]:
        """Yield each document without decoding what is in it."""
        for index, raw in enumerate(self.raw_documents):
            shell = self._decoded(_decode_document, raw, f"$.documents[{index}]")
            path = shell.relative_path if shell.path is None else shell.path
            if path is None:
                raise MalformedDocumentError(self.origin, f"$.documents[{index}] has no `path`")
            yield (
                DocumentHead(
                    path=path,
                    language=shell.language,
                    content_hash=shell.content_hash,
                    is_generated=shell.is_generated,
                    problems=shell.problems,
                    entry_points=shell.entry_points,
                    statement_lines=shell.statement_lines,
                ),
                shell,
            )

    def iter_definitions(self) -> Iterator[tuple[DocumentHead, tuple[Definition, ...]]]:
        """Yield each document with its definitions."""
        for index, (head, shell) in enumerate(self.iter_shells()):
            where = f"$.documents[{index}].definitions"
            if self.is_foreign:
                foreign = self._decoded(_decode_foreign_definitions, shell.definitions, where)
                yield (
                    head,
                    tuple(
                        definition_from_foreign(each, has_exclusive_end_lines=self.has_exclusive_end_lines)
                        for each in foreign
                    ),
                )
            else:
                yield head, self._decoded(_decode_definitions, shell.definitions, where)

    def iter_references(self) -> Iterator[tuple[DocumentHead, tuple[Reference, ...]]]:
        """Yield each document with its references."""
        for index, (head, shell) in enumerate(self.iter_shells()):
            where = f"$.documents[{index}].references"
            if self.is_foreign:
                foreign = self._decoded(_decode_foreign_references, shell.references, where)
                yield head, tuple(reference_from_foreign(reference) for reference in foreign)
            else:
                yield head, self._decoded(_decode_references, shell.references, where)

    def _decoded(self, decoder: msgspec.json.Decoder[_T], raw: msgspec.Raw, where: str) -> _T:
        try:
            return decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedDocumentError(self.origin, make_path_absolute(str(error), where)) from None


def read_semantic_data(
    content: bytes, *, origin: str = "the document", sources: SourceReader | None = None
) -> SemanticDataFile:
    """Open a SemanticData document; `origin` names it in messages.

    Sources, if passed, decide which of two conventions for end lines a document of the other dialect follows.
    """
    try:
        fields = _decode_fields.decode(content)
        raw_documents = _decode_list.decode(fields["documents"])
        version = msgspec.json.decode(fields.get("schema_version", b"null"))
    except KeyError:
        reason = "Object missing required field `documents`"
        raise MalformedDocumentError(origin, reason, hint=_TOP_LEVEL_HINT) from None
    except msgspec.ValidationError as error:
        where = "$.documents" if "array`, got" in str(error) else "$"
        raise MalformedDocumentError(
            origin, make_path_absolute(str(error), where), hint=_TOP_LEVEL_HINT
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotJsonError(origin, str(error)) from None
    if version is not None and (version != SCHEMA_VERSION or isinstance(version, bool)):
        raise UnsupportedVersionError(origin, version, SCHEMA_VERSION)
    is_foreign = "project_root" in fields or _is_foreign(raw_documents)
    return SemanticDataFile(
        origin=origin,
        is_foreign=is_foreign,
        has_exclusive_end_lines=is_foreign and _ends_behind(raw_documents, sources),
        field_names=tuple(fields),
        raw_documents=raw_documents,
        raw_external_symbols=fields.get("external_symbols", _EMPTY_LIST),
    )


def load_semantic_data(content: bytes, *, origin: str = "the document") -> SemanticData:
    """Read a whole SemanticData document into memory."""
    file = read_semantic_data(content, origin=origin)
    pairs = zip(file.iter_definitions(), file.iter_references(), strict=True)
    return SemanticData(
        documents=tuple(
            Document(
                path=head.path,
                language=head.language,
                content_hash=head.content_hash,
                is_generated=head.is_generated,
                problems=head.problems,
                entry_points=head.entry_points,
                statement_lines=head.statement_lines,
                definitions=definitions,
                references=references,
            )
            for (head, definitions), (_, references) in pairs
        ),
        external_symbols=file.external_symbols,
    )


def iter_semantic_json(data: SemanticData) -> Iterator[bytes]:
    """Yield the JSON form of a whole document in pieces, one file of the repository at a time."""
    return iter_documents_json(data.documents, data.external_symbols)


def iter_documents_json(
    documents: Iterable[Document], external_symbols: tuple[ExternalSymbol, ...]
) -> Iterator[bytes]:
    """Yield the JSON form of documents in pieces, as they come."""
    encode = msgspec.json.Encoder().encode
    yield b'{"schema_version":' + encode(SCHEMA_VERSION) + b',"documents":['
    for index, document in enumerate(documents):
        yield (b",\n" if index else b"\n") + encode(document)
    yield b'],\n"external_symbols":' + encode(external_symbols) + b"}\n"


def make_path_absolute(message: str, where: str) -> str:
    """Make a decoder's path absolute: `at $[3].span` becomes `at $.documents[0].definitions[3].span`."""
    if "`$" in message:
        return message.replace("`$", f"`{where}", 1)
    return f"{message} - at `{where}`"


def _is_foreign(raw_documents: tuple[msgspec.Raw, ...]) -> bool:
    """Whether the first readable document has `relative_path`, as in the other dialect, instead of `path`."""
    for raw in raw_documents:
        try:
            document = _decode_document.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        return document.path is None and document.relative_path is not None
    return False


def _ends_behind(raw_documents: tuple[msgspec.Raw, ...], sources: SourceReader | None) -> bool:
    """Whether the end lines of a foreign document are those behind the end.

    A span within one line says no. Otherwise the sources decide: whether more ends match the line before the end line or
    the end line itself, by their columns. Without sources the answer is yes, as the extractor of that dialect does.
    """
    n_behind = n_within = 0
    for raw in raw_documents:
        try:
            document = _decode_document.decode(raw)
            spans = [each.span for each in _decode_spans.decode(document.definitions)]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if any(span.start_line == span.end_line and span.start_column < span.end_column for span in spans):
            return False
        text = None if sources is None else sources.read(document.relative_path or document.path or "")
        lengths = [len(line.rstrip()) for line in (text or "").split("\n")]
        for span in spans:
            n_behind += 0 < span.end_line <= len(lengths) and lengths[span.end_line - 1] == span.end_column
            n_within += span.end_line < len(lengths) and lengths[span.end_line] == span.end_column
    return n_behind >= n_within
