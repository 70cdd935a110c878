"""Striking, throwing, attack rolls, damage, stances, abilities and the verdict."""

from __future__ import annotations

from typing import Any

import pytest
from duel.common.attacks import Attacking, Defence, Destroyed, Harm, Hurt, KnifeThrown, Strike, Struck
from duel.common.ruleset import Duel

from sandtable.core import EffectBegan
from sandtable.core.effects import on
from sandtable.core.measurements import Measurement
from sandtable.match import Match
from tests.examples.duel_table import FIRST, SECOND, WALL, WOOD, at, cites, play, table

FACING: tuple[Any, ...] = ([], "keep facing")


def facing(*dice: tuple[int, ...], y: float = 12, rules: Duel = SECOND, **more: Any) -> Match:
    """Rosalind looks north at Gunther; with y 12 there are 0.82 in between them."""
    pieces: dict[str, Any] = {
        "rosalind": at(10, 10, facing=90),
        "gunther": at(10, y, facing=270),
        **more.pop("pieces", {}),
    }
    match = table(*dice, rules=rules, **more, **pieces)
    play(match, *FACING)
    return match


@pytest.mark.rule("DU-MELEE-1", "DU-GEO-1")
@pytest.mark.parametrize(("y", "short"), [(12.18, None), (12.181, None), (12.182, 2), (13.18, 1000)])
def test_a_strike_reaches_one_inch(y: float, short: int | None) -> None:
    refusal = facing(y=y).why_not("strike gunther")
    if short is None:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.cite, refusal.short_by) == ("DU-MELEE-1", short)


@pytest.mark.rule("DU-GEO-2", "DU-MELEE-1")
@pytest.mark.parametrize(("place", "front"), [((12, 9.41), True), ((12, 9.409), False)])
def test_a_strike_goes_to_the_front(place: tuple[float, float], front: bool) -> None:
    match = table(rosalind=at(10, 10, facing=90), gunther=at(*place))
    play(match, *FACING)
    refusal = match.why_not("strike gunther")
    assert (refusal is None) is front
    if refusal is not None:
        assert refusal.cite == "DU-GEO-2"


@pytest.mark.rule("DU-ATK-1")
@pytest.mark.parametrize(("faces", "hit"), [((1, 3), False), ((1, 4), True)])
def test_skill_and_dice_against_defence(faces: tuple[int, int], hit: bool) -> None:
    match = facing(faces, (1, 1))
    events = play(match, "strike gunther")
    struck = next(e for e in events if isinstance(e, Struck))
    assert (struck.total, struck.against, struck.hit, struck.cite) == (7 + sum(faces), 12, hit, "DU-ATK-1")


@pytest.mark.rule("DU-ATK-2")
@pytest.mark.parametrize(("faces", "defence", "hit"), [((1, 1), "down", False), ((6, 6), "parry", True)])
def test_all_ones_miss_and_all_sixes_hit(faces: tuple[int, int], defence: str, hit: bool) -> None:
    gunther = at(10, 12, facing=270, down=defence == "down", guard=defence == "parry")
    wat = at(10, 13.7, facing=270)
    match = table(faces, (1, 1), turn="a", rosalind=at(3, 3), wat=wat, gunther=gunther)
    play(match, "activate wat", *FACING)
    struck = next(e for e in play(match, "strike gunther") if isinstance(e, Struck))
    assert (struck.hit, struck.cite) == (hit, "DU-ATK-2")


@pytest.mark.rule("DU-ATK-3", "DU-ATK-4")
def test_a_critical_bites_in_the_first_edition() -> None:
    match = facing((4, 4), rules=FIRST)
    play(match, "strike gunther")
    assert match.roll is not None
    assert match.roll.pools[0].dice == (("d6", 3),)
    assert on(match.game.state.effects, "gunther", "down") == ()


@pytest.mark.rule("DU-ATK-3", "DU-ATK-5", "DU-STANCE-2")
def test_a_critical_fells_in_the_second_edition() -> None:
    match = facing((4, 4), (1, 1), pieces={"gunther": at(10, 12, facing=270, guard=True)})
    events = play(match, "strike gunther")  # the next throw, a draw, is not given: the turn waits there
    assert cites(events, Struck) == ["DU-ATK-3"]
    assert cites(events, EffectBegan) == ["DU-ATK-5"]
    assert [e.name for e in on(match.game.state.effects, "gunther")] == ["down"]


