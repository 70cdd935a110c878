"""Positions that try the engine's machinery: interrupted moves, nested damage, effects that end at different moments.

After every step the bench saves and loads the game and rebuilds it from its events, and at every wait the
exact odds of the frames on top sum to 1 and end. `four_laws` adds the others: answers leave their ancestor alone, the
same answer gives the same game, and a view of each seat can be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar

import pytest

from sandtable.chance import outcomes
from sandtable.core import Ruleset, View
from sandtable.lab.checks import Step
from sandtable.record import hash_of
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, FocusSpent, Struck
from sandtable.rulesets.warmachine.common.units.command import Checked
from sandtable.rulesets.warmachine.common.units.members import commander
from sandtable.testing.dice import PoolDice
from tests.rules.warmachine import kit
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, SOUTH, STEP, at, foe, row

BUDGET = 20_000  # answers


def odds_end(rules: Ruleset, step: Step) -> None:
    """Exact odds of the frames on top: every throw is followed to its end, and the chances sum to 1."""
    if step.before.waiting is not None:
        odds = outcomes(rules, step.before, budget=BUDGET)
        assert sum((end.chance for end in odds.ends), Fraction(0)) + odds.undecided == 1
        assert not odds.undecided, f"the odds do not end: {step.before.waiting}"


class Game(kit.Game):
    """A table on which the odds are followed at every wait."""

    laws: ClassVar[tuple[Callable[[Ruleset, Step], None], ...]] = (*kit.Game.laws, odds_end)


def four_laws(t: Game) -> Game:
    """At this wait: two answers leave the game alone, the same answer gives the same game, every seat has a view."""
    rules, game = t.rules, t.game
    before = hash_of(rules, game)
    after = []
    for _ in range(2):
        fork = t.match.fork(source=PoolDice.of(["1"] * 60))
        if fork.ask is not None:
            fork.answer(t.ask.default if t.ask.default is not None else t.offers()[0])
            after.append(hash_of(rules, fork.game))
    assert hash_of(rules, t.game) == before and len(set(after)) <= 1
    for seat in range(len(rules.seats)):
        View(rules, game, seat)
    return t


@pytest.mark.rule("M2-ENGAGE-13", "M2-ADV-40", "M2-MOVE-24", "M2-ENGAGE-8")
def test_10_a_free_strike_in_mid_charge() -> None:
    """A Tough solo charges past two enemies: struck by both, the second time it is Tough and lies where it was."""
    card = "dread_axe"
    pieces = {
        "dread_axe": at(12, 10, damage=4, card=card), "ironclad": foe(12 + LARGE + SMALL + 0.2, 10.4, 180),
        "juggernaut": foe(12 - LARGE - SMALL - 0.2, 12.2, 0), "stryker": foe(44, 44), "sorscha": at(44, 2),
        "charger": foe(12, 17),
    }  # fmt: skip
    t = Game(MK2, pieces, casters=False)
    boxes = t.rules.cards.models[t.state.models["dread_axe"].card].boxes  # type: ignore[attr-defined]
    t = Game(MK2, {**pieces, "dread_axe": at(12, 10, damage=boxes - 1, card=card)}, casters=False)
    t.activate("dread_axe", "charge charger")
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert "ironclad" in four_laws(t).ask.prompt or "juggernaut" in t.ask.prompt
    t.play("hold")
    assert four_laws(t).ask.prompt
    t.dice = ["6 5", "6 6 6", "5"]
    t.play(next(o for o in t.offers() if o.startswith("strike")))
    assert "knocked_down" in t.effects("dread_axe") and t.happened(Charged, failed=True)
    assert t.state.activating != "dread_axe" and 10 < t.place("dread_axe")[1] < 15


@pytest.mark.rule("M2-MOVE-17", "M2-FORM-10", "M2-FORM-7")
def test_11_the_leader_dies_in_his_own_move() -> None:
    """Targets for all, then moves: the leader falls to a free strike, a grunt leads, formation shifts."""
    fangs = row(3, "iron_fangs", "fangs", y=10)
    pieces = {
        **fangs,
        "ironclad": foe(12, 10 + LARGE + SMALL + 0.3),
        "stryker": foe(12 + STEP, 16),
        "sorscha": at(44, 2),
    }
    t = Game(MK2, pieces, casters=False).activate("fangs", "order charge")
    t.play("fangs.1 charges stryker", "fangs.2 charges stryker", "declared")
    t.play("fangs.1 run", [[6000, 10_000]])
    four_laws(t)
    t.dice = ["6 5", "6 6 6"]
    t.play(next(o for o in t.offers() if o.startswith("strike")))
    assert t.gone("fangs.1") and four_laws(t).ask.prompt.startswith("who leads")
    t.play("fangs.3")
    assert commander(t.position, "fangs") == "fangs.3" and "fangs.2 charge stryker" in t.offers()


@pytest.mark.rule("M2-ACT-20", "M2-SPELL-14", "M2-SPELL-15", "M2-SPELL-18")
def test_12_any_time_between_steps() -> None:
    """Move, attack, a channelled spell, another attack, the feat; the node is engaged only by those who stand."""
    pieces = {
        "stryker": at(12, 10, focus=6), "lancer": at(16, 10), "juggernaut": foe(12, 13.2 + SMALL + LARGE),
        "destroyer": foe(16, 10 + MEDIUM + LARGE + 0.3, down=True), "sorscha": foe(44, 44),
    }  # fmt: skip
    t = Game(MK2, pieces, casters=False).activate("stryker", "advance", [[12_000, 13_000]], 90_000)
    t.dice = ["1 1", "1 1", "1 1"]
    t.play("attack juggernaut with quicksilver", "roll")
    four_laws(t)
    t.play("cast arcane_bolt at destroyer through lancer", "roll", "attack juggernaut with quicksilver", "roll", "feat")
    assert t.focus("stryker") == 6 - 2 - 1
    up = {**pieces, "destroyer": foe(16, 10 + MEDIUM + LARGE + 0.3)}
    Game(MK2, up, casters=False).activate("stryker").refusal(
        "cast arcane_bolt at destroyer through lancer", "M2-SPELL-15"
    )


@pytest.mark.rule("M2-TURN-4", "M2-ADV-26", "M2-CTRL-9")
def test_13_one_round_is_counted_by_whose_turn_it_began_in() -> None:
    """A ghost strikes in the enemy's turn: it is solid until that enemy's next turn, not until its own."""
    ghost = next(n for n, c in Game(MK2, {"ironclad": at(12, 10)}).rules.cards.models.items()  # type: ignore[attr-defined]
                 if "incorporeal" in c.abilities)  # fmt: skip
    pieces = {"ghost": at(12, 10, card=ghost), "ironclad": foe(12, 10 + SMALL + LARGE + 0.2), "stryker": foe(44, 44),
              "sorscha": at(44, 2)}  # fmt: skip
    t = Game(MK2, pieces, turn={"seat": "b"}, casters=False).activate("ironclad", "advance", [[12_000, 16_000]])
    t.dice = ["1 1"]
    t.play(next(o for o in t.offers() if o.startswith("strike")), SOUTH * 1000)
    assert "corporeal" in four_laws(t).effects("ghost")
    while t.state.active == 1:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert "corporeal" in t.effects("ghost"), "its own turn does not end it"
    while t.state.active == 0:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    assert "corporeal" not in t.effects("ghost")


@pytest.mark.rule("M2-AOE-8", "M2-AOE-11", "M2-WQ-14", "M2-CMD-4")
def test_14_a_blast_over_friends() -> None:
    """A miss comes down behind a shield-bearer; three victims, the check comes once, after all."""
    guns = row(4, "long_gunners", "guns", y=19, x=10.8, seat="b", facing=SOUTH)
    pieces = {
        "destroyer": at(12, 6),
        **guns,
        "lancer": foe(12, 16.6, SOUTH),
        "sorscha": at(44, 2),
        "stryker": foe(2, 46),
    }
    pieces["guns.4"]["at"], pieces["guns.1"]["role"], pieces["guns.4"]["role"] = [20, 19], "grunt", "leader"
    t = Game(MK2, pieces, dice=["1 1", "1", "2"], casters=False, waits=True)
    t.activate("destroyer", "attack lancer with bombard")
    behind = Blow(target="lancer", power=7, seat=0, point=(12_000, 18_600), blast=True)
    assert t.value(Armour("lancer", behind)) == 16, "the shield does not count against a point behind it"
    checks: list[int] = []
    while t.match.roll is not None or "damage roll first" in t.ask.prompt:
        four_laws(t)
        if t.match.roll is None:
            t.play(t.ask.default)
            continue
        damage = t.match.roll.purpose.startswith("damage")
        need = dict(t.match.roll.pools[0].dice)["d6"]
        t.throw([6] * need if damage else [1] * need)
        checks.append(len(t.happened(Checked)))
    assert t.gone("guns.1") and t.gone("guns.2") and len(t.happened(Checked, who="guns")) == 1
    last = max(t.events.index(e) for e in t.happened(Damaged))
    assert t.events.index(t.happened(Checked)[0]) > last, "after the last damage roll"


@pytest.mark.rule("M2-POWER-30", "M2-ADV-40", "M2-POWER-21", "M2-DICE-5")
def test_15_tough_in_collateral_in_a_slam() -> None:
    """A slammed warjack passes a small Tough solo and stops at a heavy: each has its own damage, in order."""
    tough = next(n for n, c in Game(MK2, {"ironclad": at(12, 10)}).rules.cards.models.items()  # type: ignore[attr-defined]
                 if "tough" in c.abilities and c.base == "small" and c.boxes < 9)  # fmt: skip
    gap = 2 * LARGE
    pieces = {
        "juggernaut": at(12, 8, focus=1), "ironclad": foe(12, 8 + gap + 4),
        "solo": foe(12, 8 + gap + 4 + LARGE + SMALL + 0.4, card=tough, damage=0),
        "destroyer": at(12, 8 + gap + 4 + gap + 3.4, SOUTH), "stryker": foe(44, 44), "sorscha": at(44, 2),
    }  # fmt: skip
    boxes = Game(MK2, {"ironclad": at(12, 10)}).rules.cards.models[tough].boxes  # type: ignore[attr-defined]
    pieces["solo"]["damage"] = boxes - 1
    t = Game(MK2, pieces, dice=["6 5", "6"], casters=False, waits=True)
    t.activate("juggernaut", "slam ironclad", [90_000, 4000])
    seen = []
    while t.match.roll is not None:
        four_laws(t)
        seen.append(t.match.roll.purpose)
        need = dict(t.match.roll.pools[0].dice)["d6"]
        t.throw([5] * need)
    kinds = [s.split(" ")[0] for s in seen]
    assert kinds[:2] == ["damage", "column"] and "tough" in kinds, seen
    assert seen[0].endswith("ironclad") and seen[2].endswith("solo")
    assert "knocked_down" in t.effects("solo") and "knocked_down" in t.effects("destroyer")
    assert t.pool("damage", 0) == {"d6": 3}, "it ran into the heavy"


@pytest.mark.rule("M2-MAINT-3", "M2-JACK-2", "M2-SCEN-2", "M2-SCEN-1")
def test_16_the_caster_burns() -> None:
    """Fire in Maintenance kills the last warcaster: his warjacks are inert at once, then the game is over."""
    pieces = {
        "stryker": at(12, 10, damage=16, effects=["fire"]),
        "ironclad": at(16, 10, focus=2),
        "sorscha": foe(44, 44),
    }
    t = Game(MK2, pieces, turn={"phase": "maintenance"}, dice=["6", "6 6"], casters=False)
    t.done(over=True)
    assert t.match.result is not None and t.match.result.winner == 1
    assert "inert" in t.effects("ironclad") and t.happened(Destroyed, who="stryker")


@pytest.mark.rule("M2-CTRL-18", "M2-DICE-3", "M2-ATK-10")
def test_17_boost_buy_boost() -> None:
    """Three focus: a boosted attack, a bought one, a boosted damage roll; a crippled arm loses a die of each."""
    pieces = {"juggernaut": at(12, 10, focus=3, marks="R"), "ironclad": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(MK2, pieces).activate("juggernaut", "attack ironclad with ice_axe")
    t.dice = ["5 5", "1", "1"]
    t.play("boost")
    assert t.pool("attack") == {"d6": 2} and "stationary" in t.effects("ironclad"), "boosted with one die less: two"
    t.play("roll")
    assert t.pool("damage") == {"d6": 1}
    t.dice = ["1 1", "1"]
    four_laws(t).play("attack ironclad with open_fist")
    while t.match.ask is not None and t.ask.prompt.startswith("boost"):
        t.play("roll")
    t.dice = ["1 1 1", "1"]
    t.play("attack ironclad with open_fist")
    while t.match.ask is not None and t.ask.prompt.startswith("boost"):
        t.play("boost")
    assert t.focus("juggernaut") == 0 and len(t.happened(FocusSpent, who="juggernaut")) == 3


@pytest.mark.rule("M2-GEO-11", "M2-ATK-11", "M1-GEO-8")
@pytest.mark.parametrize("game", [MK1, MK2])
def test_18_no_measuring_before_declaring(game: str) -> None:
    """A shot at 14.2 inches with RNG 14 is accepted, misses, and is spent."""
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    near = {**row(1, "long_gunners", "guns"), "juggernaut": foe(12, 10 + SMALL + LARGE + 13.9)}
    far = {**near, "juggernaut": foe(12, 10 + SMALL + LARGE + 14.2)}
    offers = [Game(game, pieces).activate("guns", "no order", "act").offers() for pieces in (near, far)]
    assert offers[0] == offers[1]
    t = Game(game, far).activate("guns", "no order", "act", f"guns.1 attack juggernaut with {gun}")
    assert four_laws(t).happened(Struck, rolled=False, hit=False) and not t.rolls


@pytest.mark.rule("M1-MOD-28", "M1-DICE-10", "M1-DICE-4")
def test_19_a_stray_shot_with_the_same_dice() -> None:
    """Of two in sight the pick is thrown again above two, and a pair stays critical against the second."""
    pieces = {
        "charger": at(12, 4), "fangs.1": foe(12, 14, 270, card="iron_fangs", unit="fangs", role="leader"),
        "ironclad": at(12 + LARGE + SMALL + 0.3, 14, 180), "lancer": at(12 - MEDIUM - SMALL - 0.3, 14, 0),
        **row(1, "long_gunners", "guns", y=14 + 2 * SMALL + 0.3, facing=SOUTH),
    }  # fmt: skip
    t = Game(MK1, pieces, dice=["5 5", "6", "1", "6 6", "1"]).activate("charger", "advance", [[12_000, 5000]], 90_000)
    t.play("attack fangs.1 with dual_cannon")
    assert t.happened(Struck, who="ironclad", total=12, hit=True, critical=True) and t.damage("ironclad") == 6


@pytest.mark.rule("ES-CREW-5", "ES-CREW-14", "M1-CMD-2")
def test_20_the_gunner_falls_and_stays() -> None:
    """A blast covers the gunner and the crewman who steps in: the crewman's own roll is void, one model is lost."""
    crew = {
        "gun.1": foe(12, 20, card="mortar_gunner", unit="gun", role="gunner", effects=["fire"]),
        "gun.2": foe(12 + MEDIUM + SMALL + 0.1, 20, card="mortar_crewman", unit="gun", role="crewman"),
    }  # fmt: skip
    t = Game(ESCALATION, {**crew, "destroyer": at(12, 8), "sorscha": foe(44, 44), "stryker": at(44, 2)}, casters=False)
    t.dice = ["6 5", "6 6"]
    t.activate("destroyer", "attack gun.1 with bombard")
    assert four_laws(t).ask.prompt.startswith("who steps in") and set(t.offers()) == {"gun.2", "nobody"}
    t.dice = ["1 1"]  # massive casualties
    t.play("gun.2").done()
    assert t.gone("gun.2") and "gun.1" in t.state.models and t.effects("gun.1") == set()
    assert t.state.units["gun"].members == ("gun.1",) and len(t.happened(Checked)) == 1


