"""What is remembered of what was asked.

Turns: Consulted, which holds numbers → FileNotes, which holds none.
"""

from codeshed.resolve.python.incremental.resolved_files import FileNotes
from codeshed.resolve.python.names.interface_trace import Consulted
from codeshed.resolve.python.names.program import Program


def notes_of(consulted: Consulted, program: Program, own: int) -> FileNotes:
    """Return what a file asked of others; `own` is its number."""
    aspects: dict[int, list[str]] = {}
    for place in consulted.places:
        if not isinstance(place, str) and place[0] != own:
            aspects.setdefault(place[0], []).append(place[1])
    return FileNotes(
        aspects={
            program.modules.paths[file]: tuple(sorted(names)) for file, names in sorted(aspects.items())
        },
        module_places=tuple(sorted(each for each in consulted.places if isinstance(each, str))),
        descended=tuple(sorted(program.classes[each].symbol for each in consulted.descended)),
        fields=tuple(sorted(consulted.fields)),
        specials=tuple(sorted({name for methods in consulted.specials for name in methods})),
        methods=tuple(sorted(consulted.methods)),
        fixtures=tuple(sorted(program.modules.paths[each] for each in consulted.fixtures if each != own)),
    )
