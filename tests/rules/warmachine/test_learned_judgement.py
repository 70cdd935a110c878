"""What games have taught veterans of Mk II: battle boxes only, the same for both seats, by numbers of the table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.rollout import Lookahead
from sandtable.chance import Seeded
from sandtable.core import Ask, Game, Position, Roll, View, answer, begin, find
from sandtable.rulesets.warmachine.common.learned.numbers import (
    AROUND,
    AROUND_A_SIDE,
    OF_A_PIECE,
    PAIR,
    PIECE,
    Target,
    bonus,
    harms,
    sides,
    target,
)
from sandtable.rulesets.warmachine.common.learned.situation import Figure, Situation, figures, is_known
from tests.rules.warmachine.kit import KEEP, MK1, MK2, at, foe
from tests.rules.warmachine.kit import Game as Played
from tests.rules.warmachine.test_appraisal import positions

BOXES = {"armies": ["cyg_box_a", "kha_box_b"], "map": "mill_green", "scenario": "mosh_pit_small"}
ESC = "warmachine-escalation"


def chance(p: Position, seat: int, ask: Ask | None) -> float | None:
    found: float | None = p.rules.judging.chance(p, seat, ask)
    return found


def judged(game: Game, seat: int, name: str = MK2) -> float | None:
    rules: Any = find(name)
    return chance(Position(rules, game.state), seat, game.waiting if isinstance(game.waiting, Ask) else None)


def box(**changes: Any) -> Played:
    """Stryker's box against Sorscha's, ten inches apart."""
    pieces = {
        "stryker": at(24, 10, focus=6),
        "ironclad": at(24, 16, master="stryker"),
        "lancer": at(20, 16, master="stryker"),
        "sorscha": foe(24, 36),
        "juggernaut": foe(24, 28, master="sorscha"),
        "destroyer": foe(20, 28, master="sorscha"),
    }
    return Played(MK2, {name: one for name, one in (pieces | changes).items() if one is not None})


# --- which tables ---
def test_both_seats_see_the_same_game() -> None:
    seen = 0
    for game in positions(MK2, BOXES, 3, 9, 900):
        if not (game.state.of(0) and game.state.of(1)):
            continue
        one, other = judged(game, 0), judged(game, 1)
        assert one is not None and other is not None
        assert 0.0 < one < 1.0 and one + other == pytest.approx(1.0)
        seen += 1
    assert seen > 10


def test_armies_with_troops_are_not_known() -> None:
    for game in positions(
        MK2, {**BOXES, "armies": ["cyg_mid", "kha_mid"], "map": "river_ford", "scenario": "caster_kill"}, 3, 40, 200
    ):
        assert judged(game, 0) is None


def test_it_is_who_was_in_the_game_that_counts_not_who_is_left() -> None:
    """Else a judgement would jump when the last trooper falls."""
    t = box()
    assert is_known(t.position)
    status = t.position.state.status["lancer"]
    cards: Any = t.position.rules
    trooper = next(n for n, card in cards.cards.models.items() if card.kind == "trooper")
    lost = t.position.state.but(status={**t.position.state.status, "gone": status.but(card=trooper)})
    assert not is_known(Position(t.position.rules, lost))


@pytest.mark.parametrize("name", [MK1, ESC])
def test_other_editions_were_not_taught(name: str) -> None:
    for game in positions(name, {**BOXES, "scenario": "caster_kill"}, 3, 60, 300):
        assert judged(game, 0, name) is None


def test_nothing_is_known_while_models_are_deployed_or_when_a_side_is_gone() -> None:
    rules: Any = find(MK2)
    game = begin(rules, *rules.new_game(dict(BOXES))).game
    assert judged(game, 0) is None
    t = box()
    state = t.position.state
    alone = state.but(models={n: m for n, m in state.models.items() if state.status[n].seat == 0})
    assert chance(Position(t.position.rules, alone), 0, None) is None


# --- what is judged ---
def test_who_has_lost_a_warjack_is_less_likely_to_win() -> None:
    whole, less = box(), box(lancer=None)
    one, other = (chance(t.position, 0, t.ask) for t in (whole, less))
    assert one is not None and other is not None and other < one - 0.05


def test_damage_counts() -> None:
    hurt = box(ironclad=at(24, 16, master="stryker", damage=28))
    one, other = (chance(t.position, 0, t.ask) for t in (box(), hurt))
    assert one is not None and other is not None and other < one - 0.03


def test_names_do_not_matter() -> None:
    t = box()
    found = t.position.rules.judging.situation(t.position, t.ask)
    assert isinstance(found, Situation)
    called = {f.name: f"x{n}" for n, f in enumerate([*found.sides[0], *found.sides[1]])}

    def other(f: Figure) -> Figure:
        fields = {name: getattr(f, name) for name in Figure.__struct_fields__}
        return Figure(**fields | {"name": called[f.name], "master": called.get(f.master, "")})

    fields = {name: getattr(found, name) for name in Situation.__struct_fields__}
    again = Situation(**fields | {"sides": (tuple(map(other, found.sides[0])), tuple(map(other, found.sides[1])))})
    cards = t.position.rules.cards
    for one, two in zip(sides(cards, found, 0), sides(cards, again, 0), strict=True):
        assert [list(part) for part in one] == [list(part) for part in two]


def test_numbers_have_the_sizes_the_weights_were_learned_for() -> None:
    t = box()
    rules = t.position.rules
    us, them = rules.judging.sides(rules, rules.judging.situation(t.position, t.ask), 0)
    assert (len(us.pieces), len(them.pieces)) == (3 * PIECE, 3 * PIECE)
    assert (len(us.pairs), len(them.pairs)) == (9 * PAIR, 9 * PAIR)
    assert (len(us.around), len(them.around)) == (AROUND, AROUND)


def test_figures_say_how_models_stand() -> None:
    t = box(ironclad=at(24, 16, master="stryker", focus=2, damage=6))
    own = {f.name: f for f in figures(t.position, 0)}
    assert own["ironclad"].focus == 2 and own["ironclad"].master == "stryker" and own["ironclad"].awaits
    assert own["ironclad"].share == pytest.approx(1 - 6 / t.position.rules.cards.models["ironclad"].most)
    assert own["stryker"].feat and not own["ironclad"].feat
    assert not any(f.awaits for f in figures(t.position, 1))
    t.activate("lancer", "advance", KEEP, 90)
    found = t.position.rules.judging.situation(t.position, t.ask)
    assert found.doing.model == "lancer" and not found.doing.may_move and found.doing.may_act


def numbers(t: Played, seat: int = 0, piece: int = 1) -> dict[str, float]:
    """Of one model and of what surrounds its side, by name."""
    rules = t.position.rules
    us, _ = rules.judging.sides(rules, rules.judging.situation(t.position, t.ask), seat)
    own = [float(value) for value in us.pieces][piece * PIECE : (piece + 1) * PIECE]
    around = {f"side: {name}": float(value) for name, value in zip(AROUND_A_SIDE, us.around, strict=True)}
    return dict(zip(OF_A_PIECE, own, strict=True)) | around


def test_numbers_of_a_model() -> None:
    """The Ironclad of the box, the second of its side."""
    found = numbers(box(ironclad=at(24, 16, master="stryker", focus=2, damage=6, effects=["fire"])))
    assert (found["warcaster"], found["heavy"], found["light"]) == (0.0, 1.0, 0.0)
    assert found["focus of a warjack"] == pytest.approx(2 / 3) and found["focus of a warcaster"] == 0.0
    assert found["burns"] == 1.0 and found["disrupted"] == 0.0 and found["awaits"] == 1.0 and found["active"] == 1.0
    assert found["speed"] == pytest.approx(5 / 6) and found["armour"] == pytest.approx(0.25)
    assert found["charge"] == pytest.approx(0.85) and found["power"] == pytest.approx(0.4)
    caster = numbers(box(), piece=0)
    assert caster["focus of a warcaster"] == 1.0 and caster["feat"] == 1.0 and caster["shot"] == pytest.approx(16 / 15)
    other = numbers(box(), seat=1)
    assert (other["active"], other["awaits"]) == (0.0, 0.0)


@pytest.mark.parametrize("far", [6.0, 13.0, 14.5, 19.0])
def test_how_far_a_warjack_is_out_of_control(far: float) -> None:
    """Stryker's control area has twelve inches, from base to base."""
    t = box(ironclad=at(24 + far, 10, master="stryker"))
    radii = sum(t.position.rules.bases[card].radius for card in ("stryker", "ironclad")) / 1000
    assert numbers(t)["beyond control"] == pytest.approx(max(-1.0, (far - radii - 12) / 6), abs=0.01)


