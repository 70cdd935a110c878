"""Lines keeps the engine's promises: saved and branched in mid-reaction, exact odds, soundness in random play."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lines.brigade import BrigadeMove
from lines.combat import Fight
from lines.drive import DrivenBack
from lines.shooting import Volley

from sandtable.chance import Scripted, outcomes
from sandtable.core import Ask, BadSetup, Game, Position, answer, begin
from sandtable.match import Match, new_match
from sandtable.scenarios import run
from tests.examples.lines_table import PASSES, RULES, move, piece, table

Answers = tuple[Any, ...]


def play(game: Game, *values: Any) -> Game:
    for value in values:
        game = answer(RULES, game, value).game
    return game


def shot_at() -> Match:
    """A charge has been announced and the bows may shoot."""
    match = table(PASSES, a1=piece("a", 30, 20), b1=piece("b", 30, 35, bows=True))
    match.answer("order a1")
    match.answer([("a1", None)])
    return match


def pushed() -> Match:
    """A unit driven back has pushed a friend, and the friend's friend is asked."""
    won = ((1,) * 9, (4, *(1,) * 8)), ((1,), ())
    match = table(
        *won,
        step="combat",
        a1=piece("a", 30, 20),
        b1=piece("b", 30, 22),
        a2=piece("a", 30, 17.5),
        a3=piece("a", 30, 15.25),
    )
    match.answer("make way")
    return match


@pytest.mark.parametrize(
    ("match", "stack", "rest"),
    [
        (shot_at(), ["Orders", "Order", "Charges", "Charge", "Window"], ("b1 shoots", ((4, 4, 1),), ((1, 1),), "left")),
        (pushed(), ["Combat", "Fight", "DrivenBack", "DrivenBack"], ("make way",)),
        (pushed(), ["Combat", "Fight", "DrivenBack", "DrivenBack"], ("stand", "left", "right")),
    ],
)
def test_a_game_saved_in_the_middle_goes_on_identically(match: Match, stack: list[str], rest: Answers) -> None:
    game = match.game
    assert [type(frame).__name__ for frame in game.stack[2:]] == stack
    loaded = RULES.codec.load(RULES.codec.save(game))
    assert loaded == game
    for i in range(len(rest)):
        here, there = play(game, *rest[: i + 1]), play(loaded, *rest[: i + 1])
        assert here == there
        assert RULES.codec.load(RULES.codec.save(here)) == here


def test_two_branches_do_not_change_their_common_origin() -> None:
    game = pushed().game
    before = RULES.codec.save(game)
    way, stand = play(game, "make way"), play(game, "stand")
    assert way.state.units["a3"].pose != stand.state.units["a3"].pose
    assert RULES.codec.save(game) == before
    match = shot_at()
    other = match.fork(source=Scripted((((4, 4, 4),), ((1, 1, 1),))))
    other.answer("b1 shoots")
    match.answer("pass")
    assert other.ask
    assert match.ask
    assert (other.ask.prompt, match.ask.prompt) == ("which stand is lost", "give an order")


def binomial(n: int, k: int, p: Fraction) -> Fraction:
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways * p**k * (1 - p) ** (n - k)


def test_the_odds_of_a_volley_agree_with_a_hand_count() -> None:
    match = table(a1=piece("a", 30, 20), b1=piece("b", 30, 35, bows=True))
    game = begin(RULES, match.game.state, Volley(shooter="b1", target="a1")).game
    odds = outcomes(RULES, game)
    unsaved = Fraction(1, 2) * Fraction(2, 3)
    lost = odds.distribution(lambda g: g.state.lost[0])
    assert odds.undecided == 0
    assert lost == {0: 1 - lost[1], 1: binomial(3, 2, unsaved) + binomial(3, 3, unsaved)}


def test_the_odds_of_a_fight_and_of_arrows_that_push_sum_to_one() -> None:
    fight = table(step="combat", a1=piece("a", 30, 20), b1=piece("b", 30, 22), a2=piece("a", 30, 17.5)).game
    assert isinstance(fight.stack[-1], Fight)
    state = table(a1=piece("a", 30, 20, bows=True), b1=piece("b", 30, 35), b2=piece("b", 30, 38)).game.state
    volley = begin(RULES, state, Volley(shooter="a1", target="b1", drives=True)).game
    for game in (fight, volley, pushed().game):
        for policy in (lambda p, ask: ask.default, lambda p, ask: ask.domain.options(p)[0].key):
            odds = outcomes(RULES, game, policy)
            assert odds.undecided == 0
            assert sum(end.chance for end in odds.ends) == 1
    assert any(isinstance(frame, DrivenBack) for frame in pushed().game.stack)


def test_a_refusal_leaves_the_game_identical() -> None:
    match = table(PASSES, a1=piece("a", 30, 20), a2=piece("a", 43, 20))
    match.answer("order a1 a2")
    before = RULES.codec.save(match.game)
    for junk in (
        None,
        "a1",
        [],
        [move("a1", 30, 20)],
        [("a1", [1, 2]), ("a2", None)],
        [move("a1", 1, 1), move("a2", 9e3, 0)],
    ):
        assert match.why_not(junk) is not None
    assert RULES.codec.save(match.game) == before


