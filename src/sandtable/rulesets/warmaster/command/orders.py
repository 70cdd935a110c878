"""Orders: who may order whom, one order after another (WM-CMD, WM-BRIG).

Success or failure applies to every unit of a brigade (WM-BRIG-7). A character who failed or blundered may still move
later
(WM-CMD-23), and one in an engaged or confused unit may order others (WM-CMD-25).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandtable.core import (
    Ask,
    Call,
    Check,
    Checks,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Refusal,
    Return,
    Roll,
    Settle,
    Wait,
    allowed,
    refusal,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.geometry.units import FAR, text
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.blunders import Blunder
from sandtable.rulesets.warmaster.command.brigades import (
    MOST,
    common_links,
    friends_in_touch,
    grown,
    is_body,
    links_now,
)
from sandtable.rulesets.warmaster.command.carry_out import CarryOut, move
from sandtable.rulesets.warmaster.command.character_places import measures_with
from sandtable.rulesets.warmaster.command.march import March, Moves
from sandtable.rulesets.warmaster.command.order_test import OrderTest, command_range, distance
from sandtable.rulesets.warmaster.command.spoken_names import one_name, several, words_in
from sandtable.rulesets.warmaster.command.steps import ORDERS, out_of_step
from sandtable.rulesets.warmaster.state.events.commanding import OrderFailed, OrderGiven, OrdersBegan, OrdersPassed
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, rank
from sandtable.rulesets.warmaster.state.table import EPS, PLACES

END = "end orders"
TWELVE = 12  # always fails (WM-CMD-21)
BRIGADE = "brigade"  # what special rules forbid by this name
ORDER, BLUNDER, SHUFFLE = "order", "blunder", "half pace on a failed order"
# whether units move half pace on a failed order, if it is their first
HALF_PACE: Switch[Callable[[bool], bool]] = Switch(
    "failed_order_half_pace", {"false": lambda first: False, "true": lambda first: first}, "WM-CMD-13"
)
MOST_ORDERS = Switch("max_orders_per_unit", {"none": FAR, "3": 3.0}, "WM-CMD-18")


# --- who may be ordered (WM-CMD-24) ---
def _far(p: Position, character: str, unit: str) -> float:
    reach = command_range(p, character, unit)
    return 0.0 if reach is None else distance(p, character, unit) - reach


def _out_of_range(p: Position, character: str, unit: str) -> Refusal:
    far = _far(p, character, unit)
    cite = "WM-CMD-2" if p.rules.library.units[p.state.units[unit].entry].flyer else "WM-CMD-1"
    return Refusal(
        say("{unit} is {far} cm beyond the range of {character}", unit=unit, far=text(far), character=character),
        cite,
        int(far),
    )


UNIT: Checks = (
    Check(
        lambda p, c, u: u not in p.state.stands or p.state.units[u].seat != p.state.active,
        lambda p, c, u: Refusal(say("{u!r} is no unit of yours on the table", u=u), "WM-CMD-24"),
    ),
    Check(lambda p, c, u: p.state.units[u].confused, lambda p, c, u: Refusal(say("{u} is confused", u=u), "WM-CMD-19")),
    Check(
        lambda p, c, u: p.state.units[u].charged or engaged(p, u),
        lambda p, c, u: Refusal(say("{u} is engaged", u=u), "WM-CMD-20"),
    ),
    Check(
        lambda p, c, u: bool(p.state.units[u].initiative),
        lambda p, c, u: Refusal(say("{u} has used its initiative", u=u), "WM-INIT-8"),
    ),
    Check(
        lambda p, c, u: p.state.units[u].frozen,
        lambda p, c, u: Refusal(say("{u} has just come back to the table", u=u), "WM-OFFT-5"),
    ),
    Check(
        lambda p, c, u: p.state.units[u].ordered_by not in ("", c),
        lambda p, c, u: Refusal(
            say("{u} was ordered by {ordered_by}", u=u, ordered_by=p.state.units[u].ordered_by), "WM-CMD-17"
        ),
    ),
    Check(
        lambda p, c, u: p.state.units[u].orders >= MOST_ORDERS.of(p),
        lambda p, c, u: Refusal(say("{u} has had its orders", u=u), "WM-CMD-18"),
    ),
    Check(lambda p, c, u: _far(p, c, u) > EPS, _out_of_range),
    Check(
        lambda p, c, u: p.state.issuing == c and u in p.state.finished,
        lambda p, c, u: Refusal(say("{c} has passed on from {u}", c=c, u=u), "WM-CMD-16"),
    ),
    Check(
        lambda p, c, u: p.forbidden(ORDER, u) is not None,
        lambda p, c, u: p.forbidden(ORDER, u) or Refusal(say("{u} cannot be ordered", u=u), "WM-CMD-24"),
    ),
)
FIT: Checks = (*UNIT[:5], UNIT[6], UNIT[9])  # what does not depend on who gives the order
REACHED: Checks = (UNIT[5], UNIT[7], UNIT[8])  # what does
ISSUER: Checks = (
    Check(
        lambda p, c: c not in p.state.spots or p.state.characters[c].seat != p.state.active,
        lambda p, c: Refusal(say("{c!r} is no character of yours on the table", c=c), "WM-CMD-15"),
    ),
    Check(lambda p, c: p.state.closed, lambda p, c: Refusal("the General has failed: no more orders", "WM-CMD-14")),
    Check(
        lambda p, c: p.state.characters[c].done,
        lambda p, c: Refusal(
            say("{c} gives no more orders this turn", c=c), p.state.characters[c].done_by or "WM-CMD-13"
        ),
    ),
)


def unordered(p: Position, character: str, units: tuple[str, ...]) -> Refusal | None:
    """Why these units cannot be given one order; None when they can."""
    if found := refusal(ISSUER, p, character):
        return found
    for unit in units:
        if found := refusal(UNIT, p, character, unit):
            return found  # every unit must be orderable by itself (WM-BRIG-4)
    if len(units) > MOST:
        return Refusal(say("{count} units; one order is for up to {MOST}", count=len(units), MOST=MOST), "WM-BRIG-1")
    return None if units in bodies(p, character) else _no_body(p, character, units)


def _no_body(p: Position, character: str, units: tuple[str, ...]) -> Refusal:
    if len(units) > 1 and (found := p.forbidden(BRIGADE, units)):
        return found
    if not is_body(units, links_now(p, p.state.active)):
        return Refusal("the units are not in touch", "WM-BRIG-2")
    if not is_body(units, common_links(p, p.state.active)):
        return Refusal("they were not in touch when the orders began", "WM-BRIG-2")
    if p.state.issuing == character and set(units) & set(p.state.brigade):
        return Refusal("finish one part of a brigade before the next, and all before others", "WM-BRIG-10")
    return Refusal("they were not in touch when the orders began", "WM-BRIG-2")


def issuers(p: Position) -> list[str]:
    """The characters who may give an order now."""
    return [c for c in p.state.leaders(p.state.active) if allowed(ISSUER, p, c)]


def ready_for(p: Position, character: str) -> list[str]:
    """The units a character may order now, each by itself."""
    fit = p.memo("fit for orders", lambda: [u for u in p.state.on_table(p.state.active) if allowed(FIT, p, "", u)])
    return p.memo(("ready for", character), _reached, None, p, character, fit)


def _reached(p: Position, character: str, fit: Sequence[str]) -> list[str]:
    """Those of some units that REACHED lets pass; how far his orders reach follows from places and is kept longer."""
    state, seat = p.state, p.state.active
    if character not in state.spots:
        return [u for u in fit if allowed(REACHED, p, character, u)]
    key = "in command", character, state.spots[character], measures_with(p, character), seat
    near, done = p.memo(key, _in_command, PLACES, p, character), state.finished if state.issuing == character else ()
    return [u for u in fit if state.units[u].ordered_by in ("", character) and u in near and u not in done]


def _in_command(p: Position, character: str) -> frozenset[str]:
    """The units that a character's orders reach."""
    return frozenset([u for u in p.state.on_table(p.state.active) if _far(p, character, u) <= EPS])