def test_an_activation_under_way_is_told() -> None:
    t = box(ironclad=at(24, 16, master="stryker", focus=1))
    t.activate("ironclad")
    before = numbers(t)
    assert (before["activates"], before["may move"], before["may act"], before["charged"]) == (1.0, 1.0, 1.0, 0.0)
    t.play("advance", KEEP, 90)
    after = numbers(t)
    assert (after["activates"], after["may move"], after["may act"]) == (1.0, 0.0, 1.0)
    assert numbers(t, piece=2)["activates"] == 0.0


def test_what_surrounds_a_side() -> None:
    own, other = numbers(box()), numbers(box(), seat=1)
    assert (own["side: active"], other["side: active"]) == (1.0, 0.0)
    assert own["side: no limit"] == other["side: no limit"] == 1.0 and own["side: last round"] == 0.0
    assert own["side: worth"] == -other["side: worth to the other"]
    assert own["side: lead"] == other["side: lead"] == 0.0


def test_the_worth_of_a_side_is_what_a_bot_sees_there() -> None:
    """With what is in hand in the middle of an activation, which counts against the other side."""
    rules: Any = find(MK2)
    seen, in_hand = 0, 0
    for game in positions(MK2, BOXES, 5, 7, 900):
        p, ask = Position(rules, game.state), game.waiting
        if isinstance(ask, Ask) and (found := rules.judging.situation(p, ask)) is not None:
            assert found.worth == tuple(Lookahead(rules, seat, (), 1).worth(game) for seat in (0, 1))
            seen, in_hand = seen + 1, in_hand + bool(list(rules.judging.outlook(p, ask)))
    assert seen > 10 and in_hand


