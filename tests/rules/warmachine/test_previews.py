"""What previews show of attacks, lanes and free strikes, and that by the book they tell no distance."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.match import Match
from sandtable.rulesets.warmachine.common.state.events import Struck
from sandtable.scene import Disc, Preview
from tests.rules.warmachine.kit import LARGE, MK2, SMALL, SOUTH, Game, at, every, foe, row


def freely(t: Game) -> Match:
    """The same table with free measuring."""
    other = Match(t.rules, t.match.start, t.match.source, measuring="free", from_position=True)
    other.history = t.match.history
    return other


def zones(shown: Preview) -> dict[str, Any]:
    return {zone.label: zone.shape for zone in shown.zones}


def notes(shown: Preview) -> list[str]:
    return [note.text for note in shown.notes]


def hits(shown: Preview) -> set[str]:
    return set(shown.hits)


# --- attacks ---
@every
def test_a_spray_shows_its_template_and_everybody_under_it(game: str) -> None:
    pieces = {
        "etcher": at(12, 10), "lancer": foe(12, 14.5), "charger": foe(12.3, 16.9), "ironclad": foe(18, 14),
        "stryker": foe(46, 46), "sorscha": at(46, 2),
    }  # fmt: skip
    t = Game(game, pieces, casters=False, waits=True).activate("etcher")
    key = "attack lancer with acid_jet"
    shown = freely(t).preview(key)
    assert {"RNG", "spray"} <= set(zones(shown))
    t.dice = ["1 1", "1 1"]
    t.play(key)
    assert hits(shown) == {e.who for e in t.happened(Struck)} == {"lancer", "charger"}
    assert Game(game, pieces, casters=False).activate("etcher").match.preview(key) == Preview(), "by the book"


@every
def test_an_area_shows_who_is_under_it_and_how_far_it_may_stray(game: str) -> None:
    """The destroyer's Bombard: 3 inches across. A miss strays up to half the way, here 4 inches."""
    y = 10 + LARGE + 8
    pieces = {
        "destroyer": at(12, 10), "lancer": foe(12, y), "charger": foe(13.6, y), "ironclad": foe(20, 20),
        "stryker": foe(46, 46), "sorscha": at(46, 2),
    }  # fmt: skip
    t = Game(game, pieces, casters=False).activate("destroyer")
    key = "attack lancer with bombard"
    shown = freely(t).preview(key)
    template, stray = zones(shown)["AOE 3"], zones(shown)["deviation"]
    assert isinstance(template, Disc) and template.r == 1500 and isinstance(stray, Disc) and stray.r == 4000
    assert (template.x, template.y) == (12000, 10000 + round(1000 * LARGE) + 8000)
    assert hits(shown) == {"lancer", "charger"}
    assert t.match.preview(key) == Preview(), "by the book"


@every
def test_out_of_range_is_said_only_where_it_may_be_measured(game: str) -> None:
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 30)}
    t = Game(game, pieces).activate("charger")
    key = "attack juggernaut with dual_cannon"
    assert "out of range" in notes(freely(t).preview(key)) and not notes(t.match.preview(key))


@every
def test_a_feat_shows_the_control_area(game: str) -> None:
    """Stryker's FOC is 6."""
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(30, 30), "sorscha": foe(40, 40)}).activate("stryker")
    area = zones(t.match.preview("feat"))["control area"]
    assert isinstance(area, Disc) and area.r == 12_000 + round(1000 * SMALL)


# --- moves ---
@every
def test_a_path_shows_where_enemies_strike(game: str) -> None:
    """The juggernaut reaches half an inch. Along it nobody is left; away from it, at half an inch."""
    edge = 10 + 2 * LARGE + 0.1
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, edge)}).activate("ironclad", "advance")
    away = t.match.preview(((12000, 7000),))
    assert notes(away).count("free strike of Juggernaut") == 1
    note = next(n for n in away.notes if n.text.startswith("free strike"))
    assert note.at[0] == 12_000 and note.at[1] == pytest.approx(10_000 - 400, abs=3)
    assert not [text for text in notes(t.match.preview(((12300, 10000),))) if "free strike" in text]
    t.play(((12000, 7000),))
    t.done("b", "leaves the melee range")


@every
def test_a_march_shows_the_free_strikes_at_each_trooper(game: str) -> None:
    t = Game(game, {**row(3), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}).activate("guns", "no order", "march")
    answer = t.ask.domain.spoken(t.position, "march south 3")
    assert notes(t.match.preview(answer)).count("free strike of Juggernaut") >= 1
    assert len(t.match.preview(answer).ghosts) == 3


@every
def test_a_charge_shows_its_lane_the_strikes_on_it_and_what_stops_it(game: str) -> None:
    pieces = {
        "ironclad": at(12, 10, focus=2), "juggernaut": foe(12, 18), "destroyer": foe(14.2, 12, facing=180),
    }  # fmt: skip
    t = Game(game, pieces).activate("ironclad")
    assert t.match.preview("charge juggernaut") == Preview(), "by the book nothing before the declaration"
    t.play("charge juggernaut")
    whole, short = t.match.preview((90_000, 6032)), t.match.preview((90_000, 3000))
    assert "charge" in zones(whole) and "the target is not in reach" in notes(short)
    assert "the target is not in reach" not in notes(whole)
    assert "free strike of Destroyer" in notes(whole)


@every
def test_a_slam_shows_where_its_target_is_hurled(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=2), "juggernaut": foe(12, 16), "destroyer": foe(12, 21.5)}
    t = Game(game, pieces).activate("ironclad", "slam juggernaut")
    answer = t.ask.domain.fallback(t.position)
    shown = t.match.preview(answer)
    assert {"slam", "hurled up to 6 in"} <= set(zones(shown)) and "destroyer" in hits(shown)


@every
def test_a_throw_shows_its_flight_and_how_far_it_strays(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=2), "lancer": foe(12, 12.2), "charger": foe(12, 16),
              "sorscha": at(46, 2), "stryker": foe(46, 46)}  # fmt: skip
    t = Game(game, pieces, casters=False, waits=True).activate("juggernaut")
    t.dice = ["6 6", "6", "1"]
    t.play("throw lancer")
    while not t.ask.prompt.startswith("throw"):
        t.play(t.ask.default)
    shown = t.match.preview(t.ask.domain.fallback(t.position))
    assert {"throw", "deviation"} <= set(zones(shown)) and "charger" in hits(shown)


def test_a_trample_shows_whom_it_tramples() -> None:
    pieces = {"juggernaut": at(12, 10, focus=2), **row(2, x=12, y=14, step=1.5, seat="b", facing=SOUTH),
              "sorscha": at(46, 2), "stryker": foe(46, 46)}  # fmt: skip
    t = Game(MK2, pieces, casters=False, waits=True).activate("juggernaut", "trample")
    shown = t.match.preview((90_000, 6500))
    assert "trample" in zones(shown) and hits(shown) == {"guns.1", "guns.2"}
