"""Attacks (WC-ATK): who may be attacked, the rolls, hits and misses, damage, and the order of it all."""

from __future__ import annotations

import pytest

from sandtable.core import Call, Draft, Roll, Rolled, Wait, Window
from sandtable.core.cues import Struck
from sandtable.core.frames import resume
from sandtable.rulesets.warcaster.attacks.attack import Attack, Declared
from sandtable.rulesets.warcaster.attacks.attack_phrases import spelt
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.resolution import Hit, Missed, Resolve
from sandtable.rulesets.warcaster.attacks.slams import RanInto
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Cleared, Damaged, EffectGained, Left, Moved
from sandtable.rulesets.warcaster.state.stats import Arm
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import attack

WALL = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}


@pytest.mark.rule("WC-ATK-4", "WC-ATK-5", "WC-ATK-6", "WC-ATK-7", "WC-ATK-8", "WC-ATK-9", "WC-COVER-1", "WC-ARC-10")
def test_a_rail_gun_at_a_marauder_in_cover() -> None:
    t = Bench(
        table=WALL,
        pieces={"wolf": wolf([15, 8], arc=2), "marauder": marauder([15, 15.6])},
        dice=["SSMMSX", "SMSS", "SSSMMXS"],
    )
    t.play("activate wolf", "attack marauder with rail_gun", "pass").done()
    assert t.model("marauder").damage == 1
    told = [term for roll in t.rolls for pool in roll.pools for term in pool.terms]
    assert told and all(term.op != "least" and term.value for term in told), "only reasons that count are told"
    assert (t.pool("attack"), t.pool("defence"), t.pool("damage")) == (
        {"A": 4, "P": 2},
        {"A": 2, "P": 2},
        {"A": 5, "P": 2},
    )
    assert all(t.cited(rule) for rule in ("WC-ATK-9", "WC-COVER-1", "WC-ARC-10", "WC-ATK-7"))


@pytest.mark.rule("WC-MEAS-3", "WC-ATK-3", "WC-MEAS-2")
@pytest.mark.parametrize(("y", "legal"), [(9.0, True), (9.001, True), (9.002, False)])
def test_exactly_at_range_and_just_beyond(y: float, legal: bool) -> None:
    top = 9 + 18 + 0.984 + 0.787 + (y - 9.0)
    t = Bench(table={"size": 48}, pieces={"wolf": wolf([15, 9]), "marauder": marauder([15, round(top, 3)])})
    t.play("activate wolf")
    assert ("attack marauder with rail_gun" in t.offers()) is legal
    if legal:
        assert t.legal("attack marauder with rail_gun")
    else:
        refusal = t.refusal("attack marauder with rail_gun")
        assert (refusal.cite, refusal.short_by) == ("WC-MEAS-3", 2)


@pytest.mark.rule("WC-ATK-1")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("melee", {"A": 3}), ("ranged", {"A": 3}), ("fury", {"A": 4, "P": 7})],
)
def test_each_kind_of_attack_has_its_own_dice(kind: str, dice: dict[str, int]) -> None:
    pieces = {"weaver": piece("coalition_weaver", "a", [10, 10]), "m": marauder([10, 12])}
    strike = Strike(attacker="weaver", target="m", kind=kind, pow=3)
    t = Bench(pieces=pieces, frame=Attack(strike=strike), dice=["M" * sum(dice.values()), "MM"]).done()
    assert t.pool("attack") == dice


@pytest.mark.rule("WC-ATK-2")
def test_weapon_and_target_are_declared_before_any_roll() -> None:
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 15])}
    t = Bench(pieces=pieces, dice=["MMMM", "MM"]).play("activate wolf", "attack m with battle_rifle")
    kinds = [type(e) for e in t.events]
    assert kinds.index(Declared) < kinds.index(Rolled)
    assert t.cited("WC-ATK-2")


@pytest.mark.rule("WC-ATK-3", "WC-GEN-2")
def test_friends_are_never_targets_and_enemy_gates_are() -> None:
    pieces = {
        "wolf": wolf([15, 8]),
        "hunter": piece("hunter", "a", [15, 12]),
        "own": piece("void_gate", "a", [18, 10], arc=1),
        "gate": piece("void_gate", "b", [12, 10], arc=1),
        "m": marauder([15, 15]),
    }
    t = Bench(pieces=pieces).play("activate wolf")
    for friend in ("hunter", "own"):
        assert t.refusal(f"attack {friend} with battle_rifle").cite == "WC-ATK-3"
    assert t.legal("attack gate with battle_rifle")
    assert t.legal("attack m with battle_rifle")
    assert t.refusal("attack nobody with battle_rifle").cite == "WC-ATK-3"