def groups_for(p: Position, character: str) -> list[tuple[list[str], dict[str, set[str]]]]:
    """The units a character may order now, apart from those of another part of his brigade, and who is in touch.

    A unit that he ordered by itself may be ordered again with others (WM-CMD-16, WM-BRIG-6).
    """
    state, ready = p.state, ready_for(p, character)
    if state.issuing != character or len(state.brigade) < 2:
        return [(ready, common_links(p, state.active))]
    now = links_now(p, state.active)
    part = [u for u in ready if u in state.part]
    rest = [u for u in ready if u in state.brigade and u not in state.part]
    others = [u for u in ready if u not in state.brigade]
    return [(part, now), (rest, now), (others, common_links(p, state.active))]


def may_brigade(p: Position, body: tuple[str, ...]) -> bool:
    return len(body) == 1 or p.forbidden(BRIGADE, body) is None


def bodies(p: Position, character: str) -> frozenset[tuple[str, ...]]:
    """Every set of units a character may order now."""
    return p.memo(("bodies", character), lambda: frozenset(_bodies(p, character)))


def _bodies(p: Position, character: str) -> list[tuple[str, ...]]:
    found = [body for units, links in groups_for(p, character) for body in grown(units, links)]
    return [body for body in found if may_brigade(p, body)]


