"""Help texts: no value is shown after a flag; examples keep their indentation."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand, TyperGroup

NOTHING = "[default][/default]"  # markup that shows nothing: what follows it is not at the beginning of its line


class Group(TyperGroup):
    """A command with commands of its own."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.help = indented(self.help)
        super().format_help(ctx, formatter)

    def get_params(self, ctx: Any) -> Any:
        return plain(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        if found is not None and not isinstance(found, Group):
            plain(found.get_params(ctx))
            found.help = indented(found.help)
        return found


class OptionalValue(TyperCommand):
    """A command whose --resume may stand alone: its value is then empty."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        for n in [n for n, word in enumerate(args) if word == "--resume"]:
            if n + 1 == len(args) or args[n + 1].startswith("--"):
                args = [*args[: n + 1], "", *args[n + 1 :]]
        return super().parse_args(ctx, args)


def plain(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


def indented(text: str | None) -> str:
    """Indented lines stay so: the help is dedented as a whole when it is shown."""
    lines = cleandoc(text or "").split("\n")
    return "\n".join(f"{NOTHING}{line}" if line.startswith("  ") else line for line in lines)
