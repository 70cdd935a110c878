"""Bots by command: ``cmd:./mybot --fast``, and lists of bots with commas between."""

from __future__ import annotations

import os
import re
import shlex
import shutil

from sandtable.core import BadSetup

PREFIX = "cmd:"
PART = re.compile(r"""(?:[^,'"]|'[^']*'|"[^"]*")+""")


def is_command(name: str) -> bool:
    return name.startswith(PREFIX)


def words_of(name: str) -> list[str]:
    """The program and its arguments, by the shell's quoting and without a shell. Raises BadSetup."""
    if os.name != "posix":
        raise BadSetup(f"{name}: bots in their own process need Linux, macOS or another POSIX system")
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as e:
        raise BadSetup(f"{name}: {e}") from e
    if not words:
        raise BadSetup(f"{name}: which program? For example cmd:./mybot or 'cmd:python3 mybot.py'")
    if shutil.which(words[0]) is None:
        raise BadSetup(f"{name}: no program {words[0]!r} that can be run; a script needs its interpreter or chmod +x")
    return words


def several(given: str) -> tuple[str, ...]:
    """``recruit,cmd:./mybot 'a, b'``: a comma inside quotes belongs to the command."""
    found = PART.findall(given)
    return tuple(found) if ",".join(found) == given else tuple(given.split(","))
