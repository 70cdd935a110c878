"""Set-up and victory; and what keeps the editions apart."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sandtable.rulesets.warmachine as package
from sandtable.bots import bot
from sandtable.core import find
from sandtable.match import new_match
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area
from sandtable.rulesets.warmachine.common.setup.deployment import depth
from sandtable.rulesets.warmachine.common.state.events import Scored
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.escalation import elsewhere as supplement
from sandtable.rulesets.warmachine.mk1 import elsewhere as first
from sandtable.rulesets.warmachine.mk2 import elsewhere as second
from sandtable.testing import Bench
from tests.rules.warmachine.kit import LARGE, MK1, MK2, SMALL, Game, at, both, every, foe

ROOT = Path(package.__path__[0])


@both
@pytest.mark.rule("M1-SETUP-1", "M2-FORCE-7")
def test_ties_are_rolled_again_and_the_winner_chooses(game: str) -> None:
    t: Bench[Table] = Bench(find(game), options={}, dice=["3", "3", "2", "5"])
    t.done("b", "go first or second").play("go second")
    if game == MK1:
        t.done("a", "pick an edge", cite="M1-SETUP-2").play("south edge")
    t.done("a", "deploy")


@both
@pytest.mark.rule("M1-SETUP-2", "M2-FORCE-8")
def test_models_are_put_down_completely_within_their_strip(game: str) -> None:
    edge = {MK1: ("south edge",), MK2: ()}[game]
    t: Bench[Table] = Bench(find(game), options={}, dice=["5", "3"]).play("go first", *edge)
    p, r = t.position, 591
    deep = depth(p, 0, False)
    piece = t.ask.domain.pieces[0]  # type: ignore[attr-defined]
    t.refusal([[piece, [10_000, deep - r + 2, 90_000]]], {MK1: "M1-SETUP-2", MK2: "M2-FORCE-8"}[game], short=2)
    why = t.refusal([[piece, [10_000, 30_000, 90_000]]]).reason
    assert why.endswith(f"outside its zone of {deep // 1000} in")
    assert t.legal([[piece, [10_000, deep - r, 90_000]]])
    assert deep == {MK1: 6000, MK2: 5000}[game]  # on the small table


@pytest.mark.rule("M1-SETUP-2")
def test_mk1_the_first_player_picks_an_edge() -> None:
    """At the north edge the strip is the northern one, and the other player has the south."""
    t: Bench[Table] = Bench(find(MK1), options={}, dice=["5", "3"]).play("go first", "north edge")
    assert t.state.sides == (1, 0)
    piece, high = t.ask.domain.pieces[0], t.state.map.height  # type: ignore[attr-defined]
    deep = depth(t.position, 0, False)
    assert t.legal([[piece, [10_000, high - deep + 591, 270_000]]])
    t.refusal([[piece, [10_000, deep - 591, 270_000]]], "M1-SETUP-2")


@both
@pytest.mark.rule("M1-SETUP-6", "M2-SCEN-1", "M2-SCEN-2")
def test_the_last_warcaster_lost_loses_the_game(game: str) -> None:
    pieces = {"juggernaut": at(12, 10), "stryker": foe(12, 10 + LARGE + SMALL + 0.2, damage=16), "sorscha": at(44, 2)}
    t = Game(game, pieces, dice=["6 5", "6 6"], casters=False).activate("juggernaut", "attack stryker with ice_axe")
    t.done(over=True)
    assert t.match.result is not None and t.match.result.winner == 0


@pytest.mark.rule("M1-SETUP-7")
def test_mk1_points_decide_after_the_last_round() -> None:
    pieces = {"stryker": at(5, 5), "sorscha": foe(40, 40)}
    t = Game(MK1, pieces, scenario="points_match", turn={"seat": "b", "round": 7}, casters=False)
    t.play("end").done(over=True)
    assert t.match.result is not None and t.match.result.winner is None


@pytest.mark.rule("M2-SCEN-5")
def test_mk2_surviving_points_decide() -> None:
    pieces = {"stryker": at(5, 5), "ironclad": at(9, 5), "sorscha": foe(40, 40)}
    t = Game(MK2, pieces, scenario="round_limit", turn={"seat": "b", "round": 7}, casters=False)
    t.play("end").done(over=True)
    assert t.match.result is not None and t.match.result.winner == 0 and t.match.result.cite == "M2-SCEN-5"


@pytest.mark.rule("M2-SCEN-4")
def test_mk2_the_pit_is_held_from_the_third_turn_on() -> None:
    for round_, won in ((2, False), (3, True)):
        pieces = {"stryker": at(5, 5), "ironclad": at(24, 24), "sorscha": foe(40, 40)}
        t = Game(MK2, pieces, scenario="mosh_pit", turn={"seat": "b", "round": round_}, casters=False).play("end")
        assert t.match.over is won


@pytest.mark.rule("M1-SETUP-7")
def test_mk1_a_lost_warjack_scores() -> None:
    hurt = foe(12, 12.2, marks="LR")
    t = Game(MK1, {"ironclad": at(12, 10, focus=1), "juggernaut": hurt}, dice=["6 5", "6 6 6", "4"])
    t.activate("ironclad", "attack juggernaut with quake_hammer", "roll", "boost")
    assert t.happened(Scored, seat=0, points=3)


# --- the editions stay apart ---
@pytest.mark.parametrize(
    ("own", "other"), [("mk1", "mk2"), ("mk2", "mk1"), ("mk2", "escalation"), ("common", "mk1"), ("common", "mk2")]
)
def test_editions_do_not_import_each_other(own: str, other: str) -> None:
    for path in (ROOT / own).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert f"warmachine.{other}" not in node.module, path


def test_shared_chapters_name_no_ids() -> None:
    """They cite topics; each edition's book says which rule that is."""
    pattern = re.compile(r"\b(M1|M2|ES)-[A-Z]+-\d+")
    found = [f"{p.name}: {m.group()}" for p in (ROOT / "common").rglob("*.py") for m in pattern.finditer(p.read_text())]
    assert found == []


