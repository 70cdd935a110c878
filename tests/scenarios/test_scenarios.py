"""Scenario files: played as written, and telling in plain words what differs."""

from __future__ import annotations

import pytest

from sandtable.core import Ruleset, UnknownRuleset
from sandtable.scenarios import Outcome, run
from tests.record.yard import RULES

HEAD = """\
title: In the yard
ruleset: yard
pieces:
  wolf: {seat: a, at: [15, 8], arc: 1}
  gate: {seat: a, at: [2, 2]}
  marauder: {seat: b, at: [15, 15.6], cover: true, trap: mine}
"""


def finder(name: str) -> Ruleset:
    if name == "yard":
        return RULES
    raise UnknownRuleset(f"no ruleset named {name!r}")


def yard(rest: str, head: str = HEAD) -> Outcome:
    outcome = run(head + rest, finder)
    if outcome.error is not None:
        raise outcome.error
    return outcome


def passes(rest: str, head: str = HEAD) -> Outcome:
    outcome = yard(rest, head)
    assert outcome.passed, str(outcome)
    return outcome


def fails(rest: str, *words: str, head: str = HEAD) -> Outcome:
    outcome = yard(rest, head)
    assert not outcome.passed
    for word in words:
        assert word in str(outcome), str(outcome)
    return outcome


SHOT = "dice: [S S M, S, S M]\nplay: [attack marauder with wolf]\n"


def test_a_scenario_passes_and_keeps_its_log() -> None:
    outcome = passes(SHOT + "rules: [Y-ATK, Y-COVER]\nexpect: [{marauder: {health: 1}}, over: false]\n")
    assert outcome.rules == ("Y-ATK", "Y-COVER")
    assert outcome.log[1] == "marauder has 1 left: 2 strikes against ARM 2  [Y-DMG]"
    assert outcome.game is not None
    assert [type(event).__name__ for event in outcome.events] == ["Rolled", "Hurt", "TurnPassed"]


def test_a_difference_is_told_in_words_with_the_line_and_the_reason() -> None:
    outcome = fails(SHOT + "expect:\n  - marauder: {health: 0, at: [15, 15.6]}\n  - score: {a: 1}\n")
    assert [str(failure) for failure in outcome.failures] == [
        "line 10: expected marauder health 0, found 1: marauder has 1 left: 2 strikes against ARM 2",
        "line 11: expected score a 1, found 0 (a 0, b 0)",
    ]


@pytest.mark.parametrize(
    "dice",
    [
        "[S S M, S, S M]",
        "[S S M S, S M]",
        '["S S M S / S M"]',
        "[[1, 1, 0, 1], [1, 0]]",
        "[[[1, 1, 0, 1], [1, 0]]]",
        '["1 1 0 1", "1, 0"]',
        '["attack: S S M", "attack: S", "defence: S M"]',
        "[attack: S S M S, defence: [1, 0]]",
        "[{attack: s s m s, Defence: S m}]",
        "[2xS M S, S M]",
        '["attack and defence: S S M S / S M"]',
    ],
)
def test_dice_are_taken_pool_by_pool(dice: str) -> None:
    passes(f"dice: {dice}\nplay: [attack marauder with wolf]\nexpect: [marauder: {{health: 1}}]\n")


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("[S S M S]", ("no dice are left for defence 2action",)),
        ("[S S M S, S]", ("1 of its 2 dice are there",)),
        ("[S S M S S, M]", ("line 7", "'S S M S S' is 5 dice", "takes 4")),
        ("[S S M, S M, S M]", ("'S M' is 2 dice", "takes 1 after the 3 before")),
        ("[S S M S, S M, X / S]", ("all dice used", "X / S left over")),
        ("[S S M Q, S M]", ("'Q' is no face of power, which has M, S, X",)),
        ("[S S M 7, S M]", ("7 is no face of power",)),
        ("[damage: S S M S]", ("for 'damage', but the game throws attack 3action+1power",)),
        ("[1.5]", ("1.5 is no face",)),
        ("[defence: S S M S, attack: S M]", ("for 'defence', but the game throws attack",)),
    ],
)
def test_dice_that_do_not_fit_are_named(dice: str, words: tuple[str, ...]) -> None:
    fails(f"dice: {dice}\nplay: [attack marauder with wolf]\n", *words)


