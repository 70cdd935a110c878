"""What can happen on a Warcaster table. Every change of state is one of these."""

from __future__ import annotations

from typing import Self

from sandtable.core import Event
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.state import OTHER, PLAY, REMOVED, RESERVE, Model, Table, Unit


class Change(Event, frozen=True, kw_only=True):
    """An event of this game."""


# --- turns and rounds ---------------------------------------------------------------------------------


class TurnBegan(Change, frozen=True, kw_only=True):
    seat: int
    box: int
    round: int

    def apply(self, state: Table) -> Table:
        cleared = tuple(p.but(kills=0) if p.kills else p for p in state.players)
        return state.but(
            active=self.seat,
            box=self.box,
            round=self.round,
            turn=state.turn + 1,
            step="ready",
            started=True,
            players=(cleared[0], cleared[1]),
        )

    def line(self, state: Table) -> str:
        return f"Turn {state.turn} of seat {'ab'[self.seat]}: Pulse round {self.round}, box {self.box}"


class StepBegan(Change, frozen=True, kw_only=True):
    step: str

    def apply(self, state: Table) -> Table:
        return state.but(step=self.step)

    def line(self, state: Table) -> str:
        return f"Step: {self.step.replace('_', ' ')}"


class PulseEnded(Change, frozen=True, kw_only=True):
    round: int

    def apply(self, state: Table) -> Table:
        fresh = tuple(p.but(scored=()) if p.scored else p for p in state.players)
        return state.but(players=(fresh[0], fresh[1]))

    def line(self, state: Table) -> str:
        return f"Pulse round {self.round} is over"


class GeyserRolled(Change, frozen=True, kw_only=True):
    number: int

    def apply(self, state: Table) -> Table:
        return state.but(geyser=self.number)

    def line(self, state: Table) -> str:
        return f"Geysers {self.number} are active"


class FirstChosen(Change, frozen=True, kw_only=True):
    """Who goes first."""

    seat: int

    def apply(self, state: Table) -> Table:
        return state.but(first=self.seat, active=self.seat)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.seat]} goes first"


class SidesChosen(Change, frozen=True, kw_only=True):
    """Which table side each seat has."""

    sides: tuple[int, int]

    def apply(self, state: Table) -> Table:
        return state.but(sides=self.sides)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.sides.index(0)]} takes the side of the near edge"


# --- Arc and tokens -----------------------------------------------------------------------------------


class Charged(Change, frozen=True, kw_only=True):
    unit: str
    amount: int = 1

    def apply(self, state: Table) -> Table:
        u = state.units[self.unit]
        well = state.players[u.seat].well - self.amount
        return state.with_unit(self.unit, arc=u.arc + self.amount).with_player(u.seat, well=well)

    def line(self, state: Table) -> str:
        return f"{self.unit} is charged with {self.amount} Arc"


class Cleared(Change, frozen=True, kw_only=True):
    """Arc goes back to its owner's well."""

    unit: str
    amount: int = 1

    def apply(self, state: Table) -> Table:
        u = state.units[self.unit]
        well = state.players[u.seat].well + self.amount
        return state.with_unit(self.unit, arc=u.arc - self.amount).with_player(u.seat, well=well)

    def line(self, state: Table) -> str:
        return f"{self.amount} Arc is cleared from {self.unit}"


class Spiked(Cleared, frozen=True, kw_only=True):
    """1 Arc is cleared to use a Spike rule."""

    rule: str

    def line(self, state: Table) -> str:
        return f"{self.unit} spikes {library().special[self.rule]['name']}"


class TokenGained(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=True)

    def line(self, state: Table) -> str:
        return f"{self.unit} gets an activation token"


class ActivationBegan(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating=self.unit)

    def line(self, state: Table) -> str:
        return f"{self.unit} activates"


class ActivationOver(Change, frozen=True, kw_only=True):
    """The activation ends, or a fall has ended it (WC-FALL-5)."""

    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating="")

    def line(self, state: Table) -> str:
        return f"{self.unit}'s activation is over"


class TokenRemoved(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=False)

    def line(self, state: Table) -> str:
        return f"{self.unit} loses its activation token"


# --- places -------------------------------------------------------------------------------------------


class Moved(Change, frozen=True, kw_only=True):
    """A model went along a path, by choice or by force."""

    model: str
    path: tuple[tuple[int, int], ...]
    z: int = 0
    on: str = ""
    forced: bool = False

    def apply(self, state: Table) -> Table:
        x, y = self.path[-1]
        return state.with_model(self.model, x=x, y=y, z=self.z, on=self.on)

    def line(self, state: Table) -> str:
        x, y = self.path[-1]
        return f"{self.model} {'is slammed' if self.forced else 'moves'} to {text(x)}, {text(y)}"


class Repositioned(Change, frozen=True, kw_only=True):
    """Put somewhere else without moving (WC-MOVE-6)."""

    model: str
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, x=self.x, y=self.y, z=self.z, on=self.on)

    def line(self, state: Table) -> str:
        return f"{self.model} is put at {text(self.x)}, {text(self.y)}"


