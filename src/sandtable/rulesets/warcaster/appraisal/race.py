"""The race for one objective, told: who holds it, who could, and how sure the points are."""

from __future__ import annotations

from sandtable.core import Position
from sandtable.rulesets.warcaster.appraisal.holding import NEVER, Race, races, securing, stakes
from sandtable.rulesets.warcaster.appraisal.side import forces_of, markers, short_of
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.state import OTHER

CERTAIN = 0.995
WHEN = {"end_of_pulse": "when the Pulse ends", "end_of_activation": "for ending an activation there"}


def objective(before: Position, after: Position, seat: int, name: str, gain: int) -> str:
    """What has become better at an objective, or worse."""
    i = markers(after).names.index(name)
    was, now = races(before), races(after)
    mine, theirs = (was[seat], now[seat]), (was[OTHER[seat]], now[OTHER[seat]])
    better, worse = _ours(after, seat, name, i, *mine, theirs[1]), _theirs(after, seat, name, i, *theirs, mine[1])
    found = [words for sign, words in (*better, *worse) if sign == (gain > 0)]
    if found:
        return " and ".join(found[:2])
    return f"makes {name} surer" if gain > 0 else f"makes {name} less sure"


Told = list[tuple[bool, str]]  # whether it is good for the seat


def _ours(p: Position, seat: int, name: str, i: int, was: Race, now: Race, foes: Race) -> Told:
    if now.there[i] and not was.there[i]:
        with_whom = holder(p, seat, i)
        if foes.block[i] == 0.0:
            return [(True, f"gets {with_whom} to {name}, which the enemy contests")]
        return [(True, f"holds {name} with {with_whom}{_points(p, seat, i)}")]
    if was.there[i] and not now.there[i]:
        return [(False, f"gives up {name}{_points(p, seat, i)}")]
    if now.block[i] == 0.0 < was.block[i] and foes.there[i]:
        return [(True, f"contests {name}")]
    if now.hold[i] < was.hold[i]:
        return [(True, f"puts {name} within reach: {_away(now.hold[i])}{_points(p, seat, i)}")]
    if now.hold[i] > was.hold[i]:
        return [(False, f"puts {name} farther off" + (f": {_away(now.hold[i])}" if now.hold[i] < NEVER else ""))]
    return []


def _theirs(p: Position, seat: int, name: str, i: int, was: Race, now: Race, ours: Race) -> Told:
    if was.there[i] and not now.there[i]:
        return [(True, f"takes {name} from the enemy")]
    if now.there[i] and not was.there[i]:
        return [(False, f"lets the enemy hold {name}")]
    if was.block[i] == 0.0 < now.block[i]:
        return [(True, f"clears the enemy from {name}")]
    if now.there[i] and ours.block[i] == 0.0:
        return [(True, f"contests {name}")]
    if now.hold[i] > was.hold[i] or now.block[i] > was.block[i]:
        return [(True, f"keeps the enemy away from {name}")]
    if now.hold[i] < was.hold[i] or now.block[i] < was.block[i]:
        return [(False, f"lets the enemy near {name}")]
    return []


def holder(p: Position, seat: int, i: int) -> str:
    able = library().missions[p.state.mission]["holders"]
    groups = (g for g in forces_of(p)[seat].groups if g.card.type in able)
    return next((g.name for g in groups if not short_of(markers(p), g)[i]), "a unit")


def _points(p: Position, seat: int, i: int) -> str:
    """What it brings in this Pulse round, and how sure that is by the judgement's rule of thumb."""
    state = p.state
    soon = stakes(p, seat)[i][0]
    now, _ = securing(p, seat)
    if not soon or markers(p).names[i] in state.players[seat].scored or not now[i]:
        return ""
    sure = "certain" if now[i] >= CERTAIN else f"{100 * now[i]:.0f} % sure"
    return f", {soon:g} victory points {WHEN[library().missions[state.mission]['score']['when']]}, {sure}"


def _away(need: float) -> str:
    return "one activation" if need <= 1.0 else "two activations" if need <= 2.0 else "three activations or more"
