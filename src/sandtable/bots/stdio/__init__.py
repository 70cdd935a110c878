"""Bots in their own process: JSON lines over standard input and output (docs/bots.md)."""

from sandtable.bots.stdio.bot import StdioBot
from sandtable.bots.stdio.command import is_command, several, words_of
from sandtable.bots.stdio.limits import Forfeit, Limits, limits_of
from sandtable.bots.stdio.messages import shown

__all__ = ["Forfeit", "Limits", "StdioBot", "is_command", "limits_of", "several", "shown", "words_of"]
