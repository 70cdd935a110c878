"""Movement, brigades and blunders (WM-MOVE, WM-BRIG, WM-BLUND)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.command.movement import ChargePace, Pace
from sandtable.rulesets.warmaster.state.events.commanding import Blundered
from sandtable.rulesets.warmaster.state.events.moving import LeftTable
from tests.rules.warmaster.kit import Bench, chief, foot, general, hero, knights, orcs, poses, unit


def ordered(pieces: dict[str, Any], whom: str, *dice: str, **given: Any) -> Bench:
    """A hero's order that is obeyed."""
    t = Bench(pieces={"hero": hero(50, 30), **pieces}, step="orders", dice=["11", *dice], waits=True, **given)
    return t.play(f"hero orders {whom}")


def up(t: Bench, name: str, far: float) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    return name, tuple((x, y + round(far * 1000), f) for x, y, f in t.state.stands[name])


@pytest.mark.rule(
    "WM-MOVE-1", "WM-MOVE-2", "WM-MOVE-3", "WM-MOVE-4", "WM-MOVE-5", "WM-MOVE-6", "WM-MOVE-7", "WM-MOVE-8"
)
@pytest.mark.parametrize(
    ("kind", "full", "half"),
    [("halberdiers", 20, 10), ("knights", 30, 15), ("tusk_beasts", 20, 10), ("wolf_chariots", 30, 15),
     ("cannon", 10, 5), ("giant_eagles", 100, 100)],
)  # fmt: skip
def test_paces_in_line_and_ragged(kind: str, full: int, half: int) -> None:
    t = Bench(pieces={"u": unit(kind, "a", 40, 40)}, step="orders", waits=True)
    assert t.value(Pace("u")) == full * 1000 == t.value(ChargePace("u"))
    wide, count = (4, 3) if kind in ("halberdiers", "tusk_beasts") else (2, 2 if kind == "cannon" else 3)
    ragged = [[40 + wide * i, 40 + i % 2, 90] for i in range(count)]
    t = Bench(pieces={"u": unit(kind, "a", 0, 0, stands=ragged)}, step="orders", waits=True)
    assert t.value(Pace("u")) == half * 1000
    assert t.value(ChargePace("u")) == full * 1000


@pytest.mark.rule("WM-MOVE-6")
def test_a_machine_has_a_pace_of_its_own() -> None:
    t = Bench(pieces={"u": unit("steam_tank", "a", 40, 40)}, step="orders", waits=True)
    assert t.value(Pace("u")) == 20_000


@pytest.mark.rule("WM-MOVE-7", "WM-CHARGE-3")
def test_switches_for_flyers() -> None:
    ragged = unit("giant_eagles", "a", 0, 0, stands=[[40, 40, 90], [42, 41, 90], [44, 40, 90]])
    t = Bench(
        pieces={"u": ragged},
        step="orders",
        waits=True,
        readings={"flyer_irregular_pace": "10", "flyer_charge_reach": "60"},
    )
    assert (t.value(Pace("u")), t.value(ChargePace("u"))) == (10_000, 60_000)


@pytest.mark.rule("WM-MOVE-9")
def test_from_a_fortified_position_half_pace() -> None:
    wall = {"size": [120, 90], "terrain": [{"kind": "high_linear", "line": [[30, 43], [60, 43]], "width": 1}]}
    t = Bench(pieces={"u": foot(40, 40.5)}, step="orders", waits=True, table=wall)
    assert t.value(Pace("u")) == 10_000
    t = Bench(pieces={"u": foot(40, 40.4)}, step="orders", waits=True, table=wall)
    assert t.value(Pace("u")) == 20_000


@pytest.mark.rule("WM-MOVE-12", "WM-MOVE-11", "WM-GEO-8")
def test_stands_move_freely_into_any_connected_formation() -> None:
    t = ordered({"h": foot(40, 40)}, "h")
    assert t.legal((("h", poses((40, 50, 90), (40, 48, 90), (40, 46, 90))),))
    assert t.legal((("h", poses((40, 46, 0), (40, 42, 0), (40, 38, 0))),))
    t.refusal((("h", poses((36, 50, 90), (40, 50, 90), (45, 50, 90))),), "WM-FORMN-1")


