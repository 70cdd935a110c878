"""What a player says for each verb, and the printed names of models and tricks."""

from __future__ import annotations

from collections.abc import Mapping

from duel.common.state import TRICKS, Position

PHRASES = {
    "activate": "activate {actor}",
    "strike": "{actor} strikes {target}",
    "throw at": "{actor} throws a knife at {target}",
    "guard": "{actor} stands on guard",
    "nothing": "{actor} does nothing",
    "face": "turn {actor} towards {target}",
    "face edge": "turn {actor} to the {how}",
    "keep facing": "{actor} does not turn",
    "let go": "let {target} go",
    "play": "play {using}",
    "pass": "play no trick",
    "discard": "discard {using}",
    "spend": "spend {using} to live",
    "fall": "spend no trick and fall",
}


def names(p: Position) -> Mapping[str, str]:
    """Models by their title, also those that are gone; tricks as printed."""
    found = {name: profile.title for name, profile in p.rules.models.items()}
    return found | {trick: trick.capitalize() for trick in TRICKS} | {"wall": "the wall", "wood": "the wood"}