# --- by card ---
def test_harms_by_hand() -> None:
    """An Ironclad (MAT 7, P+S 18 and 14) at a Juggernaut (DEF 10, ARM 20): all but double ones hit."""
    cards = find(MK2).cards  # type: ignore[attr-defined]
    found = harms(cards, "ironclad", Target("juggernaut", 0, 0, False, 34))
    hammer = 35 / 36 * sum(max(0, a + b - 2) for a in range(1, 7) for b in range(1, 7)) / 36
    fist = 35 / 36 * sum(max(0, a + b - 6) for a in range(1, 7) for b in range(1, 7)) / 36
    assert found.blows == pytest.approx(hammer + fist) and found.blow == pytest.approx(hammer)
    assert found.shots == found.all_shots == 0.0
    assert found.charged == pytest.approx(35 / 36 * 3.5, abs=0.05)


def test_armour_that_spells_and_focus_add_counts() -> None:
    cards = find(MK2).cards  # type: ignore[attr-defined]
    assert bonus(cards, (("arcane_shield", True), ("knocked_down", False))) == (0, 3, 0)
    assert bonus(cards, (("invincibility", True),)).armour == 5
    plain, shielded = (harms(cards, "ironclad", Target("juggernaut", more, 0, False, 34)).blow for more in (0, 3))
    assert shielded < plain - 2.5
    lying = harms(cards, "ironclad", Target("stryker", 0, 0, True, 17)).blow
    assert lying > harms(cards, "ironclad", Target("stryker", 0, 0, False, 17)).blow


def test_a_target_is_as_hard_as_it_stands() -> None:
    """Focus left on a warcaster protects him, focus on a warjack does not; a knocked-down model cannot evade."""
    t = box(
        stryker=at(24, 10, focus=4, spells={"arcane_shield": "stryker"}),
        ironclad=at(24, 16, master="stryker", focus=3, effects=["knocked_down"], damage=4),
    )
    cards = t.position.rules.cards
    caster, jack = (target(cards, f) for f in figures(t.position, 0)[:2])
    assert (caster.armour, caster.helpless, caster.boxes) == (7, False, 17)
    assert (jack.armour, jack.helpless, jack.boxes) == (0, True, cards.models["ironclad"].most - 4)


# --- who asks ---
def test_only_veterans_count_it() -> None:
    t = box()
    rules = t.position.rules
    plain, learned = Lookahead(rules, 0, (), 1), Lookahead(rules, 0, (), 1, learned=True)
    likely = chance(t.position, 0, t.ask)
    assert likely is not None
    gained = learned.worth(t.game) - plain.worth(t.game)
    assert gained == pytest.approx(rules.judging.conviction * (2 * likely - 1))
    against = Lookahead(rules, 1, (), 1, learned=True).worth(t.game) - Lookahead(rules, 1, (), 1).worth(t.game)
    assert against == pytest.approx(-gained)


def test_a_veteran_plays_by_it_and_a_regular_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rules: Any = find(MK2)
    plain = type(rules.judging).chance

    def noted(self: Any, *given: Any) -> float | None:
        asked.append("chance")
        found: float | None = plain(self, *given)
        return found

    monkeypatch.setattr(type(rules.judging), "chance", noted)
    for level, wanted in (("regular", False), ("veteran:200", True)):
        asked.clear()
        player, source = bot(level, seed=1), Seeded(2)
        game = begin(rules, *rules.new_game(dict(BOXES))).game
        for _ in range(30):
            ask = game.waiting
            if isinstance(ask, Roll):
                value, source = source.throw(ask, rules.dice)
            else:
                assert ask is not None
                value = player.choose(View(rules, game, ask.seat))
            game = answer(rules, game, value, trusted=True).game
        assert bool(asked) is wanted