@pytest.mark.rule("WC-ATK-3", "WC-MEAS-3")
def test_why_not_is_told_of_names_written_with_spaces_and_of_whole_squads() -> None:
    far = {"wolf": wolf([15, 2]), "vassal_reavers": piece("vassal_reavers", "b", [15, 28])}
    t = Bench(pieces=far).play("activate wolf")
    assert t.refusal("attack vassal reavers.1 with the rail gun").cite == "WC-MEAS-3"
    whole = t.refusal("attack vassal reavers with rail gun")
    assert (whole.cite, "one of its models, vassal_reavers.1" in whole.reason) == ("WC-ATK-3", True)


@pytest.mark.rule("WC-ATK-5")
def test_both_rolls_are_one_event() -> None:
    t = attack({"wolf": wolf([10, 10]), "m": marauder([10, 15])}, "wolf", "m", "battle_rifle", "MMMM", "SM")
    assert [pool.name for pool in t.rolls[0].pools] == ["attack", "defence"]
    assert [pool.seat for pool in t.rolls[0].pools] == [0, 1]


@pytest.mark.rule("WC-ATK-6", "WC-ATK-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "hit"), [("SSMM", "SM", True), ("SSMM", "SS", False), ("SMMM", "SS", False)]
)
def test_a_tie_misses_and_a_miss_does_nothing(mine: str, theirs: str, hit: bool) -> None:
    """A flamethrower would set its victim on fire."""
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "flamethrower", mine, theirs, *(["MMMM"] if hit else [])).done()
    assert bool(t.happened(Hit)) is hit
    assert bool(t.happened(Missed)) is not hit
    assert ("fire" in t.model("m").effects) is hit


@pytest.mark.rule("WC-ATK-7", "WC-ATK-8")
@pytest.mark.parametrize(("mine", "margin"), [("SSMM", 1), ("X" * 4, 7)])
def test_each_point_of_margin_is_a_power_die(mine: str, margin: int) -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", mine, "SM", "M" * (4 + margin)).done()
    assert t.pool("damage") == {"A": 4, "P": margin}


@pytest.mark.rule("WC-ATK-9", "WC-STAT-8")
@pytest.mark.parametrize(("arm", "strikes", "points"), [("hunter", "XX", 1), ("m", "SSS", 0), ("m", "SSX", 1)])
def test_armour_divides_strikes_and_rounds_down(arm: str, strikes: str, points: int) -> None:
    """ARM 2 of a hunter, ARM 4 of a marauder."""
    pieces = {
        "r": piece("vassal_reavers", "a", [[10, 10]]),
        "hunter": piece("hunter", "b", [10, 12]),
        "m": marauder([12, 12]),
    }
    defence = "M" * (4 if arm == "hunter" else 2)
    t = attack(pieces, "r.1", arm, "nailer", "SMM", defence, strikes.ljust(4, "M")).done()
    suffered = [e.points for e in t.happened(Damaged) if isinstance(e, Damaged)]
    assert sum(suffered) == (2 if arm == "hunter" else points)


def corroding(extra: str) -> Bench:
    """ARM 4 becomes 3 before the damage roll of the attack that corrodes: three strikes are a point."""
    pieces = {"s": piece("scourge", "a", [10, 10], weapons=["hollowphage_cannon"]), "m": marauder([10, 15])}
    return attack(pieces, "s", "m", "hollowphage_cannon", "SMMM", "MM", extra)


@pytest.mark.rule("WC-ATK-12", "WC-ATK-16", "WC-ATK-11")
def test_corrosion_counts_for_the_damage_roll_of_its_own_hit() -> None:
    t = corroding("SSSMM").done()
    assert t.model("m").damage == 1
    kinds = [type(e) for e in t.events]
    assert kinds.index(Hit) < kinds.index(EffectGained) < kinds.index(Damaged)
    assert t.value(Arm("m")) == 3


