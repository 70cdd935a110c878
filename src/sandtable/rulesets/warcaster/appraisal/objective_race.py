"""The race for one objective, told: who holds it, who could, and how sure the points are."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.rulesets.warcaster.appraisal.force_overview import forces_of, markers, short_of
from sandtable.rulesets.warcaster.appraisal.objective_control import races, securing, stakes
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER

WHEN = {"end_of_pulse": "when the Pulse ends", "end_of_activation": "for ending an activation there"}


Told = tuple[bool, str]  # whether it is good for the seat, and the words


def objective(before: Position, after: Position, seat: int, name: str, gain: int) -> str:
    """What has become better at an objective, or worse: what the seat does there first, then what the enemy can."""
    i = markers(after).names.index(name)
    points = _points(before, after, seat, i)
    told = [*_ours(before, after, seat, name, i, points), *_theirs(before, after, OTHER[seat], name, i, points)]
    return next((words for good, words in told if good == (gain > 0)), "") or _surer(before, after, seat, name, i, gain)


def _ours(before: Position, after: Position, seat: int, name: str, i: int, points: str) -> Iterator[Told]:
    was, now, foes = races(before)[seat], races(after)[seat], races(after)[OTHER[seat]]
    if now.there[i] and not was.there[i]:
        who = nearest(after, seat, i, able=True)
        contested = foes.block[i] == 0.0
        yield (
            True,
            f"gets {who} to {name}, which the enemy contests" if contested else f"holds {name} with {who}{points}",
        )
    elif was.there[i] and not now.there[i]:
        yield False, f"gives up {name}"
    elif now.block[i] == 0.0 < was.block[i] and foes.there[i]:
        yield True, f"contests {name}"
    elif now.hold[i] < was.hold[i]:
        yield True, f"brings {name} {_away(now.hold[i])}{points}"
    elif now.hold[i] > was.hold[i]:
        yield False, f"puts {name} farther away"


def _theirs(before: Position, after: Position, foe: int, name: str, i: int, points: str) -> Iterator[Told]:
    was, now = races(before)[foe], races(after)[foe]
    if was.there[i] and not now.there[i]:
        yield True, f"takes {name} from the enemy"
    elif now.there[i] and not was.there[i]:
        yield False, f"lets the enemy hold {name}"
    elif (who := nearest(before, foe, i)) and not after.state.models_of(who):
        yield True, f"rids {name} of {who}, the nearest enemy{points}"
    elif was.block[i] == 0.0 < now.block[i]:
        yield True, f"clears the enemy from {name}{points}"
    elif now.hold[i] > was.hold[i] or now.block[i] > was.block[i]:
        yield True, f"keeps the enemy away from {name}"
    elif now.hold[i] < was.hold[i] or now.block[i] < was.block[i]:
        yield False, f"lets the enemy near {name}"


def nearest(p: Position, seat: int, i: int, *, able: bool = False) -> str:
    """The unit nearest to an objective: any, or one that may secure it."""
    holders = p.rules.cards.missions[p.state.mission]["holders"]
    marks = markers(p)
    groups = [g for g in forces_of(p)[seat].groups if not able or g.card.type in holders]
    return min(groups, key=lambda g: short_of(marks, g)[i]).name if groups else ""


def _sure(p: Position, seat: int, i: int) -> float:
    """How likely the seat secures it in this Pulse round, by the judgement's rule of thumb."""
    if markers(p).names[i] in p.state.players[seat].scored:
        return 0.0
    return securing(p, seat)[0][i]


def _points(before: Position, after: Position, seat: int, i: int) -> str:
    """What it brings in this Pulse round, and how sure that is."""
    soon, sure = stakes(after, seat)[i][0], _sure(after, seat, i)
    if not soon or not sure:
        return ""
    points = f"{soon:g} victory point{'' if soon == 1 else 's'}"
    earlier = _percent(_sure(before, seat, i))
    than = "" if earlier in ("0 %", _percent(sure)) else f" instead of {earlier}"
    when = WHEN[after.rules.cards.missions[after.state.mission]["score"]["when"]]
    return f": {points} {when}, {_percent(sure)} sure{than}"


def _surer(before: Position, after: Position, seat: int, name: str, i: int, gain: int) -> str:
    """Nobody has come or gone, but what it promises has changed, to one side or the other."""
    for side, whose in ((seat, ""), (OTHER[seat], " for the enemy")):
        was, now = (_percent(_sure(p, side, i)) for p in (before, after))
        if was != now:
            surer = (gain > 0) == (side == seat)
            return f"makes {name} {'surer' if surer else 'less sure'}{whose} ({now} instead of {was})"
    return f"makes {name} {'surer' if gain > 0 else 'less sure'} in later Pulses"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _away(need: float) -> str:
    return "within one activation" if need <= 1.0 else "within two activations" if need <= 2.0 else "nearer"
