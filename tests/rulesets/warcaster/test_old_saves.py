"""Saves of older versions of the rules load for ever: the golden records are never changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.bots import bot
from sandtable.chance import Seeded
from sandtable.core import Progress, Roll, answer
from sandtable.match import Match
from sandtable.match.files import load
from sandtable.record import RecordError, hash_of, read, verify
from sandtable.record.replay import last_game
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.turn.activity import MadeAttack
from tests.rules.warcaster.kit import rules

GOLDEN = Path(__file__).parent / "golden"
OVER, SQUAD, DRAW = (GOLDEN / f"version-1-{name}.sand" for name in ("over", "squad", "draw"))
OLDER = [path for path in sorted(GOLDEN.glob("*.sand")) if int(path.stem.split("-")[1]) < Warcaster.version]
each = pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
# Version 1 drew cards one by one; before version 4 a spike that changes nothing was not on offer, as in these games.
CHANGED = [
    p for p in OLDER if p.stem.startswith("version-1-") or p.stem in ("version-2-skirmish", "version-3-skirmish")
]
REPLAYED = [path for path in OLDER if path not in CHANGED]


def end(path: Path) -> Match:
    return load(path, rules(), recover=True)


def test_every_version_is_kept() -> None:
    kept = {read(path.read_bytes()).version for path in GOLDEN.glob("*.sand")}
    assert kept == set(range(1, rules().version + 1)), "keep records of a version before it is raised"


@each
def test_the_end_of_an_older_game_loads_and_goes_on(path: Path) -> None:
    game = end(path).game
    assert rules().codec.load(rules().codec.save(game)) == game
    match = Match(rules(), Progress(game, ()), Seeded(1), from_position=True)
    players = [bot("recruit", seed=seat) for seat in (0, 1)]
    while match.ask is not None:
        match.answer(players[match.ask.seat].choose(match.view(match.ask.seat)))
    assert match.result is not None


@pytest.mark.parametrize("path", REPLAYED, ids=lambda path: path.stem)
def test_the_kept_end_of_a_game_that_still_replays_is_the_end_it_comes_to(path: Path) -> None:
    record = read(path.read_bytes())
    assert verify(rules(), record).faults == ()
    kept = last_game(rules(), record)
    assert kept is not None and hash_of(rules(), kept) == hash_of(rules(), load(path, rules()).game)


@pytest.mark.parametrize("path", CHANGED, ids=lambda path: path.stem)
def test_moves_that_no_longer_fit_are_told_by_version(path: Path) -> None:
    record = read(path.read_bytes())
    (fault,) = verify(rules(), record).faults
    assert f"made with version {record.version} of the rules, this is {rules().version}" in str(fault)
    with pytest.raises(RecordError, match="recover=True goes on from the last position"):
        load(path, rules())


def test_a_finished_game_keeps_its_result() -> None:
    match = end(OVER)
    assert match.over and match.result is not None
    assert match.result.reason == "Three Pulse rounds are over: 6 to 6 VP, a draw"
    assert match.score == (6, 6)


def test_a_game_in_the_middle_keeps_its_question_and_what_silence_meant() -> None:
    match, record = end(SQUAD), read(SQUAD.read_bytes())
    assert match.ask is not None and match.ask.prompt == "place the rest of vassal_reavers"
    assert match.ask.domain.refuse(match.ask.default) is None
    assert record.end is not None and rules().codec.load(rules().codec.save(match.game)) == match.game


def test_a_roll_for_one_card_is_still_a_roll_for_one_card() -> None:
    game = end(DRAW).game
    assert isinstance(game.waiting, Roll) and game.waiting.pools[0].dice == (("d5", 1),)
    before = game.state.players[1]
    after = answer(rules(), game, ((4,),)).game
    assert after.state.players[1].hand == tuple(sorted((*before.hand, before.rack[3])))
    assert isinstance(after.waiting, Roll)
    assert after.waiting.pools[0].dice == (("d4", 1), ("d3", 1)), "the two still missing come together"


SPIKE = GOLDEN / "version-3-spike.sand"


@pytest.mark.parametrize("key", ["spike carrion_ablator", "pass"])
def test_a_hit_of_version_3_that_waits_for_a_spike_goes_on_with_its_effects(key: str) -> None:
    match = load(SPIKE, rules())
    match.answer(key)
    corroded = "corrosion" in match.position.state.models["foe"].effects
    assert corroded == (key != "pass")
    assert [type(e).__name__ for e in match.events].count("Declared") == 1
    assert match.ask is not None, "the activation goes on"


REACTION = GOLDEN / "version-2-reaction.sand"


def test_a_reaction_in_the_middle_keeps_what_was_said_in_marks() -> None:
    game = last_game(rules(), read(REACTION.read_bytes()))
    assert game is not None
    frames = {type(frame).__name__: frame for frame in game.stack}
    assert frames["Activation"].activity.attacks == (MadeAttack(model="jax", weapon="fusion_sword"),)  # type: ignore[attr-defined]
    outer, inner = (frame.strike for frame in game.stack if type(frame).__name__ == "Attack")  # type: ignore[attr-defined]
    assert (outer.attacker, outer.in_activation, outer.marks) == ("jax", True, ())
    assert (inner.attacker, inner.in_activation, inner.reaction) == ("other", False, True)


def test_marks_of_version_2_become_fields() -> None:
    """Every mark version 2 wrote: those of an attack, of an activation, of an attack granted by a card."""
    marks = ["more to come", "activation", "fixed gun", "beside reavers.1", "beside gate", "arc_booster"]
    attack = {"type": "Strike", "marks": [*marks, "impulse_reciprocator marauder", "power_focus reroll"]}
    made = ["rangers.1/battle_rifle", "+rangers.1/battle_rifle"]
    activity = {"type": "Activity", "attacks": made, "marks": ["jump_jets", "reiteration_complex rangers.1"]}
    granted = {"type": "ImmediateAttack", "marks": ["activation", "jump_jets"]}
    stack = [{"type": "Attack", "strike": attack}, {"type": "Activation", "activity": activity}, granted]
    raw = rules().migrate({"stack": stack, "waiting": None}, 2)
    strike = raw["stack"][0]["strike"]
    assert (strike["more_to_come"], strike["in_activation"], strike["fixed_gun"]) == (True, True, True)
    assert strike["beside"] == ["reavers.1", "gate"]
    assert strike["owed"] == [["impulse_reciprocator", "marauder"]]
    assert strike["marks"] == ["arc_booster", "power_focus reroll"]
    rifle = {"type": "MadeAttack", "model": "rangers.1", "weapon": "battle_rifle"}
    assert raw["stack"][1]["activity"]["attacks"] == [rifle | {"extra": False}, rifle | {"extra": True}]
    assert raw["stack"][1]["activity"]["marks"] == ["jump_jets"]
    assert (raw["stack"][2]["in_activation"], raw["stack"][2]["marks"]) == (True, ["jump_jets"])