def test_dice_too_few_in_the_middle_and_seeded_dice() -> None:
    fails("play: [attack marauder with wolf, pass]\n", "line 7", "no dice are given for attack and defence")
    fails("seed: 1\ndice: [S]\n", "either 'dice:' or 'seed:'")
    first = passes("seed: 7\nplay: [attack marauder with wolf]\n")
    assert first.events == passes("seed: 7\nplay: [attack marauder with wolf]\n").events


def test_play_may_stop_where_dice_are_thrown() -> None:
    passes(
        "play: [attack marauder with wolf]\n"
        "expect: [roll: {pool: attack, action: 3, power: 1}, ask: none, {roll: {purpose: defence, dice: 2}}]\n"
    )


@pytest.mark.parametrize(
    "phrase",
    ["attack marauder with wolf", "Attack the  Marauder with WOLF", "attack marauder wolf", "attack", "attack mar"],
)
def test_phrases_are_understood_as_people_write_them(phrase: str) -> None:
    passes(f"dice: [S S M, S, S M]\nplay: [{phrase}]\n")


def test_labels_and_new_games_work_too() -> None:
    head = "title: New\nruleset: yard\noptions: {turns: 2}\n"
    play = "dice: [4, 4, 2, 1]\nplay: [Move the wolf, stay, b: muster, {b: {place: {late: [3, 1]}}}]\n"
    passes(play + "expect: [over: true, winner: draw, late: {at: [3, 1]}]\n", head)
    passes("dice: [2, 5]\nexpect: [ask: {seat: b}]\n", head)
    fails("options: {turns: two}\n", "line 3: options here: turns", head="title: x\nruleset: yard\n")


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("[move]", ("line 7", "could mean 'move wolf', 'move gate'")),
        ("[dance]", ("cannot be played: Y-TURN: 'dance' is not on offer", "a is asked 'your turn'", "'move wolf'")),
        ("[attack marauder with gate]", ("Y-REACH: 6.813 in beyond 12 in",)),
        ("[b: pass]", ("it is not b's choice: a is asked 'your turn'",)),
        ("[move wolf, move: [[15, 14]]]", ("is refused: Y-MOVE: too far",)),
        ("[move wolf, north]", ("'north' does not answer a's 'which way'", "12 8; 14 9, north 4")),
        ("[move wolf, move: [[x, 9]]]", ("is no place",)),
        ("[move wolf, move: north]", ("move is written [x, y]",)),
        ("[move wolf, move: [[1e300, 9]]]", ("is no place",)),
        ("[charge, share: 3]", ("share is written",)),
        ("[charge, share: {wolf: 3}]", ("wolf takes 0 to 2, not 3",)),
        ("[{swim: far}]", ("unknown answer 'swim: far'",)),
        ("[7]", ("'7' cannot be played",)),
        ("[{repeat: 2}]", ("beside 'repeat:' stands 'play:'",)),
        ("[{repeat: 9999, play: pass}]", ("up to 1000",)),
        ("[{repeat: 5, play: pass}]", ("the game is over",)),
        ("[{expect: {wolf: here}, by: x}]", ("stands alone",)),
    ],
)
def test_what_cannot_be_played_says_why(play: str, words: tuple[str, ...]) -> None:
    fails(f"play: {play}\n", *words)


def test_ways_to_answer() -> None:
    passes("play: [move wolf, move: [[16, 8], [16.5, 9]]]\nexpect: [wolf: {at: [16.5, 9]}]\n")
    passes("play: [move wolf, move: [16, 8]]\nexpect: [wolf: {at: [16, 8]}]\n")
    passes("play: [move wolf, [[16, 8]]]\nexpect: [wolf: {at: [16, 8]}]\n")
    passes("play: [move wolf, answer: [[16000, 8000]]]\nexpect: [wolf: {at: [16, 8]}]\n")
    passes("play: [charge, share: {wolf: 1, gate: 2}]\nexpect: [wolf: {arc: 2}, gate: {arc: 2}]\n")
    passes('play: [default, "b: default", any]\n')
    passes("play: [charge, done, b: pass]\nexpect: [wolf: {arc: 1}]\n")
    passes(
        "play: [repeat: until over, play: pass]\nexpect: [over: true]\n".replace("[repeat", "[{repeat").replace(
            "pass]", "pass}]"
        )
    )
    passes("play:\n  - repeat: 2\n    play: [a: pass, b: pass]\nexpect: [over: true, winner: draw]\n")
    passes("play: [b: concede]\nexpect: [winner: a, log: b concedes]\n")


