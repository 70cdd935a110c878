"""Where lines come from, and what a closed window means."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from threading import current_thread, main_thread
from types import FrameType

Reader = Callable[[str], str]  # given a prompt, gives a line; EOFError and KeyboardInterrupt mean: leave


class Keyboard:
    """Lines from the terminal, with editing, history and the names of the moment on the Tab key."""

    def __init__(self) -> None:
        self.words: list[str] = []
        with suppress(ImportError):
            import readline

            readline.set_completer(self.complete)
            readline.set_completer_delims(" ;,")
            readline.parse_and_bind("tab: complete")

    def __call__(self, prompt: str) -> str:
        return input(prompt)

    def complete(self, start: str, number: int) -> str | None:
        found = [word for word in self.words if word.casefold().startswith(start.casefold())]
        return found[number] if number < len(found) else None


def leave_on_hangup() -> None:
    """A closed window is like Ctrl-C: the game is saved."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if current_thread() is main_thread():
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), stop)