@pytest.mark.rule("WC-ATK-11", "WC-REACT-1", "WC-REACT-9")
def test_the_steps_of_an_attack_come_in_order() -> None:
    """Declaration, rolls, hit, slam, damage with what the slam adds, collateral; spikes are passed by."""
    pieces = {
        "s": piece("scourge", "a", [10, 10], arc=2, weapons=["wrecking_claw", "force_rod"]),
        "one": piece("vassal_reavers", "b", [[10, 11.7], [10, 14]]),
    }
    t = attack(pieces, "s", "one.1", "force_rod", "SSMMMM", "MMM", "M" * 8, "M" * 5)
    while t.game.waiting is not None:
        t.play("pass")
    purposes = [r.purpose for r in t.rolls]
    assert purposes == ["attack and defence", "damage", "collateral on one.2"]
    kinds = [type(e) for e in t.events]
    steps = [kinds.index(kind) for kind in (Declared, Rolled, Hit, Moved, RanInto)]
    assert steps == sorted(steps)
    assert steps[-1] < next(i for i, e in enumerate(t.events) if isinstance(e, Rolled) and e.roll.purpose == "damage")
    assert t.pool("damage") == {"A": 5, "P": 3}


@pytest.mark.rule("WC-ATK-13")
def test_the_next_attack_is_declared_after_the_last_is_resolved() -> None:
    pieces = {"wolf": wolf([15, 8], weapons=["battle_rifle", "rail_gun"]), "m": marauder([15, 15])}
    t = Bench(pieces=pieces, dice=["SSMM", "MM", "SSSSSS", "MMMM", "MM"])
    t.play("activate wolf", "attack m with battle_rifle")
    assert t.model("m").damage == 1
    t.play("attack m with rail_gun").done()
    declared = [i for i, e in enumerate(t.events) if isinstance(e, Declared)]
    hurt = next(i for i, e in enumerate(t.events) if isinstance(e, Damaged))
    assert declared[0] < hurt < declared[1]


@pytest.mark.rule("WC-ATK-14")
def test_a_model_destroyed_first_makes_no_attack() -> None:
    """A trooper caught in its comrade's blast has no attack left to make."""
    pieces = {
        "heavy": piece("ranger_heavy_support", "a", [[10, 10], [10, 13.2]]),
        "m": marauder([10, 15]),
        "far": marauder([20, 20]),
    }
    t = Bench(pieces=pieces, dice=["SMM", "MM", "MMMMM", "XXMM"])
    t.play("activate heavy", "heavy.1 attack m with talon_launcher").done()
    assert t.gone("heavy.2")
    assert not [k for k in t.offers() if k.startswith("heavy.2")]
    t.refusal("heavy.2 attack m with talon_launcher", "WC-ACT-4")
    ghost = Strike(attacker="heavy.2", target="m", kind="ranged", weapon="talon_launcher", pow=4)
    again = Bench(
        pieces={**pieces, "heavy": piece("ranger_heavy_support", "a", [[10, 10]])}, frame=Attack(strike=ghost)
    )
    assert not again.rolls


@pytest.mark.rule("WC-ATK-15")
def test_melee_needs_sight_too() -> None:
    """A thin wall of three inches between two bases half an inch apart."""
    table = {"size": 30, "terrain": [{"kind": "structure", "height": 3, "at": [15, 15], "size": [10, 0.2]}]}
    pieces = {"r": piece("vassal_reavers", "a", [[15, 14.2]]), "h": piece("hunter", "b", [15, 15.8])}
    t = Bench(table=table, pieces=pieces).play("activate r")
    assert t.refusal("r.1 attack h with fusion_saw").cite == "WC-LOS-1"


@pytest.mark.rule("WC-ATK-17")
def test_one_model_may_be_attacked_again_and_again() -> None:
    pieces = {"r": piece("vassal_reavers", "a", [[10, 10], [11.3, 10], [12.6, 10]]), "m": marauder([11, 15])}
    t = Bench(pieces=pieces, dice=["MMM", "MM"] * 3).play("activate r")
    for n in (1, 2, 3):
        t.play(f"r.{n} attack m with nailer")
    t.done()
    assert len(t.happened(Missed)) == 3
    assert t.refusal("r.1 attack m with nailer").cite == "WC-ACT-2"