@pytest.mark.rule("DU-DMG-1")
@pytest.mark.parametrize(("faces", "lost"), [((1, 2), 0), ((3, 2), 1), ((6, 5), 7)])
def test_damage_is_dice_and_power_less_armour(faces: tuple[int, int], lost: int) -> None:
    match = facing((3, 4), faces)
    events = play(match, "strike gunther")
    assert [(e.points, e.cite) for e in events if isinstance(e, Hurt)] == [(lost, "DU-DMG-1")]
    assert match.game.state.models["gunther"].health == 12 - lost


@pytest.mark.rule("DU-DMG-2")
def test_a_model_without_health_leaves_the_table() -> None:
    match = facing((3, 4), (6, 5), pieces={"odo": at(11, 11.6, health=1)}, y=20)
    events = play(match, "strike odo")
    assert cites(events, Destroyed) == ["DU-DMG-2"]
    assert match.rules.scenarios.facts(match.position, "odo") is None
    assert not match.over


# --- throwing ---
@pytest.mark.rule("DU-THROW-1")
def test_a_knife_is_thrown_once() -> None:
    match = facing((3, 4), (1, 1), (1,), (1,), y=19.18)
    events = play(match, "throw at gunther")
    assert cites(events, KnifeThrown) == ["DU-THROW-1"]
    play(match, *FACING, "nothing")  # gunther's turn
    play(match, *FACING)
    refusal = match.why_not("throw at gunther")
    assert refusal is not None
    assert refusal.cite == "DU-THROW-1"


@pytest.mark.rule("DU-THROW-3", "DU-GEO-1")
@pytest.mark.parametrize(("y", "short"), [(19.18, None), (19.181, None), (19.182, 2), (21.18, 2000)])
def test_a_throw_beyond_range_is_refused_in_the_second_edition(y: float, short: int | None) -> None:
    match = facing(y=y)
    refusal = match.why_not("throw at gunther")
    assert match.rules.may_measure(match.position, 0, Measurement("distance"))
    if short is None:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.cite, refusal.short_by) == ("DU-THROW-3", short)


@pytest.mark.rule("DU-THROW-2")
def test_a_throw_beyond_range_misses_in_the_first_edition() -> None:
    match = facing(y=19.182, rules=FIRST, tricks={"a": ["feint"], "b": ["parry"]})
    assert not match.rules.may_measure(match.position, 0, Measurement("distance"))
    assert match.rules.may_measure(match.position, 0, Measurement("move"))
    events = play(match, "throw at gunther")
    assert [(e.hit, e.cite) for e in events if isinstance(e, Struck)] == [(False, "DU-THROW-2")]
    assert match.game.state.models["rosalind"].knives == 0


@pytest.mark.rule("DU-GEO-3", "DU-THROW-1")
@pytest.mark.parametrize(
    ("terrain", "y", "seen"),
    [
        (WALL, 17, False),
        ({**WALL, "at": [13, 14]}, 17, True),
        ({**WALL, "at": [12.002, 14]}, 17, True),  # the line passes its end by two thousandths
        (WOOD, 17, False),  # through the wood
        (WOOD, 16.59, True),  # his base touches it
        (WOOD, 15, True),
    ],
)
def test_walls_and_woods_hide(terrain: dict[str, Any], y: float, seen: bool) -> None:
    refusal = facing(y=y, terrain=(terrain,)).why_not("throw at gunther")
    assert (refusal is None) is seen
    if refusal is not None:
        assert refusal.cite == "DU-GEO-3"


# --- stances, cover, terms ---
@pytest.mark.rule("DU-STANCE-1")
def test_guard_lasts_until_the_seats_next_turn() -> None:
    match = facing((1,), (1,))
    play(match, "guard")
    strike = Strike("gunther", "rosalind")
    assert match.position.value(Defence(strike)) == 16
    assert [(t.value, t.cite) for t in match.position.terms(Defence(strike))][1] == (2, "DU-STANCE-1")
    play(match, *FACING, "nothing")
    assert match.position.value(Defence(strike)) == 14


