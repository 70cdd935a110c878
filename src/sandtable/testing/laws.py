"""The laws of the engine for any ruleset, as tests call them. `lab/checks.py` has each law."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.core import Ask, Ruleset
from sandtable.lab.checks import Broken, check_game, walk
from sandtable.lab.spatial_checks import CANDIDATES, POINTS, SPATIAL, spatial_fault
from sandtable.record import hash_of

GAME = """
import sys
from sandtable.core import find
from sandtable.lab.checks import walk
from sandtable.record import hash_of
rules = find(sys.argv[1])
*_, last = walk(rules, int(sys.argv[2]))
print(hash_of(rules, last.after.game))
"""


def keeps_the_laws(
    rules: Ruleset,
    seeds: Iterable[int] = range(3),
    variety: Iterable[Mapping[str, Any]] = ({},),
    *,
    every: int = 1,
    odds_every: int = 7,
) -> int:
    """Every law along random games; gives the number of steps. Raises Broken, an AssertionError."""
    kinds = list(variety)
    return sum(
        check_game(rules, seed, kinds[n % len(kinds)], every=every, odds_every=odds_every)
        for n, seed in enumerate(seeds)
    )


def places_hold(
    rules: Ruleset,
    seeds: Iterable[int],
    variety: Iterable[Mapping[str, Any]] = ({},),
    *,
    every: int = 10,
    candidates: int = CANDIDATES,
    points: int = POINTS,
) -> int:
    """Outlines hold and `toward` is nearest, at every n-th question about places of each kind; gives their number.

    An outline contains each candidate within 20 thousandths, and places 20 thousandths inside are accepted; the answer
    toward a goal is legal and no candidate comes nearer. Raises Broken.
    """
    kinds, seen, looked = list(variety), Counter[type](), 0
    for n, seed in enumerate(seeds):
        for step in walk(rules, seed, kinds[n % len(kinds)]):
            ask = step.before.waiting
            if not isinstance(ask, Ask) or not isinstance(ask.domain, SPATIAL):
                continue
            seen[type(ask.domain)] += 1
            if seen[type(ask.domain)] % every != 1 % every:
                continue
            looked += 1
            if fault := spatial_fault(rules, step.before.state, ask, step.n, candidates, points):
                raise Broken(f"{rules.name}, seed {seed}, step {step.n}, at {ask.domain!r:.200}: {fault}")
    return looked


def same_in_another_process(rules: Ruleset, seed: int = 5) -> None:
    """Equal seeds give equal games where hashes of strings differ. The ruleset must be installed."""
    *_, last = walk(rules, seed)
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    other = subprocess.run(
        [sys.executable, "-c", GAME, rules.name, str(seed)], env=environment, capture_output=True, text=True
    )
    if other.returncode:
        raise Broken(f"{rules.name} cannot be played in another process: {other.stderr.strip()[-300:]}")
    if other.stdout.strip() != hash_of(rules, last.after.game):
        raise Broken(f"{rules.name}, seed {seed}: another process plays another game")


def notices_leaks(rules: Ruleset, seed: int = 1) -> bool:
    """Whether the leak law notices views that hide nothing: the ruleset's `redeal` deals what `redact` hides.

    An open game has nothing to notice and passes.
    """
    kind = type(rules)
    leaky: Any = kind.__new__(type(f"Leaky{kind.__name__}", (kind,), {"redact": lambda self, state, seat: state}))
    leaky.__dict__.update(rules.__dict__)
    state, _ = rules.new_game({})
    if all(rules.redact(state, seat) == state for seat in range(len(rules.seats))):
        return True
    try:
        check_game(leaky, seed)
    except Broken as e:
        return "view changes" in str(e)
    return False
