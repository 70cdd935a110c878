"""What the table of WARMACHINE shows of a seat's magic."""

from tests.rules.warmachine.kit import MK2, Game, at, foe


def whose(t: Game, seat: int) -> set[str]:
    return {card.of for card in t.match.scene(seat).cards}


def test_cards_say_whose_they_are_only_where_several_models_of_a_seat_have_some() -> None:
    t = Game(MK2, {"stryker": at(10, 10), "vane": at(20, 10), "sorscha": foe(20, 40)})
    assert whose(t, 0) == {"Commander Coleman Stryker", "Warden-Arcanist Hollis Vane"}
    assert [card.title for card in t.match.scene(0).cards if card.of.startswith("Warden")][-1] == "Open Circuit"
    assert whose(t, 1) == {""}
