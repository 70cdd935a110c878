"""What can happen on a Warcaster table, by family. Every change of state is one of these."""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.events.arc import (
    ActivationBegan,
    ActivationOver,
    Charged,
    Cleared,
    Spiked,
    TokenGained,
    TokenRemoved,
)
from sandtable.rulesets.warcaster.state.events.cards import (
    CardEvent,
    CypherExpired,
    CypherPlayed,
    CypherReturned,
    CypherUnmade,
    Discarded,
    Drawn,
    Reshuffled,
)
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.events.continuous import EffectExpired, EffectGained
from sandtable.rulesets.warcaster.state.events.leaving import Collapsed, Damaged, Left, Repaired
from sandtable.rulesets.warcaster.state.events.places import Fell, GatePlaced, Moved, Placed, Repositioned, UnitDeployed
from sandtable.rulesets.warcaster.state.events.rounds import (
    FirstChosen,
    GeyserRolled,
    MissionChosen,
    PulseEnded,
    SecondariesChosen,
    SidesChosen,
    StepBegan,
    TableLaid,
    TurnBegan,
)
from sandtable.rulesets.warcaster.state.events.scoring import Dropped, PickedUp, Scored, UnitKilled

__all__ = [
    "ActivationBegan",
    "ActivationOver",
    "CardEvent",
    "Change",
    "Charged",
    "Cleared",
    "Collapsed",
    "CypherExpired",
    "CypherPlayed",
    "CypherReturned",
    "CypherUnmade",
    "Damaged",
    "Discarded",
    "Drawn",
    "Dropped",
    "EffectExpired",
    "EffectGained",
    "Fell",
    "FirstChosen",
    "GatePlaced",
    "GeyserRolled",
    "Left",
    "MissionChosen",
    "Moved",
    "PickedUp",
    "Placed",
    "PulseEnded",
    "Repaired",
    "Repositioned",
    "Reshuffled",
    "Scored",
    "SecondariesChosen",
    "SidesChosen",
    "Spiked",
    "StepBegan",
    "TableLaid",
    "TokenGained",
    "TokenRemoved",
    "TurnBegan",
    "UnitDeployed",
    "UnitKilled",
]
