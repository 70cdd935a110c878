"""Commands whose modules are imported when they are called: a shell command answers at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_command

from sandtable.cli.help_format import Group


class Lazy(NamedTuple):
    """A command by name. Its module has a function of that name, or an `app` where it is a group of commands.

    The module may say more: SETTINGS are the arguments of the decorator.
    """

    name: str
    about: str  # one line, for the list of commands
    module: str = ""
    group: bool = False

    def load(self) -> Any:
        module = import_module(f"sandtable.cli.{self.module or self.name}")
        if self.group:
            return get_command(module.app)
        alone = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)
        alone.command(self.name, **getattr(module, "SETTINGS", {}))(getattr(module, self.name))
        return get_command(alone)


class LazyGroup(Group):
    lazy: ClassVar[tuple[Lazy, ...]] = ()
    listing = False  # the help lists commands: their one line is enough

    def list_commands(self, ctx: Any) -> list[str]:
        return [command.name for command in self.lazy]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        wanted = next((command for command in self.lazy if command.name == cmd_name), None)
        if wanted is None:
            return None
        if self.listing:
            return TyperCommand(wanted.name, help=wanted.about, short_help=wanted.about)
        if cmd_name not in self.commands:
            self.commands[cmd_name] = wanted.load()
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self.listing = False
