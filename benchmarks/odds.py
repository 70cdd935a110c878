"""Odds: a fresh attack with nothing to react with, with every reaction of both seats, a plan, and asked again."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sandtable import find
from sandtable.chance import Odds, Policies, choice_odds, everything_at, follow, plan_odds
from sandtable.core import Game, answer, begin
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.targets import declare

RULES = find("warcaster")
TABLE = {"size": 48, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}
WOLF = {"seat": "a", "unit": "dusk_wolf", "at": [15, 8], "arc": 2, "weapons": ["battle_rifle", "rail_gun"]}
MARAUDER = {"seat": "b", "unit": "marauder", "at": [15, 15.6]}
FAR = {"seat": "b", "unit": "marauder", "at": [40, 40]}
OPEN = {"wolf": WOLF, "target": MARAUDER, "far": FAR}
GUNS = ["battle_rifle", "battle_rifle", "battle_rifle", "rail_gun", "rail_gun"]
FIVE = {"wolf": {**WOLF, "arc": 0, "weapons": GUNS}, "target": {**MARAUDER, "unit": "strike_raptor"}, "far": FAR}
GUARDED = {
    "wolf": {"seat": "a", "unit": "morningstar", "at": [15, 8], "arc": 3},
    "target": {"seat": "b", "unit": "jax_redblade", "at": [15, 15.6], "arc": 2},
    "guard": {"seat": "b", "unit": "paladin_defenders", "at": [[17, 15.6], [18.5, 15.6], [20, 15.6]], "arc": 1},
    "far": FAR,
}


def report(name: str, value: float, unit: str = "ms", **more: Any) -> None:
    print(json.dumps({"name": name, "value": round(value, 4), "unit": unit, **more}), flush=True)


def declared(pieces: Mapping[str, Any], slot: str) -> Game:
    """A declared attack, its table new: nothing is remembered of it."""
    state = RULES.scenarios.position(RULES, {"table": TABLE, "pieces": pieces}).state
    return begin(RULES, state, Attack(strike=declare(state, "wolf", "target", slot))).game


def menu(pieces: Mapping[str, Any]) -> Game:
    start = RULES.scenarios.position(RULES, {"table": TABLE, "pieces": pieces})
    return answer(RULES, begin(RULES, start.state, start.frame).game, "activate wolf").game


def fresh(name: str, make: Callable[[], Game], work: Callable[[Game], Odds], rounds: int = 15) -> None:
    """The median and the least processor time of positions set up anew, after one to warm up."""
    found, taken = work(make()), []
    for _ in range(rounds):
        game = make()
        began = time.process_time()
        work(game)
        taken.append((time.process_time() - began) * 1e3)
    taken.sort()
    report(name, taken[len(taken) // 2], least=round(taken[0], 3), answers=found.answers, ends=len(found.ends))


def played(policy: Policies) -> Callable[[Game], Odds]:
    return lambda game: follow(RULES, game, policy, returns=True)


def fights() -> None:
    """Fights without an exact answer: ± 4 points at most, and what merging by the question makes of one."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.chance import brawl

    def grids(rounds: int) -> Odds:
        return follow(brawl.BRAWLERS, brawl.brawl(rounds), within=0.04)

    for rounds in (2, 6):
        thrown(f"odds.fight.grids.{rounds}", partial(grids, rounds))
    thrown("odds.fight.lines", lambda: follow(brawl.LINES, brawl.lines_fight(), within=0.04))
    thrown("odds.fight.throws.lines", lambda: follow(brawl.LINES, brawl.lines_fight(), budget=0, within=0.04))
    thrown(
        "odds.fight.merged.lines",
        lambda: follow(brawl.LINES, brawl.lines_fight(), budget=20_000, merge=brawl.anywhere),
        rounds=1,
    )


def thrown(name: str, work: Callable[[], Odds], rounds: int = 3) -> None:
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        found = work()
        taken.append((time.process_time() - began) * 1e3)
    taken.sort()
    throws = sum(sample.throws for sample in found.samples)
    points, left = round(100 * found.plus_minus, 2), round(float(found.undecided), 4)
    report(name, taken[len(taken) // 2], answers=found.answers, throws=throws, plus_minus=points, undecided=left)


def main() -> None:
    fresh("odds.attack", lambda: declared(OPEN, "battle_rifle"), played("never"))
    fresh("odds.attack.spike", lambda: declared(OPEN, "rail_gun"), played("always"))
    for policy in ("never", "always", "best"):
        fresh(f"odds.reactions.{policy}", lambda: declared(GUARDED, "seeker"), played(policy))
    fresh("odds.reactions.against.best", lambda: declared(GUARDED, "seeker"), played({0: "never", 1: "best"}))
    fresh("odds.reactions.blast", lambda: declared(GUARDED, "starburst_missiles"), played("always"))
    fresh("odds.reactions.blast.best", lambda: declared(GUARDED, "starburst_missiles"), played("best"), 5)
    fresh("odds.plan.five", lambda: menu(FIVE), lambda game: plan_odds(RULES, game, everything_at("target")), 5)
    game, key = menu(OPEN), "attack target with rail_gun"
    choice_odds(RULES, game, key)
    rounds = 2000
    began = time.process_time()
    for _ in range(rounds):
        choice_odds(RULES, game, key)
    report("odds.again", (time.process_time() - began) / rounds * 1e3)
    loaded = [RULES.codec.load(RULES.codec.save(game)) for _ in range(50)]
    began = time.process_time()
    for other in loaded:
        choice_odds(RULES, other, key)
    report("odds.again.loaded", (time.process_time() - began) / len(loaded) * 1e3, note="the same position from a save")
    fights()


if __name__ == "__main__":
    main()
