"""Previews: what an answer would do, as parts of a drawing, and only as far as it may be measured."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest
from lines.charges import charges, phrase

from sandtable.core import Ask, Choice, Option, Path, find
from sandtable.match import Match, new_match
from sandtable.rulesets.warcaster.turn.activation import ActivationMenu
from sandtable.scene import Preview, gathered
from sandtable.testing import Broken, tell_the_same


def played_to(match: Match, wanted: Any, seed: int = 1, limit: int = 4000) -> Match:
    """Answers at random until the ask is one that is wanted."""
    rng = Random(seed)
    for _ in range(limit):
        ask = match.ask
        assert ask is not None
        if wanted(match, ask.ask):
            return match
        match.answer(ask.domain.candidates(1, rng)[0])
    raise AssertionError("the question never came up")


def can_throw(match: Match, ask: Ask) -> bool:
    return type(ask.domain).__name__ == "Actions" and any(o.key.startswith("throw") for o in match.ask.domain.options)  # type: ignore[union-attr]


def test_a_move_shows_its_way_its_ghost_and_what_it_costs() -> None:
    match = played_to(new_match("duel", seed=3), lambda _, ask: isinstance(ask.domain, Path))
    assert match.ask is not None
    x, y = match.ask.ask.domain.start(match.position)  # type: ignore[attr-defined]
    shown = match.preview(((x, y + 1500),))
    assert [arrow.points for arrow in shown.arrows] == [((x, y), (x, y + 1500))]
    assert [(g.shape.x, g.shape.y, g.ghost) for g in shown.ghosts] == [(x, y + 1500, True)]
    assert shown.notes[0].text.startswith("1.5 of ")
    far = match.preview(((x, y + 30_000),))
    assert far.notes and far.notes[0].tone == "red" and "DU-MOVE" in far.notes[0].text
    drawn = shown.over(match.scene())
    assert drawn.pieces[-1].ghost and drawn.reach and match.preview("junk") == match.preview(None) == Preview()


def test_a_throw_shows_range_sight_and_who_is_struck() -> None:
    match = played_to(new_match("duel", seed=3), can_throw)
    assert match.ask is not None
    key = next(o.key for o in match.ask.domain.options or () if o.key.startswith("throw"))
    shown = match.preview(key)
    foe = key.rpartition(" ")[2]
    assert shown.hits == (foe,) and [zone.label for zone in shown.zones] == ["range"] and shown.sight[0].clear
    assert next(p for p in shown.over(match.scene()).pieces if p.id == foe).target
    assert not match.preview("nothing").hits


@pytest.mark.parametrize("seed", range(4))
def test_by_the_book_nothing_tells_whether_a_target_is_in_range(seed: int) -> None:
    """A target moved straight away from the thrower, beyond the range, changes nothing that its owner can ask for."""
    match = played_to(new_match("duel-first", seed=seed, measuring="book"), can_throw, seed)
    assert match.ask is not None
    ask = match.ask.ask
    me = match.position.state.models[ask.domain.who]  # type: ignore[attr-defined]
    key = next(o.key for o in match.ask.domain.options or () if o.key.startswith("throw"))
    foe = match.position.state.models[key.rpartition(" ")[2]]
    apart, radii = dist(me.place, foe.place), me.base.r + foe.base.r

    def at_gap(gap: float) -> Match:
        """The same table with the target so far away, edge to edge, on the same line."""
        share = (gap + radii) / apart
        x, y = round(me.x + share * (foe.x - me.x)), round(me.y + share * (foe.y - me.y))
        state = match.position.state.with_model(foe.name, x=x, y=y)
        other = Match(match.rules, match.start, match.source, measuring="book")
        other.history = [*match.history[:-1], match.history[-1]._replace(game=match.game.but(state=state))]
        return other

    def freely(table: Match) -> Match:
        other = Match(match.rules, match.start, match.source, measuring="free")
        other.history = table.history
        return other

    near, far = at_gap(7_900), at_gap(8_100)  # the range is 8 inches
    tell_the_same(near, far, ("guard", "nothing", key))
    assert near.preview(key) == Preview() == far.preview(key)
    with pytest.raises(Broken, match="tells a distance"):  # freely measured the throw is refused or not
        tell_the_same(freely(near), freely(far), (key,))
    shown = [table.rules.showing.measure(table.position, me.name, foe.name) for table in (near, far)]
    assert shown[0] < 8_000 < shown[1], "one is in range, the other is not"


def test_the_way_of_a_move_may_be_measured_by_the_book() -> None:
    match = played_to(new_match("duel-first", seed=3, measuring="book"), lambda _, ask: isinstance(ask.domain, Path))
    assert match.scene().reach
    assert match.ask is not None
    x, y = match.ask.ask.domain.start(match.position)  # type: ignore[attr-defined]
    assert match.preview(((x, y + 1000),)).notes


def test_a_brigade_shows_where_each_unit_would_stand_and_a_charge_its_lane() -> None:
    match = played_to(new_match("lines", seed=5, units=4), lambda _, ask: ask.prompt == "move")
    assert match.ask is not None
    placed = match.ask.domain.candidates(1, 3)[0]
    shown = match.preview(placed)
    assert {g.id for g in shown.ghosts} == {f"ghost of {name}" for name, pose in placed if pose is not None}


def test_a_charge_shows_its_lane_and_where_it_ends() -> None:
    def ready(match: Match, ask: Ask) -> bool:
        return any(charges(match.position, name) for name in match.position.state.units)

    match = played_to(new_match("lines", seed=5, units=4), ready)
    p = match.position
    onset = next(onset for name in p.state.units for onset in charges(p, name))
    shown = gathered(Choice((Option(phrase(onset)),)).preview(p, phrase(onset)))
    assert [zone.label for zone in shown.zones] == ["charge"] and shown.hits == (onset.target,)
    assert [g.id for g in shown.ghosts] == [f"ghost of {onset.unit}"]


def test_an_attack_shows_its_range_its_line_and_who_is_hit() -> None:
    def attacks(match: Match, ask: Ask) -> bool:
        domain = ask.domain
        return isinstance(domain, ActivationMenu) and any(
            "attack" in o.key for o in domain.options(match.position) or ()
        )

    rules = find("warcaster")
    match = played_to(new_match("warcaster", seed=2, **rules.sample_options()[0]), attacks, 2)
    assert match.ask is not None
    key = next(o.key for o in match.ask.domain.options or () if "attack" in o.key)
    shown = match.preview(key)
    target = key.split("attack ")[1].split(" with ")[0]
    assert target in shown.hits and shown.zones[0].label == "RNG" and shown.sight and shown.sight[0].clear
