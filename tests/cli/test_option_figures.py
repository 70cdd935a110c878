"""Menus of attacks tell distance and chances, others their cost; by the book nothing that may not be measured."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.chance import Seeded
from sandtable.cli.terminal.session import Session
from sandtable.match import Match, new_match
from tests.cli.person import sit

SEED = 3  # of a duel in which somebody may throw


def shown(match: Match, file: Path, wanted: str) -> str:
    """A game by `auto` until an option of this kind is on offer."""

    def reply(s: Session) -> str:
        if any(o.key.startswith(wanted) or f" {wanted} " in o.key for o in (s.asked.options() if s.asked else ())):
            raise EOFError
        return "auto"

    return sit(match, reply, file, figures=True)[1]


def test_an_attack_tells_distance_and_chances_as_odds_do(tmp_path: Path) -> None:
    match = new_match("warcaster", source=Seeded(5), mission="boiling_point")
    menu = shown(match, tmp_path / "game.sand", "attack")
    found = re.findall(r"([\d.]+) in, hit ([\d.]+)%, destroy ([\d.]+)%", " ".join(menu.split()))
    assert found and match.ask is not None
    first = next(o for o in match.ask.domain.options or () if o.odds)
    assert float(found[-1][0]) > 0
    hit = float(match.odds(first.key, seat=0)["hit"]) * 100
    assert any(abs(float(percent) - hit) < 0.06 for _, percent, _ in found)


def test_a_charge_tells_its_cost(tmp_path: Path) -> None:
    match = new_match("warcaster", source=Seeded(5), mission="boiling_point")
    assert "  1 Arc" in shown(match, tmp_path / "game.sand", "charge")


def test_by_the_book_no_distance_and_no_chance_is_told_before_a_throw(tmp_path: Path) -> None:
    free = shown(new_match("duel-first", seed=SEED), tmp_path / "free.sand", "throw")
    book = shown(new_match("duel-first", seed=SEED, measuring="book"), tmp_path / "book.sand", "throw")
    told = re.compile(r"throws a knife at \w+  [\d.]+ in, .*destroy [\d.]+%")
    assert told.search(free) and not told.search(book)
    assert re.search(r"throws a knife at \w+$", book, re.MULTILINE)


def test_a_cost_that_the_label_says_is_not_told_again(tmp_path: Path) -> None:
    menu = " ".join(shown(new_match("warcaster", source=Seeded(5)), tmp_path / "game.sand", "deploy").split())
    assert "for 2 DC WC" in menu and "2 DC 2 DC" not in menu
