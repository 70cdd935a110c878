"""Tables by a seed: fair, open where armies deploy, of every kind of terrain; games on them keep the laws."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.chance import Seeded
from sandtable.core import BadSetup, find
from sandtable.geometry.distance import gap
from sandtable.geometry.units import MILLI
from sandtable.lab.checks import check_game
from sandtable.match import Match, new_match
from sandtable.match.files import load
from sandtable.rulesets.warmachine.common.setup.deployment import depth
from sandtable.rulesets.warmachine.common.setup.tables_by_seed import TableLaid, generated
from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.map_generator import swapped_feature
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, every
from tests.seeds import seeds


def cards(game: str) -> Any:
    return find(game).cards  # type: ignore[attr-defined]


@every
@pytest.mark.parametrize("name", ["small", "standard"])
def test_a_table_is_its_own_image_and_leaves_the_strips_open(game: str, name: str) -> None:
    library = cards(game)
    given = library.layouts[name]
    for seed in seeds(12):
        table = generated(library, name, seed + 1)
        width, height = table.width, table.height
        assert (width, height) == (given.table[0] * MILLI, given.table[1] * MILLI)
        places = {(f.kind, f.disc, frozenset(f.outline)) for f in table.features}
        turned = [swapped_feature(width, height, f, "", False) for f in table.features]
        assert {(f.kind, f.disc, frozenset(f.outline)) for f in turned} == places
        assert 4 * min(given.counts) <= len(table.features) <= 4 * max(given.counts)
        for feature in table.features:
            ys = [y for _, y in feature.outline]
            assert min(ys) >= given.deep * MILLI and max(ys) <= height - given.deep * MILLI
        parts = [shapes(f) for f in table.features]
        for i, one in enumerate(parts):
            for other in parts[i + 1 :]:
                assert min(gap(a, b) for a in one for b in other) >= 2 * library.widest_base


@every
def test_every_kind_of_the_data_comes_up(game: str) -> None:
    library = cards(game)
    found = {f.kind for n in library.layouts for seed in range(1, 60) for f in generated(library, n, seed).features}
    assert (
        found == set(library.pieces) == {k for given in library.layouts.values() for kinds in given.deck for k in kinds}
    )


@every
def test_a_new_match_takes_a_seed_or_rolls_a_die(game: str) -> None:
    rules = find(game)
    box = [name for name, army in cards(game).armies.items() if army.size == "box"][:2]
    one = new_match(game, seed=1, armies=box, map={"random": 7})
    two = new_match(game, seed=2, armies=box, map="random", table_seed=7)
    assert one.position.state.map == two.position.state.map == generated(cards(game), "small", 7)
    zones = cards(game).zones["mill_green"]
    assert {depth(one.position, seat, False) for seat in (0, 1)} == {zones.first * MILLI, zones.second * MILLI}
    rolled = new_match(game, source=Seeded(3), armies=box, map="random")
    laid = [e for e in rolled.events if isinstance(e, TableLaid)]
    assert len(laid) == 1 and rolled.position.state.map.features
    options = {option.key: option for option in rules.match_options()}
    assert "random" in {chosen.value for chosen in options["map"].choices} and options["table_seed"].most == 1000


@every
@pytest.mark.parametrize("bad", [{"random": 0}, {"random": "x"}, {"random": 7, "more": 1}, {"seed": 7}])
def test_a_bad_seed_is_refused(game: str, bad: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match=r"table_seed|random: SEED"):
        new_match(game, seed=1, map=bad)
    with pytest.raises(BadSetup, match="table_seed"):
        new_match(game, seed=1, map="mill_green", table_seed=7)


@pytest.mark.parametrize("game", [MK1, ESCALATION, MK2])
def test_games_on_tables_by_seed_keep_the_laws(game: str) -> None:
    box = [name for name, army in cards(game).armies.items() if army.size == "box"][:2]
    for seed in seeds(1):
        check_game(find(game), seed, {"armies": box, "map": {"random": 11 + seed}}, every=40, odds_every=50)


def test_samples_have_tables_by_seed() -> None:
    for game in (MK1, ESCALATION, MK2):
        assert [o for o in find(game).sample_options() if isinstance(o["map"], dict)]


def test_a_saved_game_keeps_its_table(tmp_path: Any) -> None:
    match = new_match(MK2, seed=4, map={"random": 5})
    match.save(tmp_path / "table.sand")
    loaded: Match = load(tmp_path / "table.sand")
    assert loaded.position.state.map == match.position.state.map
