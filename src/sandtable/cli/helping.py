"""Help as it is printed: a flag takes no value, so none is shown behind it."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class Group(TyperGroup):
    """A command with commands of its own."""

    def get_params(self, ctx: Any) -> Any:
        return plain(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        if found is not None and not isinstance(found, Group):
            plain(found.get_params(ctx))
        return found


def plain(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params
