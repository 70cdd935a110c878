"""Other words for what a menu offers: ``shoot juggernaut``, ``move north 4``, ``use the feat``."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core import Option
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE

OTHERS = {
    **dict.fromkeys(("shoot", "fire", "strike", "hit", "fight"), "attack"),
    **dict.fromkeys(("move", "walk"), ADVANCE),
    "headbutt": "head-butt",
}
LEFT_OUT = {"use", "uses", "the", "his", "her", "its", "with", "at", "on", "to", "of", "my"}


def usual(words: str, actors: Iterable[str] = ()) -> str:
    """The words as a menu has them; whoever does it may stand before them."""
    said = words.casefold().split()
    while said[:1] and said[0] in LEFT_OUT and len(said) > 1:
        said = said[1:]
    at = 1 if said[:1] and said[0] in (*actors, "all") and len(said) > 1 else 0
    if said[at:]:
        said[at] = OTHERS.get(said[at], said[at])
    return " ".join(said)


def only(words: str, options: Iterable[Option]) -> str | None:
    """The key of the one option that begins with the first word and has all the others."""
    said = [word for word in words.split() if word not in LEFT_OUT]
    found = {
        option.key
        for option in options
        if said and option.key.split()[0] == said[0] and set(said) <= set(option.key.replace("_", " ").split())
    }
    return found.pop() if len(found) == 1 else None
