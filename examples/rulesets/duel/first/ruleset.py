"""Duel, first edition: what it lists is what is its own."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from duel.common.ruleset import Duel, rulebook_of
from duel.common.state import Profile, read_profiles
from duel.first.edition import FIRST
from sandtable.core import Rulebook


class DuelFirst(Duel):
    name, title = "duel-first", FIRST.title
    version = 2
    edition = FIRST
    packages = ("duel.common", "duel.first")
    modules = ("duel.common.abilities", "duel.first.tough", "duel.first.nimble", "duel.common.previews")

    @cached_property
    def models(self) -> dict[str, Profile]:  # type: ignore[override]
        return read_profiles("duel.first")

    @cached_property
    def rulebook(self) -> Rulebook:  # type: ignore[override]
        return rulebook_of("duel.first")

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 had the models and the Tough of the second edition; its positions are legal here as they stand."""
        return raw
