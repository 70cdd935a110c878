"""Building a rack (WC-RACK-1 to WC-RACK-3)."""

from __future__ import annotations

import pytest

from tests.rules.warcaster.kit import rules
from tests.rules.warcaster.listing import broken, by, found, listed

OF = {kind: [k for k, c in rules().cards.cyphers.items() if c.type == kind] for kind in ("overdrive", "fury")}
OF |= {kind: [k for k, c in rules().cards.cyphers.items() if c.type == kind] for kind in ("geometric", "harmonic")}


def rack(*numbers: int) -> list[str]:
    return [card for kind, number in zip(OF, numbers, strict=True) for card in OF[kind][:number]]


@pytest.mark.rule("WC-RACK-1")
@pytest.mark.parametrize(
    ("numbers", "rules", "past"),
    [
        ((3, 3, 3, 3), set(), 0),
        ((4, 4, 4, 3), set(), 0),
        ((4, 4, 4, 4), {"WC-RACK-1"}, 1),
        ((6, 6, 3, 3), {"WC-RACK-1"}, 3),
    ],
)
def test_twelve_to_fifteen_cards(numbers: tuple[int, ...], rules: set[str], past: int) -> None:
    force = listed("hunter", rack=rack(*numbers))
    assert broken(force) == rules
    if past:
        assert by(force, "WC-RACK-1") == past
        assert found(force)[0].suggestion.startswith(f"take out {past} of type ")


@pytest.mark.rule("WC-RACK-1", "WC-RACK-3")
def test_eleven_cards_are_too_few() -> None:
    force = listed("hunter", rack=rack(3, 3, 3, 2))
    assert broken(force) == {"WC-RACK-1", "WC-RACK-3"}, "twelve is four times three"
    assert by(force, "WC-RACK-1") == 1
    told = [p.text for p in found(listed("hunter", rack=rack(4, 4, 4, 1))) if p.rule == "WC-RACK-3"]
    assert told == ["1 Harmonic card, at least 3"]
    assert [p.text for p in found(force) if p.rule == "WC-RACK-3"] == ["2 Harmonic cards, at least 3"]
    assert by(listed("hunter", rack=[]), "WC-RACK-1") == 12


@pytest.mark.rule("WC-RACK-2")
def test_no_card_twice() -> None:
    assert broken(listed("hunter", rack=rack(4, 3, 3, 3))) == set()
    twice = listed("hunter", rack=[*rack(3, 3, 3, 3), OF["fury"][0]])
    assert broken(twice) == {"WC-RACK-2"}
    assert found(twice)[0].suggestion.startswith("take out 1, or take ")
    assert broken(listed("hunter", rack=[*rack(3, 2, 3, 3), OF["fury"][0], OF["geometric"][3]])) >= {"WC-RACK-3"}


@pytest.mark.rule("WC-RACK-3")
@pytest.mark.parametrize("numbers", [(2, 4, 4, 4), (4, 2, 4, 4), (4, 4, 2, 4), (4, 4, 4, 2)])
def test_three_of_each_type(numbers: tuple[int, ...]) -> None:
    force = listed("hunter", rack=rack(*numbers))
    assert broken(force) == {"WC-RACK-3"}
    assert by(force, "WC-RACK-3") == 1
    kind = list(OF)[numbers.index(2)]
    fitting = [rules().cards.cyphers[key].name for key in OF[kind][2:]]
    assert found(force)[0].suggestion == f"add 1 of {', '.join(fitting)}", "every card that would do is named"
