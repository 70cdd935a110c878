"""Bots: each chooses from a view alone."""

from sandtable.bots.bot import LEVELS, Bot, bot, known

__all__ = ["LEVELS", "Bot", "bot", "known"]
