"""Casting: pay, name a target in sight, then measure. Offensive spells are magic attacks; any time in the activation.

A spell may be cast through a channeler of the caster's battlegroup, which then is the point of origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Flag, Frame, Next, Option, Refusal, Return, Settle, Term
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attacking import NOT_AIMING, attack_frame
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.magic.lasting import end_earlier, put_on
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area, near, unaware_of
from sandtable.rulesets.warmachine.common.measuring.engagement import engaged_by
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by, sees
from sandtable.rulesets.warmachine.common.movement.advance import still_behind
from sandtable.rulesets.warmachine.common.state.cards import MAGIC, Spell
from sandtable.rulesets.warmachine.common.state.conditions import INERT, card, has, is_down
from sandtable.rulesets.warmachine.common.state.events import Declared, Happened, Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import is_for
from sandtable.rulesets.warmachine.common.turn.activity import Activity, focus, pay
from sandtable.rulesets.warmachine.common.turn.control import outside
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, at_itself, in_keys, no_magic, words_after

CAST = "cast"
CHANNEL = "channel"  # hooks by this key say why nobody casts through a channeler


class Channels(Flag, frozen=True):
    """Whether a warcaster may cast through a model."""

    caster: str
    node: str

    def base(self, p: Position) -> tuple[Term, ...]:
        node, printed = self.node, card(p, self.node)
        if "arc_node" not in printed.abilities or p.state.status[node].master != self.caster:
            return ()
        if not in_control_area(p, self.caster, node) or is_down(p, node) or has(p, node, INERT):
            return ()
        if "A" in disabled(printed, p.state.status[node].marks) or engaged_by(p, node):
            return ()
        return (Term(1, "arc node", p.rules.cite("channelling")),)


def no_channel(p: Position, caster: str, node: str) -> Refusal:
    """Why a warcaster cannot cast through a model."""
    printed = card(p, node)
    if "arc_node" in printed.abilities and (barring := p.forbidden(CHANNEL, caster, node)):
        return barring
    if "arc_node" not in printed.abilities or p.state.status[node].master != caster:
        return Refusal(say("{node} is no channeler of {caster}", node=node, caster=caster), p.rules.cite("channelling"))
    if not in_control_area(p, caster, node):
        return outside(p, caster, node, p.rules.cite("channelling in the control area"))
    if foes := engaged_by(p, node):
        return Refusal(
            say("{node} is engaged by {foe}", node=node, foe=foes[0]), p.rules.cite("no channelling in melee")
        )
    if has(p, node, INERT):
        return Refusal(say("{node} is inert", node=node), p.rules.cite("inert channelers"))
    for term in p.terms(Channels(caster, node)):
        if term.value < 0:
            return Refusal(say("{node} cannot channel now: {why}", node=node, why=term.why), term.cite)
    why = say("{node} lies on the ground" if is_down(p, node) else "the arc node of {node} is out", node=node)
    return Refusal(why, p.rules.cite("what stops channelling"))


class Fizzled(Happened, frozen=True, kw_only=True):
    """A spell that is no attack was cast at somebody out of range: its cost is lost."""

    spell: str

    def line(self, p: Position) -> str:
        return say("{name} does not reach {who}", name=p.rules.cards.spells[self.spell].name, who=self.who)


class Cast(Frame, frozen=True, kw_only=True):
    activity: Activity
    spell: str
    target: str
    node: str = ""

    def start(self, d: Draft) -> Next:
        caster, spell = self.activity.model, d.rules.cards.spells[self.spell]
        pay(d, caster, spell.cost, spell.name, d.rules.cite("cost of a spell"))
        end_earlier(d, caster, self.spell)
        me = self.but(activity=self.activity.but(cast=(*self.activity.cast, self.spell)))
        if spell.offensive:
            return Call(attack_frame(d, self.strike(d)), then=me.done)
        cite = d.rules.cite("cost of a spell")
        d.emit(Declared(who=caster, what=self.spell, target=self.target, through=self.node, cite=cite))
        if not spell.caster and not near(d, self.node or caster, self.target, spell.reach):
            d.emit(Fizzled(who=self.target, spell=self.spell, cite=d.rules.cite("a spell out of range")))
            return me.done(d)
        return me.take_effect(d, spell)

    def strike(self, p: Position) -> Strike:
        """A magic attack. A channeler does not move in its warcaster's activation."""
        a = self.activity
        unaware, marks = (unaware_of(p, self.node), ()) if self.node else (a.behind, a.marks)
        return Strike(
            attacker=a.model, target=self.target, kind=MAGIC, spell=self.spell, origin=self.node, unaware=unaware,
            activated=True, marks=marks,
        )  # fmt: skip

    def take_effect(self, d: Draft, spell: Spell) -> Next:
        caster = self.activity.model
        if spell.bonus or spell.gains or spell.forbids:
            for name in whom(d, caster, self.spell, self.target):
                put_on(d, caster, self.spell, name)
        make = d.rules.spell_frames.get(spell.special)
        if make is None:
            return self.done(d)
        return Call(make(caster=caster, spell=self.spell, target=self.target), then=self.took_effect)

    def took_effect(self, d: Draft, path: tuple[Spot, ...] = ()) -> Next:
        """A caster moved by the spell does not aim, and may have come out of an enemy's back arc."""
        if not path:
            return self.done(d)
        return self.but(activity=still_behind(d, self.activity.marked(NOT_AIMING), path)).done(d)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


