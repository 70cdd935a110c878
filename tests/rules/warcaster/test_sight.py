"""Line of sight (WC-LOS)."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.measuring.line_of_sight import in_the_way, look, sees
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf
from tests.rules.warcaster.strikes import attack, land, wall

SMALL, MEDIUM, LARGE = "hunter", "marauder", "scourge"
RADII = {SMALL: 0.591, MEDIUM: 0.787, LARGE: 0.984}


def facing_wall(height: float, target: str, viewer: str = "hunter", far: float = 8) -> Bench:
    """A wall right before the target, the viewer beyond it."""
    at = [24, 20.25 + RADII[target]]
    return Bench(
        table=land(wall(height, [24, 20], [20, 0.5])),
        pieces={"v": piece(viewer, "a", [24, 20 - far]), "t": piece(target, "b", at)},
    )


@pytest.mark.rule("WC-LOS-1", "WC-LOS-2", "WC-ATK-3")
def test_an_attack_needs_line_of_sight() -> None:
    tower = land(wall(5, [24, 20], [20, 1]))
    t = Bench(table=tower, pieces={"wolf": wolf([24, 15]), "m": marauder([24, 25])}).play("activate wolf")
    refusal = t.refusal("attack m with rail_gun")
    assert refusal.cite == "WC-LOS-1" and "structure_1" in refusal.reason
    assert in_the_way(t.position, "wolf", "m") == ("structure_1",)


@pytest.mark.rule("WC-LOS-2")
def test_one_clear_line_is_enough() -> None:
    """The wall ends just beside the far rim of the target: a line grazes past it."""
    pieces = {"w": piece("firebrand", "a", [24, 15]), "t": piece("coalition_weaver", "b", [24, 25])}
    assert sees(Bench(table=land(wall(5, [14.4, 20], [20, 1])), pieces=pieces).position, "w", "t")
    assert not sees(Bench(table=land(wall(5, [20, 20], [20, 1])), pieces=pieces).position, "w", "t")


@pytest.mark.rule("WC-LOS-3")
@pytest.mark.parametrize("x", [19.0, 23.4, 24.0])
def test_sight_is_mutual(x: float) -> None:
    pieces = {"w": wolf([24, 15]), "t": piece("hunter", "b", [24, 25])}
    t = Bench(table=land(wall(2.6, [x - 5, 20], [10, 1])), pieces=pieces)
    assert sees(t.position, "w", "t") is sees(t.position, "t", "w")


@pytest.mark.rule("WC-LOS-4")
def test_models_and_gates_never_block() -> None:
    pieces = {
        "hunter": piece("hunter", "a", [24, 15]),
        "jack": piece("scourge", "b", [24, 17]),
        "gate": piece("void_gate", "b", [24, 19], arc=1),
        "prey": piece("hunter", "b", [24, 21]),
    }
    assert look(Bench(pieces=pieces, table=land()).position, "hunter", "prey").clear


@pytest.mark.rule("WC-LOS-5")
@pytest.mark.parametrize(("x", "clear"), [(24.591, True), (24.6, True), (24.5, False)])
def test_grazing_a_face_does_not_block(x: float, clear: bool) -> None:
    """Two corridors of walls: only the line along the rims of both bases is left."""
    side = wall(5, [x + 5, 20], [10, 1])
    other = wall(5, [24.58 - 5 - 0.002, 20], [10, 1])
    pieces = {"a": piece("hunter", "a", [24, 15]), "b": piece("hunter", "b", [24, 25])}
    t = Bench(table=land(side, other), pieces=pieces)
    assert sees(t.position, "a", "b") is clear


@pytest.mark.rule("WC-LOS-5")
@pytest.mark.parametrize(("height", "clear"), [(1.75, True), (1.76, False)])
def test_passing_exactly_at_the_top_does_not_block(height: float, clear: bool) -> None:
    assert sees(facing_wall(height, SMALL).position, "v", "t") is clear


@pytest.mark.rule("WC-LOS-6")
def test_the_tops_of_the_volumes_decide() -> None:
    """Over a wall of 2.3 inches a large model sees another one, and a model on a roof sees a small one."""
    pieces = {"w": wolf([24, 15]), "t": piece(LARGE, "b", [24, 25])}
    assert sees(Bench(table=land(wall(2.3, [24, 20], [20, 0.5])), pieces=pieces).position, "w", "t")
    low = {"w": piece(SMALL, "a", [24, 15]), "t": piece(SMALL, "b", [24, 25])}
    assert not sees(Bench(table=land(wall(2.3, [24, 20], [20, 0.5])), pieces=low).position, "w", "t")
    roof = wall(4, [24, 15], [4, 4])
    high = {"w": piece(SMALL, "a", [24, 15], z=4, on="structure_2"), "t": piece(SMALL, "b", [24, 25])}
    assert sees(Bench(table=land(wall(2.3, [24, 20], [20, 0.5]), roof), pieces=high).position, "w", "t")


@pytest.mark.rule("WC-LOS-7")
@pytest.mark.parametrize("target", [SMALL, MEDIUM, LARGE])
def test_a_low_wall_hides_nobody(target: str) -> None:
    assert sees(facing_wall(1.5, target).position, "v", "t")


@pytest.mark.rule("WC-LOS-8")
@pytest.mark.parametrize(("height", "hidden"), [(2.0, [SMALL]), (2.5, [SMALL, MEDIUM]), (3.0, [SMALL, MEDIUM, LARGE])])
def test_what_walls_hide(height: float, hidden: list[str]) -> None:
    found = [t for t in (SMALL, MEDIUM, LARGE) if not sees(facing_wall(height, t, "scourge").position, "v", "t")]
    assert found == hidden


@pytest.mark.rule("WC-LOS-8")
def test_a_taller_viewer_sees_over_a_wall_that_stands_away_from_its_target() -> None:
    pieces = {"v": wolf([24, 18]), "t": piece(SMALL, "b", [24, 38])}
    assert sees(Bench(table=land(wall(2.0, [24, 20.5], [20, 0.5])), pieces=pieces).position, "v", "t")


FOREST = {"kind": "forest", "at": [24, 20], "size": [20, 6]}  # from y 17 to 23


@pytest.mark.rule("WC-LOS-9")
@pytest.mark.parametrize(("y", "clear"), [(20.591, True), (20.593, False), (23.5, True)])
def test_three_inches_into_a_forest(y: float, clear: bool) -> None:
    """The nearest rim decides: 3 inches of trees are seen through; a model half outside uses its points outside."""
    viewer = [24, 10] if y < 23 else [24, 30]
    pieces = {"a": piece(SMALL, "a", viewer), "b": piece(SMALL, "b", [24, y])}
    t = Bench(table=land(FOREST), pieces=pieces)
    assert sees(t.position, "a", "b") is clear


@pytest.mark.rule("WC-LOS-9")
def test_a_thin_wood_between_blocks() -> None:
    strip = {"kind": "obscuring", "at": [24, 20], "size": [20, 0.2]}
    pieces = {"a": piece(SMALL, "a", [24, 15]), "b": piece(SMALL, "b", [24, 25])}
    assert not sees(Bench(table=land(strip), pieces=pieces).position, "a", "b")


@pytest.mark.rule("WC-LOS-10")
def test_ignoring_sight_leaves_range_in_force() -> None:
    """Hunter-Killer Rounds: a target behind a tower may be shot at, one beyond the range may not."""
    guns = piece("paladin_annihilators", "a", [[24, 15]], arc=1)
    table = land(wall(5, [24, 18], [20, 1]))
    near = {"guns": guns, "m": marauder([24, 25])}
    t = Bench(table=table, pieces=near).play("activate guns")
    assert t.legal("guns.1 attack m with harbinger_cannon")
    far = {"guns": guns, "m": marauder([24, 28.5])}
    t = Bench(table=table, pieces=far).play("activate guns")
    assert t.refusal("guns.1 attack m with harbinger_cannon").cite == "WC-MEAS-3"
    t = Bench(table=table, pieces={**near, "guns": {**guns, "arc": 0}}).play("activate guns")
    assert t.refusal("guns.1 attack m with harbinger_cannon").cite == "WC-LOS-1"


@pytest.mark.rule("WC-LOS-10")
def test_an_attack_that_needs_no_sight_is_rolled_as_usual() -> None:
    pieces = {"wolf": wolf([24, 15]), "m": marauder([24, 25])}
    t = attack(pieces, "wolf", "m", "rail_gun", "MMMM", "MM", table=land(wall(5, [24, 20], [20, 1])), sight=False)
    assert t.pool("attack") == {"A": 4}
