"""The engine. It knows no game."""

from sandtable.core.abilities import (
    ActiveHooks,
    Hooks,
    Offer,
    after,
    before,
    forbids,
    forces,
    instead_of,
    modifies,
    offers,
    previews,
    suggests,
)
from sandtable.core.arrangements import Arrangement
from sandtable.core.choices import Ask, Domain, Judged, Option, Pose
from sandtable.core.dice import (
    AtLeast,
    DiceSet,
    Die,
    Each,
    OneOf,
    OneOfMany,
    Pair,
    Picks,
    Pool,
    Reading,
    Roll,
    Sorted,
    Total,
    Unlike,
    Untied,
)
from sandtable.core.directions import Facing, Line, Subset
from sandtable.core.driver import Game, Progress, advance, answer, ask_again, begin, concede, why_not
from sandtable.core.editions import Edition, Figure
from sandtable.core.effects import Effect, Moment
from sandtable.core.events import EffectBegan, EffectEnded, Ended, Event, Rolled, State
from sandtable.core.facets import BadSetup, Judging, OddsFacet, Showing, Start, Trial
from sandtable.core.frames import Call, Frame, Next, Return, Sequence, Wait
from sandtable.core.legality import Check, Checks, allowed, passing, refusal
from sandtable.core.options import Choice, Options, choice, some
from sandtable.core.outlines import Outline
from sandtable.core.pieces import Standing
from sandtable.core.places import Path, Region
from sandtable.core.position import Draft, Position
from sandtable.core.queries import YES, Flag, Query, Term, explain
from sandtable.core.refusals import Refusal, Refused
from sandtable.core.rulebook import Rule, Rulebook
from sandtable.core.ruleset import Ruleset, UnknownRuleset, find, installed
from sandtable.core.scenario_facet import ScenarioFacet
from sandtable.core.shares import Split
from sandtable.core.values import Codec, LoadError, Value
from sandtable.core.view import BoundAsk, BoundDomain, Pending, View, seen
from sandtable.core.windows import PASS, Happen, Settle, Window, WindowName
from sandtable.core.words import Unspoken

__all__ = [
    "PASS",
    "YES",
    "ActiveHooks",
    "Arrangement",
    "Ask",
    "AtLeast",
    "BadSetup",
    "BoundAsk",
    "BoundDomain",
    "Call",
    "Check",
    "Checks",
    "Choice",
    "Codec",
    "DiceSet",
    "Die",
    "Domain",
    "Draft",
    "Each",
    "Edition",
    "Effect",
    "EffectBegan",
    "EffectEnded",
    "Ended",
    "Event",
    "Facing",
    "Figure",
    "Flag",
    "Frame",
    "Game",
    "Happen",
    "Hooks",
    "Judged",
    "Judging",
    "Line",
    "LoadError",
    "Moment",
    "Next",
    "OddsFacet",
    "Offer",
    "OneOf",
    "OneOfMany",
    "Option",
    "Options",
    "Outline",
    "Pair",
    "Path",
    "Pending",
    "Picks",
    "Pool",
    "Pose",
    "Position",
    "Progress",
    "Query",
    "Reading",
    "Refusal",
    "Refused",
    "Region",
    "Return",
    "Roll",
    "Rolled",
    "Rule",
    "Rulebook",
    "Ruleset",
    "ScenarioFacet",
    "Sequence",
    "Settle",
    "Showing",
    "Sorted",
    "Split",
    "Standing",
    "Start",
    "State",
    "Subset",
    "Term",
    "Total",
    "Trial",
    "UnknownRuleset",
    "Unlike",
    "Unspoken",
    "Untied",
    "Value",
    "View",
    "Wait",
    "Window",
    "WindowName",
    "advance",
    "after",
    "allowed",
    "answer",
    "ask_again",
    "before",
    "begin",
    "choice",
    "concede",
    "explain",
    "find",
    "forbids",
    "forces",
    "installed",
    "instead_of",
    "modifies",
    "offers",
    "passing",
    "previews",
    "refusal",
    "seen",
    "some",
    "suggests",
    "why_not",
]
