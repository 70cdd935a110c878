"""A whole unit in one answer: march, all run, all charge, all attack."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import Any

import pytest

from sandtable.core import Arrangement
from sandtable.lab.spatial_checks import spatial_fault
from sandtable.rulesets.warmachine.common.attacks.attack import Attack
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.advance import allowance
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Declared, Destroyed, Moved, Struck
from sandtable.rulesets.warmachine.common.units.members import in_formation
from sandtable.rulesets.warmachine.common.units.together import sensible_targets
from sandtable.rulesets.warmachine.common.units.unit_menus import ChargeTargets
from tests.cli.person import script, sit
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, SOUTH, STEP, Game, at, every, foe, row

CASTERS = {"sorscha": at(2, 2), "stryker": foe(46, 46)}
FAR = {"juggernaut": foe(40, 40)}


def said(t: Game, words: str) -> Any:
    domain = t.ask.domain
    assert isinstance(domain, Arrangement)
    return domain.spoken(t.position, words)


def rows(t: Game, unit: str = "guns") -> list[tuple[float, float]]:
    return [t.place(n) for n in t.state.units[unit].members if n in t.state.models]


# --- march ---
@every
def test_a_unit_marches_in_ranks_as_far_as_it_may(game: str) -> None:
    t = Game(game, {**row(6), **FAR}).activate("guns", "no order", "march")
    before = rows(t)
    t.play(said(t, "march north"))
    assert rows(t) == [(x, y + 6) for x, y in before], "SPD 6"
    assert len(t.happened(Moved)) == 6 and "march" not in t.offers() and "act" in t.offers()


@every
def test_a_march_one_thousandth_too_long_is_refused(game: str) -> None:
    t = Game(game, {**row(2), **FAR}).activate("guns", "no order", "march")
    cite = t.rules.cite("length of a move")
    assert t.legal(said(t, "march north 6"))
    t.refusal(said(t, "march north 6.002"), cite)


@every
def test_all_run_by_order(game: str) -> None:
    t = Game(game, {**row(3), **FAR}).activate("guns", "order run")
    assert "march" not in t.offers()
    t.play("all run")
    t.refusal(said(t, "all north 12.002"), t.rules.cite("length of a run"))
    t.play(said(t, "all north facing east"))
    assert {t.facing(n) for n in ("guns.1", "guns.2", "guns.3")} == {0} and rows(t)[2][1] == 22


@every
def test_who_has_moved_or_is_out_of_formation_does_not_march(game: str) -> None:
    pieces = {**row(4), **FAR}
    pieces["guns.4"]["at"] = [36, 10]
    t = Game(game, pieces).activate("guns", "no order", "guns.2 advance", (), 90_000, "march")
    assert t.ask.about == ("guns.1", "guns.3")
    t.play(said(t, "march north 2"))
    t.refusal("march")


@every
def test_who_stays_where_he_is_does_not_move(game: str) -> None:
    t = Game(game, {**row(2), **FAR}).activate("guns", "no order", "march")
    t.play((("guns.1", (12_000, 11_000, 90_000)), ("guns.2", (*t.state.models["guns.2"].at, 0))))
    assert [e.who for e in t.happened(Moved)] == ["guns.1"] and t.facing("guns.2") == 0


@every
def test_what_is_typed_before_the_order_says_which_one_it_needs(game: str) -> None:
    t = Game(game, {**row(3), **FAR}).activate("guns")
    found = {words: t.ask.domain.begun(t.position, words) for words in ("march north 5", "run north 9", "north 5")}
    run = ("order run", "all run north 9")
    assert found == {"march north 5": ("no order", "march north 5"), "run north 9": run, "north 5": None}


@every
def test_what_is_typed_may_name_one_trooper_and_where_he_goes(game: str) -> None:
    t = Game(game, {**row(3), **FAR}).activate("guns", "no order")
    assert t.ask.domain.begun(t.position, "guns.3 advance north 4") == ("guns.3 advance", "north 4")
    for words in ("guns.3 fly north 4", "guns.3 advance"):
        assert t.ask.domain.begun(t.position, words) is None


@every
def test_what_is_typed_may_name_a_straight_move_and_its_line(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 18)}).activate("ironclad")
    for deed in ("charge juggernaut", "slam juggernaut", *(("trample",) if game == MK2 else ())):
        assert t.ask.domain.begun(t.position, f"{deed} ahead 6") == (deed, "ahead 6")


WALL = [{"kind": "obstruction", "at": [13, 13], "size": [5, 1]}]


@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_a_wall_before_some_leaves_nobody_behind(game: str) -> None:
    """The others go on as long as all are in formation, within 3 inches of each other."""
    t = Game(game, {**row(6), **FAR}, terrain=WALL).activate("guns", "no order", "march")
    t.play(said(t, "march north"))
    assert 13 < max(y for _, y in rows(t)) < 16
    assert in_formation(t.position, "guns") == set(t.state.units["guns"].members)


def test_mk2_a_wall_before_some_does_not_stop_the_others() -> None:
    t = Game(MK2, {**row(6), **FAR}, terrain=WALL).activate("guns", "no order", "march")
    t.play(said(t, "march north"))
    assert max(y for _, y in rows(t)) == 16 and in_formation(t.position, "guns") == set(t.state.units["guns"].members)


def test_outline_and_nearest_places_of_a_march() -> None:
    t = Game(MK2, {**row(3), **FAR}, terrain=WALL).activate("guns", "no order", "march")
    assert not spatial_fault(t.rules, t.state, t.ask, 1, 2, 6)


@every
def test_a_place_behind_something_is_reached_round_it_and_a_path_may_be_given(game: str) -> None:
    pieces = {**row(2, step=4), **FAR, "ironclad": at(12, 12.5)}
    t = Game(game, pieces).activate("guns", "no order", "march")
    t.refusal((("guns.1", (12000, 15800, 90000)), ("guns.2", (16000, 10000, 90000))))
    t.play((("guns.1", (12000, 14700, 90000)), ("guns.2", ((15000, 10000), (15000, 12000, 45000)))))
    first, second = t.happened(Moved, who="guns.1")[0].path, t.happened(Moved, who="guns.2")[0].path
    assert len(first) > 2 and t.place("guns.1") == (12, 14.7), "round the warjack"
    assert second == ((16000, 10000), (15000, 10000), (15000, 12000)) and t.facing("guns.2") == 45


@every
def test_those_behind_wait_for_those_in_front(game: str) -> None:
    """In column: the first in the answer moves first; the other order is refused."""
    pieces: dict[str, Any] = {**row(2), **FAR}
    pieces["guns.2"]["at"] = [12, 10 + 2 * SMALL + 0.1]
    t = Game(game, pieces).activate("guns", "no order", "march")
    assert [n for n, _ in said(t, "march north 1")] == ["guns.2", "guns.1"]
    t.refusal((("guns.1", (12000, 11000, 90000)), ("guns.2", (12000, 12282, 90000))), t.rules.cite("bases in the way"))


@every
def test_a_trooper_that_falls_on_the_way_leaves_the_march_to_the_others(game: str) -> None:
    """The bench saves and loads the game at every step, also while the enemy is asked for his free strike."""
    foes = {"juggernaut": foe(12 + STEP, 12.05, facing=SOUTH)}
    t = Game(game, {**row(3), **foes}).activate("guns", "no order", "march")
    t.play(said(t, "march south 5"))
    t.done("b", "leaves the melee range")
    t.dice = ["6 5", "6 6 6"]
    t.play(t.offers()[0])
    assert t.happened(Destroyed, who="guns.2") and t.state.models["guns.3"].y == 5000
    t.done("a")


def test_who_finds_his_way_barred_is_asked() -> None:
    """A free strike knocks a tough one down where he leaves, in the way of the trooper behind him."""
    pieces = {
        "fangs.1": at(12, 10, card="iron_fangs", unit="fangs", role="leader"),
        "fangs.2": at(12, 11.3, card="if_officer", unit="fangs", role="grunt"),
        "pike": foe(9, 11.3, facing=0, card="iron_fangs"),
        **CASTERS,
    }
    t = Game(MK2, pieces, casters=False, waits=True).activate("fangs", "no order", "pass", "march")
    t.play((("fangs.2", (12000, 17000, 90000)), ("fangs.1", (12000, 15500, 90000))))
    t.done("b", "leaves the melee range")
    t.dice = ["5 5", "1 1 1"]
    t.play("strike with blasting_pike")
    assert "knocked_down" in t.effects("fangs.2") and t.state.models["fangs.2"].y < 14_000
    t.done("a", "advance fangs.1")
    t.play(((11000, 10000),))
    assert t.place("fangs.1") == (11, 10) and t.facing("fangs.1") == 90


def test_a_path_that_is_barred_meanwhile_is_not_gone() -> None:
    pieces = {
        "fangs.1": at(12, 10, card="iron_fangs", unit="fangs", role="leader"),
        "fangs.2": at(12, 11.3, card="if_officer", unit="fangs", role="grunt"),
        "pike": foe(9, 11.3, facing=0, card="iron_fangs"),
        **CASTERS,
    }
    t = Game(MK2, pieces, casters=False, waits=True).activate("fangs", "no order", "pass", "march")
    t.play((("fangs.2", (12000, 17000, 90000)), ("fangs.1", ((12000, 10000), (12000, 15500, 90000)))))
    t.dice = ["5 5", "1 1 1"]
    t.play("strike with blasting_pike").done("a", "advance fangs.1")
    assert t.place("fangs.1") == (12, 10) and t.place("fangs.2")[1] < 14


@every
def test_who_is_walled_in_marches_nowhere(game: str) -> None:
    """The walls touch his base."""
    near = SMALL + 0.5
    walls = [
        {"kind": "obstruction", "at": [12 + near * x, 10 + near * y], "size": [1, 4] if x else [4, 1]}
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    t = Game(game, {**row(2, step=4), **FAR}, terrain=walls).activate("guns", "no order", "march")
    t.refusal((("guns.1", (12_000, 14_000, 90_000)), ("guns.2", (16_000, 10_000, 90_000))))
    assert t.legal((("guns.1", (12_000, 10_000, 0)), ("guns.2", (16_000, 14_000, 90_000))))


# --- all charge ---
def fangs(n: int = 4, **more: Any) -> dict[str, Any]:
    return row(n, "iron_fangs", "fangs", **more)


def charge(game: str, pieces: dict[str, Any], **more: Any) -> Game:
    return Game(game, {**pieces, **CASTERS}, casters=False, **more).activate("fangs", "order charge")


@every
def test_all_charge_names_targets_and_brings_everybody_in(game: str) -> None:
    t = charge(game, {**fangs(), "ironclad": foe(14, 17), "lancer": foe(18, 17)})
    assert t.offers()[:3] == ["all charge", "all charge ironclad", "all charge lancer"]
    t.play("all charge")
    reached = t.happened(Charged, failed=False)
    assert {c.who for c in reached} == {f"fangs.{i}" for i in range(1, 5)}
    assert {c.target for c in reached} == {"ironclad", "lancer"}
    t.play("act")
    t.dice = ["1 2"] * 4
    t.play("all attack")
    assert {s.by for s in t.happened(Struck)} == {f"fangs.{i}" for i in range(1, 5)}
    assert all(s.who == next(c.target for c in reached if c.who == s.by) for s in t.happened(Struck))


@every
def test_all_charge_one_target(game: str) -> None:
    t = charge(game, {**fangs(), "ironclad": foe(14, 17), "lancer": foe(18, 17)})
    t.play("all charge lancer")
    assert {d.target for d in t.happened(Declared, what="charge")} == {"lancer"}


@every
def test_all_charge_and_attack_a_unit(game: str) -> None:
    """Spread over its troopers; nobody turns to others."""
    guns = row(3, "long_gunners", "guns", y=16, seat="b", facing=270)
    t = charge(game, {**fangs(), **guns, "ironclad": foe(18, 17)})
    assert "all charge guns" in t.offers()
    t.play("all charge guns")
    told = {d.who: d.target for d in t.happened(Declared, what="charge")}
    assert (
        set(told) == {f"fangs.{n}" for n in range(1, 5)} and {*told.values()} <= set(guns) and len({*told.values()}) > 1
    )
    t.play("act")
    t.dice = ["1 2"] * 4
    assert "all attack guns" in t.offers()
    t.play("all attack guns")
    assert {s.who for s in t.happened(Struck)} <= set(guns)


@every
def test_a_unit_of_one_is_named_by_its_trooper(game: str) -> None:
    t = charge(game, {**fangs(), **row(1, "long_gunners", "guns", y=16, seat="b", facing=270), "ironclad": foe(18, 17)})
    assert "all charge guns.1" in t.offers() and "all charge guns" not in t.offers()


@every
def test_named_one_by_one_they_still_charge_in_one_answer(game: str) -> None:
    t = charge(game, {**fangs(3), "ironclad": foe(14, 17)})
    t.play("fangs.1 charges ironclad", "fangs.3 charges ironclad", "declared")
    assert "all charge" in t.offers() and "all run" in t.offers()
    t.play("all charge")
    assert {c.who for c in t.happened(Charged)} == {"fangs.1", "fangs.3"} and "fangs.2 run" in t.offers()


@every
def test_who_is_far_too_far_away_names_nobody_by_himself(game: str) -> None:
    """By eye: SPD 6 and 3 inches, and a guess."""
    pieces = {**fangs(2, step=3), "ironclad": foe(12, 21), "lancer": foe(46, 15)}
    pieces["fangs.2"]["at"] = [9, 10]
    pieces["fangs.1"]["at"] = [12, 10]
    near = charge(game, pieces)
    domain = near.ask.domain
    assert isinstance(domain, ChargeTargets)
    assert sensible_targets(near.position, domain.activities) == {"fangs.1": "ironclad", "fangs.2": "ironclad"}
    pieces["fangs.2"]["at"] = [9.2, 7]
    far = charge(game, {**pieces, "ironclad": foe(12, 20.5)})
    assert isinstance(far.ask.domain, ChargeTargets)
    assert sensible_targets(far.position, far.ask.domain.activities) == {"fangs.1": "ironclad"}


@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_a_line_past_a_friend_is_found(game: str) -> None:
    """In Mk I a charge that meets another model fails: whoever stands behind goes to the side."""
    pieces = {**fangs(1), "ironclad": foe(12, 17)}
    pieces["fangs.2"] = at(12.3, 12, card="iron_fangs", unit="fangs", role="grunt")
    t = charge(game, pieces)
    t.play("fangs.1 charges ironclad", "fangs.2 charges ironclad")
    t.play("fangs.1 charge ironclad")
    straight = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    aside = t.ask.domain.fallback(t.position)
    assert straight != aside and t.legal(aside)
    t.play(aside)
    assert t.happened(Charged, who="fangs.1", failed=False)


# --- all attack ---
@every
def test_all_attack_goes_on_when_the_first_target_falls(game: str) -> None:
    """Nobody strikes at the fallen."""
    pieces = {**fangs(2), **row(5, unit="guns", y=12.4, x=12 - STEP, seat="b", facing=SOUTH)}
    t = Game(game, {**pieces, **CASTERS}, casters=False, dice=["6 5", "6 6"] * 2).activate("fangs", "no order", "act")
    t.play("all attack").done("a")
    assert {e.who for e in t.happened(Destroyed)} == {"guns.2", "guns.3"}
    assert "all attack" not in t.offers()


@every
def test_all_attack_one_target_stops_when_it_falls(game: str) -> None:
    pieces = {**fangs(2), **row(5, unit="guns", y=12.4, x=12 - STEP, seat="b", facing=SOUTH)}
    t = Game(game, {**pieces, **CASTERS}, casters=False, dice=["6 5", "6 6"]).activate("fangs", "no order", "act")
    t.play("all attack guns.2").done("a")
    assert {e.who for e in t.happened(Destroyed)} == {"guns.2"}
    assert "fangs.2 attack guns.3 with blasting_pike" in t.offers()


@every
def test_no_shot_without_hope_unless_it_is_named(game: str) -> None:
    armed = Game(game, {**row(2), **FAR})
    rifle = next(iter(weapons_of(armed.position, "guns.1").values()))
    y = 10 + rifle.rng + 4 + SMALL + LARGE
    t = Game(game, {**row(2), "juggernaut": foe(12, y)}, waits=True).activate("guns", "no order", "act")
    assert "all attack juggernaut" in t.offers()
    t.play("all attack").done("a")
    assert not t.happened(Struck)
    t.play("all attack juggernaut")
    assert any(isinstance(frame, Attack) for frame in t.game.stack) or t.happened(Struck)


# --- in words ---
@every
def test_a_unit_is_led_at_the_prompt_by_single_lines(game: str, tmp_path: Path) -> None:
    pieces = {**fangs(4), "ironclad": foe(14, 27), "lancer": foe(18, 27), **CASTERS}
    t = Game(game, pieces, casters=False, turn={"seat": "a"})
    session, shown = sit(
        t.match, script(["fangs march north 5", "act", "end"]), tmp_path / "a.sand", against="self", plain=True
    )
    state = session.match.game.state
    assert state.models["fangs.1"].y == 15_000 and "fangs" in state.activated, shown[-2000:]
    t = Game(game, pieces | {"ironclad": foe(14, 17)}, casters=False, dice=["1 2"] * 4)
    lines = ["fangs all charge ironclad", "act", "all attack ironclad"]
    session, shown = sit(t.match, script(lines), tmp_path / "b.sand", against="self", plain=True)
    assert {e.who for e in session.match.events if isinstance(e, Charged)} >= {"fangs.1", "fangs.2"}, shown[-2000:]
    assert sum(isinstance(e, Struck) for e in session.match.events) >= 2


def test_the_middle_of_the_unit_goes_toward_a_model() -> None:
    t = Game(MK2, {**row(6), "juggernaut": foe(30, 30)}).activate("guns", "no order", "march")
    t.play(said(t, "march toward juggernaut"))
    x, y = t.place("guns.3")
    moved = hypot(x - (12 + 2 * STEP), y - 10)
    assert moved == pytest.approx(6, abs=0.01)


@every
def test_a_direction_alone_goes_as_far_as_it_may(game: str, tmp_path: Path) -> None:
    """SPD 5; in front of the juggernaut it stops at its base."""
    pieces = {"ironclad": at(12, 10), "lancer": at(20, 10), "juggernaut": foe(12, 16)}
    t = Game(game, pieces).activate("ironclad", "advance")
    assert t.ask.domain.spoken(t.position, "east") == ((17_000, 10_000),)
    *_, end = t.ask.domain.spoken(t.position, "toward juggernaut")
    assert hypot(end[0] - 12_000, end[1] - 16_000) == pytest.approx(2000 * LARGE, abs=3)
    other = Game(game, pieces)
    session, shown = sit(other.match, script(["lancer advance ahead", "keep", "end"]), tmp_path / "c.sand", plain=True)
    moved = session.match.game.state.models["lancer"]
    assert (moved.x, moved.y) == (20_000, 10_000 + allowance(t.position, "lancer")), shown[-1500:]
    again = Game(game, pieces)
    lines = ["activate lancer", "advance", "ahead 2", "keep", "end"]
    session, shown = sit(again.match, script(lines), tmp_path / "d.sand", plain=True)
    assert session.match.game.state.models["lancer"].y == 12_000, shown[-1500:]
