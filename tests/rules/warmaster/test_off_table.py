"""Units that come back from off the table (WM-OFFT): what they may do, and where along the edge they stand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.reforming import reformers
from sandtable.rulesets.warmaster.command.off_table import free_edge
from sandtable.rulesets.warmaster.state.events.moving import LeftTable
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, knights, orcs, poses, unit

OPEN = {"size": [120, 90], "terrain": []}


@pytest.mark.rule("WM-OFFT-5", "WM-HOME-1")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_flyer_that_may_not_move_further_does_not_home_back(frozen: bool) -> None:
    pieces = {"e": unit("giant_eagles", "a", 100, 5, frozen=frozen), "g": general(20, 20), "o": orcs(60, 80)}
    t = Bench(pieces=pieces, table=OPEN, step="home_back", waits=True)
    assert ("e homes back" in t.offers()) is not frozen
    if frozen:
        t.refusal("e homes back", "WM-OFFT-5")


@pytest.mark.rule("WM-OFFT-5", "WM-OFFT-6", "WM-REFORM-1")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_unit_that_may_not_move_further_does_not_re_form(frozen: bool) -> None:
    t = Bench(pieces={"h": foot(40, 40, frozen=frozen), "o": orcs(90, 80)}, step="orders", waits=True)
    touched = t.position.with_state(t.state.unit("h", touched=True))
    assert reformers(touched, 0, ()) == ([] if frozen else ["h"])


@pytest.mark.rule("WM-OFFT-5", "WM-FORMN-6")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_unit_that_may_not_move_further_is_not_put_straight(frozen: bool) -> None:
    pieces = {"h": foot(40, 40, confused=True, frozen=frozen), "o": orcs(90, 80), "g": general(20, 20)}
    t = Bench(pieces=pieces, step="orders", waits=True, table=OPEN).play("end orders", "stay")
    assert (t.ask.prompt == "put h straight") is not frozen and not t.unit("h").confused


@pytest.mark.rule("WM-OFFT-5", "WM-MKWY-1", "WM-CONF-6")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_unit_that_may_not_move_further_makes_no_way(frozen: bool) -> None:
    pieces = {"x": crossbows(40, 40), "o": goblins(40, 60), "p": goblins(40, 64, frozen=frozen), "g": general(5, 5)}
    t = Bench(pieces=pieces, table=OPEN, step="shooting", dice=["441", "45"], waits=True).play("x shoots o")
    assert t.ask.prompt.startswith("does p make way") is not frozen
    assert t.unit("o").confused is frozen


@pytest.mark.rule("WM-OFFT-5", "WM-RESULT-4")
@pytest.mark.parametrize("frozen", [False, True])
def test_a_winner_that_may_not_move_further_stands(frozen: bool) -> None:
    pieces = {"k": knights(40, 45, frozen=frozen), "o": goblins(0, 0, stands=[[40, 48, 270]]), "p": goblins(40, 60)}
    t = Bench(pieces=pieces, step="combat", dice=["4" * 9, "11"], waits=True)
    assert t.ask.prompt == "what the winners do"
    assert (t.offers() == ["k stands"]) is frozen
    if frozen:
        t.refusal("k advances p", "WM-OFFT-5")


@pytest.mark.rule("WM-OFFT-5", "WM-MAGIC-9")
@pytest.mark.parametrize("frozen", [False, True])
def test_no_voice_of_command_moves_a_unit_that_may_not_move_further(frozen: bool) -> None:
    pieces = {"w": chief("wizard", 40, 34), "h": foot(40, 40, frozen=frozen), "o": orcs(90, 80)}
    t = Bench(pieces=pieces, table=OPEN, step="shooting", waits=True)
    assert any("voice of command" in key.replace("_", " ") for key in t.offers()) is not frozen


def off(t: Bench, name: str, over: str, *at: tuple[float, float, float]) -> Any:
    """The position with a unit off the table, its stands at the edge so."""
    state = t.state.unit(name, where="waiting", edge=poses(*at), left_over=over)
    return t.position.with_state(state.but(stands={k: v for k, v in state.stands.items() if k != name}))


@pytest.mark.rule("WM-OFFT-7")
def test_near_a_corner_a_unit_slides_along_the_edge_that_its_stands_reach() -> None:
    """Riders are 4 cm deep: their middles are nearer to the west edge, but they are on the north edge."""
    taken = {"o": unit("wolf_riders", "b", 100, 30, 270), "p": unit("wolf_riders", "b", 0, 0, stands=[[3.5, 62, 270]])}
    t = Bench(pieces={**taken, "x": foot(60, 20)}, table={"size": [180, 64], "terrain": []}, step="orders", waits=True)
    p = off(t, "o", "", (1.5, 62, 270), (3.5, 62, 270), (5.5, 62, 270))
    assert free_edge(p, "o") == poses((5.5, 62, 270), (7.5, 62, 270), (9.5, 62, 270))


@pytest.mark.rule("WM-OFFT-7")
@pytest.mark.parametrize(("over", "there"), [("north", (5, 62)), ("west", (1, 58))])
def test_in_a_corner_a_unit_slides_along_the_edge_it_went_over(over: str, there: tuple[float, float]) -> None:
    taken = {"o": unit("wolf_riders", "b", 0, 0, stands=[[100, 30, 270]])}
    taken["p"] = unit("wolf_riders", "b", 0, 0, stands=[[2 + 1, 62, 270], [2 - 1, 62, 270]])
    t = Bench(pieces={**taken, "x": foot(60, 20)}, table={"size": [180, 64], "terrain": []}, step="orders", waits=True)
    p = off(t, "o", over, (1, 62, 270))
    assert free_edge(p, "o") == poses((*there, 270))


@pytest.mark.rule("WM-OFFT-7")
def test_the_edge_a_unit_goes_over_is_kept_until_it_is_back() -> None:
    """Driven north along the west edge: it has left over the north edge, though its stands touch the other too."""
    pieces = {"x": crossbows(6, 70), "o": goblins(0, 0, stands=[[2, 86, 270]]), "g": general(50, 5)}
    t = Bench(
        pieces={**pieces, "bg": general(110, 80, "b")}, table=OPEN, step="shooting", dice=["441", "44", "4"], waits=True
    )
    t.play("x shoots o")
    assert [e.over for e in t.happened(LeftTable)] == ["north"]
    assert t.unit("o").left_over == "north" and t.match.roll is not None  # it rolls again
    t.throw((6,))
    assert t.unit("o").left_over == "" and not t.gone("o")
