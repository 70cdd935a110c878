"""How far a model's activation has come: what rules about it read."""

from __future__ import annotations

from sandtable.core import Effect, EffectBegan, Flag, Query, Refusal, Term, Value
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import disabled, taken
from sandtable.rulesets.warmachine.common.state.conditions import card, is_still
from sandtable.rulesets.warmachine.common.state.events import FocusSpent
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position

MOVEMENT, ACTION = "movement", "action"
STAY, ADVANCE, RUN, CHARGE, SLAM = "stay", "advance", "run", "charge", "slam"
CHARGE_MINIMUM = 3000  # so far a charger moves for a charge attack
POWER, SPECIAL, FORFEIT = "power", "special", "forfeit"
OUT = "out of formation"  # the mark of a trooper that began its activation so
SPECIAL_ATTACK = "special attack"  # hooks by this key forbid one; the mark of one made instead of all initial attacks
NOTICED = "noticed by "  # and a friend: the mark of a model that came into its back arc from elsewhere


class Mate(Value, frozen=True, kw_only=True, cache_hash=True):
    """A trooper of the same unit that may still act, and what may bar it from an attack."""

    model: str
    action: str = ""  # begun by helping others
    made: tuple[str, ...] = ()
    charged: str = ""
    far: int = 0
    order: str = ""
    stood: str = ""
    marks: tuple[str, ...] = ()


class Activity(Value, frozen=True, kw_only=True, cache_hash=True):
    model: str
    unit: str = ""
    order: str = ""  # what its unit was ordered
    down: bool = False  # it lies on the ground and has not stood up yet
    stood: str = ""  # what it gave up to stand: movement or action
    moved: str = ""  # how it used its movement; empty: not yet
    charged: str = ""  # the target of its charge
    far: int = 0  # travelled in its charge or slam
    action: str = ""  # melee, ranged, power, special, forfeit; empty: not begun
    made: tuple[str, ...] = ()  # weapons it has attacked with
    bought: int = 0  # additional attacks
    cast: tuple[str, ...] = ()  # spells, in order
    feat: bool = False
    behind: tuple[str, ...] = ()  # enemies in whose back arc it has been all the time; for friends see NOTICED
    marks: tuple[str, ...] = ()  # what abilities noted
    mates: tuple[Mate, ...] = ()  # troopers of its unit that have not acted yet
    declares: str = ""  # the charge target it named before anybody of its unit moved
    hits: tuple[str, ...] = ()  # whom the attacks of `made` hit; empty: a miss
    over: bool = False

    @property
    def may_move(self) -> bool:
        acts = self.action not in ("", FORFEIT)
        return not (self.down or self.moved or acts or self.over or self.stood == MOVEMENT)

    @property
    def may_act(self) -> bool:
        if self.down or self.over or self.stood == ACTION or self.moved == RUN:
            return False
        return bool(self.stood) or not (self.order == RUN or (self.order == CHARGE and self.moved != CHARGE))

    def marked(self, *names: str) -> Activity:
        return self.but(marks=(*self.marks, *names))


class FocusCost(Query, frozen=True):
    """What a deed costs a model in focus: warjacks pay 1 for running, charging and power attacks."""

    model: str
    deed: str

    def base(self, p: Position) -> tuple[Term, ...]:
        if card(p, self.model).kind == "warjack":
            return (Term(1, f"a warjack pays to {self.deed}", p.rules.cite("uses of focus by warjacks"), "base"),)
        return (Term(0, "no cost", p.rules.cite("uses of focus by warjacks"), "base"),)


MARSHALLED, BY_MARSHAL = "marshalled", " by marshal"  # the effect of the benefit; a phrase that takes it
UNMARSHALLED = "unmarshalled"  # hooks by this key say why a warjack without focus has no such benefit
UNHELPED = "unhelped"  # hooks by this key say why a warjack has no such benefit, whatever focus it has
MARSHAL = "marshalled"  # how an option is done that uses it


class MarshalBenefit(Flag, frozen=True):
    """Whether a warjack may do a deed by its marshal's benefit instead of focus."""

    model: str
    deed: str  # run, charge, boost, attack


def affords(p: Position, model: str, cost: int, deed: str) -> bool:
    """Whether a model can pay for a deed, by focus or by its marshal."""
    return focus(p, model) >= cost or (cost == 1 and p.holds(MarshalBenefit(model, deed)))


def has_choice(p: Position, model: str, cost: int, deed: str) -> bool:
    """Whether a model could pay by focus and by its marshal: the player says which."""
    return cost == 1 and focus(p, model) >= cost and p.holds(MarshalBenefit(model, deed))


def settle(d: Draft, model: str, cost: int, on: str, cite: str, marshalled: bool = False) -> None:
    """Pay by focus, or by the marshal's benefit where there is none or the player wants it."""
    if focus(d, model) >= cost and not marshalled:
        pay(d, model, cost, on, cite)
    else:
        by = d.rules.edition.marshalling.cite() or cite
        d.emit(EffectBegan(effect=Effect(MARSHALLED, model, until=ActivationIsOver(model), cite=by), cite=by))


def focus(p: Position, model: str) -> int:
    """The focus points it can use: none without a cortex."""
    points = p.state.status[model].focus
    return 0 if points and without_cortex(p, model) else points


def heals_lying(p: Position, model: str) -> bool:
    """Whether a warcaster that was just knocked down may still heal himself."""
    policy = p.rules.edition.knocked_down
    if not policy.may_heal() or card(p, model).kind != "warcaster" or is_still(p, model):
        return False
    return bool(focus(p, model) and taken(p.state.status[model].marks))


def without_cortex(p: Position, model: str) -> bool:
    """Whether a warjack can neither take nor use focus."""
    return "C" in disabled(card(p, model), p.state.status[model].marks)


def lacks_focus(p: Position, model: str, purpose: str, topic: str, deed: str = "") -> Refusal:
    """Why a model cannot pay: its cortex is out, or it has no focus for this purpose and no marshal who helps."""
    if without_cortex(p, model):
        return Refusal(say("the cortex of {model} is out", model=model), p.rules.cite("cortex"))
    why = say("{model} has no focus {purpose}", model=model, purpose=purpose)
    return p.forbidden(UNMARSHALLED, model, purpose, deed) or Refusal(why, p.rules.cite(topic))


def pay(d: Draft, model: str, points: int, on: str, cite: str) -> None:
    if points:
        d.emit(FocusSpent(who=model, points=points, on=on, cite=cite))
