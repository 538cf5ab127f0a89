"""Command line commands: click, typer, argparse, and task files such as nox's.

Turns: `@cli.command("drop")` → a command `drop`; `parser.set_defaults(func=sync)` → a command.
"""

from codeshed.model.facts.python_facts import Attribute
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    EntryTarget,
    FrameworkFamily,
    FrameworkUse,
    called_argument,
    member_keys,
    no_detail,
)
from codeshed.resolve.python.names.expression_text import constant_text, find_argument

_GROUP = "click:Group()"
_PARSER = "argparse:ArgumentParser()"
_GROUPS = (
    *(
        "click:group()",
        "click:MultiCommand()",
        "click:CommandCollection()",
        "flask:AppGroup()",
        "flask:FlaskGroup()",
    ),
    *("flask:Flask().cli", "flask:Quart().cli", "flask:Blueprint().cli", "click:Group().group()"),
)
_CALLBACKS = ("callback", "shell_complete", "autocompletion")


def _command_name(use: FrameworkUse) -> EntryDetail:
    """Return the name of a command: the one passed, or that of the function with hyphens."""
    return EntryDetail(use.text(0, "name") or use.name.lower().replace("_", "-"))


def _session(use: FrameworkUse) -> EntryDetail:
    return EntryDetail(use.text(None, "name") or use.name)


def _defaults(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    """Return all keyword arguments of `set_defaults`; values that are not functions are dropped later."""
    maker = use.factory_call
    is_command = (
        maker is not None and isinstance(maker.function, Attribute) and maker.function.name == "add_parser"
    )
    name = (
        constant_text(find_argument(maker.arguments, 0, "name")) if maker is not None and is_command else None
    )
    return tuple(
        EntryTarget(argument.value, EntryDetail(name))
        for argument in use.arguments
        if argument.keyword is not None
    )


def _callbacks(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    values = ((keyword, use.argument(None, keyword)) for keyword in _CALLBACKS)
    return tuple(EntryTarget(value, EntryDetail(keyword)) for keyword, value in values if value is not None)


_COMMAND = DecoratorRule(EntryKind.COMMAND, _command_name)

COMMANDS = FrameworkFamily(
    decorators={
        **dict.fromkeys(("click:command", "click:group"), _COMMAND),
        **dict.fromkeys(member_keys((_GROUP, "typer:Typer()"), ("command", "group")), _COMMAND),
        "typer:Typer().callback": DecoratorRule(EntryKind.COMMAND, no_detail),
        **dict.fromkeys(
            member_keys((_GROUP,), ("result_callback", "resultcallback")),
            DecoratorRule(EntryKind.CALLBACK, no_detail),
        ),
        **dict.fromkeys(
            ("invoke:task", "nox:session", "fabric:task"), DecoratorRule(EntryKind.COMMAND, _session)
        ),
    },
    calls={
        **dict.fromkeys(member_keys((_PARSER,), ("set_defaults",)), CallRule(EntryKind.COMMAND, _defaults)),
        "typer:run": CallRule(EntryKind.COMMAND, called_argument(0, "function", no_detail)),
        **dict.fromkeys(
            (
                "click:option",
                "click:argument",
                "click:Option",
                "click:Argument",
                "typer:Option",
                "typer:Argument",
            ),
            CallRule(EntryKind.CALLBACK, _callbacks),
        ),
    },
    canonical={
        **dict.fromkeys(_GROUPS, _GROUP),
        f"{_PARSER}.add_subparsers().add_parser()": _PARSER,
    },
)