def whom(p: Position, caster: str, spell: str, target: str) -> list[str]:
    """Who gets a spell that is no attack: its target, or everybody it names in the control area.

    One that is kept up over the control area stays on the caster and follows him.
    """
    printed = p.rules.cards.spells[spell]
    if not printed.ctrl or printed.upkeep:
        return [target]
    seat = p.state.status[caster].seat
    found = [n for n in p.state.models if in_control_area(p, caster, n)]
    wanted = [n for n in found if (p.state.status[n].seat == seat) == (printed.side == "friendly")]
    return [n for n in wanted if is_for(p, printed, caster, n)]


def is_meant_for(p: Position, caster: str, spell: Spell, target: str) -> bool:
    """Whether a model is on the side and of the kind that a spell is for."""
    mine = p.state.status[target].seat == p.state.status[caster].seat
    return spell.side != ("enemy" if mine else "friendly") and is_for(p, spell, caster, target)


def not_for(p: Position, a: Activity, spell: str, target: str = "") -> Refusal | None:
    """Why a spell has no such target, whenever it is cast."""
    printed = p.rules.cards.spells[spell]
    if target not in p.state.models or is_meant_for(p, a.model, printed, target):
        return None
    side = "" if printed.side == "any" else printed.side
    faction = card(p, a.model).faction.title() if printed.faction else ""
    whom = " ".join(word for word in (side, faction, f"{printed.only or 'model'}s") if word)
    return Refusal(
        say("{name} is for {whom}, not for {target}", name=printed.name, whom=whom, target=target),
        p.rules.cite("targets of spells"),
    )


def nodes(p: Position, caster: str) -> list[str]:
    """The models a warcaster may cast through now."""
    return [n for n in p.state.friends(caster) if p.holds(Channels(caster, n))]


def may_be_named(p: Position, caster: str, spell: Spell, source: str) -> list[str]:
    """Who may be named as target: on the right side, of the right kind, in the origin's sight."""
    found: list[str] = []
    visible: frozenset[str] | None = None
    for target in p.state.models:
        if not is_meant_for(p, caster, spell, target):
            continue
        if target in (caster, source):  # whoever casts, and a channeler, sees itself
            if not spell.offensive:
                found.append(target)
        else:
            visible = seen_by(p, source) if visible is None else visible
            if target in visible:
                found.append(target)
    return found


def cast_barred(p: Position, a: Activity, spell: str) -> Refusal | None:
    """Why a spell cannot be cast now, whatever the target."""
    printed = p.rules.cards.spells[spell]
    if why := no_magic(a, p.rules.cite("when spells are cast")):
        return why
    if focus(p, a.model) < printed.cost:
        short = printed.cost - focus(p, a.model)
        return Refusal(
            say("{model} lacks {short} focus for {name}", model=a.model, short=short, name=printed.name),
            p.rules.cite("cost of a spell"),
        )
    if printed.once and spell in a.cast:
        return Refusal(
            say("{name} is cast once an activation", name=printed.name), p.rules.cite("casting a spell again")
        )
    return p.forbidden(CAST, a)


