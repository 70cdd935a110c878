"""Odds: one attack against an independent count, charges past free strikers, whole activations within their limits."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from sandtable.chance import choice_odds, trial_odds
from sandtable.core import BadSetup, find
from tests.rules.warmachine.kit import LARGE, MK1, MK2, Game, at, both, every, foe, row

FACES = range(1, 7)
DUELS = [
    ("ironclad", "quake_hammer", "juggernaut"),
    ("juggernaut", "ice_axe", "ironclad"),
    ("lancer", "war_spear", "lancer"),
]


def by_hand(
    grid: tuple[str, ...], need: int, over: int, dice: int = 2
) -> tuple[Fraction, dict[int, Fraction], dict[str, Fraction]]:
    """The chance to hit, and the shares of damage and of systems that one attack puts out: plain counting.

    `need` is DEF less skill, `over` ARM less power. All ones miss, all sixes hit.
    """
    hits = sum(1 for roll in product(FACES, repeat=2) if (sum(roll) >= need or roll == (6, 6)) and roll != (1, 1))
    hit = Fraction(hits, 36)
    damage: dict[int, Fraction] = defaultdict(Fraction)
    systems: dict[str, Fraction] = defaultdict(Fraction)
    damage[0] += 1 - hit
    each = hit / 6**dice
    for roll in product(FACES, repeat=dice):
        points = max(0, sum(roll) - over)
        damage[points] += each
        for column in range(6) if points else ():
            marked = [
                (c % 6, b) for c in range(column, column + 6) for b in range(len(grid[c % 6]))
            ][:points]  # fmt: skip
            for letter in set("".join(grid)) - {"."}:
                every_box = [(c, b) for c in range(6) for b in range(len(grid[c])) if grid[c][b] == letter]
                if set(every_box) <= set(marked):
                    systems[letter] += each / 6
    return hit, damage, systems


@every
@pytest.mark.parametrize(("attacker", "weapon", "target"), DUELS)
def test_one_attack_is_exact_and_agrees_with_plain_counting(game: str, attacker: str, weapon: str, target: str) -> None:
    rules = find(game)
    cards = rules.cards.models  # type: ignore[attr-defined]
    me, them = (next(card for id, card in cards.items() if id.endswith(name)) for name in (attacker, target))
    power = me.stats["STR"] + next(w.pow for w in me.weapons if w.name.lower().replace(" ", "_") == weapon)
    shield = 0 if them.arm_bonus is None else them.arm_bonus.value
    if any("shield" in w.traits for w in them.weapons):
        shield = 2  # Mk II: while it is held, from the front
    odds = trial_odds(rules, {"attacker": attacker, "weapon": weapon, "target": target}).summary
    assert odds is not None and odds.exact
    hit, damage, systems = by_hand(them.grid, them.stats["DEF"] - me.stats["MAT"], them.stats["ARM"] + shield - power)
    assert odds.chances["hit"] == hit
    assert {k: v for k, v in odds.distributions["damage"].items() if v} == {k: v for k, v in damage.items() if v}
    names = {"L": "left arm out", "R": "right arm out", "M": "movement out", "C": "cortex out", "A": "arc node out"}
    for letter, name in names.items():
        if letter in "".join(them.grid):
            assert odds.chances[name] == systems[letter]


def against(def_: int, mat: int, arm: int, power: int) -> Fraction:
    """That a free strike (+2, one more die of damage) takes the only box of a model."""
    hits = sum(1 for r in product(FACES, repeat=2) if (sum(r) + mat + 2 >= def_ or r == (6, 6)) and r != (1, 1))
    hurts = sum(1 for r in product(FACES, repeat=3) if sum(r) + power > arm)
    return Fraction(hits, 36) * Fraction(hurts, 216)


@both
def test_a_charge_past_two_free_strikers_is_the_product_by_hand(game: str) -> None:
    """A trooper with one box leaves the melee ranges of an Ironclad and a Charger, and charges a Lancer beyond."""
    card = "iron_fangs"
    pieces = {
        "pike": foe(12, 10, facing=90, card=card),
        "ironclad": at(10.2, 10, facing=0),
        "charger": at(13.6, 10, facing=180),
        "lancer": at(12, 16.5, facing=270),
        "stryker": at(46, 2),
        "sorscha": foe(46, 46),
    }
    t = Game(game, pieces, turn={"seat": "b"}, waits=True)
    t.activate("pike", "charge lancer")
    line = t.ask.domain.fallback(t.position)
    odds = choice_odds(t.rules, t.game, line, "never", budget=20_000)
    cards = t.position.rules.cards.models
    them = cards[t.state.models["pike"].card].stats
    alive = Fraction(1)
    for name, weapon in (("ironclad", "Quake Hammer"), ("charger", "Battle Hammer")):
        me = cards[t.state.models[name].card]
        power = me.stats["STR"] + next(w.pow for w in me.weapons if w.name == weapon)
        alive *= 1 - against(them["DEF"], me.stats["MAT"], them["ARM"], power)
    assert odds.exact
    assert odds["own loss"] == 1 - alive
    assert choice_odds(t.rules, t.game, line, "always", budget=20_000)["own loss"] == 1 - alive  # holding is no use


@every
@pytest.mark.parametrize("focus", ["0", "3"])
def test_a_whole_activation_is_told_within_five_points_by_few_answers_and_throws(game: str, focus: str) -> None:
    """That they take half a second of two is told by benchmarks/warmachine.py."""
    wanted = {"attacker": "juggernaut", "target": "ironclad", "activation": "", "charge": "", "focus": focus}
    odds = trial_odds(find(game), wanted, within=0.05)
    assert odds.exact or odds.plus_minus <= 0.05
    assert odds.answers < 2100 and sum(sample.throws for sample in odds.samples) < 400


def test_the_interval_contains_the_exact_value_in_17_of_20_runs() -> None:
    """Two attacks, worked out exactly and thrown with twenty seeds."""
    rules = find(MK2)
    wanted = {"attacker": "juggernaut", "target": "ironclad", "activation": ""}
    exact = trial_odds(rules, wanted, budget=60_000)
    assert exact.exact
    truth = exact["left arm out"]
    inside = 0
    for seed in range(20):
        thrown = trial_odds(rules, wanted, budget=1, within=0.05, seed=seed)
        assert thrown.summary is not None and not thrown.exact
        found = thrown.summary.estimates["left arm out"]
        inside += found.low <= truth <= found.high
    assert inside >= 17


def test_a_trial_says_what_is_wrong_with_it() -> None:
    rules = find(MK2)
    for wanted, words in (
        ({"attacker": "ironclad"}, "--target"),
        ({"attacker": "ironclag", "target": "lancer"}, "did you mean ironclad"),
        ({"attacker": "ironclad", "target": "lancer", "weapon": "axe"}, "its weapons: quake_hammer, open_fist"),
        ({"attacker": "ironclad", "target": "lancer", "focus": "x"}, "a whole number from 0 to 20"),
        ({"attacker": "long_gunners", "target": "lancer", "focus": "1"}, "only warcasters and warjacks"),
        ({"attacker": "ironclad", "target": "lancer", "aimed": ""}, "only shots are aimed"),
        ({"attacker": "stryker", "target": "lancer", "spell": "arcane_bolt", "aimed": ""}, "only shots are aimed"),
        ({"attacker": "ironclad", "target": "lancer", "charge": "", "aimed": ""}, "not with --charge"),
        ({"attacker": "ironclad", "target": "lancer", "distance": "-1"}, "inches from 0 to 30"),
        ({"attacker": "stryker", "target": "lancer", "spell": "blur"}, "no offensive spell"),
        (
            {"attacker": "stryker", "target": "lancer", "spell": "arcane bolt", "activation": ""},
            "--activation: not with",
        ),
        ({"attacker": "stryker", "target": "lancer", "weapon": "disruptor pistol", "charge": ""}, "no melee weapon"),
        ({"attacker": "stryker", "target": "lancer", "weapon": "disruptor pistol", "distance": "11"}, "reaches 10 in"),
        ({"attacker": "ironclad", "target": "lancer", "distance": "0.6"}, "Quake Hammer reaches 0.5 in"),
    ):
        with pytest.raises(BadSetup, match=words):
            trial_odds(rules, wanted)


def test_a_trial_takes_printed_names() -> None:
    rules = find(MK2)
    printed = {"attacker": "Commander Coleman Stryker", "target": "Iron Fang Pikemen", "spell": "Arcane Bolt"}
    keys = {"attacker": "stryker", "target": "iron_fangs", "spell": "arcane_bolt"}
    assert trial_odds(rules, printed)["hit"] == trial_odds(rules, keys)["hit"]
    hammer = {"attacker": "ironclad", "target": "juggernaut", "weapon": "hammer"}
    assert trial_odds(rules, hammer)["hit"] == trial_odds(rules, {**hammer, "weapon": "quake_hammer"})["hit"]


# --- without a roll ---
@both
def test_a_hit_without_a_roll_is_a_hit(game: str) -> None:
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3, stationary=True)}
    t = Game(game, pieces).activate("ironclad")
    odds = choice_odds(t.rules, t.game, "attack juggernaut with quake_hammer")
    assert odds["hit"] == 1 and {n: c for n, c in odds["hits"].items() if c} == {1: 1}
    down = {"attacker": "ironclad", "target": "juggernaut", "down": ""}
    assert trial_odds(find(game), down)["hit"] == 1


@both
def test_a_miss_without_a_roll_is_a_miss(game: str) -> None:
    t = Game(game, {"charger": at(12, 10), "juggernaut": foe(12, 40)}).activate("charger")
    odds = choice_odds(t.rules, t.game, "attack juggernaut with dual_cannon")
    assert odds["hit"] == 0 and {n: c for n, c in odds["hits"].items() if c} == {0: 1}


@both
def test_odds_of_helpers_are_those_of_the_combined_attack(game: str) -> None:
    """2d6 + 6 and one for each of three, aiming, against DEF 10: only two ones miss."""
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    t = Game(game, {**row(3), "juggernaut": foe(13, 20)}).activate("guns", "no order", "act")
    t.play(f"guns.1 combine juggernaut with {gun}")
    one, two = (choice_odds(t.rules, t.game, names) for names in (("guns.2",), ("guns.2", "guns.3")))
    assert two["hit"] == Fraction(35, 36)
    assert one.summary is not None and two.summary is not None
    assert one.summary.mean("damage") < two.summary.mean("damage")
    assert choice_odds(t.rules, t.game, ["guns.2", "guns.3"])["hit"] == two["hit"], "a list of names is one answer"


@every
def test_a_spell_from_behind_counts_the_back_strike(game: str) -> None:
    """FOCUS 6 against DEF 13: 7 from the front, 5 from behind."""
    wanted = {"attacker": "sorscha", "spell": "razor_wind", "target": "charger"}
    assert trial_odds(find(game), wanted)["hit"] == Fraction(21, 36)
    assert trial_odds(find(game), wanted | {"behind": ""})["hit"] == Fraction(30, 36)


@every
@pytest.mark.rule("M1-POWER-30", "M2-POWER-32")
def test_odds_asked_at_the_boost_of_a_throw_count_the_contest_and_the_fall(game: str) -> None:
    """STR 11 against 12: 15 of 36. It hits on any but two ones; in Mk I by two less against DEF 10."""
    t = Game(game, {"ironclad": at(20, 20, focus=2), "juggernaut": foe(20, 22.2)}).activate("ironclad")
    before = choice_odds(t.rules, t.game, "throw juggernaut")["knocked down"]
    t.play("throw juggernaut")
    odds = choice_odds(t.rules, t.game, "roll")
    assert odds["knocked down"] == before == Fraction(35 if game == MK2 else 30, 36) * Fraction(15, 36)
    assert odds["damage"][0] < 1


@every
@pytest.mark.rule("M1-POWER-13", "M2-POWER-23")
def test_odds_asked_within_a_slam_count_all_of_it(game: str) -> None:
    """A boost is asked for after the move; the target is knocked down whenever it is hit."""
    t = Game(game, {"ironclad": at(20, 14, focus=2), "juggernaut": foe(20, 20)})
    t.activate("ironclad", "slam juggernaut", (90_000, 4000))
    for key, dice in (("roll", 2), ("boost", 3)):
        need = 10 - 7 + (2 if game != MK2 else 0)
        hits = sum(1 for r in product(FACES, repeat=dice) if (sum(r) >= need or set(r) == {6}) and set(r) != {1})
        assert choice_odds(t.rules, t.game, key)["knocked down"] == Fraction(hits, 6**dice)


@pytest.mark.rule("M2-POWER-41")
def test_odds_asked_within_a_trample_count_everybody_trampled() -> None:
    guns = {"one": foe(20, 22, card="long_gunners"), "two": foe(20, 23.5, card="long_gunners")}
    t = Game(MK2, {"ironclad": at(20, 20, focus=2), **guns}).activate("ironclad", "trample", (90_000, 8000))
    odds = choice_odds(t.rules, t.game, "roll")
    both_gone = sum((end.chance for end in odds.ends if not {"one", "two"} & set(end.game.state.models)), Fraction(0))
    assert both_gone == Fraction(30, 36) ** 2, "MAT 7 against DEF 12, and STR 11 is always enough against ARM 11"
