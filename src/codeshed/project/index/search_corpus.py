"""What a search needs besides the graph: the text index, and the history with the words of its messages.

Turns: an IndexReader, or a CodeGraph and its sources, + CommitHistory → SearchCorpus.
"""

from pathlib import Path

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.commit_history import CommitHistory
from codeshed.model.languages.language import language_of_path
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import SEPARATOR
from codeshed.project.commit_history import read_history
from codeshed.project.index.text_segments import read_text_index
from codeshed.search.commit_evidence import files_of_commits, find_churn, iter_groups, segment_of_commits
from codeshed.search.features import traits_of_files
from codeshed.search.file_words import UnitSpan, words_of_file
from codeshed.search.ranking import SearchCorpus
from codeshed.search.segment import SEGMENT_FORMAT, decode_segment, encode_segment, make_segment
from codeshed.search.text_index import TextIndex, index_segments
from codeshed.store.history_cache import cache_words, read_cached_words
from codeshed.store.index_reading import IndexReader
from codeshed.version import __version__

_WORDS_SIGNATURE = f"{__version__}:{SEGMENT_FORMAT}:2"
"""Words that other code found are found again. Raise the last number with what counts as a word of a message."""


_SHALLOW = "this is a shallow clone, which lacks older ones; git fetch --unshallow gets them"


def corpus_of_index(reader: IndexReader, root: Path, cache_folder: Path | None) -> SearchCorpus:
    """Return what is searched in an index."""
    return _with_history(read_text_index(reader), root, cache_folder)


def corpus_of_graph(
    graph: CodeGraph, sources: SourceReader, root: Path, cache_folder: Path | None
) -> SearchCorpus:
    """Return what is searched without an index: the words of all files are found anew."""
    return _with_history(_index_texts(graph, sources), root, cache_folder)


def _index_texts(graph: CodeGraph, sources: SourceReader) -> TextIndex:
    nodes = graph.nodes
    words = []
    for number, path in enumerate(graph.files):
        rows = graph.file_index.find_in_files(range(number, number + 1)).tolist()
        spans = [
            UnitSpan(
                nodes.symbols[row].partition(SEPARATOR)[2],
                int(nodes.spans[row][0]),
                int(nodes.spans[row][2]),
                int(nodes.kinds[row]) == NodeKind.FUNCTION,
            )
            for row in rows
            if int(nodes.kinds[row]) in {NodeKind.FUNCTION, NodeKind.TYPE} and int(nodes.spans[row][0])
        ]
        words.append(words_of_file(path, language_of_path(path), sources.read(path) or "", spans))
    return index_segments([make_segment(words)])


def _with_history(text: TextIndex, root: Path, cache_folder: Path | None) -> SearchCorpus:
    history = read_history(root, cache_folder)
    numbers = {path: number for number, path in enumerate(text.paths)}
    files_by_commit = files_of_commits(history.commits, numbers)
    return SearchCorpus(
        index=text,
        traits=traits_of_files(text),
        commit_index=_index_messages(history, root, cache_folder) if history.commits else None,
        commits={each.id: each for each in history.commits},
        files_by_commit=files_by_commit,
        churn=find_churn(history.commits, files_by_commit, text.n_files),
        history_reason=history.reason or (_SHALLOW if history.is_shallow else ""),
    )


def _index_messages(history: CommitHistory, root: Path, cache_folder: Path | None) -> TextIndex:
    """Return the index of the messages of commits; groups of commits that did not change are kept."""
    kept = read_cached_words(cache_folder, root, _WORDS_SIGNATURE)
    current: dict[str, bytes] = {}
    for group in iter_groups(history.commits):
        key = f"{group[0].id}-{group[-1].id}-{len(group)}"
        current[key] = kept.get(key) or encode_segment(segment_of_commits(group))
    if current.keys() != kept.keys():
        cache_words(cache_folder, root, _WORDS_SIGNATURE, current)
    return index_segments([decode_segment(content) for content in current.values()])
