"""Teaching networks: lessons are kept, gradients are right, what shows in games is learned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable.core import find
from sandtable.lab.learning import fitting, lessons, teaching
from sandtable.lab.learning.arrays import Arrays, arrays
from sandtable.lab.learning.fitting import Layers, begin, chances, gradient, leads, loss, rate_at
from sandtable.lab.learning.lessons import Lesson, Taught
from sandtable.tabletop.network import Network, Side

OPTIONS = {"armies": ["cyg_box_a", "kha_box_a"], "map": "mill_green", "scenario": "round_limit"}
PIECE, PAIR, AROUND = 3, 2, 2


def made_up(positions: int, rng: np.random.Generator) -> Arrays:
    """Who has more of the first number on all pieces wins; games of one position."""
    there = np.ones((positions, 2, 3), np.float32)
    there[rng.random(positions) < 0.4, 0, 2] = 0
    pieces = rng.normal(size=(positions, 2, 3, PIECE)).astype(np.float32) * there[..., None]
    pairs = rng.normal(size=(positions, 2, 3, 3, PAIR)).astype(np.float32)
    around = rng.normal(size=(positions, 2, AROUND)).astype(np.float32)
    strength = pieces[..., 0].sum(2)
    one = np.ones(positions, int)
    won = (strength[:, 0] > strength[:, 1]).astype(np.float32)
    return Arrays(pieces, there, pairs, around, won, np.arange(positions), one, one == 1)


# --- fitting ---
def test_gradients_are_those_of_small_steps() -> None:
    """Every layer, with pieces that only fill up and with sums left out by chance."""
    rng = np.random.default_rng(1)
    a = made_up(5, rng)
    a = Arrays(*(np.asarray(part, np.float64) for part in a))
    layers = Layers(*(one.astype(np.float64) for one in begin(PIECE, PAIR, AROUND, 4, 5, rng)))
    layers = layers._replace(pair_constant=rng.normal(size=4), side_constant=rng.normal(size=5))
    slope = rng.normal(size=5)

    def total(one: Layers) -> float:
        return float((leads(one, a, np.random.default_rng(2)).lead * slope).sum())

    found = gradient(layers, a, leads(layers, a, np.random.default_rng(2)), slope)
    for name in Layers._fields:
        values, slopes = getattr(layers, name), getattr(found, name)
        for at in [tuple(rng.integers(0, n) for n in values.shape) for _ in range(6)]:
            step = np.zeros_like(values)
            step[at] = 1e-5
            by_steps = (
                total(layers._replace(**{name: values + step})) - total(layers._replace(**{name: values - step}))
            ) / 2e-5
            assert slopes[at] == pytest.approx(by_steps, rel=1e-4, abs=1e-6), (name, at)


def test_what_decides_games_is_learned() -> None:
    rng = np.random.default_rng(3)
    a, fresh = made_up(3000, rng), made_up(400, rng)
    found = teaching.teach(a, networks=1, rounds=40, seed=1)
    assert found.surprise < 0.35
    right = (chances(found.networks[0], fresh) > 0.5) == (fresh.won > 0.5)
    assert right.mean() > 0.85
    network = Network(teaching.weights(found, "made up"))
    position = Side(fresh.pieces[0, 0].ravel()[:3], fresh.pairs[0, 0, 0, 0].ravel(), fresh.around[0, 0])
    other = Side(fresh.pieces[0, 1].ravel()[:3], fresh.pairs[0, 1, 0, 0].ravel(), fresh.around[0, 1])
    rows = [Side(*(np.asarray(part, np.float64) for part in side)) for side in (position, other)]
    assert (network.chance(rows[0], rows[1]) > 0.5) == (rows[0].pieces[0] > rows[1].pieces[0])


def test_the_rate_rises_and_falls() -> None:
    assert rate_at(0.0) == pytest.approx(fitting.LEAST_RATE)
    assert rate_at(fitting.WARMING) == pytest.approx(fitting.RATE)
    assert rate_at(1.0) == pytest.approx(fitting.LEAST_RATE)
    assert loss(np.array([0.5]), np.array([1.0]), np.array([1.0])) == pytest.approx(0.6931, abs=1e-4)


# --- what a position should foretell ---
def test_later_turns_count_less_and_less() -> None:
    """Three turns, seat 0 wins; the second and third open with a chance of 0.4 and 0.8."""
    nothing: Any = np.zeros(5)
    a = Arrays(
        nothing, nothing, nothing, nothing, np.ones(5, np.float32), np.zeros(5, int), np.array([1, 1, 2, 2, 3]),
        np.array([True, False, True, False, True]),
    )  # fmt: skip
    found = teaching.foretold(a, np.array([0.9, 0.9, 0.4, 0.1, 0.8]))
    third = 1.0
    second = (1 - teaching.TRUST) * 0.8 + teaching.TRUST * third
    first = (1 - teaching.TRUST) * 0.4 + teaching.TRUST * second
    assert found.tolist() == pytest.approx([first, first, second, second, third])


def test_networks_are_asked_only_about_games_they_did_not_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the others they know how they ended."""
    a, learned = made_up(60, np.random.default_rng(6)), list[Any]()

    def fit(layers: Any, part: Arrays, *ignored: Any) -> Any:
        learned.append(layers)
        return set(part.game.tolist())

    def asked(games: set[int], part: Arrays) -> Any:
        assert games.isdisjoint(part.game.tolist())
        return np.full(len(part.won), 0.5)

    monkeypatch.setattr(teaching, "new", lambda part, rng: "new")
    monkeypatch.setattr(teaching, "fit", fit)
    monkeypatch.setattr(teaching, "chances", asked)
    teaching.teach(a, networks=2)
    assert learned == ["new"] * 4, "two that see later turns for others, then the two that are kept"
    learned.clear()
    start: Any = [set(), {-1}]
    teaching.teach(a, networks=3, start=start)
    assert learned == [set(), {-1}, set()], "only these go on, and they say what is seen in later turns"


