"""Round cover, terrain against sprays, strays, screens, back strikes, aiming."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.spray import under_spray
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import EAST, LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, WEST, Game, at, both, foe

GUNS: dict[str, Any] = {"card": "long_gunners", "unit": "guns", "role": "leader"}
FANGS: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs", "role": "leader"}


def reasons(t: Game) -> list[str]:
    """Why the numbers of the roll that is waited for are what they are."""
    assert t.match.roll is not None
    return [term.why for pool in t.match.roll.pools for term in pool.terms]


# --- what DEF and attack rolls count ---
@both
@pytest.mark.rule("M1-MOD-36", "M2-TERRAIN-12", "M2-TERRAIN-13")
def test_a_round_piece_covers_only_where_a_line_crosses_it_near_the_base(game: str) -> None:
    """Within an inch of the base as a whole, but the lines cross it farther away."""
    pieces = {"charger": at(40, 20, WEST), "guns.1": foe(20, 20, EAST, **GUNS)}
    strike = Strike(attacker="charger", target="guns.1", kind="ranged", weapon="dual_cannon")
    for kind, x, y, r, covers in (
        ("wreck", 21.9, 21.5, LARGE, False), ("boulder", 23.3, 23.19, 3, False), ("building", 23.3, 23.19, 3, False),
        ("wreck", 21.7, 21.3, LARGE, True), ("boulder", 22.6, 22.9, 3, True), ("building", 21.5, 20, 0.4, True),
        ("wreck", 21 + SMALL + 1, 20, 1, True), ("wreck", 21 + SMALL + 1.002, 20, 1, False),
    ):  # fmt: skip
        t = Game(game, pieces, terrain=[{"kind": kind, "at": [x, y], "radius": r}])
        assert any(term.value == 4 for term in t.terms(Defence(strike))) is covers, (kind, x, y)


@pytest.mark.rule("M2-ADV-13", "M2-ADV-14")
def test_mk2_eyeless_sight_makes_nothing_of_forests_but_of_walls_and_hedges() -> None:
    front = {"at": [12, 20 - SMALL - 0.5], "size": [4, 0.5]}
    pieces = {"lab_seer": at(12, 12), "charger": at(14, 12), "stryker": foe(12, 20), "sorscha": at(46, 2)}
    for kind, shape, defences in (
        ("forest", {"at": [12, 20], "radius": 2}, (16, 18)), ("wall", front, (20, 20)), ("hedge", front, (18, 18)),
    ):  # fmt: skip
        t = Game(MK2, pieces, terrain=[{"kind": kind, **shape}], casters=False)
        shots = {"lab_seer": "bow", "charger": "dual_cannon"}.items()
        strikes = [Strike(attacker=who, target="stryker", kind="ranged", weapon=gun) for who, gun in shots]
        assert tuple(t.value(Defence(strike)) for strike in strikes) == defences, kind


@both
@pytest.mark.rule("M1-MOD-36", "M2-TERRAIN-12", "M2-TERRAIN-13")
def test_an_inch_before_the_side_of_a_base_is_measured_along_the_line_in_mk2(game: str) -> None:
    """The end of a wall before the side of a large base: every line that crosses it runs on for a while."""
    strike = Strike(attacker="charger", target="juggernaut", kind="ranged", weapon="dual_cannon")
    for west, top, covers in (
        (12.5, 18.3, (True, True)), (12.8, 18.3, (True, False)), (12.8, 18.5, (True, True)),
        (12.9, 18.6, (False, False)), (12.85, 18.7, (True, True)), (13.0, 18.8, (False, False)),
    ):  # fmt: skip
        wall = {"kind": "wall", "at": [west + 1.5, top - 0.2], "size": [3, 0.4]}
        t = Game(game, {"charger": at(12, 8), "juggernaut": foe(12, 20)}, terrain=[wall])
        found = any(term.value == 4 for term in t.terms(Defence(strike)))
        assert found is covers[game == MK2], (west, top)


@both
@pytest.mark.rule("M1-SPRAY-5", "M1-LOS-1", "M2-SPRAY-6", "M2-LOS-1")
def test_terrain_protects_from_a_spray_by_the_lines_of_sight_of_the_edition(game: str) -> None:
    """From the middle of the base nothing is seen past the building, from its edge something is."""
    pieces = {
        "etcher": at(20, 20, EAST), "ironclad": foe(26, 20, WEST), "guns.1": foe(24, 21, **GUNS), "stryker": at(44, 2),
    }  # fmt: skip
    t = Game(game, pieces, terrain=[{"kind": "building", "at": [22, 20.6], "size": [0.4, 1]}])
    spray = Strike(attacker="etcher", target="ironclad", kind="ranged", weapon="acid_jet")
    assert under_spray(t.position, spray) == {MK1: ("ironclad",), MK2: ("guns.1", "ironclad")}[game]


@pytest.mark.rule("M1-MOD-30", "M1-MOD-32")
def test_mk1_a_spell_into_the_own_melee_strays_without_the_penalty() -> None:
    pieces = {
        "stryker": at(12, 10, focus=6), "fangs.1": foe(12, 11.5, **FANGS), "guns.1": at(13.6, 11.5, WEST, **GUNS),
    }  # fmt: skip
    t = Game(MK1, pieces, dice=["4 2"], waits=True).activate("stryker", "cast arcane_bolt at fangs.1", "roll")
    struck = [(e.who, e.total, e.against, e.hit) for e in t.happened(Struck)]
    assert struck == [("fangs.1", 12, 13, False), ("guns.1", 12, 12, True)]


@pytest.mark.rule("M1-MOD-34", "M1-CHANNEL-2")
def test_mk1_a_warcaster_screens_a_target_from_what_he_casts_through_another() -> None:
    pieces = {"stryker": at(20, 18.3, focus=6), "lancer": at(21, 12), "fangs.1": foe(20, 20, NORTH, **FANGS)}
    t = Game(MK1, pieces)
    spell = Strike(attacker="stryker", target="fangs.1", kind="magic", spell="arcane_bolt")
    assert "screened by stryker" in [term.why for term in t.terms(Defence(spell.but(origin="lancer")))]
    assert not any("screened" in term.why for term in t.terms(Defence(spell)))


@pytest.mark.rule("M1-MOD-4", "M1-MOD-6")
def test_mk1_a_tremor_from_behind_is_a_back_strike() -> None:
    for facing, bonus in ((NORTH, True), (SOUTH, False)):
        pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3, facing)}
        t = Game(MK1, pieces, waits=True).activate("ironclad", "tremor with quake_hammer")
        assert ("back strike" in reasons(t)) is bonus


# --- aiming ---
@both
@pytest.mark.rule("M1-MOD-1", "M1-MOD-4", "M2-ATK-14", "M2-ATK-15", "M2-MOVE-11")
def test_wind_rush_is_movement_for_aiming_and_back_strikes(game: str) -> None:
    pieces = {"sorscha": at(16, 14, focus=6), "ironclad": foe(12, 16, NORTH), "stryker": foe(44, 44)}
    out = ((16_000, 16_900), (16_000, 14_000))  # out of the back arc and back again
    near = ((16_000, 13_500),)
    for path, facing, found in (
        (out, 135_000, set[str]()), (near, 135_000, {"back strike"}), ((), 135_000, {"back strike"}),
        ((), 120_000, {"aiming", "back strike"}),
    ):  # fmt: skip
        pieces["sorscha"]["facing"] = 120
        t = Game(game, pieces, casters=False, waits=True)
        t.activate("sorscha", "cast wind_rush", path, facing, "attack ironclad with hand_cannon", "roll")
        assert {why for why in reasons(t) if why in ("aiming", "back strike")} == found, (path, facing)


@pytest.mark.rule("M1-MOD-2", "M1-POWER-43")
def test_mk1_nobody_aims_in_a_lock() -> None:
    """The holder is stationary: it engages nobody, and the held one may shoot."""
    held = [{"name": "locked_R", "source": "juggernaut"}]
    holder = foe(12, 10 - LARGE - MEDIUM - 0.1, stationary=True)
    for locked in (True, False):
        hold = [{"name": "holding_open_fist", "source": "charger"}]
        pieces = {
            "charger": at(12, 10, effects=held if locked else []), "ironclad": foe(12, 16),
            "juggernaut": {**holder, "effects": hold if locked else []},
        }  # fmt: skip
        t = Game(MK1, pieces, dice=["6", "1"] if locked else [], waits=True)
        t.activate("charger", "attack ironclad with dual_cannon")
        assert ("aiming" in reasons(t)) is not locked
