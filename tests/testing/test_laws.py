"""The laws as tests call them: they hold for a sound guest and notice an unsound one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from lines import Lines
from msgspec import structs

from sandtable.core import Ask, Game, Option, Position, Refusal, Rulebook, Start, find
from sandtable.lab.checks import candidates_are_legal, walk
from sandtable.testing import Broken, keeps_the_laws, notices_leaks, same_in_another_process
from tests.record.yard import RULES, Menu, Yard, YardRules


def test_a_guest_with_secrets_keeps_the_laws() -> None:
    assert keeps_the_laws(RULES, range(2), [{"turns": 3}, {"turns": 6}], every=2) > 6


class Leaking(YardRules):
    """Hides traps from views, and deals none anew: nobody could notice a leak."""

    def redeal(self, game: Game, seat: int, rng: Any) -> Game:
        return game

    def redact(self, state: Yard, seat: int) -> Yard:
        return state.but(points=(0, 0)) if seat else state.but(turns=0)


def test_hidden_things_that_are_never_dealt_anew_are_noticed() -> None:
    assert notices_leaks(find("duel"))
    assert notices_leaks(find("lines"))  # an open game
    assert not notices_leaks(Leaking())


def test_a_broken_law_is_told_with_seed_and_step() -> None:
    class Unsound(YardRules):
        def invariants(self, p: Any) -> list[str]:
            return ["the yard is flooded"] if p.state.turns < 3 else []

    with pytest.raises(Broken, match=r"yard, seed 4, step \d+.*the yard is flooded"):
        keeps_the_laws(Unsound(), [4])


def test_a_default_that_is_not_legal_is_noticed() -> None:
    step = next(step for step in walk(RULES, 4) if isinstance(step.before.waiting, Ask))
    assert isinstance(step.before.waiting, Ask) and step.before.waiting.prompt == "your turn"
    silent = structs.replace(step.before.waiting, default="fly")
    with pytest.raises(Broken, match="default 'fly' of 'your turn' is refused"):
        candidates_are_legal(RULES, step._replace(before=step.before.but(waiting=silent)))


def test_a_refusal_without_a_rule_is_noticed() -> None:
    class Unwritten(YardRules):
        rulebook = Rulebook("Yard", "1", (), {})

    with pytest.raises(Broken, match="junk None is refused by Y-TURN: expected one of the options by name"):
        keeps_the_laws(Unwritten(), [4])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"verb": ""}, "has no verb"),
        ({"verb": "leap"}, "the ruleset has no phrase for 'leap'"),
        ({"actor": "nobody"}, "names 'nobody', which is nowhere"),
        ({"using": "a_stick"}, "names 'a_stick', which is nowhere"),
        ({"also": ("wolf", "ghost")}, "names 'ghost', which is nowhere"),
        ({"verb": "charge"}, "are both called 'Share out Arc'"),
    ],
)
def test_an_option_that_cannot_be_said_is_noticed(monkeypatch: Any, change: dict[str, Any], told: str) -> None:
    found = Menu.found

    def spoilt(self: Menu, p: Position) -> Iterator[Option]:
        for option in found(self, p):
            yield option.but(**change) if option.verb == "move" else option

    monkeypatch.setattr(Menu, "found", spoilt)
    with pytest.raises(Broken, match=told):
        keeps_the_laws(YardRules(), [4])


def test_what_is_barred_is_refused_for_the_same_reason(monkeypatch: Any) -> None:
    def barred(self: Menu, p: Position) -> Iterator[tuple[Option, Refusal]]:
        yield Option("pass", verb="pass"), Refusal("never", "Y-TURN")

    monkeypatch.setattr(Menu, "barred", barred)
    with pytest.raises(Broken, match="'pass' is barred and legal"):
        keeps_the_laws(YardRules(), [4])
    monkeypatch.setattr(Menu, "barred", lambda self, p: [(Option("fly", verb="pass"), Refusal("never", "Y-TURN"))])
    with pytest.raises(Broken, match="'fly' is barred by Y-TURN: never and refused by"):
        keeps_the_laws(YardRules(), [4])


def test_memory_that_outlives_its_table_is_noticed(monkeypatch: Any) -> None:
    found = Menu.found

    def remembered(self: Menu, p: Position) -> tuple[Option, ...]:
        """As if the menu depended on the points alone."""
        return p.memo("menu", lambda: tuple(found(self, p)), frozenset({"points"}))

    monkeypatch.setattr(Menu, "options", remembered)
    with pytest.raises(Broken, match="a loaded game offers other options"):
        keeps_the_laws(YardRules(), range(6))


def test_another_game_in_another_process_is_noticed() -> None:
    class Shorter(Lines):
        def new_game(self, options: Mapping[str, Any]) -> Start:
            return super().new_game({"turns": 2})

    with pytest.raises(Broken, match="another process plays another game"):
        same_in_another_process(Shorter())
    with pytest.raises(Broken, match="cannot be played in another process"):
        same_in_another_process(RULES)
