"""A target moved beyond range before the declaration changes no refusal, option, outline, odds, hint, preview or
advice."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots.explain import explain
from sandtable.chance import Seeded, everything_at, plan
from sandtable.core import Refused, begin
from sandtable.match import Match
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.testing import Broken, tell_the_same
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK2, SMALL, Game, at, every, foe, row

NEAR, FAR = -0.1, 0.15  # from the range: an eye does not tell them apart
CASTERS = {"stryker": at(46, 2), "sorscha": foe(46, 46)}
SOUTHERN = {"sorscha": at(46, 2), "stryker": foe(46, 46)}


def table(game: str, pieces: dict[str, Any], *answers: str, measuring: str = "book") -> Match:
    rules = Game(game, {"ironclad": at(5, 5)}).rules
    given = {"pieces": pieces, "table": {"size": [48, 48]}, "turn": {"seat": "a"}}
    start = begin(rules, *rules.scenarios.position(rules, given))
    match = Match(rules, start, Seeded(1), measuring=measuring, from_position=True)
    for answer in answers:
        if answer != f"activate {match.position.state.activating}":  # the last one left activates by itself
            match.answer(answer)
    return match


def same(game: str, own: dict[str, Any], reach: float, *answers: str, casters: dict[str, Any] = CASTERS) -> list[str]:
    """Nothing tells whether the juggernaut is within reach or beyond. Returns the answers that name it."""
    both = [
        table(game, {**casters, **own, "juggernaut": foe(12, 10 + reach + off + LARGE)}, *answers)
        for off in (NEAR, FAR)
    ]
    assert both[0].ask is not None
    keys = [o.key for o in both[0].ask.domain.options or () if "juggernaut" in o.key]
    keys += [key for key in ("march", "all run", "all charge", "all attack", "advance") if both[0].why_not(key) is None]
    tell_the_same(both[0], both[1], keys)
    return keys


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
@pytest.mark.parametrize(
    ("who", "base", "slot", "reach"),
    [("charger", MEDIUM, "dual_cannon", 12), ("etcher", None, "acid_jet", 8), ("destroyer", LARGE, "bombard", 14)],
)
def test_a_shot_a_spray_and_an_area(game: str, who: str, base: float | None, slot: str, reach: int) -> None:
    t = Game(game, {who: at(12, 10)})
    r = radius(t.position, t.state.models[who]) / 1000
    assert base in (None, r) and weapons_of(t.position, who)[slot].rng == reach
    keys = same(game, {who: at(12, 10, focus=2)}, reach + r, f"activate {who}")
    assert f"attack juggernaut with {slot}" in keys


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_charges_and_slams(game: str) -> None:
    """SPD 5 and 3 inches; half an inch of melee range."""
    keys = same(game, {"ironclad": at(12, 10, focus=2)}, LARGE + 8.5, "activate ironclad")
    assert {"charge juggernaut", "slam juggernaut"} <= set(keys)


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_spells_also_through_an_arc_node(game: str) -> None:
    caster = {"stryker": at(12, 10, focus=6)}
    plain = Game(game, {**caster, "juggernaut": foe(12, 14), "sorscha": foe(46, 46)}).activate("stryker")
    spells = {o.split()[1] for o in plain.offers() if o.startswith("cast") and o.endswith("at juggernaut")}
    assert spells
    for spell in sorted(spells):
        reach = plain.position.rules.cards.spells[spell].rng
        assert f"cast {spell} at juggernaut" in same(game, caster, SMALL + reach, "activate stryker")
        node = {"stryker": at(12, 4, focus=6), "lancer": at(12, 10, master="stryker")}
        through = f"cast {spell} at juggernaut through lancer"
        assert through in same(game, node, MEDIUM + reach, "activate stryker")


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_charges_of_a_unit_named_one_by_one_or_all_at_once(game: str) -> None:
    """SPD 6, 3 inches and a reach of 2."""
    fangs = row(3, "iron_fangs", "fangs")
    keys = same(game, fangs, SMALL + 11, "activate fangs", "order charge", casters=SOUTHERN)
    assert {"fangs.1 charges juggernaut", "all charge juggernaut", "all charge"} <= set(keys)


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_shots_of_a_unit_one_by_one_combined_or_all_at_once(game: str) -> None:
    t = Game(game, row(3))
    rifle = next(slot for slot, w in weapons_of(t.position, "guns.1").items() if w.rng)
    reach = weapons_of(t.position, "guns.1")[rifle].rng
    keys = same(game, row(3), SMALL + reach, "activate guns", "no order", "act")
    assert {f"guns.1 attack juggernaut with {rifle}", "all attack juggernaut", "all attack"} <= set(keys)
    assert [key for key in keys if "combine" in key]


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_who_helps_with_a_combined_shot(game: str) -> None:
    """The main attacker is near enough; whether the second one is, nobody knows before it has given up its shot."""
    gun = "repeating_long_gun" if game == MK2 else "repeating_long_rifle"
    reach = weapons_of(Game(game, row(3)).position, "guns.1")[gun].rng
    helper, target = at(20, 10, card="long_gunners", unit="guns", role="grunt"), 10 + SMALL + reach + LARGE
    guns = {**row(1), "guns.2": {**helper, "at": [13.3, 10]}, "guns.3": {**helper, "at": [14.6, 10]}}
    both = [
        table(
            game,
            {**CASTERS, **guns, "guns.1": {**guns["guns.1"], "at": [12, 11.7]}, "juggernaut": foe(14.6, target + off)},
            *("activate guns", "no order", "act", f"guns.1 combine juggernaut with {gun}"),
        )
        for off in (NEAR, FAR)
    ]
    assert both[0].ask is not None and both[0].ask.ask.about == ("guns.1", "guns.2", "guns.3", "juggernaut")
    for named in (("guns.3",), ["guns.3"], ("guns.2", "guns.3")):
        with pytest.raises(Refused, match="by the book"):
            both[0].odds(named, seat="a")
    tell_the_same(both[0], both[1], [("guns.3",), ["guns.3"], ("guns.2", "guns.3")])


THROWER = {"ironclad": at(12, 8, focus=3), "thrown": foe(12, 10, card="juggernaut")}


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_whom_a_thrown_model_meets_and_whom_a_tremor_reaches(game: str) -> None:
    """STR 11 throws 5.5 inches; a tremor reaches 2."""
    for key, own, reach in (
        ("throw thrown", THROWER, 5.5),
        ("tremor with quake_hammer", {"ironclad": at(12, 10)}, 2.0),
    ):
        near, far = (
            table(
                game,
                {**CASTERS, **own, "juggernaut": foe(12, 10 + 2 * LARGE + reach + off)},
                "activate ironclad",
            )
            for off in (NEAR, FAR)
        )
        assert near.why_not(key) is None
        tell_the_same(near, far, [key])


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
@pytest.mark.parametrize(
    ("own", "reach", "answers", "casters"),
    [
        (row(2, "iron_fangs", "fangs"), SMALL + LARGE + 11, ("activate fangs", "order charge"), SOUTHERN),
        (THROWER, 2 * LARGE + 5.5, ("activate ironclad",), CASTERS),
    ],
)
def test_advice_gives_the_same_reasons_within_reach_and_beyond(
    game: str, own: dict[str, Any], reach: float, answers: tuple[str, ...], casters: dict[str, Any]
) -> None:
    """A hundredth of an inch, which no eye sees."""
    near, far = (
        table(game, {**casters, **own, "juggernaut": foe(12, 10 + reach + off)}, *answers) for off in (-0.01, 0.01)
    )
    assert [str(one) for one in explain(near.view("a"))] == [str(one) for one in explain(far.view("a"))]


@every
def test_a_plan_measures_what_its_answers_do(game: str) -> None:
    """Blows in melee may be measured, shots may not; what a function answers nobody knows before."""
    pieces = {**CASTERS, "ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}
    blows = table(game, pieces, "activate ironclad")
    blow = "attack juggernaut with quake_hammer"
    assert blows.odds([blow, blow], seat="a")["hit"] > 0
    shots = table(game, {**CASTERS, "charger": at(12, 10), "juggernaut": foe(12, 40)}, "activate charger")
    shot = "attack juggernaut with dual_cannon"
    for unknown in ([shot], plan(shot), plan(shot).until(lambda p: False), everything_at("juggernaut"),
                    lambda p, ask: shot):  # fmt: skip
        with pytest.raises(Refused, match="by the book"):
            shots.odds(unknown, seat="a")


@every
def test_the_law_notices_a_table_that_measures_freely(game: str) -> None:
    pieces = {**CASTERS, "charger": at(12, 10)}
    both = [
        table(
            game,
            {**pieces, "juggernaut": foe(12, 10 + MEDIUM + 12 + off + LARGE)},
            "activate charger",
            measuring="free",
        )
        for off in (NEAR, FAR)
    ]
    with pytest.raises(Broken, match="tells a distance"):
        tell_the_same(both[0], both[1], ("attack juggernaut with dual_cannon",))
