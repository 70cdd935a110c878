"""Whom a terrifying model frightens in passing: by its own move, in flight, and where it is moved by force."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.measuring.engagement import engages
from sandtable.rulesets.warmachine.common.state.events import Moved
from sandtable.rulesets.warmachine.common.units.command import Checked
from tests.rules.warmachine.kit import EAST, ESCALATION, MK1, MK2, NORTH, SOUTH, WEST, Game, at, foe, row

CASTERS = {"stryker": at(2, 46), "sorscha": foe(46, 46)}


def passing(game: str, path: list[list[int]], dice: Any = (), **more: Any) -> Game:
    """A Chained Horror goes along a path past two gunners at 12, 20."""
    pieces = {**row(2, y=20), "horror": foe(8, 16, EAST), **more}
    t = Game(game, {**CASTERS, **pieces}, casters=False, turn={"seat": "b"}, waits=True, dice=dice)
    return t.activate("horror", "advance", path)


@pytest.mark.rule("M1-CMD-10", "M1-CMD-5", "M1-CMD-8")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_whom_an_abomination_passes_checks_after_its_move(game: str) -> None:
    path = [[10_000, 17_000], [10_000, 16_000]]
    t = passing(game, path, dice=["1 1"])
    checks = t.happened(Checked, who="guns")
    assert len(checks) == 1 and t.place("horror") == (10, 16)
    assert t.events.index(checks[0]) > t.events.index(t.happened(Moved, who="horror")[-1])
    t.play(90_000, "end")
    assert not any(e.name.startswith(("faced_", "braved_")) for e in t.state.effects), "it is over"


@pytest.mark.rule("M1-CMD-10", "M1-CMD-5")
def test_mk1_who_fails_flees_and_who_was_never_near_does_not_check() -> None:
    path = [[10_000, 17_000], [10_000, 16_000]]
    t = passing(MK1, path, dice=["6 6"])
    assert t.happened(Checked, who="guns", passed=False) and "fleeing" in t.effects("guns.1")
    path = [[10_000, 16_000], [9_000, 15_000]]
    t = passing(MK1, path)
    assert not t.happened(Checked)


@pytest.mark.rule("M1-CMD-10", "M1-CMD-8")
def test_mk1_near_on_the_way_and_at_the_end_it_is_one_check() -> None:
    path = [[10_000, 17_000], [10_000, 16_000], [10_000, 17_000]]
    t = passing(MK1, path, dice=["1 1"])
    assert len(t.happened(Checked)) == 1


@pytest.mark.rule("M1-CMD-10", "M1-CMD-8")
def test_mk1_who_has_checked_before_does_not_check_again_while_it_stays() -> None:
    path = [[10_400, 17_200], [10_000, 17_000]]
    t = passing(MK1, path, horror=foe(10, 17, EAST))
    assert not t.happened(Checked)


@pytest.mark.rule("M1-CMD-10", "M1-CMD-4")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_terror_in_passing_into_melee_is_checked_after_the_move(game: str) -> None:
    pieces = {**row(2, y=20), "dread": foe(9, 18, EAST)}
    t = Game(game, {**CASTERS, **pieces}, casters=False, turn={"seat": "b"}, waits=True)
    t.dice = ["1 1"]
    t.activate("dread", "advance", [[10_600, 18_800], [9_000, 17_000]])
    assert len(t.happened(Checked, who="guns")) == 1 and t.place("dread") == (9, 17)


@pytest.mark.rule("M1-CMD-10", "M1-CMD-5")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_an_abomination_moved_by_force_past_others_frightens_them(game: str) -> None:
    """A slam hurls it past the gunner; he stands to the side of its way, as near as 3 inches or not."""
    for x, checks in ((16.2, True), (16.6, False)):
        pieces = {
            "ironclad": at(12, 10, focus=1), "horror": foe(12, 15), "sorscha": foe(46, 46), "stryker": at(2, 46),
            "lg.1": foe(x, 18, WEST, card="long_gunners", unit="lg", role="leader"),
        }  # fmt: skip
        dice = ["6 5", "6", *(["1 1"] if checks else []), "1 1"]
        t = Game(game, pieces, casters=False, dice=dice).activate("ironclad", "slam horror", [90_000, 3_200])
        assert t.place("horror") == (12, 21) and len(t.happened(Checked, who="lg")) == checks
        t.done("a")


@pytest.mark.rule("M2-CMD-12")
def test_mk2_forced_past_others_only_the_end_of_its_way_counts() -> None:
    """Any moment of a normal movement counts; of a slam, where it ends."""
    pieces = {
        "ironclad": at(12, 10, focus=1), "chained_horror": foe(12, 15), **CASTERS,
        "lg.1": foe(16.2, 18, WEST, card="long_gunners", unit="lg", role="leader"),
    }  # fmt: skip
    t = Game(MK2, pieces, casters=False, waits=True, dice=["6 5", "6"])
    t.activate("ironclad", "slam chained_horror", [90_000, 3_200])
    assert not t.happened(Checked) and t.match.roll is not None and "command" not in t.match.roll.purpose


@pytest.mark.rule("M2-CMD-12", "M2-CMD-6")
def test_mk2_whom_a_fleeing_abomination_passes_checks_after_its_run() -> None:
    """Its own friends too."""
    gun = at(16, 15, card="long_gunners", unit="guns", role="leader")
    pieces = {"chained_horror": at(12, 20, SOUTH, fleeing=True), "guns.1": gun, "ironclad": foe(12, 30), **CASTERS}
    t = Game(MK2, pieces, casters=False, waits=True).activate("chained_horror")
    t.dice = ["1 1"]
    t.play([[12_000, 10_000]], 0)
    assert t.place("chained_horror") == (12, 10) and len(t.happened(Checked, who="guns")) == 1


@pytest.mark.rule("M1-CMD-10")
def test_mk1_an_abomination_stopped_on_its_way_has_frightened_whom_it_passed() -> None:
    """A cloud kills it after it has passed them; who is gone frightens nobody. Hurt only, it does."""
    path = [[9_900, 17_000], [10_000, 14_400]]
    for power, checks in ((30, False), (-10, True)):
        pieces = {**row(2, y=20), "horror": foe(8, 16, EAST)}
        t = Game(MK1, {**CASTERS, **pieces}, casters=False, turn={"seat": "b"}, waits=True, dice=["1 1"] * (1 + checks))
        d: Draft[Any, Any] = Draft(t.rules, t.state)
        lay_cloud(d, (10_000, 12_000), 2000, power)
        t.game = t.game.but(state=d.state)
        t.activate("horror", "advance", path)
        assert t.gone("horror") is not checks and len(t.happened(Checked, who="guns")) == checks


@pytest.mark.parametrize("game", [ESCALATION, MK2])
@pytest.mark.rule("M1-CMD-8", "M1-CMD-10", "M2-CMD-12", "M2-CMD-13")
def test_who_was_frightened_on_its_way_is_not_frightened_again_when_it_turns_at_the_end(game: str) -> None:
    """It runs past the rifles within its reach and away from them; then it turns to them, in reach."""
    card = {ESCALATION: "dread", MK2: "dread_axe"}[game]
    pieces = {"dread": at(10, 10, 0, card=card), "sorscha": at(44, 2), "stryker": foe(44, 44)}
    pieces |= row(2, x=14, y=12.9, seat="b", facing=NORTH)
    t = Game(game, pieces, casters=False, dice=["1 2"]).activate("dread")
    t.play("run", [[12_000, 10_000], [14_000, 11_000], [14_000, 10_500]], 90_000)
    assert [e.who for e in t.happened(Checked)] == ["guns"] and t.facing("dread") == NORTH
    assert engages(t.position, "dread", "guns.1")
