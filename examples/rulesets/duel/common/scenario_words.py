"""The words in which scenario files speak of a duel."""

from __future__ import annotations

from duel.common.state import TRICKS, DuelRules
from sandtable.core.scenario_words import Words

MODEL = {
    "at": "where it stands, [x, y]",
    "facing": "degrees, 90 is up the table",
    "health": "what is left",
    "damage": "what is lost",
    "knives": "left to throw",
    "down": "whether it is knocked down",
    "guard": "whether it is on guard",
}
SEAT = {"hand": "tricks in hand, a list", "spent": "tricks played or lost, a list", "bag": "how many are left to draw"}


def words(rules: DuelRules) -> Words:
    return Words(
        rolls={
            "attack": "a strike or a throw",
            "damage": "of a hit",
            "tough": "whether a model that would fall lives",
            "draw a trick": "unseen by the other seat",
        },
        pools={"attack": "two dice", "damage": "of a hit", "tough": "one die", "trick": "one die"},
        questions={
            "activate a model": "which one acts next",
            "move {piece}": "its way",
            "turn {piece}": "where it faces",
            "{piece} acts": "strike, throw, guard or nothing",
            "{piece} leaves the reach of {piece}": "a free strike",
            "tricks": "play a trick on an attack",
            "discard a trick": "after a loss",
            "spend a trick to live": "first edition",
        },
        answers={
            "activate {piece}": "a model",
            "face {side}": "a side of the table",
            "face {piece}": "a model",
            "keep facing": "do not turn",
            "strike {piece}": "an enemy in reach",
            "throw at {piece}": "a knife",
            "guard": "until its next turn",
            "nothing": "do nothing",
            "strike": "the model that leaves",
            "hold": "let it go",
            "{trick}": "play or discard it",
            "fall": "spend no trick",
            "pass": "play no trick",
        },
        facts={"model": MODEL, "seat": SEAT},
        between={
            "distance": "inches from base to base",
            "sight": "whether the first sees the second",
            "reach": "strike, throw: what reaches the second, range alone, a list",
        },
        names={
            "trick": {trick: trick for trick in TRICKS},
            "side": {side: side for side in ("north", "east", "south", "west")},
            "model": {name: model.title for name, model in rules.models.items()},
        },
    )
