"""Questions that come up again and again: a seat may decide in advance to answer them always, or never.

The id stands in saves and in presets; the title is what people read.
"""

from __future__ import annotations

FREE_STRIKE = "free strike"
BOOST_ATTACK, BOOST_DAMAGE = "boost attack", "boost damage"
CRITICAL = "automatic hit"
FOLLOW_PUSH = "follow push"
SHAKE = "shake"
STEP_IN = "step in"
TITLES = {
    FREE_STRIKE: "a free strike at an enemy that goes away",
    BOOST_ATTACK: "boosting an attack roll",
    BOOST_DAMAGE: "boosting a damage roll",
    CRITICAL: "dice for a hit that needs none",
    FOLLOW_PUSH: "following a pushed model",
    SHAKE: "shaking effects off",
    STEP_IN: "a crewman takes the gunner's place",
}
