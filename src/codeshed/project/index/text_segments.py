"""The text index of an index: one segment for each pack of parts.

Turns: changed Documents and their texts → FileWords → the segments that change; an IndexReader → TextIndex.
"""

from collections.abc import Mapping, Sequence

from codeshed.build.part.part_pack import PartPack
from codeshed.build.part.repacking import Repacked
from codeshed.model.languages.language import language_of_path
from codeshed.model.semantic import DefinitionKind, Document
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import SEPARATOR
from codeshed.search.file_words import FileWords, UnitSpan, words_of_file
from codeshed.search.segment import Segment, decode_segment, encode_segment, join_segments, make_segment
from codeshed.search.text_index import TextIndex, index_segments
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

SEGMENTS = "text"


def words_of_document(document: Document, sources: SourceReader) -> FileWords:
    """Count the words of a document, by its functions and types."""
    spans = [
        UnitSpan(
            each.symbol_id.partition(SEPARATOR)[2],
            each.span.start_line,
            each.span.end_line if each.span.end_column else max(each.span.end_line - 1, each.span.start_line),
            each.kind is DefinitionKind.FUNCTION,
        )
        for each in document.definitions
        if each.kind is not DefinitionKind.VARIABLE and not each.is_external
    ]
    text = sources.read(document.path) or ""
    return words_of_file(document.path, document.language or language_of_path(document.path), text, spans)


def change_segments(
    reader: IndexReader | None,
    old: Sequence[PartPack],
    repacked: Repacked,
    words: Mapping[str, FileWords],
) -> dict[str, Segment]:
    """Return the segments of changed packs, by the path of their first document."""
    old_first = {path: pack.paths[0] for pack in old for path in pack.paths}
    known: dict[str, Segment] = {}
    segments = {}
    for first, pack in repacked.changed.items():
        changed = [words[path] for path in pack.paths if path in words]
        kept: dict[str, list[str]] = {}
        for path in pack.paths:
            if path not in words:
                kept.setdefault(old_first[path], []).append(path)
        pieces = [(make_segment(changed), [each.path for each in changed])] if changed else []
        for old_name, paths in kept.items():
            if old_name not in known:
                known[old_name] = _read(reader, old_name)
            pieces.append((known[old_name], paths))
        segments[first] = pieces[0][0] if not kept else join_segments(pieces)
    return segments


def write_segments(segments: Mapping[str, Segment], removed: Sequence[str], change: IndexChange) -> None:
    """Write changed segments, and remove those of removed packs."""
    change.remove_parts(SEGMENTS, removed)
    change.put_parts(SEGMENTS, ((path, encode_segment(each)) for path, each in segments.items()))


def read_text_index(reader: IndexReader) -> TextIndex:
    """Return the text index of an index."""
    return index_segments([decode_segment(content) for _, content in reader.iter_parts(SEGMENTS)])


def _read(reader: IndexReader | None, name: str) -> Segment:
    content = None if reader is None else reader.read_part(SEGMENTS, name)
    return make_segment(()) if content is None else decode_segment(content)
