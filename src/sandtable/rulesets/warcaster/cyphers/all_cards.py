"""Every Cypher card, in the order of the book."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sandtable.rulesets.warcaster.cyphers.aggression_theorem import AGGRESSION_THEOREM
from sandtable.rulesets.warcaster.cyphers.annihilation_vector import ANNIHILATION_VECTOR
from sandtable.rulesets.warcaster.cyphers.arcane_synthesis import ARCANE_SYNTHESIS
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard
from sandtable.rulesets.warcaster.cyphers.furies import (
    CRYO_LOCK,
    INSTABILITY_EQUATION,
    MALEDICTION_RUBRIC,
    NULL_COLLIDER,
    PYROKINETIC_SURGE,
    VELOCITY_PROJECTOR,
)
from sandtable.rulesets.warcaster.cyphers.geometrics import (
    DISPLACEMENT_INDEX,
    FORCE_BARRIER,
    MORTALITY_DESTABILIZER,
    PLEXUS_DENSIFIER,
    REITERATION_COMPLEX,
)
from sandtable.rulesets.warcaster.cyphers.harmonics import DIVINATION_ALGORITHM, RECALL_INITIATIVE, REVELATION_MATRIX
from sandtable.rulesets.warcaster.cyphers.kinetic_accelerator import KINETIC_ACCELERATOR
from sandtable.rulesets.warcaster.cyphers.overdrives import (
    ASCENSION_CATALYST,
    INTERDICTION_PROTOCOL,
    MOMENTUM_CALIBRATOR,
)
from sandtable.rulesets.warcaster.cyphers.token_removal import ENCRYPTED_COMMAND, IMPULSE_INDUCER, TEMPORAL_CYCLE

OVERDRIVES = (
    INTERDICTION_PROTOCOL,
    MOMENTUM_CALIBRATOR,
    KINETIC_ACCELERATOR,
    ANNIHILATION_VECTOR,
    IMPULSE_INDUCER,
    ASCENSION_CATALYST,
)
GEOMETRICS = (
    FORCE_BARRIER,
    TEMPORAL_CYCLE,
    MORTALITY_DESTABILIZER,
    REITERATION_COMPLEX,
    PLEXUS_DENSIFIER,
    DISPLACEMENT_INDEX,
)
FURIES = (
    CRYO_LOCK,
    VELOCITY_PROJECTOR,
    PYROKINETIC_SURGE,
    NULL_COLLIDER,
    MALEDICTION_RUBRIC,
    INSTABILITY_EQUATION,
)
HARMONICS = (
    DIVINATION_ALGORITHM,
    ARCANE_SYNTHESIS,
    ENCRYPTED_COMMAND,
    RECALL_INITIATIVE,
    AGGRESSION_THEOREM,
    REVELATION_MATRIX,
)


def by_id(*cards: CypherCard) -> Mapping[str, CypherCard]:
    """Cards by id, in the order given. Two objects of one id are an error."""
    found: dict[str, CypherCard] = {}
    for card in cards:
        if card.id in found:
            raise ValueError(f"two objects for the Cypher {card.id}: {found[card.id]} and {card}")
        found[card.id] = card
    return MappingProxyType(found)


CYPHER_CARDS = by_id(*OVERDRIVES, *GEOMETRICS, *FURIES, *HARMONICS)