@pytest.mark.rule("WM-MOVE-13", "WM-GEO-8")
def test_no_stand_ends_on_another_and_none_passes_through() -> None:
    walls = [unit("halberdiers", "a", x, 46) for x in (28, 40, 52)]
    pieces = {"h": foot(40, 40), **{f"w{i}": w for i, w in enumerate(walls)}}
    t = ordered(pieces, "h")
    t.refusal((up(t, "h", 6),), "WM-MOVE-13")
    t.refusal((up(t, "h", 12),), "WM-MOVE-13")


@pytest.mark.rule("WM-MOVE-12")
def test_a_way_that_is_drawn_is_judged_as_drawn() -> None:
    t = ordered({"h": foot(0, 0, stands=[[40, 40, 90]]), "w": foot(40, 46)}, "h")
    round_it = ((31_900, 41_000, 90_000), (31_900, 50_000, 90_000))
    assert t.legal((("h", (round_it,)),))
    through_it = ((40_000, 44_000, 90_000), (40_000, 52_000, 90_000))
    t.refusal((("h", (through_it,)),), "WM-MOVE-13")
    too_far = ((31_900, 41_000, 90_000), (31_900, 53_000, 90_000))
    t.refusal((("h", (too_far,)),), "WM-GEO-7")


@pytest.mark.rule("WM-MOVE-14", "WM-CHARGE-18")
def test_a_gap_beside_an_enemy_must_be_wider_than_the_frontage() -> None:
    def gap(wide: float, who: str) -> Bench:
        side = wide / 2 + 6
        other = orcs if who == "enemy" else (lambda x, y: foot(x, y))
        pieces = {"h": foot(0, 0, stands=[[40, 40, 90]]), "e": orcs(40 - side, 46), "f": other(40 + side, 46)}
        return ordered(pieces, "h").play("march")

    through = (("h", poses((40, 50, 90))),)
    gap(4.0, "enemy").refusal(through, "WM-MOVE-14")
    assert gap(4.3, "enemy").legal(through)


@pytest.mark.rule("WM-MOVE-16")
def test_a_move_ends_a_tenth_from_every_enemy() -> None:
    t = ordered({"h": foot(40, 40), "o": orcs(40, 50)}, "h")
    t.play("march")
    t.refusal((up(t, "h", 7.95),), "WM-MOVE-16")
    assert t.legal((up(t, "h", 7.9),))


@pytest.mark.rule("WM-MOVE-16")
@pytest.mark.parametrize(("gap", "legal"), [(0.01, False), (0.011, True)])
def test_a_move_passes_enemies_without_touching_them(gap: float, legal: bool) -> None:
    """Between two enemies, side along side: a gap of a hundredth is contact (WM-GEO-2)."""
    beside = [unit("orc_warriors", "b", 0, 0, stands=[[x, 45, 90]]) for x in (63 + gap, 57 - gap)]
    lone = unit("knights", "a", 0, 0, stands=[[60, 30, 90]])
    t = ordered({"k": lone, "o": beside[0], "q": beside[1]}, "k")
    t.play("march")
    ahead = (up(t, "k", 28),)
    if legal:
        assert t.legal(ahead)
    else:
        t.refusal(ahead, "WM-MOVE-16")


@pytest.mark.rule("WM-MOVE-19")
def test_no_move_leaves_the_table() -> None:
    t = ordered({"h": foot(40, 112), "hero": hero(40, 100)}, "h")
    t.refusal((up(t, "h", 8),), "WM-MOVE-19")


@pytest.mark.rule("WM-MOVE-15")
def test_a_character_in_the_way_is_shifted_aside() -> None:
    t = ordered({"h": foot(40, 40), "x": chief("wizard", 40, 50)}, "h")
    t.play((up(t, "h", 10),))
    x, y = t.state.spots["x"]
    assert (x, y) != (40_000, 50_000) and not t.character("x").slain


