"""What a rule, a question or an attack is at its beginning, before anything was rolled, chosen or done."""

from __future__ import annotations

import pytest

from sandtable.core import Draft, Return
from sandtable.rulesets.warcaster.attacks.attack import Declared
from sandtable.rulesets.warcaster.attacks.immediate_attack import AttackNow, ImmediateAttack
from sandtable.rulesets.warcaster.attacks.slams import Slam, Slammed
from sandtable.rulesets.warcaster.attacks.spray import Spray
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.missions.primary import D3
from sandtable.rulesets.warcaster.movement.move import Travel
from sandtable.rulesets.warcaster.state.events import Charged, Cleared, Left, Moved, Scored, Spiked, UnitDeployed
from sandtable.rulesets.warcaster.state.table import OTHER
from sandtable.rulesets.warcaster.turn.activation import WhichUnit
from sandtable.rulesets.warcaster.turn.activity import Activity, MadeAttack
from sandtable.rulesets.warcaster.turn.deployment import DeploymentStep, DeployMenu
from sandtable.rulesets.warcaster.turn.setup import SetUp
from tests.rules.warcaster.kit import Bench, Invented, marauder, piece, rules, wolf

PIECES = {"wolf": wolf([15, 8], arc=2), "m": marauder([15, 15])}


@pytest.mark.rule("WC-ATK-2", "WC-ATK-11")
def test_an_attack_that_is_only_declared_has_rolled_and_done_nothing() -> None:
    made = Strike(attacker="wolf", target="m", kind="ranged").marked("rule")
    assert (made.attack, made.defence, made.margin, made.power, made.pow) == (0, 0, 0, 0, None)
    assert not (made.hit or made.void or made.charged_victim or made.destroyed or made.collateral or made.neighbours)
    assert not (made.reaction or made.extra or made.more_to_come or made.in_activation or made.fixed_gun)
    assert made.sight and made.marks == ("rule",)


@pytest.mark.rule("WC-ATK-2", "WC-REACT-8")
def test_an_attack_granted_is_a_plain_one_that_may_be_declined() -> None:
    t = Bench(pieces=PIECES, frame=ImmediateAttack(model="wolf"), dice=["MMMM" + "MM", "MM"])
    assert (t.ask.default, t.offers()[-1]) == ("pass", "pass")
    assert AttackNow(model="wolf").options(t.position)[-1].key == "pass"
    t.play("attack m with rail_gun").done()
    (strike,) = [e.strike for e in t.happened(Declared)]
    assert not (strike.reaction or strike.extra or strike.in_activation or strike.marks)


@pytest.mark.rule("WC-SLAM-13", "WC-SLAM-14")
@pytest.mark.parametrize(("model", "distance"), [("gate", 3000), ("m", 0)])
def test_a_slam_that_moves_nothing_meets_nothing(model: str, distance: int) -> None:
    t = Bench(pieces={**PIECES, "gate": piece("void_gate", "b", [15, 12], arc=1)})
    ended = Slam(model=model, source="wolf", distance=distance, by=0).start(Draft(rules(), t.state))
    assert isinstance(ended, Return) and ended.value == (Slammed(hard=False, struck=()),)


@pytest.mark.rule("WC-SPRAY-10", "WC-REACT-7")
def test_a_spray_that_finds_nobody_is_an_attack_that_is_over() -> None:
    """The declared target stands too high and nobody is behind it: only what follows an attack follows."""
    roof = {"kind": "structure", "id": "roof", "height": 3, "at": [15, 14], "size": [3, 3]}
    nemesis = piece("nemesis", "a", [15, 9], cortex="battle_cruiser", weapons=["void_splitter"])
    pieces = {"n": nemesis, "h": piece("hunter", "b", [15, 14], z=3, on="roof")}
    strike = Strike(
        attacker="n", target="h", declared="h", kind="ranged", weapon="void_splitter", pow=4, quality=("spray",)
    )
    t = Bench(table={"size": 48, "terrain": [roof]}, pieces=pieces, frame=Spray(strike=strike))
    assert t.offers() == ["battle_cruiser of n", "pass"]
    t.play("pass")
    assert t.game.waiting is None and t.rolls == []


@pytest.mark.rule("WC-ACT-2", "WC-ACT-5")
def test_a_unit_that_begins_its_activation_has_neither_moved_nor_attacked() -> None:
    begun = Activity(unit="wolf")
    assert not (begun.moved or begun.closed or begun.attacks or begun.acted or begun.marks)
    after = begun.after(MadeAttack(model="wolf", weapon="rail_gun"))
    assert (begun.made_by("wolf"), after.made_by("wolf"), after.made_with("wolf", "rail_gun")) == (0, 1, 1)


