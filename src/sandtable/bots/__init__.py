"""Bots: each chooses from a view alone."""

from sandtable.bots.bot import BOTS, LEVELS, Bot, bot, known

__all__ = ["BOTS", "LEVELS", "Bot", "bot", "known"]