# --- brigades ---
@pytest.mark.rule("WM-BRIG-1", "WM-BRIG-2", "WM-BRIG-3", "WM-BRIG-4")
def test_bodies_in_touch_of_up_to_four_may_be_ordered_together() -> None:
    pieces = {f"u{i}": foot(20 + 12 * i, 40) for i in range(5)} | {"apart": foot(95, 40), "hero": hero(50, 35)}
    t = Bench(pieces=pieces, step="orders", waits=True)
    assert "hero orders u0 u1 u2 u3" in t.offers() and "hero orders u1 u2" in t.offers()
    t.refusal("hero orders u0 u1 u2 u3 u4", "WM-BRIG-1")
    t.refusal("hero orders u0 u2", "WM-BRIG-2")
    t.refusal("hero orders u4 apart", "WM-BRIG-2")
    mad = Bench(pieces=pieces | {"u1": foot(32, 40, confused=True)}, step="orders", waits=True)
    mad.refusal("hero orders u0 u1", "WM-CMD-19")


@pytest.mark.rule("WM-BRIG-7", "WM-BRIG-8")
def test_a_brigade_moves_in_one_answer_and_ends_as_one_body() -> None:
    t = ordered({"u": foot(40, 40), "v": foot(52, 40)}, "u v")
    t.refusal((up(t, "u", 20), up(t, "v", 10)), "WM-BRIG-8")
    t.play((up(t, "u", 20), up(t, "v", 20)))
    assert t.stands("v")[0] == (48, 60, 90)


@pytest.mark.rule("WM-BRIG-9", "WM-CHARGE-14")
def test_one_unit_of_a_brigade_charges_the_others_march() -> None:
    t = ordered({"u": knights(40, 40), "v": knights(46, 40), "o": orcs(40, 62)}, "u v")
    assert {"u charges o", "v charges o", "march"} <= set(t.offers())
    t.play("u charges o")
    if t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("u").charged
    assert "march" in t.offers()
    t.play("march", (up(t, "v", 5),))
    t.refusal("hero orders u", "WM-CMD-20")


@pytest.mark.rule("WM-BRIG-9", "WM-BRIG-13")
def test_a_unit_kept_back_must_have_a_charge() -> None:
    t = ordered({"u": foot(40, 40), "v": foot(52, 40)}, "u v")
    t.refusal((up(t, "u", 5), ("v", None)), "WM-CHARGE-1")


@pytest.mark.rule("WM-BRIG-10")
def test_parts_of_a_brigade_are_finished_one_after_another() -> None:
    pieces = {"u": foot(40, 40), "v": foot(52, 40), "w": foot(90, 40), "hero": hero(60, 35)}
    t = Bench(pieces=pieces, step="orders", dice=["11", "11", "11"], waits=True)
    t.play("hero orders u v", (("u", t.state.stands["u"]), ("v", t.state.stands["v"])))
    t.play("hero orders u", (("u", t.state.stands["u"]),))
    t.play("hero orders v", (("v", t.state.stands["v"]),))
    t.refusal("hero orders u", "WM-CMD-16")
    assert "hero orders w" in t.offers()


@pytest.mark.rule("WM-BRIG-11")
def test_initiative_is_for_single_units() -> None:
    t = Bench(
        pieces={"u": foot(40, 40), "v": foot(52, 40), "o": orcs(46, 56), "g": general(9, 9)}, step="command", waits=True
    )
    assert all(len(o.split()) == 3 for o in t.offers() if not o.startswith("end"))


@pytest.mark.rule("WM-BRIG-2")
def test_a_body_formed_in_the_step_is_no_brigade_yet() -> None:
    pieces = {"u": foot(40, 40), "v": foot(60, 40), "hero": hero(50, 35), "w": chief("wizard", 58, 35)}
    t = Bench(pieces=pieces, step="orders", dice=["11"], waits=True)
    t.play("hero orders u", (("u", poses((44, 40, 90), (48, 40, 90), (52, 40, 90))),))
    assert not [o for o in t.offers() if o.endswith("u v")]