@pytest.mark.parametrize(
    "table", [first.ELSEWHERE, supplement.ELSEWHERE, second.ELSEWHERE], ids=["mk1", "escalation", "mk2"]
)
def test_the_files_that_hold_shared_rules_exist(table: dict[str, str]) -> None:
    ids = [rule for text in table.values() for rule in text.split()]
    assert len(ids) == len(set(ids))
    assert [name for name in table if not (ROOT / "common" / f"{name}.py").is_file()] == []


@every
def test_every_name_in_the_data_is_known(game: str) -> None:
    """Spells, feats, abilities and models that cards and armies name."""
    cards = find(game).cards  # type: ignore[attr-defined]
    for name, card in cards.models.items():
        assert set(card.spells) <= set(cards.spells), name
        assert not card.feat or card.feat in cards.feats, name
        wrong = [a for a in (*card.abilities, *(t for w in card.weapons for t in w.traits)) if a not in cards.abilities]
        assert wrong == [], name
    for name, army in cards.armies.items():
        for line in army.list:
            named = (line.entry, *line.battlegroup, *line.marshals, *((line.attachment,) if line.attachment else ()))
            assert set(named) <= set(cards.entries), name


@pytest.mark.parametrize("game", [MK1, "warmachine-escalation"])
@pytest.mark.rule("M1-ROSTER-1")
def test_armies_of_mk1_cost_what_they_say(game: str) -> None:
    """The cost of every line; a unit pays for each model beyond its smallest size, and its size is between the two."""
    cards = find(game).cards  # type: ignore[attr-defined]
    for name, army in cards.armies.items():
        total = 0
        for line in army.list:
            entry = cards.entries[line.entry]
            assert not line.models or line.models in entry.sizes, name
            extra = line.models - min(entry.sizes) if line.models else 0
            total += entry.cost + entry.per_extra * extra
            total += sum(cards.entries[warjack].cost for warjack in (*line.battlegroup, *line.marshals))
            total += cards.entries[line.attachment].cost if line.attachment else 0
        assert total == army.points and total <= army.limit, name


@every
def test_what_is_suggested_for_deployment_keeps_the_battlegroup_together(game: str) -> None:
    """Enter, Enter, Enter: warjacks stand in the control area of their warcaster."""
    match = new_match(game, seed=2)
    while not match.position.state.turn:
        assert match.ask is not None
        match.answer(match.ask.ask.silence(match.position))
    p = match.position
    for name, status in p.state.status.items():
        assert not status.master or in_control_area(p, status.master, name), name


@pytest.mark.parametrize("seed", [2, 3])
def test_a_unit_that_fits_nowhere_in_ranks_is_put_down_model_by_model(seed: int) -> None:
    """A middle army on a table for battle boxes: no row of six is left for the last ten."""
    match = new_match(MK2, seed=seed, armies=("cyg_mid", "kha_mid"), map="mill_green")
    player = bot("recruit", seed=seed)
    while not match.position.state.turn:
        assert match.ask is not None
        match.answer(player.choose(match.view(match.ask.seat)))
    assert len(match.position.state.models) == len(match.position.state.status)


@every
def test_a_player_sees_the_own_control_area_only(game: str) -> None:
    """That of the enemy may not be measured."""
    t = Game(game, {"stryker": at(12, 10), "sorscha": foe(30, 30)})
    drawn = {seat: " ".join(z.label for z in t.match.scene(seat).zones) for seat in (0, 1)}
    assert "Stryker" in drawn[0] and "Sorscha" not in drawn[0] and "Sorscha" in drawn[1] and "Stryker" not in drawn[1]


@both
def test_enemies_come_first_among_targets(game: str) -> None:
    pieces = {"charger": at(12, 10), "ironclad": at(14, 14), "juggernaut": foe(10, 16)}
    shots = [o for o in Game(game, pieces).activate("charger").offers() if o.startswith("attack")]
    assert shots[0].startswith("attack juggernaut") and "attack ironclad with dual_cannon" in shots
