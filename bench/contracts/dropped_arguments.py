"""Would a call be reported with another number of arguments? Asked of every checked call, in every language, without a new index.

Turns: repositories → a table. The target is taken as it is: a compiler's resolver might choose another overload.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from codeshed.api.project import open_project
from codeshed.api.requested_changes import facts_cache
from codeshed.model.semantic import ArgumentKind, ParameterKind
from codeshed.project.parsed_files import RepositoryFiles
from codeshed.query.contracts.contract_checks import CallChecks, ChecksByLanguage
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.observed_calls import WrittenCall, iter_written_calls
from codeshed.query.contracts.signatures import CallArgument

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


def print_dropped(folders: list[Path]) -> None:
    """Print how often a call that is right would be reported without a needed argument, or with one more than it may have."""
    print("| repository | checked calls | without the last argument | found | with six more | found |")
    print("|---|---|---|---|---|---|")
    for folder in folders:
        n_checked, n_dropped, n_added = 0, Counter[bool](), Counter[bool]()
        with open_project(folder) as project, facts_cache(folder) as cache:
            context = project.answer_context()
            sources = ContractSources(context.document_of, RepositoryFiles(folder, cache))
            checks = ChecksByLanguage(context.graph, sources)
            for path in context.graph.files:
                document = sources.document(path)
                for call in () if document is None else iter_written_calls(document):
                    for verdicts in _verdicts(call, checks.of_path(path)):
                        n_checked += 1
                        if verdicts[0] is not None:
                            n_dropped[verdicts[0]] += 1
                        if verdicts[1] is not None:
                            n_added[verdicts[1]] += 1
        cells = (n_checked, n_dropped.total(), n_dropped[True], n_added.total(), n_added[True])
        print(f"| {folder.name} | {' | '.join(f'{each:,}' for each in cells)} |", flush=True)


def _verdicts(call: WrittenCall, checks: CallChecks) -> Iterator[tuple[bool | None, bool | None]]:
    """Yield, for each target that a call is right for, whether it would be wrong with fewer and with more arguments.

    None where its own signature allows that: the last argument is not needed, or there is no limit.
    """
    arguments = checks.arguments(call)
    for reference in call.targets[:1]:
        if arguments is None or checks.problems(call, reference, arguments) != ():
            continue
        signatures = checks.signatures(reference.target_symbol or "")
        parameters = signatures[0].without_first(signatures[0].n_bound)
        is_plain = all(each.kind is ArgumentKind.POSITIONAL for each in arguments)
        n_needed = sum(not each.has_default and each.kind in _POSITIONAL for each in parameters)
        is_open = signatures[0].allows_extra or any("VARIADIC" in each.kind.name for each in parameters)
        fewer, more = arguments[:-1], (*arguments, *(CallArgument(text="0") for _ in range(6)))
        yield (
            bool(checks.problems(call, reference, fewer))
            if is_plain and arguments and len(arguments) == n_needed
            else None,
            bool(checks.problems(call, reference, more)) if is_plain and not is_open else None,
        )