# --- blunders ---
def blunder(face: str, pieces: dict[str, Any], whom: str = "h", *more: str, **given: Any) -> Bench:
    pieces = {"hero": hero(50, 30), "z": foot(90, 30), **pieces}
    t = Bench(pieces=pieces, step="orders", dice=["66", face, *more], waits=True, **given)
    return t.play(f"hero orders {whom}")


@pytest.mark.rule("WM-BLUND-1", "WM-BLUND-3", "WM-BLUND-10", "WM-DICE-2")
def test_a_heros_twelve_is_a_blunder_and_ends_his_orders() -> None:
    t = blunder("2", {"h": foot(40, 40)})
    assert t.happened(Blundered, face=2) and t.character("hero").done


@pytest.mark.rule("WM-BLUND-4")
def test_one_marks_a_unit_chosen_from_the_brigade() -> None:
    t = blunder("1", {"h": foot(40, 40), "i": foot(52, 40)}, "h i")
    assert t.offers() == ["h", "i"]
    t.play("i")
    assert (t.unit("h").penalty, t.unit("i").penalty) == (0, 1)


@pytest.mark.rule("WM-BLUND-5", "WM-BLUND-6", "WM-BLUND-7", "WM-BLUND-13")
def test_worked_example_twelve_shying_away() -> None:
    horse = {"h": foot(40, 40), "k": unit("boar_riders", "b", 40, 68, 270)}
    t = blunder("2", horse)
    assert t.stands("h")[1] == pytest.approx((40, 35, 90), abs=0.02)
    t = blunder("3", {"h": foot(40, 40), "o": orcs(40, 67)})
    assert t.stands("h")[1] == (40, 40, 90)
    t = blunder("3", horse, readings={"blunder_2_3_measure": "own_full_pace"})
    assert t.stands("h")[1] == (40, 40, 90)


@pytest.mark.rule("WM-BLUND-6", "WM-BRIG-12")
def test_a_brigade_shies_away_together() -> None:
    t = blunder("3", {"h": foot(40, 40), "i": foot(52, 40), "k": unit("boar_riders", "b", 40, 68, 270)}, "h i")
    h, i = t.stands("h"), t.stands("i")
    assert h[0][1] < 40 and i[0][0] - h[0][0] == pytest.approx(12, abs=0.01)


@pytest.mark.rule("WM-BLUND-8")
def test_four_and_five_let_them_move_half_pace_without_a_charge() -> None:
    t = blunder("4", {"h": foot(40, 40), "o": orcs(40, 55)})
    t.refusal((up(t, "h", 10.02),), "WM-BLUND-8")
    t.refusal((("h", None),), "WM-BLUND-8")
    t.play((up(t, "h", 10),))


@pytest.mark.rule("WM-BLUND-9", "WM-BLUND-11", "WM-BLUND-14")
def test_six_sends_them_at_the_nearest_enemy() -> None:
    t = blunder("6", {"h": foot(40, 40), "o": orcs(40, 70)})
    assert t.stands("h")[1] == pytest.approx((40, 60, 90), abs=0.01)
    t = blunder("6", {"h": foot(40, 40), "o": orcs(40, 60)})
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("h").charged
    t = blunder("6", {"h": foot(40, 40)})
    assert t.stands("h")[1] == (40, 40, 90)


@pytest.mark.rule("WM-BLUND-12", "WM-MOVE-19")
def test_a_blunder_may_lead_off_the_table() -> None:
    t = blunder("2", {"h": foot(40, 2), "k": unit("boar_riders", "b", 40, 25, 270), "hero": hero(50, 12)}, "h", "3")
    assert t.happened(LeftTable, unit="h") and t.unit("h").where == "table"