def test_the_next_unit_is_placed_on_a_hypothetical_table() -> None:
    match = table(PASSES, a1=piece("a", 30, 20), a2=piece("a", 30, 23))
    match.answer("order a1 a2")
    assert match.ask is not None
    domain = match.ask.ask.domain
    assert isinstance(domain, BrigadeMove)
    behind = (30_000, 24_000, 90_000)
    before, gone = (domain.after(match.position, prefix, "a1") for prefix in ((), (move("a2", 30, 27),)))
    assert before.refuse(match.position, behind) is not None
    assert gone.refuse(match.position, behind) is None
    found = gone.candidates(match.position, 8, Random(1))
    assert len(found) > 2
    assert all(gone.refuse(match.position, pose) is None for pose in found)


def random_game(seed: int) -> Match:
    match, rng = new_match(RULES, seed=seed), Random(seed)
    while match.ask is not None:
        found = match.ask.domain.candidates(3, rng)
        assert found, match.ask.prompt
        assert all(match.why_not(value) is None for value in found)
        match.answer(rng.choice(found))
        assert RULES.invariants(match.position) == []
    return match


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_random_games_end_and_stay_sound(seed: int) -> None:
    match = random_game(seed)
    assert match.over
    assert match.result is not None
    assert len(match.history) < 1000
    cites = {event.cite for event in match.events}
    assert cites <= set(RULES.rulebook.rules)


def test_invariants_notice_what_is_wrong() -> None:
    state = new_match(RULES).game.state
    a1, a2 = state.units["a1"], state.units["a2"]
    for wrong, said in (
        (state.put("a1", a1.at(a2.pose)), "overlaps"),
        (state.put("a1", a1.at((0, 0, 0))), "off the table"),
        (state.put("a1", a1.but(stands=("left", "right"))), "one piece"),
        (state.put("a1", a1.but(stands=("left",))), "add up"),
        (state.but(generals=((0, 0), (0, 0))), "general_a is off"),
    ):
        assert any(said in fault for fault in RULES.invariants(Position(RULES, wrong)))


def test_the_table_draws_itself() -> None:
    match = shot_at()
    svg = match._repr_svg_()
    assert svg.startswith("<svg")
    assert "a1, left stand" in svg


def test_facts_speak_of_units_seats_and_generals() -> None:
    p = shot_at().position
    assert RULES.scenarios.facts(p, "a1") == {
        "at": [30, 20],
        "facing": 90,
        "stands": ["left", "centre", "right"],
        "left": 3,
        "confused": False,
        "engaged": False,
        "charged": True,
    }
    assert RULES.scenarios.facts(p, "b") == {"stands": 6, "lost": 0, "active": False}
    assert RULES.scenarios.facts(p, "general_a") == {"at": [45, 8]}
    assert RULES.scenarios.facts(p, "nobody") is None
    assert RULES.score(p.state) == (0, 0)


SCENARIOS = sorted((Path(__file__).parents[2] / "examples" / "scenarios" / "lines").glob("*.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario_files_pass(path: Path) -> None:
    outcome = run(path, lambda name: RULES)
    assert outcome.passed, str(outcome)


def test_five_scenario_files_are_there() -> None:
    assert len(SCENARIOS) >= 5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"peices": {}}, "peices: unknown key; did you mean pieces"),
        ({"pieces": {"a1": {"at": [1, 2]}}}, "a1.seat: is missing"),
        ({"pieces": {"a1": {"seat": "a", "at": ["x", 2]}}}, r"a1.at: a place \[x, y\], not \['x', 2\]"),
        ({"pieces": {"a1": {"seat": "a", "at": [30, 20], "bow": True}}}, "a1.bow: unknown key; did you mean bows"),
        ({"turn": {"step": "magic"}}, "no step 'magic'"),
        ({"pieces": {"a1": {"seat": "a", "at": [1, 20]}}}, "off the table"),
    ],
)
def test_a_bad_position_is_told_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        RULES.scenarios.position(RULES, given)
    with pytest.raises(BadSetup, match="turns"):
        RULES.new_game({"turns": 0})


def test_every_rule_is_proved_and_every_citation_is_a_rule() -> None:
    here = Path(__file__).parent
    marked = set()
    for path in here.glob("test_lines_*.py"):
        for marks in re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", path.read_text()):
            marked |= set(re.findall(r"LI-[A-Z]+-\d+", marks))
    assert marked == set(RULES.rulebook.rules)
    code = here.parents[1] / "examples" / "rulesets" / "lines"
    cited = {rule for path in code.glob("*.py") for rule in re.findall(r"LI-[A-Z]+-\d+", path.read_text())}
    assert cited <= set(RULES.rulebook.rules)


def test_every_wait_is_dice_or_a_choice_with_a_legal_default() -> None:
    match, rng = new_match(RULES, seed=3), Random(3)
    while not match.over:
        waiting = match.game.waiting
        assert isinstance(waiting, Ask)
        assert match.why_not(waiting.default) is None
        assert waiting.cite in RULES.rulebook
        match.answer(waiting.domain.candidates(match.position, 1, rng)[0])
