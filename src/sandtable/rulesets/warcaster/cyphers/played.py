"""What a way to play a card means, read from its phrase: for cards whose ways are dear to look through."""

from __future__ import annotations

from sandtable.core import Frame, offers
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.immediate_attack import ImmediateAttack
from sandtable.rulesets.warcaster.cyphers.channelling import fury
from sandtable.rulesets.warcaster.cyphers.playing import PlayCard
from sandtable.rulesets.warcaster.state.rules import Position


@offers(
    "played cryo_lock", "played velocity_projector", "played pyrokinetic_surge", "played null_collider",
    "played malediction_rubric", "played instability_equation",
)  # fmt: skip
def play_fury(p: Position, card: str, seat: int, words: list[str]) -> Frame:
    """``play cryo_lock on marauder through sybil``"""
    target, channeller = words[3], words[5]
    return PlayCard(seat=seat, card=card, on=target, effect=Attack(strike=fury(p, card, channeller, target)))


@offers("played aggression_theorem")
def play_aggression(p: Position, card: str, seat: int, words: list[str]) -> Frame:
    """``play aggression_theorem on marauder``"""
    effect = ImmediateAttack(model=words[3], optional=False, cite="WC-CYPHER-42")
    return PlayCard(seat=seat, card=card, on=words[3], effect=effect)