def for_the_caster_alone(p: Position, a: Activity, spell: str, channelled: bool) -> Refusal:
    """Why a spell that is cast on oneself has no other target, and no channeler."""
    if why := cast_barred(p, a, spell):
        return why
    cite = p.rules.cite("spells not channelled") if channelled else p.rules.cite("spells for the caster alone")
    return Refusal(say("{spell} is for {model} alone", spell=spell, model=a.model), cite, instead=f"{CAST} {spell}")


class Casting(Deed):
    verb = CAST

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        for spell in card(p, a.model).spells:
            if cast_barred(p, a, spell) is None:
                yield from self.targets(p, a, spell)

    def targets(self, p: Position, a: Activity, spell: str) -> Iterator[Option]:
        printed, cite = p.rules.cards.spells[spell], p.rules.cite("cost of a spell")
        if printed.caster:
            yield self.option(p, a, f"cast {spell}", cite, using=spell, cost=printed.cost)
            return
        for node in ("", *nodes(p, a.model)):
            source = node or a.model
            for target in may_be_named(p, a.model, printed, source):
                if not (node and target == a.model):
                    key = f"cast {spell} at {target}" + (f" through {node}" if node else "")
                    yield self.option(
                        p, a, key, cite, target=target, using=spell, cost=printed.cost, also=(node,) if node else (),
                        odds=printed.offensive,
                    )  # fmt: skip

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        """Every spell of the card, at every model of the side it is for."""
        cite = p.rules.cite("cost of a spell")
        for spell in card(p, a.model).spells:
            printed = p.rules.cards.spells[spell]
            if printed.caster:
                yield self.option(p, a, f"cast {spell}", cite, using=spell, cost=printed.cost)
                continue
            hostile = printed.offensive or printed.side == "enemy"
            for target in p.state.enemies(a.model) if hostile else p.state.of(p.state.status[a.model].seat):
                key = f"cast {spell} at {target}"
                yield self.option(p, a, key, cite, target=target, using=spell, cost=printed.cost)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        spells = card(p, a.model).spells
        key = in_keys(key, spells)
        said = key.split(" ")[1] if " " in key else ""
        untargeted = key.startswith(f"cast {said} through ")
        if said in spells and len(key.split(" ")) > 2 and " at " not in key:
            key = f"cast {said} at {key.removeprefix(f'cast {said} ')}"
        words = words_after(key, "cast", "at", "through")
        if said in spells and p.rules.cards.spells[said].caster and key != f"cast {said}":
            return for_the_caster_alone(p, a, said, " through " in key)
        if said in spells and untargeted:
            return None
        if not words or words[0] not in spells:
            return Refusal(
                say("{model} knows no such spell", model=a.model),
                p.rules.cite("cost of a spell"),
                instead=", ".join(spells),
            )
        if why := not_for(p, a, *words[:2]) or cast_barred(p, a, words[0]):
            return why
        if len(words) < 2 or words[1] not in p.state.models:
            return None
        node = words[2] if len(words) > 2 else ""
        if node and node not in p.state.models:
            return None
        if node and not p.holds(Channels(a.model, node)):
            return no_channel(p, a.model, node)
        source = node or a.model
        if words[1] != a.model and not sees(p, source, words[1]):
            sight = p.rules.cite("a channeler needs line of sight" if node else "a spell needs line of sight")
            return Refusal(say("{source} does not see {target}", source=source, target=words[1]), sight)
        cite = p.rules.cite("targets of spells")
        if words[1] == a.model:
            if p.rules.cards.spells[words[0]].offensive:
                return at_itself(p, a.model)
            directly = say("{model} casts at itself without a channeler", model=a.model)
            return Refusal(directly, cite, instead=f"cast {words[0]} at {a.model}")
        return Refusal(say("{spell} cannot be cast at {target}", spell=words[0], target=words[1]), cite)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        words = words_after(key, "cast", "at", "through")
        target = words[1] if len(words) > 1 else a.model
        return Cast(activity=a, spell=words[0], target=target, node=words[2] if len(words) > 2 else "")