@pytest.mark.rule("WC-ATK-18")
def test_all_points_of_a_roll_land_at_once() -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15]), "other": marauder([20, 20])}
    t = attack(pieces, "wolf", "m", "rail_gun", "XXMM", "MM", "X" * 9).done()
    damaged = t.happened(Damaged)
    assert [e.points for e in damaged if isinstance(e, Damaged)] == [4]
    assert t.gone("m")


@pytest.mark.rule("WC-ATK-19")
@pytest.mark.parametrize(("strikes", "arc"), [("XXSMM", 2), ("X" * 5, 1)])
def test_damage_to_a_gate_clears_its_arc(strikes: str, arc: int) -> None:
    """ARM 5: five strikes clear one Arc, ten clear two."""
    pieces = {"wolf": wolf([10, 10]), "gate": piece("void_gate", "b", [10, 15], arc=3)}
    t = attack(pieces, "wolf", "gate", "rail_gun", "SMMM", "MMM", strikes + "M").done()
    assert t.unit("gate").arc == arc
    assert t.player("b").well == 7 - arc
    assert t.happened(Cleared)[0].cite == "WC-GATE-9"
    assert t.model("gate").damage == 0


@pytest.mark.rule("WC-ATK-20")
@pytest.mark.parametrize(("gap", "legal"), [(8.0, True), (8.001, True), (8.002, False)])
def test_stealth_hides_beyond_eight_inches(gap: float, legal: bool) -> None:
    voitek = piece("voitek_sudal", "b", [10, round(10 + 0.984 + 0.591 + gap, 3)])
    t = Bench(pieces={"wolf": wolf([10, 10]), "v": voitek}).play("activate wolf")
    assert t.legal("attack v with battle_rifle") is legal
    if not legal:
        refusal = t.refusal("attack v with battle_rifle")
        assert (refusal.cite, refusal.short_by) == ("WC-ATK-20", 2)


@pytest.mark.rule("WC-ATK-17", "WC-STAT-17")
def test_a_destroyed_target_leaves_at_once() -> None:
    pieces = {"wolf": wolf([15, 8], weapons=["battle_rifle", "rail_gun"]), "m": marauder([15, 15], damage=2)}
    t = Bench(pieces={**pieces, "n": marauder([5, 25])}, dice=["SSMM", "MM", "SSSSSM"])
    t.play("activate wolf", "attack m with battle_rifle").done()
    assert t.happened(Left, model="m", how="destroyed")
    assert t.refusal("attack m with rail_gun").cite == "WC-ATK-3"


@pytest.mark.rule("WC-ATK-14")
@pytest.mark.parametrize(("attacker", "target"), [("gone", "m"), ("wolf", "gone")])
def test_an_attack_whose_attacker_or_target_is_gone_makes_no_roll(attacker: str, target: str) -> None:
    made = Strike(attacker=attacker, target=target, kind="ranged", weapon="rail_gun", pow=5)
    t = Bench(pieces={"wolf": wolf([10, 10]), "m": marauder([10, 20])}, frame=Attack(strike=made))
    assert t.game.waiting is None and t.rolls == []


@pytest.mark.rule("WC-ATK-7", "WC-ATK-10")
@pytest.mark.parametrize(("attack", "hit"), [("SSSM", True), ("MMMM", False)])
def test_a_screen_is_told_who_struck_whom_and_whether_it_hit(attack: str, hit: bool) -> None:
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "marauder": marauder([15, 15])},
        dice=[attack, "SM" if hit else "SS", *(["MMMMMMM"] if hit else [])],
    )
    t.play("activate wolf", "attack marauder with rail_gun")
    found = [cue for told in t.match.cues("b") for cue in told.cues if isinstance(cue, Struck)]
    assert [(cue.actor, cue.target, cue.hit) for cue in found] == [("wolf", "marauder", hit)]


