"""The subject of an attack: who attacks whom, with what and how. Abilities look at it and may replace it."""

from __future__ import annotations

from sandtable.core import Value
from sandtable.rulesets.warmachine.common.state.cards import MELEE, Weapon
from sandtable.rulesets.warmachine.common.state.rules import Position


class Strike(Value, frozen=True, kw_only=True, cache_hash=True):
    attacker: str
    target: str
    kind: str = MELEE  # melee, ranged or magic
    weapon: str = ""  # the slot of the attacker's weapon
    spell: str = ""
    power: str = ""  # the power attack it is
    origin: str = ""  # the channeler; empty: the attacker
    free: bool = False  # a free strike
    charge: bool = False  # a charge attack
    aimed: bool = False
    unaware: tuple[str, ...] = ()  # enemies in whose back arc the attacker has been all its activation
    combined: int = 0  # models that take part in a combined attack
    activated: bool = False  # in the attacker's activation: focus may be spent
    special: str = ""  # a special attack by name
    bonus: int = 0  # to the attack roll, by the power attack or the special attack
    marks: tuple[str, ...] = ()  # what abilities noted on it
    meant: str = ""  # whom an attack that went astray was made at; empty: its target

    @property
    def behind(self) -> bool:
        """Whether its target is an enemy unaware of it: asked again for each model a spray or a stray shot meets."""
        return self.target in self.unaware

    @property
    def source(self) -> str:
        """Where it comes from: ranges, sight, arcs and cover are taken from there."""
        return self.origin or self.attacker


def weapon_of(p: Position, strike: Strike) -> Weapon | None:
    """The weapon it is made with, also when its bearer is lost meanwhile; None for spells and most power attacks."""
    if not strike.weapon:
        return None
    bearer = p.state.models.get(strike.attacker) or p.state.status.get(strike.attacker)
    return None if bearer is None else p.rules.cards.weapons[bearer.card].get(strike.weapon)
