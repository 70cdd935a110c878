"""What is left out to save time changes no answer: each short cut beside the plain way, on crowded tables."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import dist, hypot
from random import Random

import pytest

from sandtable.core import Effect, Position, begin, find
from sandtable.geometry.arcs import wholly_behind
from sandtable.geometry.distance import overlap
from sandtable.geometry.motion import point_at
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.forces import army
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.measuring.by_the_book import apart
from sandtable.rulesets.warmachine.common.measuring.distance import behind, disc, near, others_near, within
from sandtable.rulesets.warmachine.common.measuring.engagement import LONGEST, MeleeRange, engages, longest_reach
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import crowd_between, foes_seen_by, seen_by, sees
from sandtable.rulesets.warmachine.common.movement import travel
from sandtable.rulesets.warmachine.common.movement.line_obstacles import standing_at
from sandtable.rulesets.warmachine.common.movement.rejoining import can_return, way_back, ways
from sandtable.rulesets.warmachine.common.state.conditions import bearers, card
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.table import Model, Table
from sandtable.rulesets.warmachine.common.suggestions import menus
from sandtable.rulesets.warmachine.common.suggestions.goals import nearest_first
from sandtable.rulesets.warmachine.common.terrain.features import elevation, features_under
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.units import terror
from sandtable.tabletop.terrain.features import shapes
from tests.rules.warmachine.kit import ESCALATION, MK2, at, foe
from tests.rules.warmachine.kit import Game as Played

editions = pytest.mark.parametrize("game", [ESCALATION, MK2])
MIDDLE, SIDE = 24 * MILLI, 9 * MILLI
STEALTH = "stealth"


@cache
def tables(game: str, number: int = 6) -> tuple[Position, ...]:
    """Two large armies thrown onto the middle of a table with hills."""
    rules, found = find(game), []
    start = begin(rules, *rules.new_game({"armies": ["cyg_large", "kha_large"], "map": "highland"})).game.state
    for seed in range(number):
        rng = Random(seed)

        def put(name: str, rng: Random = rng) -> Model:
            x, y = (rng.randint(MIDDLE - SIDE, MIDDLE + SIDE) for _ in "xy")
            return Model(card=start.status[name].card, x=x, y=y, facing=rng.randrange(360_000))

        found.append(Position(rules, start.but(models={name: put(name) for name in start.status})))
    return tuple(found)


def paths(p: Position, mover: str, rng: Random) -> tuple[Spot, ...]:
    here = p.state.models[mover].at
    return (here, *((here[0] + rng.randint(-6000, 6000), here[1] + rng.randint(-6000, 6000)) for _ in "ab"))


@editions
def test_near_is_within_and_others_near_lists_them(game: str) -> None:
    for p in tables(game):
        models = p.state.models
        for name in models:
            for reach in (500, LONGEST):
                found = [n for n in models if n != name and within(p, models[name], models[n], reach)]
                assert [n for n in models if n != name and near(p, name, n, reach)] == found
                assert others_near(p, name, reach) == found


@editions
def test_features_under_a_base_by_their_boxes(game: str) -> None:
    seen = 0
    for p in tables(game):
        for m in p.state.models.values():
            plain = [f for f in p.state.map.features if any(overlap(disc(p, m), part, 1) for part in shapes(f))]
            assert list(features_under(p, disc(p, m))) == plain
            seen += bool(plain)
    assert seen > 20


@editions
def test_who_is_in_nobodys_way_row_by_row(game: str) -> None:
    """M1-LOS-6, M2-LOS-9, M2-LOS-15, M2-LOS-16 written out."""
    seen = set()
    for p in tables(game):
        sight, models = p.rules.edition.sight, p.state.models
        heights = {n: elevation(p, m) for n, m in models.items()}
        for viewer in models:
            targets = tuple(n for n in models if n != viewer)
            for target, row in zip(targets, sight.ignored_in_row(p, viewer, targets), strict=True):
                others = [n for n in models if n not in (viewer, target)]
                high, here = max(heights[viewer], heights[target]), heights[viewer]
                if game == ESCALATION:
                    low = [n for n in others if heights[n] + MILLI <= here]
                    plain = {n for n in low if not near(p, n, target, MILLI)}
                else:
                    hidden = [n for n in models if STEALTH in card(p, n).abilities and n != viewer]
                    plain = {n for n in hidden if not near(p, viewer, n, 5000)}
                    if "eyeless_sight" in card(p, viewer).abilities:
                        plain = set()
                    if abs(here - heights[target]) >= MILLI:
                        low = [n for n in others if heights[n] + MILLI <= high]
                        guards = {
                            n for n in low if near(p, n, target, MILLI) and card(p, n).rank > card(p, viewer).rank
                        }
                        plain |= set(low) - (guards if here > heights[target] else set())
                assert row - {viewer, target} == plain - {viewer, target}, "the two themselves hide nothing"
                assert sight.ignored(p, viewer, target) == row
                seen.add(len(row))
    assert len(seen) > 3


@editions
def test_enemies_that_a_path_comes_near_are_never_left_out(game: str) -> None:
    rng, seen = Random(1), 0
    for p in tables(game):
        for mover in p.state.models:
            path = paths(p, mover, rng)
            plain = [n for n in p.state.enemies(mover) if travel.comes_near(p, n, mover, path)]
            assert set(plain) <= set(travel.passed(p, mover, path))
            assert all(p.value(MeleeRange(n)) <= longest_reach(p.rules.cards, p.state.models[n].card) for n in plain)
            seen += len(plain)
    assert seen > 100


@editions
def test_terror_is_looked_for_only_where_somebody_is_near(game: str) -> None:
    """Every step of a path that is left out has nobody in terror."""
    rng, kept, left = Random(2), 0, 0
    for p in tables(game):
        for mover in list(p.state.models)[::3]:
            path = paths(p, mover, rng)
            of = terror.causes(p, mover, path)
            taken = {at: before for before, at in terror.steps(p, mover, path, of)}
            length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
            for number in range(1, int(length // terror.STEP) + 2):
                at = min(number * terror.STEP, length)
                if at in taken:
                    assert taken[at] == (number - 1) * terror.STEP
                    kept += 1
                elif of:
                    plain = {e: tuple(names) for e, names in of.items()}
                    assert not terror.near_on_the_way(p, mover, point_at(path, at), plain)
                    left += 1
    assert kept > 100 and left > 100


@editions
def test_nobody_is_frightened_from_farther_away_than_is_looked(game: str) -> None:
    seen = 0
    for p in tables(game):
        for who in p.state.models:
            for entity in (n for n in bearers(p, terror.TERROR) if n in p.state.models and n != who):
                one, other = p.state.models[entity], p.state.models[who]
                if engages(p, entity, who) or engages(p, who, entity):
                    assert hypot(one.x - other.x, one.y - other.y) <= terror.frightens_within(p, entity, who)
                    seen += 1
    assert seen


@editions
def test_a_way_back_exists_where_the_best_one_does(game: str) -> None:
    told: set[bool] = set()
    for p in tables(game, 2):
        for name, status in p.state.status.items():
            if status.unit and name.endswith((".2", ".5")):
                for allowance in (0, 6000):
                    best = way_back(p, name, allowance)
                    assert can_return(p, name, allowance) is bool(best.path)
                    assert best.ends <= min((way.ends for way in ways(p, name, allowance)), default=best.began) + 1
                    told.add(bool(best.path))
    assert told == {False, True}


@editions
def test_models_judged_before_are_judged_alike(game: str) -> None:
    """A table that remembers others, and the same one that remembers nothing: after moves, damage, focus, effects."""
    rng = Random(3)
    for first in tables(game, 2):
        p = first
        for _ in range(12):
            name = rng.choice(list(p.state.models))
            state = p.state.with_model(name, x=p.state.models[name].x + 100)
            state = state.with_status(name, marks=(1,) * len(state.status[name].marks), focus=rng.randrange(3))
            effect = rng.choice(("knocked_down", "fire", "inert"))
            state = state.but(effects=(*state.effects, Effect(effect, rng.choice((name, state.status[name].unit)))))
            p = p.with_state(state)
            blank = p.with_state(p.rules.codec.load(p.rules.codec.save(state)))
            for seat in (0, 1):
                assert army(p, seat) == army(blank, seat)
                assert p.state.of(seat) == [n for n in state.models if state.status[n].seat == seat]
            assert dict(names(p)) == dict(names(blank))


@editions
def test_sight_among_those_around_a_pair_is_sight_among_all(game: str) -> None:
    seen = set()
    for p in tables(game):
        for viewer in list(p.state.models)[::2]:
            row, smaller = seen_by(p, viewer), p.with_state(p.rules.codec.load(p.rules.codec.save(p.state)))
            for target in others_near(p, viewer, LONGEST):
                few = crowd_between(smaller, viewer, target)
                assert {viewer, target} <= set(few.names) and len(few.names) < len(p.state.models)
                assert sees(smaller, viewer, target) is (target in row)
                seen.add(target in row)
            foes = tuple(n for n in p.state.enemies(viewer) if n in row)
            assert foes_seen_by(p, viewer) == foes_seen_by(smaller, viewer) == foes
    assert seen == {False, True}


@editions
def test_remembered_estimates_are_estimates_made_anew(game: str) -> None:
    """Own models move near enough to measure, enemies are thrown about, and back again."""
    looked, rules = tables(game, 1)[0].state, find(game)
    models, own = looked.models, looked.of(0)[0]
    other = max(looked.of(1), key=lambda n: min(dist(models[n].at, models[m].at) for m in looked.of(0)))  # out of reach
    place = models[other]
    beside = looked.with_model(own, x=place.x + 2 * MILLI, y=place.y)
    thrown = looked.with_model(other, x=place.x - MILLI, y=place.y + MILLI)

    def anew(state: Table) -> Table:
        return state.but(models=dict(state.models))

    estimates = set()
    for seed in (1, 2):
        for state in (looked, beside, thrown, looked, beside):
            found = rules.by_eye(state, 0, Random(seed), looked)
            assert found == rules.by_eye(anew(state), 0, Random(seed), anew(looked))
            assert (found.models[other] is place) is (state is beside)
            estimates.add(found.models[other])
    assert len(estimates) >= 4


@editions
def test_the_nearest_first_are_those_least_apart(game: str) -> None:
    for p in tables(game, 2):
        for model in list(p.state.models)[::9]:
            foes = p.state.enemies(model)
            assert nearest_first(p, model, foes) == sorted(foes, key=lambda n: apart(p, model, n)) != foes


@editions
def test_a_table_with_models_elsewhere_is_judged_as_one_set_up_so(game: str) -> None:
    one, other = tables(game, 2)
    for p in (one, other, one):
        table = one.state.placed(p.state.models)
        assert table == p.state and [table.of(seat) for seat in (0, 1)] == [p.state.of(seat) for seat in (0, 1)]
        for seat in (0, 1):
            assert army(one.with_state(table), seat) == army(
                p.with_state(p.rules.codec.load(p.rules.codec.save(table))), seat
            )


@editions
def test_behind_is_wholly_behind_and_standing_at_is_overlapping(game: str) -> None:
    rng = Random(4)
    for p in tables(game, 3):
        for name, m in p.state.models.items():
            plain = [n for n, o in p.state.models.items() if wholly_behind(disc(p, m), m.facing, disc(p, o))]
            assert [n for n in p.state.models if behind(p, n, name)] == plain
            spot = (m.x + rng.randint(-500, 500), m.y + rng.randint(-500, 500))
            base = disc(p, m)._replace(x=spot[0], y=spot[1])
            on = [n for n, o in p.state.models.items() if n != name and overlap(base, disc(p, o))]
            assert standing_at(p, name, spot) == on


@editions
def test_deeds_drawn_verb_by_verb_have_the_chances_of_a_full_list(game: str) -> None:
    """A warcaster and a warjack near their enemies: every option with its weight, shared by those of its verb."""
    pieces = {
        "stryker": at(12, 10, focus=5), "lancer": at(14, 10, focus=2), "ironclad": at(10, 12, focus=3),
        "juggernaut": foe(10, 14.3), "sorscha": foe(14, 17, focus=3),
    }  # fmt: skip
    for name in ("stryker", "ironclad"):
        t = Played(game, pieces).play(f"activate {name}")
        p, menu = t.position, t.ask.domain
        assert isinstance(menu, ActivationMenu)
        listed = [o for o in menu.options(p) if menus.sensible(p, menu.activity, o)]
        counts = Counter(o.verb for o in listed)
        weights = {o.key: menus.weight(p, o) if o.key != "end" else menus.LAST for o in listed}
        chances = {o.key: weights[o.key] / counts[o.verb] for o in listed}
        rng, throws = Random(5), 4000
        drawn = Counter(menus.deeds(p, menu, 1, rng)[0] for _ in range(throws))
        assert set(drawn) <= set(chances) and len(counts) > 3
        for verb, of_verb in counts.items():
            expected = sum(chances[o.key] for o in listed if o.verb == verb) / sum(chances.values())
            found = sum(drawn[o.key] for o in listed if o.verb == verb) / throws
            assert found == pytest.approx(expected, abs=0.03), (verb, of_verb)
