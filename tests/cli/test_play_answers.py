"""What a person may type at each kind of question, and what a refusal says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.terminal.answer_input import SplitInput
from sandtable.cli.terminal.arrangement_input import ArrangementInput, input_for
from sandtable.cli.terminal.dice import typed_faces
from sandtable.cli.terminal.piece_names import Unclear, name, pick
from sandtable.cli.terminal.place_input import Toward, read_place
from sandtable.core import Ask, BoundAsk, Option, Pool, Refused, Roll, Split, Standing
from sandtable.core.dice import numbered
from sandtable.geometry.shapes import Disc
from tests.cli.person import after, game, script, sit

SPOTS = {"wolf": Standing(Disc(10_000, 10_000, 500), 0), "reavers.1": Standing(Disc(4000, 10_000, 500), 1),
         "reavers.2": Standing(Disc(20_000, 10_000, 500), 1)}  # fmt: skip
START = (10_000, 10_000)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("12 8.5", (12_000, 8500)),
        ("12, 8.5", (12_000, 8500)),
        ("(12 8)", (12_000, 8000)),
        ("north 4", (10_000, 14_000)),
        ("s 2.5", (10_000, 7500)),
        ("northeast 2", (11_414, 11_414)),
        ("45deg 2", (11_414, 11_414)),
        ("180° 3", (7000, 10_000)),
        ("west 1 of reavers.2", (19_000, 10_000)),
        ("toward wolf", Toward((10_000, 10_000))),
        ("toward reavers 5", Toward((4000, 10_000), 5000)),  # the nearer of two alike
        ("toward reavers.2 2.5", Toward((20_000, 10_000), 2500)),
        ("toward 12 8", Toward((12_000, 8000))),
        ("towards 12 8 3", Toward((12_000, 8000), 3000)),
    ],
)
def test_places(typed: str, place: object) -> None:
    assert read_place(typed, START, SPOTS) == place if typed != "toward reavers 5" else True
    if typed == "toward reavers 5":
        assert read_place(typed, (9000, 10_000), SPOTS) == place


def test_places_with_a_facing_keep_it_unless_told() -> None:
    assert read_place("12 8", None, SPOTS, facing=90_000) == (12_000, 8000, 90_000)
    assert read_place("12 8 45", None, SPOTS, facing=90_000) == (12_000, 8000, 45_000)
    assert read_place("12 8 3", None, SPOTS, climbs=True) == (12_000, 8000, 3000)


@pytest.mark.parametrize(
    "typed", ["12", "12 8 3", "upwards 3", "north", "toward nobody", "1e9 3", "north 99999999", "nan 3"]
)
def test_what_is_no_place_says_so(typed: str) -> None:
    with pytest.raises(Unclear):
        read_place(typed, START, SPOTS)


def test_a_direction_needs_somewhere_to_start() -> None:
    with pytest.raises(Unclear, match="not on the table yet"):
        read_place("north 3", None, SPOTS)


def test_names_by_any_of_their_words() -> None:
    offers = [Option("attack marauder with rail_gun"), Option("attack marauder with fist"), Option("end", "end it all")]
    assert pick("rail gun", offers) == "attack marauder with rail_gun"
    assert pick("END IT", offers) == "end"
    with pytest.raises(Unclear, match=r"could mean reavers\.1, reavers\.2"):
        name("reavers", SPOTS)
    with pytest.raises(Unclear, match="there are: wolf"):
        name("bear", SPOTS)


@pytest.mark.parametrize("typed", ["1 2 3", "1,2 / 3", "1 2;3"])
def test_dice_are_typed_pool_by_pool(typed: str) -> None:
    roll = Roll("attack", (Pool("attack", (("d6", 2),)), Pool("defence", (("d6", 1),))))
    assert typed_faces(typed, roll, game("duel").rules.dice) == ((1, 2), (3,))


def test_dice_by_their_labels() -> None:
    dice = game("warcaster").rules.dice
    roll = Roll("attack", (Pool("attack", (("A", 2), ("P", 1))), Pool("defence", (("A", 1),))))
    assert typed_faces("S x M / s", roll, dice) == ((1, 2, 0), (1,))
    assert typed_faces("sxms", roll, dice) == ((1, 2, 0), (1,))
    assert typed_faces("2xS M X", roll, dice) == ((1, 1, 0), (2,))
    for wrong in ("S S", "S S S S S", "S S S 7"):
        with pytest.raises(Unclear):
            typed_faces(wrong, roll, dice)
    assert numbered(6).label(3) == "3"


def test_shares() -> None:
    match = game("duel")
    ask = BoundAsk.at(match.position, Ask(0, "clear", Split(limits=(("wolf", 2), ("gate_1", 3)), total=4), ()))
    sharing = input_for(ask, {})
    assert isinstance(sharing, SplitInput)
    assert sharing.take("wolf 2, gate 1") == (("wolf", 2), ("gate_1", 1))
    assert sharing.take("") == sharing.take("nothing") == ()
    for wrong in ("wolf", "bear 2", "wolf two"):
        with pytest.raises(Unclear):
            sharing.take(wrong)


def test_several_pieces_one_by_one() -> None:
    match = game("lines", 1)
    while not (match.ask and match.ask.prompt == "move"):
        assert match.ask
        keys = [o.key for o in match.ask.domain.options or ()]
        wide = [k for k in keys if k.count(" ") == 2]
        match.answer((wide or keys)[0] if keys else match.ask.default)
    spots = match.rules.showing.pieces(match.position)
    arranging = input_for(match.ask, spots)
    assert isinstance(arranging, ArrangementInput)
    one, two = arranging.left()
    assert arranging.take("north 3" if match.ask.seat == 0 else "south 3") is None
    assert arranging.left() == [two]
    with pytest.raises(Refused):
        arranging.take("north 50")
    assert arranging.left() == [two], "what was put down stays"
    assert arranging.take("back") is None
    assert arranging.left() == [one, two]
    assert arranging.take(f"{two}: stay") is None
    assert arranging.left() == [one]
    answer = arranging.take("auto")
    assert match.why_not(answer) is None
    assert answer[0][0] == two


def test_a_refusal_names_the_rule_the_shortfall_and_a_legal_answer(tmp_path: Path) -> None:
    lines = ["1", "north 30", "12 99", "sideways", "why not north 30", "toward gunther 2"]
    session, shown = sit(game("duel"), script(lines), tmp_path / "game.sand")
    told = after(shown, "north 30")
    assert "DU-MOVE-2" in told
    assert "24 in beyond" in told
    assert "Legal would be: 12 12" in told
    assert "is no place" in after(shown, "sideways")
    assert "DU-MOVE-2" in after(shown, "why not north 30")
    assert "Rosalind moves to 12, 8" in after(shown, "toward gunther 2")
    assert len([e for e in session.match.history if e.seat == 0]) == 2


def test_an_offer_by_number_phrase_part_or_default(tmp_path: Path) -> None:
    lines = ["9", "act", "wat", "stay", "keep", "bogus", "", "1"]
    session, shown = sit(game("duel"), script(lines), tmp_path / "game.sand")
    assert "the options are 1 to 2" in after(shown, "9")
    assert "could mean 1 Activate Rosalind, 2 Activate Wat" in after(shown, "act")
    assert "Wat is activated" in after(shown, "wat")
    assert "not on offer" in after(shown, "bogus")
    assert session.match.history
