"""Three tables with a different look each, also used to judge the drawing by eye."""

from tests.scene.samples.battle import battle
from tests.scene.samples.duel import duel
from tests.scene.samples.skirmish import skirmish

SAMPLES = {"skirmish": skirmish, "duel": duel, "battle": battle}