class Fell(Change, frozen=True, kw_only=True):
    model: str
    x: int
    y: int
    height: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, x=self.x, y=self.y, z=self.z, on=self.on)

    def line(self, state: Table) -> str:
        return f"{self.model} falls {text(self.height)} inches"


class Placed(Change, frozen=True, kw_only=True):
    """A model comes on to the table."""

    model: str
    unit: str
    card: str
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        model = Model(unit=self.unit, card=self.card, x=self.x, y=self.y, z=self.z, on=self.on)
        unit = state.units[self.unit]
        back = tuple(n for n in unit.lost if n != self.model)
        state = state.with_unit(self.unit, lost=back) if back != unit.lost else state
        return state.but(models={**state.models, self.model: model})

    def line(self, state: Table) -> str:
        return f"{self.model} is placed at {text(self.x)}, {text(self.y)}"


class UnitDeployed(Change, frozen=True, kw_only=True):
    """The unit is in play; its models are placed next."""

    unit: str
    attachments: tuple[str, ...] = ()
    initially: bool = False

    def apply(self, state: Table) -> Table:
        unit = state.units[self.unit]
        owned = dict(state.players[unit.seat].attachments)
        for name in self.attachments:
            owned[name] -= 1
        entered = -1 if self.initially else state.turn
        state = state.with_unit(
            self.unit, place=PLAY, attachments=self.attachments, lost=(), entered=entered, token=False, arc=0
        )
        return state.with_player(unit.seat, attachments=tuple(owned.items())) if self.attachments else state

    def line(self, state: Table) -> str:
        with_ = f" with {', '.join(self.attachments)}" if self.attachments else ""
        return f"{self.unit} deploys{with_}"


class GatePlaced(Change, frozen=True, kw_only=True):
    gate: str
    seat: int
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        units = {**state.units, self.gate: Unit(seat=self.seat, card="void_gate", place=PLAY, entered=state.turn)}
        model = Model(unit=self.gate, card="void_gate", x=self.x, y=self.y, z=self.z, on=self.on)
        return state.but(units=units, models={**state.models, self.gate: model}, gates=state.gates + 1)

    def line(self, state: Table) -> str:
        return f"A void gate ({self.gate}) opens at {text(self.x)}, {text(self.y)}"


# --- damage and leaving play --------------------------------------------------------------------------


class Damaged(Change, frozen=True, kw_only=True):
    model: str
    points: int
    by: int | None = None  # the seat credited

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, damage=state.models[self.model].damage + self.points)

    def line(self, state: Table) -> str:
        return f"{self.model} suffers {self.points} damage"


class Repaired(Change, frozen=True, kw_only=True):
    model: str
    points: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, damage=max(0, state.models[self.model].damage - self.points))

    def line(self, state: Table) -> str:
        return f"{self.points} damage is removed from {self.model}"


class Left(Change, frozen=True, kw_only=True):
    """A model leaves the table; its unit goes with its last model."""

    model: str
    how: str  # destroyed, recalled, collapsed
    by: int | None = None  # the seat that did it, if any
    attack: str = ""  # the kind of attack whose own damage roll did it

    def apply(self, state: Table) -> Table:
        model = state.models[self.model]
        unit = state.units[model.unit]
        models = {n: m for n, m in state.models.items() if n != self.model}
        state = state.but(models=models)
        if any(m.unit == model.unit for m in models.values()):
            return state.with_unit(model.unit, lost=(*unit.lost, self.model))
        return _unit_gone(state, model.unit, self.how)

    def line(self, state: Table) -> str:
        return f"{self.model} is {self.how}"


class Collapsed(Left, frozen=True, kw_only=True):
    """A void gate is gone."""


def _unit_gone(state: Table, name: str, how: str) -> Table:
    """Arc to the well, cards to the pile, token and effects gone; back to the reserves (WC-UNIT-2, -6, -8)."""
    unit = state.units[name]
    owned = dict(state.players[unit.seat].attachments)
    for attachment in unit.attachments:
        owned[attachment] = owned.get(attachment, 0) + 1
    if unit.card == "void_gate":
        state = state.but(units={n: u for n, u in state.units.items() if n != name})
    else:
        dead_hero = library().units[unit.card].hero and how == "destroyed"
        place = REMOVED if dead_hero else RESERVE
        state = state.with_unit(name, place=place, arc=0, token=False, attachments=(), lost=())
    state = state.with_player(
        unit.seat, well=state.players[unit.seat].well + unit.arc, attachments=tuple(owned.items())
    )
    for seat in (0, 1):
        player = state.players[seat]
        here = tuple(card for card, on in player.in_play if on == name)
        if here:
            kept = tuple(pair for pair in player.in_play if pair[1] != name)
            state = state.with_player(seat, in_play=kept, discard=tuple(sorted((*player.discard, *here))))
    return state.but(effects=tuple(e for e in state.effects if e.on != name))


# --- continuous effects -------------------------------------------------------------------------------