@pytest.mark.rule("DU-STANCE-2")
def test_down_sets_the_defence_and_ends_with_the_next_activation() -> None:
    match = facing((1,), pieces={"gunther": at(10, 12, facing=270, down=True)})
    terms = match.position.terms(Defence(Strike("rosalind", "gunther")))
    assert [(t.value, t.op, t.cite) for t in terms] == [(12, "base", "DU-ATK-1"), (7, "set", "DU-STANCE-2")]
    assert match.position.value(Defence(Strike("rosalind", "gunther"))) == 7
    play(match, "nothing")
    assert on(match.game.state.effects, "gunther") == ()


@pytest.mark.rule("DU-COVER-1")
def test_a_wood_is_cover_from_knives_only() -> None:
    match = facing(y=15, terrain=(WOOD,))
    assert match.position.value(Defence(Strike("rosalind", "gunther", thrown=True))) == 14
    assert match.position.value(Defence(Strike("rosalind", "gunther"))) == 12
    play(match, "throw at gunther")
    assert match.roll is not None
    assert "DU-COVER-1" in {term.cite for term in match.roll.pools[0].terms}


def test_every_number_has_its_reasons() -> None:
    p = facing().position
    strike = Strike("rosalind", "gunther", tricks=("feint", "grit", "parry"))
    assert [p.value(query(strike)) for query in (Attacking, Defence, Harm)] == [9, 14, 10 - 14 - 3]
    cited = {term.cite for query in (Attacking, Defence, Harm) for term in p.terms(query(strike))}
    assert cited == {"DU-ATK-1", "DU-DMG-1", "DU-TRICK-4", "DU-TRICK-5", "DU-TRICK-6"}


# --- abilities and the verdict ---
@pytest.mark.rule("DU-TOUGH-1", "DU-END-1")
@pytest.mark.parametrize(("face", "lives"), [(4, False), (5, True)])
def test_tough_replaces_destruction_on_five(face: int, lives: bool) -> None:
    match = facing((3, 4), (6, 5), (face,), pieces={"gunther": at(10, 12, health=1)})
    play(match, "strike gunther")
    if lives:
        assert match.game.state.models["gunther"].health == 1
        assert on(match.game.state.effects, "gunther", "down")[0].cite == "DU-TOUGH-1"
    else:
        assert match.result is not None
        assert (match.result.winner, match.result.cite) == (0, "DU-END-1")


def falling(*dice: tuple[int, ...], health: int) -> Match:
    """Gunther strikes Rosalind down, and she hits back."""
    pieces: dict[str, Any] = {"rosalind": at(10, 10, health=1), "gunther": at(10, 12, facing=270, health=health)}
    match = table((5, 6), (3, 4), *dice, turn="b", **pieces)
    play(match, *FACING, "strike rosalind")
    return match


@pytest.mark.rule("DU-BLOW-1", "DU-END-1")
def test_a_last_blow_comes_before_the_end() -> None:
    match = falling((4, 2), health=12)
    assert [(e.who, e.points, e.cite) for e in match.events if isinstance(e, Hurt)][1] == ("gunther", 2, "DU-BLOW-1")
    assert match.result is not None
    assert match.result.winner == 1


@pytest.mark.rule("DU-BLOW-1", "DU-END-2")
def test_both_champions_gone_at_once_is_a_draw() -> None:
    match = falling((4, 2), (1,), health=1)
    assert match.result is not None
    assert (match.result.winner, match.result.cite) == (None, "DU-END-2")


@pytest.mark.rule("DU-BLOW-1")
def test_no_last_blow_against_a_knife() -> None:
    match = table((5, 6), (5, 6), turn="b", rosalind=at(10, 10, health=1), gunther=at(10, 15, facing=270))
    play(match, *FACING, "throw at rosalind")
    assert [e.who for e in match.events if isinstance(e, Hurt)] == ["rosalind"]


@pytest.mark.rule("DU-END-3")
@pytest.mark.parametrize(("health", "winner"), [(12, 1), (11, None), (10, 0)])
def test_after_the_last_round_health_decides(health: int, winner: int | None) -> None:
    match = table(turn="b", round=8, gunther=at(20, 20, health=health))
    play(match, *FACING, "nothing")
    assert match.result is not None
    assert (match.result.winner, match.result.cite) == (winner, "DU-END-3")
