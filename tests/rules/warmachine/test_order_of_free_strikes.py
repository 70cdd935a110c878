"""Free strikes that become possible at the same point of a path: their player chooses who strikes first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import Declared
from tests.rules.warmachine.kit import LARGE, MK2, SMALL, Game, at, both, foe

STEP = SMALL + LARGE + 0.3


def between_two(y: float = 10) -> dict[str, Any]:
    """A warjack that goes north out of the reach of two pikes, one on each side."""
    left = foe(12 - STEP, y, 0, card="iron_fangs", unit="fangs", role="leader")
    right = foe(12 + STEP, y, 180, card="iron_fangs", unit="fangs")
    return {"ironclad": at(12, y, focus=1), "fangs.1": left, "fangs.2": right}


def strikers(t: Game) -> list[str]:
    return [e.who for e in t.happened(Declared) if e.target == "ironclad"]


@both
@pytest.mark.rule("M2-ENGAGE-8", "M1-FREE-7")
@pytest.mark.parametrize("order", [("fangs.1", "fangs.2"), ("fangs.2", "fangs.1")])
def test_who_is_left_by_two_at_one_point_is_struck_in_the_order_their_player_likes(
    game: str, order: tuple[str, str]
) -> None:
    t = Game(game, between_two(), dice=["1 1", "1 1"]).activate("ironclad", "advance", [[12_000, 14_900]])
    assert t.offers() == ["fangs.1 strike with blasting_pike", "fangs.2 strike with blasting_pike", "hold"]
    t.play(f"{order[0]} strike with blasting_pike")
    assert t.offers() == ["strike with blasting_pike", "hold"] and order[1] in t.ask.prompt
    t.play("strike with blasting_pike").done("a", "turn ironclad")
    assert strikers(t) == list(order)


@both
@pytest.mark.rule("M2-ENGAGE-8", "M2-ENGAGE-13")
def test_one_of_the_two_may_strike_alone_or_neither(game: str) -> None:
    t = Game(game, between_two()).activate("ironclad", "advance", [[12_000, 14_900]], "hold").done("a", "turn ironclad")
    assert not strikers(t)
    t = Game(game, between_two(), dice=["1 1"]).activate("ironclad", "advance", [[12_000, 14_900]])
    t.play("fangs.2 strike with blasting_pike", "hold").done("a", "turn ironclad")
    assert strikers(t) == ["fangs.2"]


@pytest.mark.rule("M2-POWER-42", "M2-ENGAGE-8")
def test_mk2_after_a_trample_their_player_chooses_the_order_too() -> None:
    for first, second in (("fangs.1", "fangs.2"), ("fangs.2", "fangs.1")):
        t = Game(MK2, between_two(), dice=["1 1", "1 1"]).activate("ironclad", "trample", [90_000, 8000])
        assert t.offers()[-1] == "hold" and len(t.offers()) == 3
        t.play(f"{first} strike with blasting_pike", "strike with blasting_pike").done()
        assert strikers(t) == [first, second]


@pytest.mark.rule("M2-POWER-42", "M2-ENGAGE-14")
@pytest.mark.parametrize("flees", [True, False])
def test_mk2_who_flees_on_account_of_a_trample_strikes_no_more(flees: bool) -> None:
    """Their leader is trampled down, which is half of the unit."""
    unit: dict[str, Any] = {"card": "winter_guard", "unit": "guard"}
    pieces = {"ironclad": at(12, 10, focus=1), "guard.1": foe(12, 13, **unit, role="leader")}
    pieces["guard.2"] = foe(12 - SMALL - LARGE - 0.2, 13, 0, **unit)
    check = "6 6" if flees else "1 1"
    t = Game(MK2, pieces, dice=["6 5", "6 6", check]).activate("ironclad", "trample", [90_000, 7000])
    assert t.gone("guard.1") and ("fleeing" in t.effects("guard.2")) is flees
    assert (t.ask.window == "free strike") is not flees


@pytest.mark.rule("M2-POWER-42", "M2-FORM-9")
def test_mk2_who_comes_out_of_formation_by_a_trample_strikes_no_more() -> None:
    """The leader is trampled down, and one far away takes over (M2-FORM-10)."""
    unit: dict[str, Any] = {"card": "winter_guard", "unit": "guard"}
    pieces = {"ironclad": at(12, 10, focus=1), "guard.1": foe(12, 13, **unit, role="leader")}
    pieces["guard.2"] = foe(12 - SMALL - LARGE - 0.2, 13, 0, **unit)
    pieces |= {f"guard.{n}": foe(16 + n, 13, **unit) for n in (3, 5)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("ironclad", "trample", [90_000, 7000]).play("guard.3")
    assert t.state.status["guard.3"].role == "leader" and t.ask.window != "free strike"


@both
@pytest.mark.rule("M2-ENGAGE-8", "M1-FREE-7")
def test_who_is_left_first_strikes_first(game: str) -> None:
    pieces = between_two()
    pieces["fangs.1"]["at"] = [12 - STEP, 10.1]
    t = Game(game, pieces).activate("ironclad", "advance", [[12_000, 14_900]])
    assert t.offers() == ["strike with blasting_pike", "hold"] and "fangs.2" in t.ask.prompt


@pytest.mark.rule("M2-POWER-42")
def test_mk2_the_preview_of_a_trample_names_all_who_may_strike() -> None:
    t = Game(MK2, between_two()).activate("ironclad", "trample")
    notes = t.match.preview([90_000, 8000]).notes
    assert len([note for note in notes if note.text.startswith("free strike of")]) == 2
