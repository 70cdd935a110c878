"""Duel, second edition: what it lists is what is its own."""

from __future__ import annotations

from functools import cached_property

from duel.common.ruleset import Duel, rulebook_of
from duel.common.state import Profile, read_profiles
from duel.second.edition import SECOND
from sandtable.core import Rulebook


class DuelSecond(Duel):
    name, title = "duel", SECOND.title
    version = 1
    edition = SECOND
    packages = ("duel.common", "duel.second")
    modules = ("duel.common.abilities", "duel.second.tough", "duel.common.previews")

    @cached_property
    def models(self) -> dict[str, Profile]:  # type: ignore[override]
        return read_profiles("duel.second")

    @cached_property
    def rulebook(self) -> Rulebook:  # type: ignore[override]
        return rulebook_of("duel.second")
