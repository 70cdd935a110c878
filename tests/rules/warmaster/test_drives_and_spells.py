"""Shooting, drive backs and spells where two rules meet (WM-SHOOT, WM-DRIVE, WM-MAGIC)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.combat.pursuing_stands import chase
from sandtable.rulesets.warmaster.state.events.commanding import SpellCast
from sandtable.rulesets.warmaster.state.events.losing import UnitDestroyed
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, goblins, hero, orcs, poses, unit

FAR = {"x": hero(170, 110, "b")}


def at(pieces: dict[str, Any], *dice: str, step: str = "shooting", **given: Any) -> Bench:
    return Bench(pieces=FAR | pieces, step=step, dice=list(dice), waits=True, **given)


def wood(x0: float, y0: float, x1: float, y1: float, kind: str = "wood") -> dict[str, Any]:
    area = {"kind": kind, "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}
    return {"size": [180, 120], "terrain": [area]}


def roll(t: Bench) -> Roll:
    assert isinstance(t.game.waiting, Roll)
    return t.game.waiting


# --- at whom ---
@pytest.mark.rule("WM-SHOOT-7", "WM-SHOOT-2")
def test_a_stand_that_shoots_elsewhere_names_one_of_two_equally_near() -> None:
    """The third stand looks east, where two units are equally far."""
    pieces = {
        "c": crossbows(0, 0, stands=[[50, 40, 90], [46, 40, 90], [53, 40, 0]]),
        "o": orcs(0, 0, stands=[[48, 55, 270]]),
        "u": orcs(0, 0, stands=[[70, 50, 180]]),
        "v": orcs(0, 0, stands=[[70, 30, 180]]),
    }
    t = at(pieces).play("c shoots o").done("a", "whom c.3 shoots at", cite="WM-SHOOT-7")
    assert t.offers() == ["at u", "at v"]
    t.play("at v").throw((1, 1)).throw((4,)).throw((1,))
    assert (t.unit("u").hits, t.unit("v").hits) == (0, 1)


@pytest.mark.rule("WM-SHOOT-10", "WM-MAGIC-6")
@pytest.mark.parametrize(("depth", "score"), [(54, 5), (52.25, 4)])
def test_a_spell_too_goes_to_the_least_protected_stands_in_range(depth: float, score: int) -> None:
    """A column, its last stand behind broken ground in the open: beyond 30 cm it is no mark, at 30 it is."""
    column = [[40, depth - 4, 270], [40, depth - 2, 270], [40, depth, 270]]
    pieces = {"s": chief("seer", 40, 20), "o": orcs(0, 0, stands=column), "h": foot(120, 10)}
    t = at(pieces, "5", table=wood(30, depth - 5, 50, depth - 1.1, "broken")).play("s casts cutting_wind at o")
    assert roll(t).reading.score == score  # type: ignore[attr-defined]


@pytest.mark.rule("WM-SHOOT-10", "WM-MAGIC-6", "WM-MAGIC-5")
def test_a_spell_that_needs_sight_goes_to_stands_that_are_seen() -> None:
    """The stand in the open is behind halberdiers; Foot of Gork needs no sight."""
    line = [[36, 50, 270], [40, 50, 270], [44, 50, 270]]
    hidden = {"o": foot(0, 0, "b", stands=line), "h": unit("trolls", "a", 0, 0, stands=[[37, 47, 90], [33, 47, 90]])}
    for caster, spell, score in (("orc_shaman", "foot_of_gork", 4), ("seer", "cutting_wind", 5)):
        pieces = {**hidden, "s": chief(caster, 44, 28)}
        t = at(pieces, "6", table=wood(38.5, 48, 60, 60)).play(f"s casts {spell} at o")
        assert roll(t).reading.score == score, spell  # type: ignore[attr-defined]


@pytest.mark.rule("WM-SHOOT-10")
@pytest.mark.parametrize(
    ("faces", "hits"), [("44444444", 3), ("14444455", 5), ("55141444", 3), ("54444444", 3), ("11144444", 0)]
)
def test_a_helblaster_at_mixed_cover_uses_the_better_cover_once_the_open_stand_is_gone(faces: str, hits: int) -> None:
    line = [[36, 48, 270], [40, 48, 270], [44, 48, 270]]
    pieces = {"c": unit("helblaster", "a", 0, 0, stands=[[40, 40, 90]]), "o": goblins(0, 0, stands=line)}
    t = at(pieces, faces, table=wood(38.5, 46.5, 60, 60)).play("c shoots o")
    assert 3 * (3 - len(t.stands("o"))) + t.unit("o").hits == hits


@pytest.mark.rule("WM-BREAK-2", "WM-ART-3")
def test_a_ball_that_breaks_an_army_does_not_bounce_on() -> None:
    pieces = {
        "c": unit("cannon", "a", 0, 0, stands=[[50, 40, 90], [52, 40, 90]]),
        "o": orcs(0, 0, stands=[[50, 60, 270]]),
        "p": orcs(0, 0, stands=[[50, 62.5, 270]]),
        "q": orcs(120, 100),
    }
    t = at(pieces, "6666", breaks_at=[5, 1]).play("c shoots o").done(over=True)
    assert t.happened(UnitDestroyed, unit="o") and not t.unit("p").hits


@pytest.mark.rule("WM-DATA-14", "WM-SHOOT-2", "WM-SHOOT-10")
def test_a_giant_throws_at_which_of_two_equally_near_its_player_says() -> None:
    giant = unit("giant", "b", 0, 0, stands=[[50, 50, 90]])
    pieces = {
        "g": giant,
        "h": hero(50, 46, "b"),
        "u": foot(45, 60, stands=[[45, 60, 270]]),
        "v": foot(0, 0, stands=[[55, 60, 270]]),
    }
    t = at(pieces, "66", "3", "6", step="orders", active="b").play("h orders g").done("b", "which of the nearest units")
    t.play("v").throw((4, 1, 1)).throw((1,))
    assert t.rolls[-1].purpose == "save" and not t.unit("u").hits


@pytest.mark.rule("WM-SHOOT-10")
@pytest.mark.parametrize(("reach", "score"), [("1", 5), ("2", 4)])
def test_a_giant_throws_at_stands_in_its_reach_only(reach: str, score: int) -> None:
    """The stand in the wood is 4 cm away; those in the open are within 10 cm, not within 5."""
    line = [[50, 56, 270], [54, 56, 270], [58, 56, 270]]
    pieces = {
        "g": unit("giant", "b", 0, 0, stands=[[48, 50, 90]]), "h": hero(48, 46, "b"), "u": foot(0, 0, stands=line),
    }  # fmt: skip
    t = at(pieces, "66", "3", reach, step="orders", active="b", table=wood(40, 54.5, 52.1, 60)).play("h orders g")
    assert roll(t).reading.score == score  # type: ignore[attr-defined]


# --- drive backs ---
@pytest.mark.rule("WM-DRIVE-6", "WM-DRIVE-15")
def test_no_stand_ends_nearer_to_any_stand_of_the_driving_unit() -> None:
    """At the end of its line a stand may not be a millimetre nearer, though farther from the middle shooters."""
    pieces = {"c": crossbows(50, 40), "o": orcs(50, 60)}
    t = at(pieces, "411", "1", "4").play("c shoots o").done("b", "where o re-forms")
    assert t.legal(poses((58, 64, 270), (50, 64, 270), (54, 64, 270)))
    t.refusal(poses((58, 63.9, 270), (50, 64, 270), (54, 64, 270)), "WM-DRIVE-6")


@pytest.mark.rule("WM-DRIVE-6", "WM-GEO-13")
def test_of_stands_equally_near_to_the_shooters_any_may_move_first() -> None:
    """Line opposite line: a column may form behind the end stand as well as behind the middle one."""
    t = at({"c": crossbows(50, 40), "o": orcs(50, 60)}, "411", "1", "4").play("c shoots o")
    places = t.stands("o")
    assert [x for x, _, _ in places] == [54, 50, 46]
    assert t.legal(poses((54, 64, 270), (54, 66, 270), (54, 68, 270)))
    assert t.legal(poses((50, 66, 270), (50, 64, 270), (50, 68, 270)))
    t.refusal(poses((52, 64, 270), (52, 66, 270), (52, 68, 270)), "WM-DRIVE-6")


@pytest.mark.rule("WM-DRIVE-6")
def test_a_stand_of_the_shooters_that_did_not_fire_fixes_the_direction_if_it_is_nearest() -> None:
    """Two stands shoot north past a third, which looks west and stands nearer to the orcs' left."""
    shooters = [[50, 40, 90], [54, 40, 90], [57, 41, 180]]
    pieces = {
        "c": crossbows(0, 0, stands=shooters),
        "o": orcs(0, 0, stands=[[60, 55, 270], [64, 55, 270], [68, 55, 270]]),
    }
    t = at(pieces, "41", "1", "5").play("c shoots o").play("as it was")
    ((x, y, _), *_) = t.stands("o")
    assert (x, y) == (60, 60), "straight away from the third, whose edge reaches to 58"


