"""Cover: two Power dice for the defender against ranged and Fury attacks (WC-COVER).

Elsewhere: WC-COVER-8 in cyphers/geometrics; WC-COVER-9 in attacks/targets.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.attacks.dice_pools import POWER, DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.tabletop.measuring.cover import covering


def covering_feature(p: Position, attacker: str, target: str) -> str:
    """The feature that covers the target: within 1 inch and intervening, one and the same (WC-COVER-3, WC-COVER-5).

    Gates have cover like other models (WC-COVER-10). The attacker of a Fury is the channelling model (WC-COVER-12).
    Nearness is also measured down to the feature's top (WC-COVER-6, WC-MEAS-4); intervening is any line from volume to
    volume (WC-COVER-4).
    """
    models = p.state.models
    return covering(p, models[attacker], models[target], p.rules.cards.attack.cover_distance)


def has_cover(p: Position, strike: Strike) -> Iterator[Term]:
    """The dice of cover with their reason: once for several sources (WC-COVER-7), none in melee (WC-COVER-2)."""
    if strike.kind == "melee":
        return
    granted = p.holds(Trait(strike.target, "cover", strike))
    feature = "" if granted else covering_feature(p, strike.attacker, strike.target)
    if (granted or feature) and not p.holds(Ignores(strike, "cover")):
        yield Term(
            p.rules.cards.attack.cover_power_dice,
            f"cover: {feature}" if feature else "cover",
            "WC-COVER-1",
            group="cover",
        )


@modifies(DefenceDice)
def cover_dice(p: Position, q: DefenceDice) -> Iterator[Term]:
    """Cover counts in defence rolls only (WC-COVER-11)."""
    if q.die == POWER:
        yield from has_cover(p, q.strike)
