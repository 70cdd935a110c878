"""`sandtable odds`: JSON, text, and faults told with what would do."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable.cli import app
from sandtable.core import BadSetup

FIGURES = "--attack 4A+2P --defence 2A+2P --pow 5 --arm 4 --health 3"
WOLF = "--attacker dusk_wolf --weapon rail_gun --arc 2 --target marauder --cover"


def run(words: str) -> str:
    done = CliRunner().invoke(app, ["odds", *words.split()], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def data(words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(f"{words} --json"))
    return found


def test_json_has_exact_fractions_and_decimals() -> None:
    found = data(f"warcaster {FIGURES}")
    assert found["destroy"] == "221647342128126611/18953525353286467584"
    assert found["hit"] == "19563607/30233088"
    assert list(found["damage"]) == ["0", "1", "2", "3"]
    assert sum(Fraction(c) for c in found["damage"].values()) == 1
    assert found["decimal"]["hit"] == pytest.approx(0.647, abs=1e-3)
    assert found["decimal"]["damage"]["3"] == float(Fraction(found["destroy"]))
    assert (found["exact"], found["undecided"]) == (True, "0/1")
    cites = {term["cite"] for pool in found["terms"] for term in pool["terms"]}
    assert {"WC-ATK-4", "WC-ATK-5", "WC-ATK-7", "WC-ATK-8"} <= cites


def test_units_by_name() -> None:
    found, figures = data(f"warcaster {WOLF}"), data(f"warcaster {FIGURES}")
    assert {k: found[k] for k in ("hit", "damage", "destroy")} == {k: figures[k] for k in ("hit", "damage", "destroy")}
    assert found["arc"] == {"2": "1/1"}
    hurt = data(f"warcaster {WOLF} --damage 1")
    assert Fraction(hurt["destroy"]) > Fraction(found["destroy"])


@pytest.mark.parametrize("policy", ["--policy always", "--policy best", "--use arc_booster"])
def test_a_spike_is_worth_its_arc(policy: str) -> None:
    plain, used = data(f"warcaster {WOLF}"), data(f"warcaster {WOLF} {policy}")
    assert Fraction(used["destroy"]) > Fraction(plain["destroy"])
    assert "1" in used["arc"]


def test_more_than_one_attack() -> None:
    one, three = data(f"warcaster {FIGURES}"), data(f"warcaster {FIGURES} --times 3")
    assert Fraction(three["destroy"]) > Fraction(one["destroy"])
    zero = Fraction(one["damage"]["0"])
    assert Fraction(three["damage"]["0"]) == zero**3


def test_hits_of_several_attacks() -> None:
    """Against a target that outlasts them all, hits are independent."""
    tough = FIGURES.replace("--health 3", "--health 60")
    hit, found = Fraction(data(f"warcaster {tough}")["hit"]), data(f"warcaster {tough} --times 3")
    wanted = {str(n): comb(3, n) * hit**n * (1 - hit) ** (3 - n) for n in range(4)}
    assert {n: Fraction(chance) for n, chance in found["hits"].items()} == wanted
    assert Fraction(found["hit"]) == 1 - wanted["0"]
    assert found["mean"]["hits"] == pytest.approx(float(3 * hit))
    assert "hits" not in data(f"warcaster {tough}")


def test_a_spray_tells_whether_its_target_was_hit() -> None:
    found = data("warcaster --attacker immortal_weaver --weapon psychokinetic_hood --target jax_redblade")
    assert 0 < Fraction(found["hit"]) == 1 - Fraction(found["hits"]["0"])


def test_a_budget_says_what_it_left_open() -> None:
    found = data(f"warcaster {FIGURES} --budget 2")
    assert not found["exact"]
    assert 0 < Fraction(found["undecided"]) <= 1
    assert (found["level"], found["throws"], found["seed"]) == (0.95, 447, "1")
    assert found["decimal"]["hit"] == pytest.approx(0.647, abs=found["plus_minus"]["hit"])
    assert found["plus_minus"]["destroy"] <= 0.03
    assert set(found["plus_minus"]["damage"]) == set(found["damage"])
    assert found["mean_plus_minus"]["damage"] > 0
    text = run(f"warcaster {FIGURES} --budget 2")
    assert "(± at most 3.0 points at 95%: 447 throws with seed 1 for 64.7% of it)" in text
    assert "exact" not in text
    lines = [line for line in text.splitlines() if line.startswith(("  hit", "  destroy"))]
    assert all("±" in line and "/" not in line for line in lines)


def test_throws_by_their_seed_and_plus_minus() -> None:
    asked = f"warcaster {FIGURES} --budget 2"
    assert run(asked) == run(asked)
    other, closer = data(f"{asked} --seed 2"), data(f"{asked} --within 1")
    assert other["destroy"] != data(asked)["destroy"]
    assert other["seed"] == "2"
    assert closer["throws"] > 9 * 440
    assert closer["plus_minus"]["destroy"] <= 0.01


@pytest.mark.parametrize("within", ["0", "-1", "101"])
def test_a_plus_minus_that_cannot_be_had(within: str) -> None:
    with pytest.raises(BadSetup, match="a share above 0 and at most 1"):
        run(f"warcaster {FIGURES} --budget 2 --within {within}")


@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("void_gate", "--target-arc 3"),
        ("ranger_fire_team", ""),
        ("jax_redblade", "--target-arc 1 --policy always"),
        ("marauder", "--effects fire,corrosion"),
        ("marauder", "--distance 12"),
    ],
)
def test_all_kinds_of_targets(target: str, more: str) -> None:
    found = data(f"warcaster --attacker dusk_wolf --weapon rail_gun --target {target} {more}")
    assert sum(Fraction(c) for c in found["damage"].values()) == 1
    assert Fraction(found["hit"]) > 0


@pytest.mark.parametrize("attacker", ["strike_raptor", "ranger_fire_team", "hunter", "morningstar", "vassal_reavers"])
def test_all_kinds_of_attackers(attacker: str) -> None:
    found = data(f"warcaster --attacker {attacker} --arc 1 --target marauder --policy always")
    assert Fraction(found["hit"]) > 0
    assert found["exact"]


def test_text_has_bars_and_reasons() -> None:
    assert "221647342128126611" not in run(f"warcaster {WOLF}"), "fractions are told on request"
    text = run(f"warcaster {WOLF} --fractions")
    assert text.startswith("Dusk Wolf, Rail Gun against Marauder (exact)\n")
    assert "64.7%" in text
    assert "█" in text
    assert "221647342128126611/18953525353286467584" in text
    assert "defence 2A+2P: 2 DEF (WC-ATK-5), +2 cover: obstacle_1 (WC-COVER-1)" in text


def test_without_options_they_are_listed() -> None:
    assert "--attacker" in run("warcaster")
    assert "--throw" in run("duel")


def test_another_ruleset() -> None:
    found = data("duel --attacker rosalind --target gunther --guard")
    assert found["hit"] == "7/12"
    assert Fraction(data("duel --attacker rosalind --target gunther")["hit"]) > Fraction(7, 12)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("warcaster --attack 4Z", "write Action and Power dice as 4A+2P"),
        ("warcaster --attack 99A", "at most 60 dice"),
        ("warcaster --attack -4A", "is not dice"),
        ("warcaster --pow five", "a whole number from 0"),
        ("warcaster --arm 0", "a whole number from 1"),
        ("warcaster --health 0", "a whole number from 1"),
        ("warcaster --attacker dusk_wolv", "did you mean dusk_wolf"),
        ("warcaster --target zzz", "known: dusk_wolf"),
        ("warcaster --attacker dusk_wolf --weapon gun", "its weapons: battle_rifle"),
        ("warcaster --attacker dusk_wolf --arc 9", "a whole number from 0 to"),
        ("warcaster --attacker dusk_wolf --weapon rail_gun --mode fire", "its modes: none"),
        ("warcaster --attacker dusk_wolf --weapon rail_gun --distance 20", "2 in beyond RNG 18"),
        ("warcaster --attacker dusk_wolf --distance far", "inches from 0"),
        ("warcaster --attacker dusk_wolf --attack 4A", "leave one of them out"),
        ("warcaster --target marauder --effects wet", "no effect 'wet'"),
        ("warcaster --frobnicate 1", "known: --attack, --pow"),
        ("warcaster 4A+2P", "belongs to no option"),
        ("warcaster --attack", "--attack needs a value"),
        ("warcaster --cover=yes --target marauder", "takes no value"),
        ("warcaster --attack 4A --policy perhaps", "policies: never, always, best"),
        ("lines --attack 4A", "lines knows no --attack"),
        ("lines", "match.odds(choice)"),
        ("duel --attacker rosalind", "there are gunther"),
        ("duel --attacker rosalind --target rosalind", "does not attack itself"),
    ],
)
def test_faults_say_what_would_do(words: str, says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        run(words)
    assert says in str(caught.value)
