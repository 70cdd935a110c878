"""Fights where two rules meet: who leaves one, who is in cover, who goes which way (WM-ADV, WM-PURSUE, WM-RETREAT)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.combat.attacks import BlowDice
from sandtable.rulesets.warmaster.combat.draws import may_stand
from sandtable.rulesets.warmaster.combat.pursuit import may_be_pursued, supporting_pursuit
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.support import counted, supporters
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu, Winners
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.fighting import FightEnded
from sandtable.rulesets.warmaster.state.table import Engagement
from tests.rules.warmaster.kit import Bench, foot, goblins, hero, knights, orcs, unit

FAR = {"x": hero(170, 110, "b")}


def fight(pieces: dict[str, Any], **given: Any) -> Bench:
    return Bench(pieces=FAR | pieces, step="combat", waits=True, **given)


def ground(*areas: tuple[str, float, float, float, float]) -> dict[str, Any]:
    found = [{"kind": k, "points": [[a, b], [c, b], [c, d], [a, d]]} for k, a, b, c, d in areas]
    return {"size": [180, 120], "terrain": found}


def on(t: Bench, prompt: str, hits: dict[str, int], *answers: str) -> Bench:
    """Play on until something is asked: so many dice of a unit hit, no save is made, these answers are preferred."""
    while True:
        waiting = t.game.waiting
        if isinstance(waiting, Roll):
            t.throw(*(faces(waiting, n, hits) for n in range(len(waiting.pools))))
        elif prompt in t.ask.prompt:
            return t
        else:
            t.play(next((a for a in answers if a in t.offers()), t.offers()[0]))


def faces(roll: Roll, number: int, hits: dict[str, int]) -> tuple[int, ...]:
    pool = roll.pools[number]
    count = sum(n for _, n in pool.dice)
    if roll.purpose == "roll_off":
        return (6 - number,)
    good = min(count, hits.get(pool.name, 0)) if roll.purpose == "hit" else 0
    return (6,) * good + (1,) * (count - good)


def roll(t: Bench, name: str, hits: dict[str, int]) -> Roll:
    """The roll to hit of a unit, reached with these hits."""
    while not (isinstance(w := t.game.waiting, Roll) and w.purpose == "hit" and w.pools[0].name == name):
        if isinstance(w, Roll):
            t.throw(*(faces(w, n, hits) for n in range(len(w.pools))))
        else:
            t.play(t.offers()[0])
    return w


def roll_of(t: Bench, purpose: str) -> bool:
    return isinstance(t.game.waiting, Roll) and t.game.waiting.purpose == purpose


# Knights beat goblins, of whom one stand supports orcs that fight halberdiers: one fight.
LINKED = {
    "k": knights(0, 0, stands=[[31, 44, 90], [33, 44, 90], [35, 44, 90]], charged=True),
    "g": goblins(0, 0, stands=[[36, 47, 270], [40, 47, 270]]),
    "h": foot(0, 0, stands=[[45, 45, 90], [49, 45, 90], [53, 45, 90]]),
    "o": orcs(0, 0, stands=[[44, 47, 270], [48, 47, 270], [52, 47, 270]]),
}


@pytest.mark.rule("WM-ADV-13", "WM-ENG-4")
def test_who_advances_on_somebody_outside_leaves_the_fight_that_others_pursue() -> None:
    t = on(fight({**LINKED, "y": orcs(28, 52)}), "winners", {"k": 12})
    on(t.play("h pursues o"), "winners", {}).play("k advances y")
    roll(t, "h", {})
    assert t.state.engagements["fight_1"].units == ("h", "o")
    on(t, "winners", {"h": 2}).play("h stands")
    roll(t, "k", {})
    (only,) = t.state.engagements.values()
    assert (only.units, only.round) == (("k", "y"), 1)


@pytest.mark.rule("WM-ADV-13", "WM-COMBAT-7")
def test_who_pursued_in_an_earlier_round_and_advances_now_has_no_pursuit_bonus() -> None:
    pieces = {"k": knights(40, 44), "h": foot(60, 45), "o": orcs(0, 0, stands=[[40, 47, 270], [58, 47, 270]])}
    p = fight(pieces).position
    state = p.state.but(engagements={"f": Engagement(("k", "h", "o"), 2, True)})
    state = state.unit("k", pursued=True, advanced=True).unit("h", pursued=True).unit("o", retreated=True)
    p = p.with_state(state)
    frame = Winners(key="f", seat=0, outcome=Outcome((1, 0), (), (), (2, 1)), far=4, chasing=("h",))
    assert frame.chases(p, ["k", "h", "o"]) == (("h", "o", 4),)


@pytest.mark.rule("WM-PURSUE-13", "WM-PURSUE-3", "WM-RESULT-8")
def test_guns_do_not_fight_on_with_those_who_slid_along_them() -> None:
    """Goblins between guns and halberdiers go sideways along the guns."""
    pieces = {
        "c": unit("cannon", "a", 0, 0, stands=[[42, 40, 90]]),
        "g": goblins(0, 0, stands=[[41, 43, 270]]),
        "h": foot(0, 0, stands=[[38, 43, 0]]),
    }
    t = on(fight(pieces), "which way g retreats", {"h": 1})
    east = next(o.key for o in t.ask.domain.options(t.position) or () if "east" in o.how)
    t.play(east).done("a", "what the winners do")
    assert t.stands("g") == [(42, 43, 270)]
    assert {o for o in t.offers() if o.startswith("c ")} == {"c falls back"}
    t.refusal("c keeps contact", "WM-PURSUE-3")
    assert "h pursues g" in t.offers()


@pytest.mark.rule("WM-TERRAIN-24", "WM-RETREAT-8", "WM-ENG-10")
def test_cover_counts_again_once_the_fight_is_over_out_of_which_a_unit_retreated() -> None:
    pieces = {
        "o": orcs(0, 0, stands=[[40, 47, 270], [44, 47, 270], [48, 47, 270]]),
        "h": foot(0, 0, stands=[[40, 45, 90], [44, 45, 90], [48, 45, 90]]),
        "g": goblins(0, 0, stands=[[60, 47, 270]]),
        "k": knights(0, 0, stands=[[58, 44, 90], [60, 44, 90], [62, 44, 90]], charged=True),
    }
    t = fight(pieces, table=ground(("wood", 30, 48.5, 52, 60))).play("fight_1")
    on(on(t, "winners", {"h": 1}).play("h stands"), "winners", {"k": 12})
    assert t.happened(FightEnded, key="fight_1")[0].settled == ("o",)
    t.play("k advances o")
    assert roll(t, "k", {}).reading.score == 5  # type: ignore[attr-defined]
    assert t.unit("k").advanced and not t.unit("k").settled


@pytest.mark.rule("WM-TERRAIN-24", "WM-ADV-8", "WM-ADV-11")
def test_cover_counts_again_against_one_who_advances_out_of_the_same_fight() -> None:
    t = on(fight(LINKED, table=ground(("wood", 30, 50.5, 60, 60))), "winners", {"k": 12})
    t.play("h stands").play("k advances o")
    assert roll(t, "k", {}).reading.score == 5  # type: ignore[attr-defined]
    assert "fight_1" not in t.state.engagements and not t.unit("k").settled


@pytest.mark.rule("WM-TERRAIN-24", "WM-RETREAT-8")
def test_a_unit_that_retreats_into_cover_is_in_the_open_while_its_fight_goes_on() -> None:
    pieces = {
        "o": orcs(0, 0, stands=[[40, 47, 270], [44, 47, 270], [48, 47, 270]]),
        "h": foot(0, 0, stands=[[40, 45, 90], [44, 45, 90], [48, 45, 90]]),
    }
    t = on(fight(pieces, table=ground(("wood", 30, 48.5, 52, 60))), "winners", {"h": 2}).play("h pursues o")
    assert roll(t, "h", {}).reading.score == 4  # type: ignore[attr-defined]


@pytest.mark.rule("WM-OFFT-12", "WM-PURSUE-1")
@pytest.mark.parametrize(("fled", "may"), [(False, True), (True, False)])
def test_who_came_back_to_the_table_before_the_fight_may_be_pursued_out_of_it(fled: bool, may: bool) -> None:
    p = fight({"h": foot(40, 45), "o": orcs(40, 60)}).position
    p = p.with_state(p.state.unit("o", retreated=True, frozen=True, fled=fled))
    assert may_be_pursued(p, "h", "o") is may


@pytest.mark.rule("WM-OFFT-12")
@pytest.mark.parametrize(("y", "fled"), [(117.5, True), (110, False)])
def test_a_retreat_says_whether_it_went_off_the_table(y: float, fled: bool) -> None:
    pieces = {"o": orcs(40, y, frozen=True), "h": foot(40, y - 2), "g": foot(100, 20)}
    t = fight(pieces)
    roll(t, "h", {})
    t.throw((6,) * 3 + (1,) * 6)
    while not t.unit("o").retreated:
        if isinstance(waiting := t.game.waiting, Roll):
            t.throw(*(faces(waiting, n, {}) for n in range(len(waiting.pools))))
        else:
            t.play(t.offers()[0])
    assert t.unit("o").fled is fled


@pytest.mark.rule("WM-RETREAT-16", "WM-OFFT-1")
def test_supporters_go_as_those_they_supported_went_off_the_table() -> None:
    """Halberdiers are pushed west over the edge; their supporters go west, too, not away from the nearest orcs."""
    pieces = {
        "h": foot(0, 0, stands=[[1.5, 36, 0], [1.5, 40, 0], [1.5, 44, 0]]),
        "s": foot(0, 0, stands=[[1.5, 48, 0], [1.5, 52, 0], [1.5, 56, 0]]),
        "o": orcs(0, 0, stands=[[3.5, 35, 180], [3.5, 39, 180], [3.5, 43, 180]]),
    }
    t = on(fight(pieces, active="b"), "who retreats next", {"o": 4}).play("h").throw((2,))
    assert t.unit("h").where == "waiting"
    assert roll_of(t, "off_table") and t.unit("s").where == "waiting"


@pytest.mark.rule("WM-COMBAT-5", "WM-TERRAIN-24")
@pytest.mark.parametrize(("right", "bonus"), [("wood", 0), ("clear", 1)])
def test_a_stand_in_loose_ground_and_one_in_cover_give_a_charger_no_bonus(right: str, bonus: int) -> None:
    pieces = {
        "k": knights(0, 0, stands=[[42, 44, 90]], charged=True),
        "o": orcs(0, 0, stands=[[40, 47, 270], [44, 47, 270]]),
    }
    areas = [("loose", 38, 46.1, 41.9, 60), ("wood", 42.1, 46.5, 60, 60)][: 2 if right == "wood" else 1]
    t = fight(pieces, table=ground(*areas))
    assert t.value(BlowDice("k", crowd(t.position).numbers("k")[0], "o", 1)) == 3 + bonus


@pytest.mark.rule("WM-TERRAIN-27", "WM-FALL-8")
@pytest.mark.parametrize(("noted", "stands"), [(1, True), (0, False)])
def test_cover_against_a_charger_that_fell_lets_a_unit_stand_after_a_draw(noted: int, stands: bool) -> None:
    p = fight({"h": foot(40, 45), "o": orcs(40, 47), "g": goblins(90, 90)}).position
    own = p.state.stands["h"][0]
    left = {name: poses for name, poses in p.state.stands.items() if name != "g"}
    p = p.with_state(p.state.but(stands=left, covers={"g": (("h", own, noted),)}).unit("g", where="destroyed"))
    assert may_stand(p, "h", ("o", "g")) is stands


@pytest.mark.rule("WM-RESULT-4", "WM-PURSUE-11", "WM-PURSUE-13")
def test_what_a_winner_may_not_do_is_refused_by_its_own_rule() -> None:
    p = fight({"h": foot(40, 45), "o": orcs(40, 60)}).position
    p = p.with_state(p.state.but(engagements={"f": Engagement(("h", "o"), 1, True)}).unit("o", retreated=True))
    menu = WinnerMenu(key="f", units=("h",), outcome=Outcome((1, 0), (("h", ("o",)),), (), (1, 1)))
    assert menu.missing(p, "h keeps contact").cite == "WM-PURSUE-13"
    assert menu.missing(p, "h supports").cite == "WM-PURSUE-11"


# --- support of two ---
# One stand between two units that fight ahead: it supports both.
BETWEEN = {
    "a": foot(0, 0, stands=[[36, 45, 90], [40, 45, 90]]),
    "s": foot(0, 0, stands=[[44, 45, 90]]),
    "b": foot(0, 0, stands=[[48, 45, 90], [52, 45, 90]]),
    "o": goblins(0, 0, stands=[[37, 47, 270]]),
    "p": goblins(0, 0, stands=[[51, 47, 270]]),
}


@pytest.mark.rule("WM-RESULT-7", "WM-SUPP-5")
def test_who_supported_two_units_advances_only_if_the_enemies_of_both_are_gone() -> None:
    t = on(fight({**BETWEEN, "y": orcs(44, 60)}), "winners", {"a": 6})
    assert t.gone("o") and not t.gone("p")
    t.refusal("s advances y", "WM-RESULT-7")
    assert t.cited("WM-RESULT-1")


@pytest.mark.rule("WM-SUPP-6", "WM-SUPP-5")
@pytest.mark.parametrize(("kept", "count"), [(("a", "b"), 1), (("b",), 1), ((), 0)])
def test_a_supporter_of_two_counts_once_while_one_of_them_is_there(kept: tuple[str, ...], count: int) -> None:
    t = fight(BETWEEN, readings={"supported_stand_must_survive": "true"})
    p = t.position
    standing = [s for s in supporters(p, ("a", "s", "b", "o", "p")) if s[0] == "s"]
    assert len(standing) == 2
    left = {name: poses for name, poses in p.state.stands.items() if name in (*kept, "s", "o", "p")}
    assert counted(p.with_state(p.state.but(stands=left)), tuple(standing)) == (count, 0)


@pytest.mark.rule("WM-PURSUE-11", "WM-SUPP-3")
@pytest.mark.parametrize(("kind", "pursued", "may"), [("roost_guard", True, True), ("tusk_beasts", True, False)])
def test_a_supporting_pursuit_goes_behind_infantry_that_fights(kind: str, pursued: bool, may: bool) -> None:
    """Tusk beasts have the base of infantry, but nobody supports them."""
    pieces = {"f": unit(kind, "a", 40, 50), "s": foot(40, 45), "o": orcs(40, 52)}
    p = fight(pieces).position
    p = p.with_state(p.state.unit("f", pursued=pursued))
    assert (supporting_pursuit(p, "s") is not None) is may
    alone = p.with_state(p.state.but(stands={n: poses for n, poses in p.state.stands.items() if n != "o"}))
    assert supporting_pursuit(alone, "s") is None, "it pursued before, but fights nobody now"


@pytest.mark.rule("WM-PURSUE-11", "WM-PURSUE-9")
def test_infantry_that_reaches_the_enemy_straight_ahead_does_not_pursue_in_support() -> None:
    """Half of the supporters is behind the pursuers, half is before the enemy."""
    pieces = {
        "f": foot(0, 0, stands=[[40, 50, 90]]),
        "s": foot(0, 0, stands=[[40, 45, 90], [44, 45, 90]]),
        "o": orcs(0, 0, stands=[[41, 52, 270], [45, 52, 270]]),
    }
    p = fight(pieces).position
    engagements = {"f": Engagement(("f", "s", "o"), 1, True)}
    p = p.with_state(p.state.but(engagements=engagements).unit("f", pursued=True).unit("o", retreated=True))
    menu = WinnerMenu(key="f", units=("s",), outcome=Outcome((1, 0), (("s", ()),), (("s", ("f",)),), (2, 1)))
    keys = [option.key for option in menu.options(p)]
    assert "s pursues o" in keys and "s supports" not in keys