@pytest.mark.rule("ES-MARSHAL-10", "ES-MARSHAL-11", "ES-AUTO-1")
def test_21_whose_jack_is_it() -> None:
    """Suborned in mid-turn, a marshal acts for the other side; his warjack stays, asked of its own player."""
    pieces = {
        "vane": at(12, 10, focus=4), "foreman": foe(12, 15), "juggernaut": foe(16, 18, master="foreman"),
        "sorscha": foe(46, 46), "ironclad": at(30, 10),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, dice=["6 5"], casters=False).activate("vane", "cast suborn at foreman")
    four_laws(t).play("end")
    t.activate("foreman")
    assert t.ask.seat == 0 and t.state.status["juggernaut"].seat == 1 and t.state.status["juggernaut"].master == ""


@pytest.mark.rule("M1-CMD-14", "M1-FLEE-7", "M2-CMD-12")
@pytest.mark.parametrize("game", [ESCALATION, MK2])
def test_22_terror_on_the_way_between_two_free_strikes(game: str) -> None:
    """The path leaves a Juggernaut and enters the Abomination's 3 inches: Mk I stops there, Mk II at its end."""
    horror = {ESCALATION: "horror", MK2: "chained_horror"}[game]
    solo = {ESCALATION: "marshal", MK2: "strangewayes"}[game]
    pieces = {
        solo: at(12, 10), "juggernaut": foe(12 - LARGE - SMALL - 0.2, 10, 0), horror: foe(12, 19),
        "stryker": at(2, 46), "sorscha": foe(44, 44),
    }  # fmt: skip
    t = Game(game, pieces, casters=False).activate(solo, "advance", [[12_000, 15_500]])
    assert "juggernaut" in four_laws(t).ask.prompt
    t.dice = ["6 6"]
    t.play("hold", *(() if game == ESCALATION else (0,)))
    assert t.happened(Checked, who=solo, passed=False) and "fleeing" in t.effects(solo)
    edge = 19 - MEDIUM - SMALL - 3
    assert t.place(solo)[1] == pytest.approx(edge if game == ESCALATION else 15.5, abs=0.003)
