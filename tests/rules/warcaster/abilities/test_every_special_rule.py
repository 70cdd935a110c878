"""The house keeps count: every special rule is implemented somewhere and has a test that names it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sandtable.rulesets import warcaster
from tests.rules.warcaster.kit import rules

TESTS = Path(__file__).parent
RULES = Path(warcaster.__path__[0])

# Rules that a chapter of the book plays by itself, and where.
CHAPTERS = {
    "arc_relay": "cyphers/channelling.py",
    "attack_mode": "attacks/attack_phrases.py",
    "flight": "state/stats.py",
    "pathfinder": "state/stats.py",
    "stealth": "state/stats.py",
    "strafe": "attacks/strafe.py",
}
WORDS = {"arc_relay": "arc_relay", "attack_mode": "modes_of"}  # how the chapter spells it


def named_tests() -> list[str]:
    """Every test of the folder by name, this house test left out."""
    found: list[str] = []
    for file in TESTS.glob("test_*.py"):
        if file != Path(__file__):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    return found


def words_in_abilities() -> set[str]:
    """The strings of the modules of abilities/: the ids they ask for."""
    found: set[str] = set()
    for file in (RULES / "abilities").glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


NAMES, ASKED = [f"_{n}_" for n in named_tests()], words_in_abilities()


@pytest.mark.parametrize("rule", sorted(rules().cards.special))
def test_every_special_rule_is_tested(rule: str) -> None:
    assert any(f"_{rule}_" in name for name in NAMES), f"no test of this folder has {rule} in its name"


@pytest.mark.parametrize("rule", sorted(rules().cards.special))
def test_every_special_rule_is_implemented(rule: str) -> None:
    if rule in CHAPTERS:
        assert WORDS.get(rule, rule) in (RULES / CHAPTERS[rule]).read_text(encoding="utf-8")
    else:
        assert rule in ASKED, f"no module of abilities/ asks for {rule}"


def test_every_special_rule_is_on_some_card() -> None:
    cards = rules().cards
    used = {r for card in cards.units.values() for r in card.rules}
    used |= {r for rules in cards.cortexes.values() for r in rules}
    used |= {r for w in cards.weapons.values() for r in (*w.rules, *w.modes)}
    assert set(cards.special) <= used