@pytest.mark.rule("WC-TURN-8", "WC-TURN-9", "WC-DEPLOY-1", "WC-TURN-12")
def test_the_first_unit_must_activate_and_a_recall_is_open_until_something_was_deployed() -> None:
    t = Bench(pieces=PIECES)
    assert [o.key for o in WhichUnit(seat=0).options(t.position)] == ["activate wolf"]
    assert [o.key for o in DeployMenu(seat=0).options(t.position)] == ["recall wolf", "done"]
    step = Bench(pieces=PIECES, frame=DeploymentStep(seat=0))
    assert step.offers() == ["recall wolf", "done"]


@pytest.mark.rule("WC-MISSION-6", "WC-DICE-2")
def test_a_d3_that_follows_none_may_be_any_number() -> None:
    assert all(D3().accepts((number,)) for number in (1, 2, 3))
    assert [D3(2).accepts((number,)) for number in (1, 2, 3)] == [True, False, True]
    assert [D3().done(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("WC-MOVE-1")
def test_a_move_that_names_no_height_ends_on_the_ground() -> None:
    t = Bench(pieces=PIECES, frame=Travel(model="wolf", path=((15000, 9000),)))
    assert (t.model("wolf").at, t.model("wolf").z, t.model("wolf").on) == ((15000, 9000), 0, "")


@pytest.mark.rule("WC-ARC-2", "WC-ARC-8")
@pytest.mark.parametrize(
    ("event", "arc"),
    [(Charged(unit="wolf"), 3), (Cleared(unit="wolf"), 1), (Spiked(unit="wolf", rule="jump_jets"), 1)],
)
def test_arc_goes_one_by_one_unless_an_amount_is_named(event: Charged | Cleared, arc: int) -> None:
    before = Bench(pieces=PIECES).state
    after = event.apply(before)
    assert after.units["wolf"].arc == arc
    assert after.players[0].well == before.players[0].well + 2 - arc


@pytest.mark.rule("WC-UNIT-2", "WC-DEPLOY-3", "WC-SECONDARY-4")
def test_what_an_event_does_not_say_was_not_so() -> None:
    state = Bench(pieces={**PIECES, "h": {"seat": "a", "unit": "hunter"}}, turn={"round": 2}).state
    assert Left(model="wolf", how="destroyed").apply(state).units["wolf"].place == "reserve", "not for good"
    assert UnitDeployed(unit="h").apply(state).units["h"].entered == state.turn, "not at the beginning of the game"
    assert not Scored(seat=0, vp=1, why="").apply(state).players[0].recon
    assert not Moved(model="wolf", path=((15000, 9000),)).forced


@pytest.mark.rule("WC-SETUP-1", "WC-TURN-1")
def test_a_set_up_begins_with_nothing_rolled_or_chosen() -> None:
    begun = rules().new_game({}).frame
    assert isinstance(begun, SetUp)
    assert (begun.rolled_map, begun.choose, begun.chosen, begun.winner) == (False, False, (), 0)
    assert SetUp() == begun


@pytest.mark.rule("WC-REACT-2", "WC-TURN-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_active_player_acts_first_and_sees_only_the_own_cards(seat: int) -> None:
    t = Invented(
        pieces=PIECES,
        turn={"seat": "ab"[seat]},
        seats={"a": {"hand": ["force_barrier"]}, "b": {"hand": ["cryo_lock", "temporal_cycle"]}},
    )
    assert rules().order(t.state) == (seat, OTHER[seat])
    seen = rules().redact(t.state, seat).players
    assert seen[seat] == t.state.players[seat]
    assert seen[OTHER[seat]].hand == ("?",) * (2 - seat)
    assert seen[OTHER[seat]].rack == ("?",) * len(t.state.players[OTHER[seat]].rack)


@pytest.mark.rule("WC-TURN-6")
@pytest.mark.parametrize(("mine", "theirs", "clears"), [(0, 0, False), (0, 1, False), (1, 0, True), (1, 1, True)])
def test_only_who_has_arc_on_the_table_may_clear_some(mine: int, theirs: int, clears: bool) -> None:
    pieces = {"wolf": wolf([15, 8], arc=mine), "m": marauder([15, 15], arc=theirs)}
    t = Bench(pieces={**pieces, "h": {"seat": "a", "unit": "hunter"}}, turn={"step": "charging"})
    assert ("clear" in t.offers()) is clears


@pytest.mark.rule("WC-SETUP-2", "WC-SETUP-16")
@pytest.mark.parametrize(("mission", "inches"), [("boiling_point", 30), ("strange_matter", 48)])
def test_without_a_choice_the_first_map_of_the_missions_size_is_used(mission: str, inches: int) -> None:
    first = next(name for name, raw in rules().cards.maps.items() if raw["table"] == inches)
    assert rules().new_game({"mission": mission}).state.map.name == first
