"""Rulesets by entry point: a broken one is left out, a misspelt one gets a hint."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from sandtable.core import UnknownRuleset, find, installed, ruleset


def test_a_ruleset_that_cannot_be_loaded_does_not_take_the_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    group = "sandtable.rulesets"
    entries = [EntryPoint("broken", "no_such_module:Game", group), EntryPoint("duel", "duel:second_edition", group)]
    monkeypatch.setattr(ruleset, "entry_points", lambda group: entries)
    with pytest.warns(UserWarning, match="'broken' cannot be loaded: ModuleNotFoundError"):
        assert list(installed()) == ["duel"]
    with pytest.raises(UnknownRuleset, match=r"no ruleset named 'dule'; did you mean duel\? installed: broken, duel"):
        find("dule")
