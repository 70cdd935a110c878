"""Questions about odds: orders, volleys with their drive back, rounds of combat, whole fights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Frame, OddsFacet, Trial
from sandtable.rulesets.warmaster.combat.fights import Fought
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.interface import odds_trials
from sandtable.rulesets.warmaster.interface.odds_frames import ChargeOdds, FightOdds, Ordered, OrderOdds, VolleyOdds
from sandtable.rulesets.warmaster.shooting.hits import capacity
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules


class WarmasterOdds(OddsFacet):
    trial_options = odds_trials.OPTIONS

    def trial(self, rules: WarmasterRules, wanted: Mapping[str, str]) -> Trial:
        return odds_trials.trial(rules, wanted)

    def follows(self, p: Position, value: Any) -> Frame | None:
        who, _, whom = value.partition(" orders ")
        if whom and who in p.state.characters:
            return OrderOdds(character=who, units=tuple(whom.split()))
        who, _, whom = value.partition(" shoots ")
        if whom and who in p.state.units:
            return VolleyOdds(unit=who, target=whom)
        who, _, whom = value.partition(" charges ")
        if whom and who in p.state.units:
            return ChargeOdds(unit=who, target=whom)
        if value in p.state.engagements:
            return FightOdds(unit=p.state.engagements[value].units[0], whole=True)
        return None

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        """Obeyed and blundered of an order; hits, stands lost, destroyed, driven back and confused of a target; won,
        drawn and lost of a round."""
        ordered = next((r for r in returned if isinstance(r, Ordered)), None)
        if ordered is not None:
            return {"obeyed": ordered.obeyed, "blunder": ordered.blundered}
        units = [name for name in about if name in before.state.units]
        if not units:
            score = before.rules.score(before.state), after.rules.score(after.state)
            return {f"score {name}": score[1][i] - score[0][i] for i, name in enumerate(before.rules.seats)}
        seat = before.state.units[units[0]].seat
        own = [u for u in units if before.state.units[u].seat == seat]
        enemies = [u for u in units if u not in own]
        found: dict[str, bool | int] = {}
        ahead = next((won(r, seat, after, own, enemies) for r in returned if isinstance(r, Outcome | Fought)), None)
        if ahead is not None:
            found |= {"win": ahead > 0, "draw": ahead == 0, "lose": ahead < 0}
        if enemies:
            found |= harm(before, after, enemies, driven=ahead is None)
        found["own stands lost"] = sum(stands_lost(before, after, u) for u in own)
        if ahead is not None:
            found["own destroyed"] = gone(after, own)
        return found


def won(result: Outcome | Fought, seat: int, after: Position, own: list[str], enemies: list[str]) -> int:
    """1, 0 or -1: a side wiped out loses whatever the results (WM-RESULT-3)."""
    if isinstance(result, Fought):
        return 0 if result.winner < 0 else 1 if result.winner == seat else -1
    in_it = [name for name, _ in (*result.touched, *result.supported)]  # supporters are in the fight too
    mine_in = [u for u in in_it if after.state.units[u].seat == seat] or own
    lost = gone(after, mine_in), gone(after, [u for u in in_it if u not in mine_in] or enemies)
    if lost[0] != lost[1]:
        return -1 if lost[0] else 1
    mine, theirs = result.results[seat], result.results[1 - seat]
    return 0 if mine == theirs or lost[0] else 1 if mine > theirs else -1


def gone(p: Position, units: list[str]) -> bool:
    return all(u not in p.state.stands for u in units)


def harm(before: Position, after: Position, enemies: list[str], driven: bool) -> dict[str, bool | int]:
    """What became of the enemies."""
    found: dict[str, bool | int] = {
        "hits": sum(capacity(before, u) - capacity(after, u) for u in enemies),
        "stands lost": sum(stands_lost(before, after, u) for u in enemies),
        "destroy": gone(after, enemies),
    }
    if driven:
        last = enemies[-1]
        found["driven back"] = last in after.state.stands and moved_off(before, after, last)
        found["confused"] = after.state.units[last].confused and not before.state.units[last].confused
    return found


def moved_off(before: Position, after: Position, unit: str) -> bool:
    """Whether any stand that is left stands elsewhere."""
    return not set(after.state.stands[unit]) <= set(before.state.stands[unit])


def stands_lost(before: Position, after: Position, unit: str) -> int:
    return len(before.state.stands.get(unit, ())) - len(after.state.stands.get(unit, ()))