# --- magic ---
@pytest.mark.rule("WM-MAGIC-9", "WM-CHAR-5")
@pytest.mark.parametrize(("far", "joined"), [(0, "h"), (5, "")])
def test_who_is_with_a_unit_that_hears_the_voice_stays_with_it_only_if_it_does_not_move(far: int, joined: str) -> None:
    pieces = {"w": chief("wizard", 40, 36.7, joined="h"), "h": foot(40, 40), "o": orcs(90, 80)}
    t = at(pieces, "5").play("w casts voice_of_command at h")
    ends = tuple((x, y + far * 1000, f) for x, y, f in t.state.stands["h"])
    t.play((("h", ends),))
    assert t.character("w").joined == joined


@pytest.mark.rule("WM-MAGIC-5", "WM-MAGIC-3", "WM-OFFT-5")
def test_a_spell_is_refused_for_the_rule_that_bars_it() -> None:
    pieces = {
        "w": chief("wizard", 40, 20, mount="war_altar"), "o": orcs(40, 90), "f": foot(60, 20, frozen=True),
    }  # fmt: skip
    t = at(pieces)
    t.refusal("w casts weird_enchantment at o with the altar", "WM-MAGIC-5", short=37_750)
    t.refusal("w casts teleport at o", "WM-MAGIC-3")
    t.refusal("w casts voice_of_command at f", "WM-OFFT-5")
    pieces["w"] = chief("wizard", 40, 20, mount="war_altar", altar=True)
    at(pieces).refusal("w casts teleport with the altar", "WM-MAGIC-3")


@pytest.mark.rule("WM-MAGIC-1", "WM-PURSUE-8")
def test_an_enchanted_unit_pursues_at_half_pace_too() -> None:
    t = at({"h": foot(40, 40, spells=["weird_enchantment"]), "i": foot(60, 40), "o": orcs(40, 60)})
    assert chase(t.position, "h", "o", (), ()).pace == 10_000 and chase(t.position, "i", "o", (), ()).pace == 20_000
    assert not t.happened(SpellCast)


@pytest.mark.rule("WM-MAGIC-1", "WM-CMD-13")
def test_an_enchanted_giant_lumbers_on_at_half_pace() -> None:
    giant = unit("giant", "b", 0, 0, stands=[[50, 50, 90]], spells=["weird_enchantment"])
    pieces = {"g": giant, "h": hero(50, 46, "b"), "u": foot(120, 10)}
    t = at(pieces, "66", "4", step="orders", active="b").play("h orders g")
    assert t.stands("g") == [(50, 60, 90)]
