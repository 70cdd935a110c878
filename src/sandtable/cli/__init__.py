"""The command line. Ctrl-C is handled before anything else is imported, so that it ends the start quietly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.cli.command import app

__all__ = ["app", "main"]
INTERRUPTED = 130  # as shells count it


def main() -> None:
    try:
        from sandtable.cli.command import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def __getattr__(name: str) -> Any:
    if name == "app":
        from sandtable.cli.command import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
