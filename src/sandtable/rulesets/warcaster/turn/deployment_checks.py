"""What may be deployed: the cost, attachments, and every reason why a deployment is refused (WC-DEPLOY, WC-ATTACH)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from sandtable.core import Query, Refusal, Term
from sandtable.core.legality import Check, Checks
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import RESERVE
from sandtable.rulesets.warcaster.turn.deployment_places import DeployPlaces, has_room


class Arrival(NamedTuple):
    """A unit about to be deployed."""

    unit: str
    gate: str = ""  # empty: the initial deployment
    attachments: tuple[str, ...] = ()


class DeployCost(Query, frozen=True):
    """Arc a gate pays for a unit (WC-STAT-10, WC-ATTACH-2)."""

    unit: str
    gate: str = ""  # empty: initially, from nowhere
    attachments: tuple[str, ...] = ()

    def base(self, p: Position) -> list[Term]:
        joined = [p.rules.cards.units[name] for name in self.attachments]
        own = Term(unit_card(p, self.unit).dc, "DC", "WC-STAT-10", "base")
        return [own, *[Term(card.dc, card.name, "WC-ATTACH-2") for card in joined]] if joined else [own]


def attachment_sets(p: Position, unit: str) -> Iterator[tuple[str, ...]]:
    """The attachments a unit may be deployed with: none, or any different ones owned (WC-ATTACH-1, WC-ATTACH-4)."""
    state = p.state
    card = unit_card(p, unit)
    yield ()
    if card.type != "squad":
        return
    fit = [name for name, n in state.players[state.units[unit].seat].attachments if n > 0 and joins(p, name, unit)]
    for size in range(1, len(fit) + 1):
        yield from combinations(fit, size)


def models_and_cards(p: Position, unit: str, attachments: tuple[str, ...]) -> dict[str, str]:
    """Model names of a unit about to be deployed, with their cards; the first is placed first."""
    card = unit_card(p, unit)
    if card.type != "squad":
        return {unit: card.id}
    own = {f"{unit}.{n}": card.id for n in range(1, card.size + 1)}
    return own | {f"{unit}.{a}": a for a in attachments}


def places(p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> DeployPlaces:
    state = p.state
    cards = models_and_cards(p, unit, attachments)
    return DeployPlaces(
        pieces=tuple(cards), unit=unit, cards=tuple(cards.items()), seat=state.units[unit].seat, gate=gate
    )


def in_reserve(p: Position, seat: int) -> list[str]:
    return [n for n, u in p.state.units.items() if u.seat == seat and u.place == RESERVE]


def joins(p: Position, name: str, unit: str) -> bool:
    """Whether an attachment may join a squad: its card names one of the squad's tags (WC-ATTACH-1)."""
    card = p.rules.cards.units.get(name)
    return card is not None and not set(card.attach_to).isdisjoint(unit_card(p, unit).tags)


def owned(p: Position, seat: int) -> dict[str, int]:
    """The attachments of a seat, and how many of each are with no squad."""
    return dict(p.state.players[seat].attachments)


def strangers(p: Position, seat: int, a: Arrival) -> list[str]:
    """Attachments named that do not join the unit."""
    return [name for name in a.attachments if name not in owned(p, seat) or not joins(p, name, a.unit)]


def taken(p: Position, seat: int, a: Arrival) -> list[str]:
    """Attachments named of which none is free."""
    return [name for name in a.attachments if not owned(p, seat)[name]]


def cost(p: Position, a: Arrival) -> int:
    return p.value(DeployCost(*a))


def fits(p: Position, a: Arrival) -> bool:
    """Whether the whole unit can be put down (WC-DEPLOY-7)."""
    return has_room(p, places(p, *a))


def _no_gate(p: Position, seat: int, a: Arrival) -> str:
    if a.gate:
        return say("{gate} is no gate of yours in play", gate=a.gate)
    return "from which gate?" if p.state.gates_of(seat) else "you have no void gate in play"


# Each check of a deployment is asked with the position, the seat and the arrival.
IN_RESERVE = Check(
    lambda p, seat, a: p.state.units[a.unit].place != RESERVE or p.state.units[a.unit].seat != seat,
    lambda p, seat, a: Refusal(say("{unit} is not in your reserve", unit=a.unit), "WC-DEPLOY-14"),
)
OWN_GATE = Check(
    lambda p, seat, a: not p.state.is_gate_of(a.gate, seat),
    lambda p, seat, a: Refusal(_no_gate(p, seat, a), "WC-DEPLOY-2"),
)
ATTACHMENTS: Checks = (
    Check(
        lambda p, seat, a: len(set(a.attachments)) < len(a.attachments),
        lambda p, seat, a: Refusal("a squad has no attachment twice", "WC-ATTACH-4"),
    ),
    Check(
        lambda p, seat, a: bool(a.attachments and strangers(p, seat, a)),
        lambda p, seat, a: Refusal(
            say("{strangers} does not join {unit}", strangers=strangers(p, seat, a)[0], unit=a.unit), "WC-ATTACH-1"
        ),
    ),
    Check(
        lambda p, seat, a: bool(a.attachments and taken(p, seat, a)),
        lambda p, seat, a: Refusal(
            say("every {taken} is with another squad", taken=taken(p, seat, a)[0]), "WC-ATTACH-10"
        ),
    ),
)
PAID = Check(
    lambda p, seat, a: cost(p, a) > p.state.units[a.gate].arc,
    lambda p, seat, a: Refusal(
        say(
            "{unit} costs {cost} Arc, {gate} holds {arc}",
            unit=a.unit,
            cost=cost(p, a),
            gate=a.gate,
            arc=p.state.units[a.gate].arc,
        ),
        "WC-ATTACH-5" if a.attachments else "WC-DEPLOY-15",
    ),
)
ROOM = Check(
    lambda p, seat, a: not fits(p, a),
    lambda p, seat, a: Refusal(
        say("{unit} cannot be placed whole near {gate}", unit=a.unit, gate=a.gate or "your rear edge"), "WC-DEPLOY-7"
    ),
)
LISTED: Checks = (IN_RESERVE, OWN_GATE, *ATTACHMENTS)  # no need to ask them of what `DeployMenu.arrivals` lists
DEPLOY: Checks = (*LISTED, PAID, ROOM)
