"""Hooks of special rules that nobody on the table has are not asked: they would have nothing to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core import Draft, Position, Query, Term, Window
from sandtable.lab.simulate import play_one
from sandtable.rulesets.warcaster import Warcaster


@pytest.mark.parametrize("part", range(4))
def test_what_is_not_asked_has_nothing_to_say(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, silent = Warcaster(), Counter[str]()
    terms, abilities = Position._terms, Window.abilities

    def left_out(p: Position, kind: str, key: Any, asked: tuple[Callable[..., Any], ...]) -> list[Callable[..., Any]]:
        return [hook for hook in rules.hooks.of(kind, key) if hook not in asked]

    def all_terms(p: Position, query: Query) -> list[Term]:
        for hook in left_out(p, "modifies", query.topic(), p.hooks.of("modifies", query.topic())):
            assert not list(hook(p, query)), f"{hook.__name__} of {query}"
            silent[hook.__name__] += 1
        return terms(p, query)

    def all_abilities(window: Window, d: Draft) -> tuple[Callable[..., Any], ...]:
        asked = abilities(window, d)
        for hook in left_out(d, "offers", window.name, asked):
            for seat in window.seats:
                assert not list(hook(d, window.subject, seat)), f"{hook.__name__} in {window.name}"
            silent[hook.__name__] += 1
        return asked

    monkeypatch.setattr(Position, "_terms", all_terms)
    monkeypatch.setattr(Window, "abilities", all_abilities)
    options = rules.sample_options()[part::4]
    for seed, option in enumerate(options[:3]):
        assert not (error := play_one(rules, seed, option).error), error
    assert len(silent) > 40


def test_attack_modes_are_nobodys_special_rules() -> None:
    """A mode chosen for an attack is a rule of the strike alone, so no hook may wait for somebody to have it."""
    modes = {mode for slot in Warcaster().cards.weapons for mode in (Warcaster().cards.weapon(slot).modes or ("",))}
    named = {rule for chapter in Warcaster().chapters() for f in vars(chapter).values() for rule in rules_named(f)}
    assert modes and named and not modes & named


def rules_named(function: Any) -> set[str]:
    return {rule for _, _, rules in getattr(function, "__hooks__", ()) for rule in rules}
