"""What an index says of each of its files.

Turns: a file as it was found and parsed → FileRecord.
"""

from codeshed.discover.survey import FileStat
from codeshed.project.index.current_files import STUB_SUFFIX, CurrentFiles
from codeshed.store.records import GENERATED, FileRecord


def file_record(stat: FileStat, content_hash: str, files: CurrentFiles) -> FileRecord:
    """Return the record of a file that was parsed."""
    path = stat.path
    return FileRecord(
        path=path,
        n_bytes=stat.n_bytes,
        mtime_ns=stat.mtime_ns,
        content_hash=content_hash,
        language=files.language(path),
        status=_status(path, files),
        n_problems=files.n_problems(path),
        parse_milliseconds=files.milliseconds.get(path, 0),
        ctime_ns=stat.ctime_ns,
        inode=stat.inode,
    )


def _status(path: str, files: CurrentFiles) -> str:
    if files.is_generated(path):
        return GENERATED
    return "stub" if path.endswith(STUB_SUFFIX) else "code"
