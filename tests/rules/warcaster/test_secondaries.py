"""Secondary missions (WC-SECONDARY): choosing, and each of the five."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from sandtable.core import BadSetup, Draft
from sandtable.rulesets.warcaster.attacks.damage import hurt
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Fell, Moved, Scored, UnitKilled
from sandtable.rulesets.warcaster.state.leaving_play import leave
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

KILL = ["X" * 4, "MM", "X" * (5 + 8)]


def seats(a: str = "", b: str = "", **more: Any) -> dict[str, Any]:
    named = {seat: {"secondary": name} if name else {} for seat, name in (("a", a), ("b", b))}
    return {**named, "a": {**named["a"], **more}}


def points(t: Bench) -> list[tuple[int, int, str]]:
    return [(e.seat, e.vp, e.cite) for e in t.events if isinstance(e, Scored)]


def after(t: Bench, act: Any) -> Bench:
    """Something happens at this very moment; what it forces is played."""

    d = Draft(rules(), t.state)
    act(d)
    for frame in tuple(d.owed):
        frame.start(d)
    return copy(t).go_on(t.game.but(state=d.state), d.events)


@pytest.mark.rule("WC-SECONDARY-1", "WC-SECONDARY-2", "WC-SECONDARY-10")
def test_one_each_by_agreement() -> None:
    none = rules().new_game({"mission": "strange_matter"}).state
    assert [p.secondary for p in none.players] == ["", ""]
    for pick in (("recon", "salvage"), ("recon", "recon")):
        state = rules().new_game({"mission": "strange_matter", "secondaries": pick}).state
        assert tuple(p.secondary for p in state.players) == pick
    for bad in (("recon",), ("recon", ""), ("recon", "x"), "recon", ("recon", "overrun", "salvage")):
        with pytest.raises(BadSetup, match=r"WC-SECONDARY-[12]"):
            rules().new_game({"mission": "strange_matter", "secondaries": bad})


@pytest.mark.rule("WC-SECONDARY-10")
def test_each_has_name_rules_and_scoring() -> None:
    assert list(rules().cards.secondaries) == ["body_count", "disrupt", "overrun", "recon", "salvage"]
    for raw in rules().cards.secondaries.values():
        assert raw["name"] and raw["text"] and raw["vp"] > 0 and raw["rule"] in rules().rulebook


@pytest.mark.rule("WC-SECONDARY-9")
def test_not_in_a_skirmish() -> None:
    with pytest.raises(BadSetup, match="WC-SECONDARY-9"):
        rules().new_game({"mission": "boiling_point", "secondaries": ("recon", "recon")})


# --- Body Count ---------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SECONDARY-3", "WC-SECONDARY-8", "WC-SECONDARY-12")
@pytest.mark.parametrize(("before", "vp"), [(1, 0), (2, 2), (3, 0)])
def test_the_third_enemy_unit_of_a_turn(before: int, vp: int) -> None:
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "m": marauder([15, 18]), "m2": marauder([2, 28])},
        seats=seats("body_count", kills=before, vp=4),
        dice=KILL,
    )
    t.play("activate wolf", "attack m with rail_gun").done()
    assert t.gone("m") and t.player("a").kills == before + 1
    assert t.player("a").vp == 4 + vp
    assert points(t) == ([(0, 2, "WC-SECONDARY-3")] if vp else [])
    assert t.happened(UnitKilled, seat=0, unit="m", cite="WC-SECONDARY-12")


@pytest.mark.rule("WC-SECONDARY-3")
def test_squads_count_with_their_last_model_and_gates_do_not() -> None:
    squad = piece("vassal_reavers", "b", [[15, 18], [18, 18], None])
    pieces = {"wolf": wolf([15, 8]), "r": squad, "g": piece("void_gate", "b", [20, 18]), "m2": marauder([2, 28])}
    t = Bench(pieces=pieces, seats=seats("body_count", kills=2))
    one = after(t, lambda d: leave(d, "r.1", "destroyed", by=0, cite="WC-STAT-17"))
    gate = after(t, lambda d: leave(d, "g", "collapsed", by=0, cite="WC-GATE-10"))
    assert (points(one), points(gate)) == ([], [])
    last = after(one, lambda d: leave(d, "r.2", "destroyed", by=0, cite="WC-STAT-17"))
    assert points(last) == [(0, 2, "WC-SECONDARY-3")]


@pytest.mark.rule("WC-SECONDARY-3", "WC-SECONDARY-11")
def test_also_in_the_opponents_turn_and_counted_anew_each_turn() -> None:
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 18]), "m2": marauder([2, 28])}
    t = Bench(turn={"seat": "b", "step": "activation"}, pieces=pieces, seats=seats("body_count", kills=2))
    killed = after(t, lambda d: leave(d, "m", "destroyed", by=0, cite="WC-STAT-17"))
    assert points(killed) == [(0, 2, "WC-SECONDARY-3")]
    end = Bench(turn={"seat": "a", "step": "discard"}, pieces=pieces, seats=seats("body_count", kills=2))
    end.play("keep")
    assert end.state.active == 1 and end.player("a").kills == 0


@pytest.mark.rule("WC-SECONDARY-12")
def test_who_is_credited() -> None:
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 18]), "m2": marauder([2, 28])}
    t = Bench(pieces=pieces, seats=seats("body_count", "body_count"))
    enemy = after(t, lambda d: hurt(d, "m", 9, by=0, cite="WC-BLAST-2"))
    own = after(t, lambda d: hurt(d, "m", 9, by=1, cite="WC-BLAST-2"))
    nobody = after(t, lambda d: hurt(d, "m", 9, by=None, cite="WC-CE-5"))
    assert [[e.seat for e in x.events if isinstance(e, UnitKilled)] for x in (enemy, own, nobody)] == [[0], [], []]
    burning = {**pieces, "m": marauder([15, 18], damage=1, effects=["fire"])}
    end = Bench(
        turn={"step": "end_of_pulse", "box": 5, "seat": "b"},
        pieces=burning,
        seats=seats("body_count", kills=2),
        dice=["X"],
    )
    assert end.gone("m") and not end.happened(UnitKilled), "a continuous effect is nobody's"


@pytest.mark.rule("WC-SECONDARY-12", "WC-SQUAD-10")
def test_losses_for_want_of_room_are_nobodys() -> None:
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 18]), "m2": marauder([2, 28])}
    t = Bench(pieces=pieces, seats=seats("body_count", kills=2))
    lost = after(t, lambda d: leave(d, "m", "destroyed", cite="WC-SQUAD-4"))
    assert points(lost) == [] and lost.player("a").kills == 2


# --- Disrupt ------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SECONDARY-4")
def test_each_enemy_gate_made_to_collapse() -> None:
    pieces = {"wolf": wolf([15, 8]), "g": piece("void_gate", "b", [15, 14]), "m": marauder([2, 28])}
    t = Bench(pieces=pieces, seats=seats("disrupt", "disrupt"), dice=["X" * 4, "MMM", "X" * (5 + 8)])
    t.play("activate wolf", "attack g with rail_gun").done()
    assert points(t) == [(0, 1, "WC-SECONDARY-4")]


@pytest.mark.rule("WC-SECONDARY-4")
def test_arc_cleared_by_an_effect_counts_and_the_owners_clearing_does_not() -> None:
    gate = piece("void_gate", "b", [15, 14], arc=1)
    pieces = {"wolf": wolf([15, 8]), "g": gate, "m": marauder([2, 28])}
    t = Bench(turn={"seat": "b", "step": "charging"}, pieces=pieces, seats=seats("disrupt", "disrupt"))
    drained = after(t, lambda d: clear_arc(d, "g", 1, by=0, cite="WC-ARC-3"))
    assert points(drained) == [(0, 1, "WC-SECONDARY-4")]
    t.play("clear", {"g": 1})
    assert t.gone("g") and points(t) == []


# --- Overrun ------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SECONDARY-5")
@pytest.mark.parametrize(("theirs", "vp"), [(0, 2), (1, 0)])
def test_three_squads_more_at_the_end_of_a_round(theirs: int, vp: int) -> None:
    mine = {f"r{n}": piece("ranger_fire_team", "a", [[5 + 5 * n, 5], None, None]) for n in range(3)}
    foes = {f"v{n}": piece("vassal_reavers", "b", [[5 + 5 * n, 25], None, None]) for n in range(theirs)}
    end = {"step": "end_of_pulse", "box": 5, "seat": "b"}
    t = Bench(turn=end, pieces={**mine, **foes, "m": marauder([2, 28])}, seats=seats("overrun", "overrun"))
    assert points(t) == ([(0, vp, "WC-SECONDARY-5")] if vp else [])


# --- Recon --------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SECONDARY-6")
@pytest.mark.parametrize(("y", "vp"), [(24.016, 3), (24.015, 3), (24.014, 0)])
def test_the_first_time_near_the_enemys_edge(y: float, vp: int) -> None:
    t = Bench(pieces={"wolf": wolf([15, 20]), "m": marauder([2, 28])}, seats=seats("recon"))
    t.play("activate wolf", "move", [milli_at(15, y)])
    assert points(t) == ([(0, vp, "WC-SECONDARY-6")] if vp else [])
    assert t.player("a").recon is bool(vp)
    for other in ("", "salvage"):
        plain = Bench(pieces={"wolf": wolf([15, 20]), "m": marauder([2, 28])}, seats=seats(other))
        assert points(plain.play("activate wolf", "move", [milli_at(15, y)])) == [], "only who chose Recon"


@pytest.mark.rule("WC-SECONDARY-6")
def test_once_per_game_for_units_only_whoever_moved_them() -> None:
    pieces = {"wolf": wolf([15, 20]), "r": piece("ranger_fire_team", "a", [[20, 20], [21.5, 20], [23, 20]])}
    t = Bench(pieces={**pieces, "m": marauder([2, 28])}, seats=seats("recon"))
    slammed = Moved(model="wolf", path=(milli_at(15, 27),), forced=True)  # type: ignore[arg-type]
    forced = after(t, lambda d: d.emit(slammed))
    assert points(forced) == [(0, 3, "WC-SECONDARY-6")]
    assert points(after(forced, lambda d: d.emit(slammed))) == []
    squad = t.play("activate r", "move", "r.1", [milli_at(20, 24.5)])
    squad.play([["r.2", milli_at(21.5, 24.5)], ["r.3", milli_at(23, 24.5)]])
    assert points(squad) == [(0, 3, "WC-SECONDARY-6")], "three models, one award"
    gate = Bench(
        turn={"seat": "a", "step": "gate"},
        pieces={"h": piece("hunter", "a", [15, 23]), "m": marauder([2, 28])},
        seats=seats("recon"),
    )
    gate.play("gate near h", milli_at(15, 27), "charge 1")
    assert points(gate) == [], "gates do not count"


@pytest.mark.rule("WC-SECONDARY-6", "WC-FALL-6")
def test_a_fall_may_bring_a_model_near_the_enemys_edge() -> None:
    """It walks off a roof; at its foot there is room only beyond whoever stands there, nearer to the edge."""
    roof = {"kind": "structure", "id": "roof", "height": 3, "at": [15, 20], "size": [6, 6]}
    y = 30 - 5 - 0.591
    pieces = {
        "h": piece("hunter", "a", [15, 21], z=3, on="roof"),
        "below": piece("hunter", "b", [15, 23.591]),
        "left": piece("scourge", "b", [13.2, 24.1]),
        "right": piece("scourge", "b", [16.8, 24.1]),
    }
    t = Bench(table={"size": 30, "terrain": [roof]}, pieces=pieces, seats=seats("recon"), dice=["MMM"])
    t.play("activate h", "move", [milli_at(15, 23.7)]).done("a")
    assert t.happened(Fell, model="h", height=3000)
    assert 1000 * y <= t.model("h").y and not any(e.path[-1][1] >= 1000 * y for e in t.happened(Moved))
    assert points(t) == [(0, 3, "WC-SECONDARY-6")]


# --- Salvage ------------------------------------------------------------------------------------------


def melee(attacker: str) -> Bench:
    """A squad, or a solo, beside a warjack that is about to fall."""
    if attacker == "squad":
        mine = piece("ranger_fire_team", "a", [[15, 8], [18, 3], [20, 3]])
    else:
        mine = piece("coalition_weaver", "a", [15, 8])
    jack = {"seat": "b", "unit": "scourge", "at": [15, 9.7], "damage": rules().cards.units["scourge"].health - 1}
    return Bench(pieces={"it": mine, "jack": jack, "m": marauder([2, 28])}, seats=seats("salvage"))


@pytest.mark.rule("WC-SECONDARY-7", "WC-SECONDARY-13")
@pytest.mark.parametrize(
    ("attacker", "key", "vp"),
    [
        ("squad", "it.1 attack jack with fusion_blade", 2),
        ("squad", "it.1 attack jack with battle_rifle", 0),
        ("solo", "attack jack with battle_staff", 0),
    ],
)
def test_a_warjack_destroyed_by_a_squads_melee_attack(attacker: str, key: str, vp: int) -> None:
    t = melee(attacker)
    t.play("activate it")
    weapon = rules().cards.weapons[key.split()[-1]]
    stat = rules().cards.units[t.unit("it").card].stats["MAT" if weapon.kind == "melee" else "RAT"]
    defence = rules().cards.units["scourge"].stats["DEF"]
    t.dice = ["X" * stat, "M" * defence, "X" * ((weapon.pow or 0) + 2 * stat)]
    t.play(key)
    while not t.gone("jack"):
        t.play("pass")
    t.done()
    assert points(t) == ([(0, vp, "WC-SECONDARY-7")] if vp else [])


@pytest.mark.rule("WC-SECONDARY-13")
def test_a_blast_of_a_melee_weapon_counts_and_collateral_does_not() -> None:
    pieces = {
        "it": piece("ranger_infiltrators", "a", [[15, 8], [5, 3], [7, 3]]),
        "m": marauder([15, 10.4]),
        "jack": {"seat": "b", "unit": "scourge", "at": [15, 12.7], "damage": rules().cards.units["scourge"].health - 1},
        "m2": marauder([2, 28]),
    }
    t = Bench(pieces=pieces, seats=seats("salvage"), dice=["X" * 4, "MM", "M" * (4 + 8), "X" * 4])
    t.play("activate it", "it.1 attack m with magnetic_charge")
    while not t.gone("jack"):
        t.play("pass")
    assert points(t) == [(0, 2, "WC-SECONDARY-7")]
    collateral = after(melee("squad"), lambda d: hurt(d, "jack", 9, by=0, cite="WC-SLAM-7"))
    assert points(collateral) == []


@pytest.mark.rule("WC-SECONDARY-11", "WC-SECONDARY-8")
def test_points_add_up_and_never_go_down() -> None:
    pieces = {"wolf": wolf([15, 20]), "m": marauder([2, 28])}
    t = Bench(turn={"seat": "b", "step": "activation"}, pieces=pieces, seats=seats("recon", vp=5))
    near = after(t, lambda d: d.emit(Moved(model="wolf", path=((15000, 27000),), forced=True)))
    assert near.player("a").vp == 8, "in the opponent's turn too"
    back = after(near, lambda d: d.emit(Moved(model="wolf", path=((15000, 9000),), forced=True)))
    assert back.player("a").vp == 8