def order_option(character: str, body: tuple[str, ...]) -> Option:
    return Option(
        f"{character} orders {' '.join(body)}", cite="WM-BRIG-3" if len(body) > 1 else "WM-CMD-3", verb="order",
        about=(character, *body), actor=character, target=body[0], also=body, odds=True,
    )  # fmt: skip


class OrderMenu(Options, frozen=True, kw_only=True):
    """Who orders whom: a unit, or units in touch as a brigade (WM-BRIG-3)."""

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo("order menu", lambda: self._found(p))

    def _found(self, p: Position) -> tuple[Option, ...]:
        found = []
        for character in issuers(p):
            for body in sorted(bodies(p, character), key=lambda b: (len(b), b)):
                found.append(order_option(character, body))
        return (*found, Option(END, cite="WM-CMD-15", verb=END, ends=True))

    def on_offer(self, p: Position, key: str) -> bool:
        character, _, whom = key.partition(" orders ")
        units = tuple(whom.split(" "))
        return key == END or (bool(whom) and unordered(p, character, units) is None)

    def missing(self, p: Position, key: str) -> Refusal:
        if elsewhere := out_of_step(p, key, ORDERS):
            return elsewhere
        character, _, whom = key.partition(" orders ")
        units = tuple(name for name in p.state.stands if name in whom.split())
        if whom and len(units) == len(whom.split()):
            return unordered(p, character, units) or super().missing(p, key)
        unknown = next((name for name in whom.split() if name not in units), "")
        return (
            Refusal(say("{unknown!r} is no unit of yours on the table", unknown=unknown), "WM-CMD-24")
            if unknown
            else super().missing(p, key)
        )

    def sought(self, p: Position) -> Iterator[Option]:
        """Every unit by every character, and the body each unit is in."""
        seat = p.state.active
        for character in p.state.leaders(seat):
            for unit in p.state.on_table(seat):
                yield order_option(character, (unit,))

    def spoken(self, p: Position, words: str) -> str:
        """``hero_1 orders spears_1 and swords_1``; ``order spears and swords`` by whoever gives orders now."""
        found = self.begun(p, words)
        return found[0] if found is not None and not found[1] else " ".join(words.split())

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``order spears and swords ahead 20``: the order, then what the units do when they obey."""
        seat, said = p.state.active, words_in(words)
        if said[:1] in (["order"], ["orders"]):
            character, rest = self.giver(p), said[1:]
        else:
            character, rest = one_name(p, said, p.state.leaders(seat))
            if not character or rest[:1] not in (["order"], ["orders"]):
                return None
            rest = rest[1:]
        names, left = several(p, rest, p.state.on_table(seat))
        units = tuple(name for name in p.state.stands if name in names)
        return (f"{character} orders {' '.join(units)}", " ".join(left)) if units else None

    def giver(self, p: Position) -> str:
        """Who gives orders now, or the first who may."""
        now = p.state.issuing
        if now and not p.state.characters[now].done:
            return now
        return next((o.actor for o in self.options(p) if o.actor), "")


class Orders(Frame, frozen=True, kw_only=True):
    """The Orders step: until nobody can or wants to give another (WM-TURN-3)."""

    always: bool = False  # asks once even if nobody can be ordered

    def start(self, d: Draft) -> Next:
        pairs = friends_in_touch(d, d.state.active)
        d.emit(OrdersBegan(bodies=pairs, cite="WM-BRIG-2"))
        return self.ask(d)

    def ask(self, d: Draft, *ignored: object) -> Next:
        if not self.always and not any(ready_for(d, character) for character in issuers(d)):
            return Return()
        ask = Ask(d.state.active, "give an order", OrderMenu(), END, "WM-CMD-3")
        return Wait(ask, then=self.but(always=False).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return Return()
        character, _, whom = key.partition(" orders ")
        if d.state.issuing not in ("", character) and not d.state.characters[d.state.issuing].done:
            d.emit(OrdersPassed(character=d.state.issuing, cite="WM-CMD-15"))
        return Call(Order(character=character, units=tuple(whom.split())), then=self.settle)

    def settle(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.ask)


def blunders(p: Position, character: str, units: tuple[str, ...], total: int) -> bool:
    """A Hero's or Wizard's 12, but for units with a chart of their own (WM-BLUND-1, WM-BLUND-2)."""
    return total == TWELVE and rank(p, character).kind != "general" and p.forbidden(BLUNDER, units) is None


class Order(Frame, frozen=True, kw_only=True):
    """One order: two dice, then if need be the blunder (WM-DICE-2)."""

    character: str
    units: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        terms = d.terms(OrderTest(self.character, self.units))
        pool = Pool("order", (("d6", 2),), d.state.active, terms)
        return Wait(Roll("order", (pool,), cite="WM-CMD-3"), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        needed = d.value(OrderTest(self.character, self.units))
        obeyed = total <= needed and total != TWELVE
        d.emit(
            OrderGiven(
                character=self.character, units=self.units, total=total, needed=needed, obeyed=obeyed, cite="WM-CMD-3"
            )
        )
        if obeyed:
            return Call(CarryOut(units=self.units, seat=d.state.active), then=self.finish)
        return self.failed(d, total)

    def failed(self, d: Draft, total: int) -> Next:
        """The units stay (WM-CMD-13), or blunder."""
        general = rank(d, self.character).kind == "general"
        worse = blunders(d, self.character, self.units, total)
        cite = "WM-CMD-14" if general else "WM-CMD-13"
        d.emit(OrderFailed(character=self.character, units=self.units, total=total, closes=general, cite=cite))
        if worse:
            return Call(Blunder(character=self.character, units=self.units), then=self.finish)
        first = all(d.state.units[unit].orders == 1 for unit in self.units)
        if HALF_PACE.of(d)(first and total != TWELVE) and d.forbidden(SHUFFLE, self.units) is None:
            domain = March(pieces=self.units, half=True, charge=False, cite="WM-CMD-13")
            ask = Ask(d.state.active, "move up to half pace", domain, None, "WM-CMD-13", about=self.units)
            return Wait(ask, then=self.shuffled)
        return Return()

    def shuffled(self, d: Draft, moves: Moves) -> Next:
        for name, goals in moves:
            if goals is not None:
                move(d, name, goals, cite="WM-CMD-13")
        return Return()