@pytest.mark.rule("WC-ATK-2", "WC-ACT-4")
@pytest.mark.parametrize(
    ("phrase", "cite", "words"),
    [
        ("attack", "WC-ACT-2", "not on offer"),
        ("with rail_gun", "WC-ACT-2", "not on offer"),
        ("marauder with rail_gun", "WC-ACT-2", "not on offer"),
        ("with rail_gun attack marauder", "WC-ACT-2", "not on offer"),
        ("wolf wolf attack marauder with rail_gun", "WC-ACT-2", "not on offer"),
        ("attack marauder", "WC-ATK-2", "name a weapon of wolf: rail_gun"),
        ("attack marauder with", "WC-ATK-2", "name a weapon of wolf: rail_gun"),
        ("attack marauder with ripper", "WC-ATK-2", "wolf has no weapon 'ripper'; it has rail_gun"),
        ("attack with rail_gun", "WC-ATK-2", "name a model for wolf to attack"),
        ("attack nobody with rail_gun", "WC-ATK-3", "nobody is not on the table"),
        ("attack marauder with rail_gun as fire", "WC-GEN-8", "rail_gun has no attack modes"),
        ("attack marauder with rail_gun as", "WC-GEN-8", "rail_gun has no attack modes"),
        ("hunter attack marauder with rail_gun", "WC-ACT-4", "hunter is no model of wolf, whose activation it is"),
        ("hunter.1 attack marauder with rail_gun", "WC-ACT-4", "hunter.1 is no model of wolf"),
        ("someone attack marauder with rail_gun", "WC-ACT-2", "not on offer"),
    ],
)
def test_a_phrase_that_is_no_attack_says_what_is_missing(phrase: str, cite: str, words: str) -> None:
    pieces = {"wolf": wolf([15, 8], weapons=["rail_gun"]), "hunter": piece("hunter", "a", [5, 5])}
    t = Bench(pieces={**pieces, "marauder": marauder([15, 15])}).play("activate wolf")
    assert t.legal("attack marauder with rail_gun")
    assert words in t.refusal(phrase, cite).reason


@pytest.mark.rule("WC-ATK-2")
@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("attack the dusk wolf with rail gun", "attack dusk_wolf with rail_gun"),
        ("r.1 attack the dusk wolf with arclock pistol as fire", "r.1 attack dusk_wolf with arclock_pistol as fire"),
        ("with the rail gun attack", "with rail gun attack"),
        ("attack the wolf", "attack wolf"),
        ("the move", "move"),
    ],
)
def test_names_of_several_words_are_read_as_one(phrase: str, words: str) -> None:
    assert spelt(phrase) == words.split()


@pytest.mark.rule("WC-ATK-13")
@pytest.mark.parametrize(("attacker", "target"), [("wolf", "gone"), ("gone", "marauder"), ("gone", "away")])
def test_nothing_is_rolled_when_attacker_or_target_is_gone(attacker: str, target: str) -> None:
    pieces = {"wolf": wolf([15, 8]), "marauder": marauder([15, 15])}
    t = Bench(pieces=pieces, frame=Resolve(strike=Strike(attacker=attacker, target=target, kind="ranged", pow=3)))
    assert t.game.waiting is None and not t.rolls


@pytest.mark.rule("WC-ATK-7", "WC-SLAM-6", "WC-BLAST-3")
def test_margin_and_slam_are_dice_of_one_damage_roll_only() -> None:
    t = Bench(pieces={"m": marauder([20, 20]), "w": wolf([5, 5])})
    strike = Strike(attacker="w", target="m", kind="melee", pow=3, margin=2, power=1)
    rolled = Resolve(strike=strike).damage(Draft(rules(), t.state), strike)
    assert isinstance(rolled, Wait) and isinstance(rolled.request, Roll)
    assert dict(rolled.request.pools[0].dice) == {"A": 3, "P": 3}
    for step in (rolled.then, Resolve(strike=strike).damaged):
        after = step(Draft(rules(), t.state), 0)
        assert isinstance(after, Call) and isinstance(after.frame, Window)
        assert (after.frame.subject.margin, after.frame.subject.power) == (0, 0)
    kept = resume(rolled.then)
    assert isinstance(kept, Resolve) and (kept.strike.margin, kept.strike.power) == (0, 0)


@pytest.mark.rule("WC-SLAM-12", "WC-EDGE-3")
def test_a_model_that_has_left_suffers_no_damage_roll() -> None:
    t = Bench(pieces={"m": marauder([20, 20]), "w": wolf([5, 5])}, frame=PlainDamage(model="gone", pow=3))
    assert t.game.waiting is None and not t.rolls
