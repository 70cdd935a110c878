"""What a client shows of events: ways, blows, losses and changes, without secrets; and what may be taken back."""

from __future__ import annotations

import pytest

from sandtable.chance import Seeded
from sandtable.core import begin
from sandtable.core.bodies import nearest, on_table, pieces_of, sees
from sandtable.core.cues import Changed, Gone, Said, Struck, Told, Went
from sandtable.core.scene_changes import told
from sandtable.match import WATCHING, Match, new_match
from tests.examples.duel_table import FIRST, at, inches, play, table
from tests.examples.test_duel_attacks import facing
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf


def cues(found: list[Told], kind: type) -> list[object]:
    return [cue for one in found for cue in one.cues if isinstance(cue, kind)]


def test_a_move_is_told_along_its_corners() -> None:
    match = table(rosalind=at(5, 5, facing=90))
    since = len(match.history)
    play(match, inches((5, 8), (7, 8)))
    (went,) = cues(match.cues("b", since), Went)
    assert went == Went(piece="rosalind", path=((5000, 5000, 90000), (5000, 8000, 90000), (7000, 8000, 90000)), ms=300)


def test_a_move_cut_by_a_free_strike_is_told_leg_by_leg() -> None:
    match = table((1, 1), rosalind=at(10, 10, facing=90), gunther=at(10, 12, facing=270))
    since = len(match.history)
    play(match, inches((12, 10), (12, 7)), "strike")
    one, two = (cue for cue in cues(match.cues("a", since), Went) if isinstance(cue, Went))
    assert one.path[0] == (10000, 10000, 90000)
    assert one.path[-1] == two.path[0]
    assert (12000, 10000, 90000) in (*one.path, *two.path)
    assert two.path[-1] == (12000, 7000, 90000)


def test_a_blow_tells_who_struck_whom_and_what_it_changed() -> None:
    match = facing((3, 4), (6, 6), pieces={"odo": at(11, 11.6, health=1)}, y=20)
    since = len(match.history)
    play(match, "strike odo")
    found = match.cues("a", since)
    assert cues(found, Struck) == [Struck(actor="rosalind", target="odo", hit=True, ms=250)]
    assert Changed(piece="odo", field="health", before=1, after=0, ms=250) in cues(found, Changed)
    assert cues(found, Gone) == [Gone(piece="odo", how="destroyed", ms=250)]
    struck = next(one for one in found if any(isinstance(cue, Struck) for cue in one.cues))
    assert (struck.seat, struck.about, struck.cite) == (0, ("odo", "rosalind"), "DU-ATK-1")


def test_a_hidden_draw_is_told_to_its_owner_alone() -> None:
    match = new_match("duel", seed=3)
    mine, theirs = (match.cues(seat) for seat in "ab")
    trick = match.game.state.tricks[0].hand[0]
    name = match.rules.showing.name(match.position, trick)
    assert any(name in one.text for one in mine)
    assert not any(word in repr(one) for word in (name, trick) for one in (*theirs, *match.cues(WATCHING)))
    assert any(isinstance(cue, Said) and cue.text == "seat a draws a trick" for one in theirs for cue in one.cues)


def test_cues_of_a_whole_squad_name_its_troopers() -> None:
    bench = Bench(
        pieces={
            "rangers": piece("ranger_fire_team", "a", [[10, 10], [11, 10], [12, 10]]),
            "m": marauder([20, 20], seat="b"),
        }
    )
    bench.play("activate rangers")
    found = bench.match.cues("a")
    assert found[-1].about[0] == "rangers"
    assert {one.seat for one in found if one.about} == {0}


def test_bodies_are_measured_by_their_nearest_pieces() -> None:
    bench = Bench(
        pieces={
            "rangers": piece("ranger_fire_team", "a", [[10, 10], [12, 10], [14, 10]]),
            "m": marauder([20, 10], seat="b"),
        }
    )
    p = bench.position
    assert pieces_of(p, "rangers") == ("rangers.1", "rangers.2", "rangers.3")
    assert nearest(p, "rangers", "m") == (rules().showing.measure(p, "rangers.3", "m"), "rangers.3", "m")
    assert sees(p, "rangers", "m") is True
    assert not on_table(p, "nobody")
    with pytest.raises(KeyError):
        nearest(p, "rangers", "nobody")


def test_effects_that_are_displaced_end_aloud() -> None:
    match = table((6, 6), (1, 1), rosalind=at(10, 10, facing=90), odo=at(10, 12, guard=True, facing=270))
    play(match, [], "keep facing")
    events = play(match, "strike odo")
    names = [(type(event).__name__, event.effect.name) for event in events if hasattr(event, "effect")][:2]
    assert names == [("EffectEnded", "guard"), ("EffectBegan", "down")]


# --- taking back ---
def test_moves_may_be_taken_back_until_a_die_is_thrown() -> None:
    match = facing((3, 4), (1, 1), y=12)
    assert match.free_undo("a") == 2
    play(match, "strike gunther")
    assert match.free_undo("a") == 0
    assert match.free_undo("b") == 0


def test_another_seats_choice_is_not_taken_back() -> None:
    match = table((1, 1), rosalind=at(10, 10, facing=90), gunther=at(10, 12, facing=270))
    play(match, inches((12, 10), (12, 7)))
    assert match.free_undo("a") == 1
    match.answer("hold")
    assert match.free_undo("a") == 0
    assert match.free_undo("b") == 1


@pytest.mark.parametrize(("y", "measuring", "free"), [(19.182, "book", 0), (19.182, "free", 3), (23, "book", 3)])
def test_a_throw_beyond_range_tells_the_distance(y: float, measuring: str, free: int) -> None:
    """By the book the declaration measures; where nobody could take it for in range it tells nothing."""
    pieces = {"rosalind": at(10, 10, facing=90), "gunther": at(10, y, facing=270), "wat": at(1, 20)}
    given = {"pieces": pieces, "turn": {"seat": "a"}}
    start = begin(FIRST, *FIRST.scenarios.position(FIRST, given))
    match = Match(FIRST, start, Seeded(1), measuring=measuring, from_position=True)
    play(match, "activate rosalind", [], "keep facing", "throw at gunther")
    assert match.free_undo("a") == free + (1 if free else 0)


def test_told_is_made_from_tables_alone() -> None:
    bench = Bench(pieces={"wolf": wolf([10, 10]), "m": marauder([20, 20], seat="b")})
    before = bench.position
    bench.play("activate wolf")
    event = bench.match.history[0].events[0]
    assert told(before, bench.position, event).cite == event.cite
