"""Hooks of special rules that are on no card of either force are not asked: they would have nothing to say."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from sandtable.chance import trial_odds
from sandtable.core import Draft, Position, Query, Term, Window
from sandtable.lab.simulate import play_one
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.interface import odds_trials


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
    assert len(silent) > 30


def test_attack_modes_are_nobodys_special_rules() -> None:
    """A mode chosen for an attack is a rule of the strike alone, so no hook may wait for somebody to have it."""
    modes = {mode for slot in Warcaster().cards.weapons for mode in (Warcaster().cards.weapon(slot).modes or ("",))}
    named = {rule for chapter in Warcaster().chapters() for f in vars(chapter).values() for rule in rules_named(f)}
    assert modes and named and not modes & named


def asked_in_trials(play: Callable[[], Any]) -> Counter[str]:
    """Calls of the hooks of trial tables, by name."""
    own = {f.__code__: f.__name__ for f in (odds_trials.given_stat, odds_trials.given_power)}
    calls = Counter[str]()

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in own:
            calls[own[frame.f_code]] += 1

    sys.setprofile(profile)
    try:
        play()
    finally:
        sys.setprofile(None)
    return calls


def test_the_hooks_of_odds_trials_are_asked_on_trial_tables_only() -> None:
    rules = Warcaster()
    assert not play_one(rules, 3, rules.sample_options()[0]).error  # compiled and read before calls are counted
    assert asked_in_trials(lambda: play_one(rules, 3, rules.sample_options()[0])) == Counter()
    asked = asked_in_trials(lambda: trial_odds(rules, {"attack": "4A+1P", "pow": "4", "arm": "3"}))
    assert set(asked) == {"given_stat", "given_power"}


def rules_named(function: Any) -> set[str]:
    return {rule for _, _, rules in getattr(function, "__hooks__", ()) for rule in rules}