class EffectGained(Change, frozen=True, kw_only=True):
    model: str
    effect: str
    barred: str = ""

    def apply(self, state: Table) -> Table:
        m = state.models[self.model]
        return state.with_model(
            self.model, effects=tuple(sorted({*m.effects, self.effect})), barred=self.barred or m.barred
        )

    def line(self, state: Table) -> str:
        return f"{self.model} gains {library().effects[self.effect]['name']}"


class EffectExpired(Change, frozen=True, kw_only=True):
    model: str
    effect: str

    def apply(self, state: Table) -> Table:
        m = state.models[self.model]
        barred = "" if self.effect == "system_failure" else m.barred
        return state.with_model(self.model, effects=tuple(e for e in m.effects if e != self.effect), barred=barred)

    def line(self, state: Table) -> str:
        return f"{library().effects[self.effect]['name']} on {self.model} expires"


# --- cards --------------------------------------------------------------------------------------------


class CardEvent(Change, frozen=True, kw_only=True):
    """Something happens to a card; hidden from the other seat unless it is open."""

    seat: int
    card: str


class CypherPlayed(CardEvent, frozen=True, kw_only=True):
    """A card leaves the hand; lasting ones lie with their unit, others go to the pile when resolved."""

    unit: str = ""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        hand = _less(player.hand, self.card)
        if self.unit:
            return state.with_player(self.seat, hand=hand, in_play=(*player.in_play, (self.card, self.unit)))
        return state.with_player(self.seat, hand=hand, in_play=(*player.in_play, (self.card, "")))

    def line(self, state: Table) -> str:
        on = f" on {self.unit}" if self.unit else ""
        return f"{library().cyphers[self.card].name} is played{on}"


class CypherExpired(CardEvent, frozen=True, kw_only=True):
    """A card in play goes to its owner's discard pile."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        kept = tuple(pair for pair in player.in_play if pair[0] != self.card)
        return state.with_player(self.seat, in_play=kept, discard=tuple(sorted((*player.discard, self.card))))

    def line(self, state: Table) -> str:
        return f"{library().cyphers[self.card].name} goes to the discard pile"


class CypherReturned(CardEvent, frozen=True, kw_only=True):
    """A card comes back to hand, from play or from the open discard pile."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        kept = tuple(pair for pair in player.in_play if pair[0] != self.card)
        pile = player.discard if kept != player.in_play else _less(player.discard, self.card)
        hand = tuple(sorted((*player.hand, self.card)))
        return state.with_player(self.seat, in_play=kept, discard=pile, hand=hand)

    def line(self, state: Table) -> str:
        return f"{library().cyphers[self.card].name} returns to hand"


class Drawn(CardEvent, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        hand = tuple(sorted((*player.hand, self.card)))
        return state.with_player(self.seat, rack=_less(player.rack, self.card), hand=hand)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.seat]} draws {library().cyphers[self.card].name if self.card else 'a card'}"

    def seen_by(self, seat: int) -> Self | None:
        return self if seat == self.seat else self.but(card="")


class Discarded(CardEvent, frozen=True, kw_only=True):
    """From hand to the open pile."""

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        pile = tuple(sorted((*player.discard, self.card)))
        return state.with_player(self.seat, hand=_less(player.hand, self.card), discard=pile)

    def line(self, state: Table) -> str:
        return f"{library().cyphers[self.card].name} is discarded"


class Reshuffled(Change, frozen=True, kw_only=True):
    """The discard pile becomes the rack."""

    seat: int

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        rack = tuple(sorted((*player.rack, *player.discard)))
        return state.with_player(self.seat, rack=rack, discard=())

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.seat]} shuffles the discard pile into a new rack"


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


# --- objectives and points ----------------------------------------------------------------------------


class PickedUp(Change, frozen=True, kw_only=True):
    model: str
    objective: str

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, carrying=self.objective).with_objective(self.objective, carrier=self.model)

    def line(self, state: Table) -> str:
        return f"{self.model} picks up {self.objective}"


class Dropped(Change, frozen=True, kw_only=True):
    model: str
    objective: str
    x: int
    y: int

    def apply(self, state: Table) -> Table:
        state = state.with_objective(self.objective, carrier="", x=self.x, y=self.y)
        return state.with_model(self.model, carrying="")

    def line(self, state: Table) -> str:
        return f"{self.model} drops {self.objective}"


class Scored(Change, frozen=True, kw_only=True):
    seat: int
    vp: int
    why: str
    objective: str = ""  # skirmish: scored once a round by each player
    recon: bool = False

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        scored = (*player.scored, self.objective) if self.objective else player.scored
        return state.with_player(self.seat, vp=player.vp + self.vp, scored=scored, recon=player.recon or self.recon)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.seat]} scores {self.vp} VP: {self.why}"


class UnitKilled(Change, frozen=True, kw_only=True):
    """An enemy unit was destroyed and the kill is credited to a seat."""

    seat: int
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_player(self.seat, kills=state.players[self.seat].kills + 1)

    def line(self, state: Table) -> str:
        return f"{self.unit} is credited to seat {'ab'[self.seat]}"


def enemy_of(seat: int) -> int:
    return OTHER[seat]