def test_networks_go_on_from_a_file() -> None:
    """A file holds them as they were; going on with other games mends what they have not seen."""
    rng = np.random.default_rng(8)
    a, more = made_up(600, rng), made_up(3000, rng)
    first = teaching.teach(a, networks=2, rounds=10, seed=1)
    kept = teaching.layers(teaching.weights(first, "made up"))
    assert len(kept) == 2
    for one, other in zip(kept, first.networks, strict=True):
        for part, same in zip(one, other, strict=True):
            assert part.shape == same.shape and np.allclose(part, same, rtol=1e-3)
    found = teaching.teach(more, networks=2, rounds=10, seed=1, start=kept)
    aside = more.part(more.game % teaching.ASIDE == 0)
    before = loss(teaching.mean(kept, aside), aside.won, np.ones(len(aside.won)))
    assert found.surprise < 0.8 * before


def test_long_games_count_no_more_than_short_ones() -> None:
    weight = teaching.by_game(np.array([0, 0, 0, 1]))
    assert weight.mean() == pytest.approx(1.0)
    assert weight[:3].sum() == pytest.approx(weight[3])


# --- lessons ---
def test_a_game_is_kept_and_read_again(tmp_path: Path) -> None:
    rules = find("warmachine-mk2")
    judging: Any = rules.judging
    game = lessons.play(rules, OPTIONS, ("recruit", "recruit"), 5)
    assert game.lessons and game.winner in (0, 1, None)
    assert game.lessons[0].opens and {lesson.turn for lesson in game.lessons if lesson.opens} >= {1, 2, 3}
    file = tmp_path / "a" / "games.msgpack"
    lessons.write(file, [game])
    assert list(lessons.read([file], judging.situations)) == [game]
    assert lessons.play(rules, OPTIONS, ("recruit", "recruit"), 5) == game, "the same seed is the same game"


def test_lessons_become_arrays() -> None:
    def sides(situation: Any) -> tuple[Side, Side]:
        n, m = situation
        return (
            Side([1.0] * n * PIECE, [2.0] * n * m * PAIR, [3.0] * AROUND),
            Side([4.0] * m * PIECE, [5.0] * m * n * PAIR, [6.0] * AROUND),
        )

    many = (Lesson(1, True, (2, 1)), Lesson(1, False, (0, 2)), Lesson(2, True, (4, 1)), Lesson(3, False, (1, 3)))
    a = arrays([Taught(1, 1, many), Taught(2, None, many[:1])], sides, PIECE, PAIR, 3)
    assert a.won.tolist() == [0.0, 0.0, 0.5], "a side without pieces, or with more than fit, is left out"
    assert a.turn.tolist() == [1, 3, 1] and a.opens.tolist() == [True, False, True] and a.game.tolist() == [0, 0, 1]
    assert a.there[0].tolist() == [[1, 1, 0], [1, 0, 0]]
    assert a.pieces[0, 0].tolist() == [[1] * 3, [1] * 3, [0] * 3] and a.pieces[0, 1, 0].tolist() == [4] * 3
    assert a.pairs[0, 0, :, :, 0].tolist() == [[2, 0, 0], [2, 0, 0], [0, 0, 0]]
    assert a.pairs[1, 1, :, :, 0].tolist() == [[5, 0, 0], [5, 0, 0], [5, 0, 0]]
    assert a.around[0].tolist() == [[3, 3], [6, 6]]
    with pytest.raises(ValueError, match="no game has a position"):
        arrays([], sides, PIECE, PAIR, 3)
