"""Primary missions and their scoring at the end of a Pulse round (WC-MISSION).

Elsewhere: WC-MISSION-1 in turn/setup; WC-MISSION-3, WC-MISSION-8, WC-MISSION-13, WC-MISSION-16 in
missions/mission_objectives; WC-MISSION-4, WC-MISSION-9, WC-MISSION-10 in missions/objectives; WC-MISSION-15 in
turn/setup_options; WC-MISSION-17 in lists/force_building.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Frame, Next, Pool, Reading, Return, Roll, Wait
from sandtable.rulesets.warcaster.missions.objectives import near_objective, securing
from sandtable.rulesets.warcaster.state.events import GeyserRolled, Scored
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class D3(Reading, frozen=True):
    """A d6 read as a d3, unlike the last number (WC-DICE-2, WC-MISSION-6)."""

    last: int = 0

    def done(self, state: int) -> int:
        return (state + 1) // 2

    def accepts(self, results: tuple[Any, ...]) -> bool:
        return all(r != self.last for r in results)


class StartOfPulse(Frame, frozen=True, kw_only=True):
    """What a mission does before the first turn of a round (WC-PULSE-10)."""

    def start(self, d: Draft) -> Next:
        if d.rules.cards.missions[d.state.mission].get("start_of_pulse") != "geyser_roll":
            return Return()
        roll = Roll("active geysers", (Pool("geysers", (("d6", 1),)),), D3(d.state.geyser), "WC-MISSION-5")
        return Wait(roll, then=self.rolled)

    def rolled(self, d: Draft, number: int) -> Next:
        d.emit(GeyserRolled(number=number, cite="WC-MISSION-5"))
        return Return()


def pulse_points(p: Position, seat: int) -> Iterator[tuple[int, str, str]]:
    """VP a seat scores at the end of a Pulse round: points, reason, rule (WC-PULSE-7).

    The points are data of the mission; whose side an objective is on as well (WC-MISSION-18).
    Boiling Point scores nothing here (WC-SKIRMISH-9).
    """
    state = p.state
    score = p.rules.cards.missions[state.mission]["score"]
    if score["when"] != "end_of_pulse":
        return
    for name, o in state.objectives.items():
        units = securing(p, name, seat)
        if not units:
            continue
        if "active" in score:
            vp = score["active"] if o.number == state.geyser else score["inactive"]
            yield vp, f"geyser {name}", "WC-MISSION-7"
        elif "secured_by_pulse" in score:
            yield score["secured_by_pulse"][state.round - 1], f"processor {name}", "WC-MISSION-11"
            close = near_objective(p, name, seat)
            if any(state.models[n].carrying and state.models[n].unit in units for n in close):
                yield score["ore"], f"Arc ore at {name}", "WC-MISSION-12"
        else:
            side = {"centre": "centre", "seat_one": 0, "seat_two": 1}[o.side]
            key = "centre" if side == "centre" else "own_side" if side == state.sides[seat] else "other_side"
            yield score[key], f"objective {name}", "WC-MISSION-14"


def score_pulse(d: Draft) -> None:
    """Both seats by the same table (WC-PULSE-7)."""
    state = d.state
    for seat in (state.first, 1 - state.first):
        for vp, why, cite in list(pulse_points(d, seat)):
            d.emit(Scored(seat=seat, vp=vp, why=why, cite=cite))


def winner_on_points(d: Draft) -> None:
    """More VP wins once the last Pulse round is scored; equal VP is a draw (WC-MISSION-2)."""
    one, two = (p.vp for p in d.state.players)
    winner = 0 if one > two else 1 if two > one else None
    words = "a draw" if winner is None else f"seat {'ab'[winner]} wins"
    d.end(winner, f"Three Pulse rounds are over: {one} to {two} VP, {words}", "WC-MISSION-2")