def test_refusals_are_asserted_with_rule_and_shortfall() -> None:
    passes(
        "play:\n"
        "  - refuse: attack marauder with gate\n    by: Y-REACH\n    short: 6.813\n    reason: beyond 12\n"
        "  - refuse: {b: pass}\n    by: Y-TURN\n"
        "  - b: {refuse: pass}\n"
        "  - move wolf\n"
        "  - refuse: {move: [[15, 14]]}\n    by: Y-MOVE\n    short: 1\n"
        "  - move: [[15, 12]]\n"
    )
    fails("play: [{refuse: pass, by: Y-END}]\n", "line 7: expected 'pass' refused by Y-END, found it allowed")
    fails("play: [{refuse: pass, by: Y-TRUN}]\n", "no rule 'Y-TRUN' in the rulebook; did you mean Y-TURN?")
    fails("play: [{refuse: attack marauder with gate, by: Y-MOVE}]\n", "found Y-REACH: 6.813 in beyond")
    fails("play: [{refuse: attack marauder with gate, short: 2}]\n", "found short by 6.813")
    fails("play: [{refuse: pass, bye: Y-X}]\n", "beside 'refuse:' stand by, short, reason, not bye")


def test_expectations_in_the_middle_do_not_stop_the_play() -> None:
    outcome = fails("play: [{expect: {wolf: {arc: 5}}}, pass]\nexpect: [ask: {seat: a}]\n")
    assert [failure.line for failure in outcome.failures] == [7, 8]


@pytest.mark.parametrize(
    "expect",
    [
        "wolf: {arc: 1, effects: [charged], trap: null, seat: a}",
        'wolf: {arc: ">= 1", health: at most 2, at: not null, effects: has charged}',
        "wolf: {arc: 0 to 3, health: about 2, effects: lacks stunned, trap: none}",
        'wolf: {arc: "< 2", health: "> 1.5"}',
        "wolf: here",
        "score: [0, 0]",
        "over: false",
        "ask: {seat: b, prompt: your turn, cites: Y-MOVE, default: pass, offers: [pass, move marauder]}",
        "ask: {excludes: {attack gate with marauder: Y-REACH}}",
        "ask: {excludes: [trap wolf, attack marauder with wolf]}",
        "ask: {only: [pass, charge, move marauder, attack wolf with marauder, trap marauder]}",
        "refuses: {answer: attack gate with marauder, by: Y-REACH}",
        "{refuses: attack gate with marauder, by: Y-REACH, short: 6.813}",
        "event: {kind: Hurt, cites: Y-DMG, who: marauder, points: 1, times: 1}",
        "event: Hurt",
        "event: 2 strikes against ARM 2",
        'event: {text: has 1 left, strikes: ">= 2"}',
        "no event: {kind: Hurt, who: wolf}",
        "no event: Fell",
        "log: marauder has 1 left",
        "no log: wolf has",
        "roll: {purpose: defence, action: 2, power: 0, cites: [Y-COVER, Y-ATK], seat: b, faces: S M, result: 1, S: 1}",
        "roll: {pool: attack, faces: [1, 1, 0, 1], M: 1, X: 0, counted: true}",
        "roll: {purpose: attack and defence, action: 5, power: 1}",
        "roll: attack",
        "no roll: damage",
        "sees: {seat: a, marauder: {health: 1}, event: Hurt}",
        "sees: {seat: b, marauder: {trap: mine}}",
        "hides: {seat: a, marauder: trap}",
        "hides: {seat: a, marauder: [trap]}",
    ],
)
def test_what_holds_after_the_shot(expect: str) -> None:
    passes(SHOT + f"expect:\n  - {expect}\n")


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ("wolf: {arcs: 1}", ("no 'arcs' (it has seat", "did you mean 'arc'")),
        ("wulf: {arc: 1}", ("nobody called 'wulf'",)),
        ("wulf: gone", ("nobody was ever called 'wulf'",)),
        ("wolf: gone", ("wolf still there",)),
        ("wolf: 3", ("'wolf:' is followed by",)),
        ('wolf: {arc: ">= 2"}', ("expected wolf arc >= 2, found 1",)),
        ("wolf: {arc: true}", ("found 1",)),
        ("over: true", ("expected the game over, found b asked 'your turn'",)),
        ("winner: a", ("nobody yet",)),
        ("winner: c", ("'winner:' is a, b or draw",)),
        ("score: {c: 1}", ("seats are a, b",)),
        ("ask: {seat: a}", ("expected a asked, found b asked",)),
        ("ask: none", ("expected nobody asked",)),
        ("ask: {offers: [fly]}", ("expected 'fly' on offer, found it refused",)),
        ("ask: {only: [pass]}", ("also move marauder",)),
        ("ask: {excludes: [pass]}", ("expected 'pass' refused, found it allowed",)),
        ("ask: {cites: Y-END}", ("to cite Y-END",)),
        ("ask: {default: charge}", ("silence to mean charge, found pass",)),
        ("ask: {prompts: x}", ("'ask:' is followed by",)),
        ("event: {kind: Hurt, points: 3}", ("Hurt (who marauder, points 1, strikes 2)",)),
        ("event: {kind: Fell}", ("none; there were 1 Rolled, 1 Hurt, 1 TurnPassed",)),
        ("event: {kind: Hurt, times: 2}", ("found 1 of them",)),
        ("event: []", ("an event is given by",)),
        ("no event: Hurt", ("expected no event kind Hurt, found Hurt (who marauder",)),
        ("log: nonsense", ("the log to say 'nonsense'",)),
        ("roll: {purpose: defence, action: 3}", ("found action 2 (defence 2 action: S M)",)),
        ("roll: {purpose: defence, cites: Y-END}", ("it does not cite Y-END but Y-ATK, Y-COVER",)),
        ("roll: {purpose: damage}", ("no such roll; thrown were: attack and defence",)),
        ("roll: {purpose: defence, gold: 3}", ("a roll has no 'gold'",)),
        ("sees: {seat: a, marauder: {trap: mine}}", ("expected a to see marauder trap mine, found ?",)),
        ("hides: {seat: b, marauder: trap}", ("expected b to miss marauder trap, found mine",)),
        ("hides: {seat: a, marauder: true}", ("marauder: seat b",)),
        ("hides: {seat: a, wolf: trap}", ("nothing there to hide",)),
        ("sees: {seat: c, wolf: here}", ("'sees:' is followed by",)),
        ("just words", ("an expectation, 'name: value', found 'just words'",)),
    ],
)
def test_what_does_not_hold_is_told(expect: str, words: tuple[str, ...]) -> None:
    fails(SHOT + f"expect:\n  - {expect}\n", "line 10", *words)


def test_an_expectation_nobody_understands_does_not_hide_the_others() -> None:
    outcome = fails(SHOT + "expect: [over: maybe, words, wolf: {arc: 9}]\n", "'over:' is true or false", "wolf arc 9")
    assert len(outcome.failures) == 3


def test_a_secret_throw_stays_secret() -> None:
    passes(
        "dice: [3]\nplay: [trap wolf]\nexpect: [hides: {seat: b, event: Trapped, wolf: trap}, "
        "sees: {seat: a, event: Trapped, wolf: {trap: mine 3}}, hides: {seat: b, log: trap 3}]\n"
    )


def test_a_destroyed_piece_is_gone() -> None:
    head = HEAD.replace("cover: true", "health: 1")
    play = "dice: [X X M, S, M]\nplay: [attack marauder with wolf]\n"
    passes(play + "expect: [marauder: gone, {marauder: null}, score: {a: 1}, winner: a, over: true]\n", head)
    fails(play + "expect: [marauder: {health: 1}]\n", "found marauder gone: marauder falls", head=head)
