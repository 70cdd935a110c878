"""Questions, options and refusals of the engine as frames."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from sandtable.core import Arrangement, BoundAsk, Domain, Facing, Line, Option, Path, Position, Refusal, Region, Split
from sandtable.core import Subset as SubsetOfNames
from sandtable.core.texts import english
from sandtable.scene import Polygon, drawn
from sandtable.server.asks import (
    AnyDomain,
    ArrangeDomain,
    AskFrame,
    Barred,
    Base,
    Choosable,
    Cost,
    FacingDomain,
    Limit,
    LineDomain,
    OptionFrame,
    OptionsDomain,
    OtherDomain,
    PathDomain,
    PlaceDomain,
    RefusalFrame,
    SplitDomain,
    SubsetDomain,
)

WORDS = 400  # of one text


def plain(p: Position, text: str) -> str:
    """English with printed names, as an ordinary string."""
    return str.__str__(english(p, text))


def refusal_frame(p: Position, refusal: Refusal) -> RefusalFrame:
    return RefusalFrame(
        reason=plain(p, refusal.reason),
        cite=refusal.cite,
        short_by=refusal.short_by,
        instead=plain(p, refusal.instead)[:WORDS],
    )


def option_frame(option: Option) -> OptionFrame:
    return OptionFrame(
        key=option.key,
        label=str.__str__(option.label or option.key),
        cite=option.cite,
        about=option.concerns,
        verb=option.verb,
        actor=option.actor,
        target=option.target,
        using=option.using,
        how=option.how,
        also=option.also,
        cost=tuple(Cost(what, amount) for what, amount in option.cost),
        group=option.group,
        ends=option.ends,
        odds=option.odds,
        ability=option.ability,
    )


def ask_frame(p: Position, ask: BoundAsk) -> AskFrame:
    """What the asked seat is sent. `p` is the table as that seat knows it."""
    default: Any | UnsetType = UNSET
    if ask.ask.default is not None:
        default = ask.ask.default
    return AskFrame(
        id=type(ask.ask.domain).__name__,
        seat=p.rules.seat_name(ask.seat),
        title=str.__str__(ask.title),
        cite=ask.cite,
        about=tuple(ask.ask.about),
        window=ask.window,
        forced=ask.forced,
        default=default,
        domain=domain_frame(p, ask),
    )


def domain_frame(p: Position, ask: BoundAsk) -> AnyDomain:
    domain, name = ask.ask.domain, p.rules.showing.name
    hint, bases = plain(p, ask.domain.hint()), base_frames(p, ask)
    options = ask.domain.options
    if options is not None:
        return OptionsDomain(hint=hint, options=tuple(map(option_frame, options)))
    match domain:
        case Region():
            return PlaceDomain(hint=hint, bases=bases, piece=domain.piece, facing=domain.facing, height=domain.height)
        case Path():
            return PathDomain(
                hint=hint,
                bases=bases,
                piece=domain.piece,
                facing=domain.facing,
                ends_facing=domain.ends_facing,
                height=domain.height,
                corners=domain.corners,
                most=domain.most(p),
            )
        case Arrangement():
            return ArrangeDomain(
                hint=hint,
                bases=bases,
                pieces=domain.pieces,
                facing=domain.facing,
                paths=domain.paths,
                height=domain.height,
            )
        case Split():
            limits = tuple(Limit(id, name(p, id), most) for id, most in domain.limits)
            return SplitDomain(hint=hint, limits=limits, total=domain.total, exactly=domain.exactly)
        case Line():
            return LineDomain(
                hint=hint,
                bases=bases,
                piece=domain.piece,
                start=domain.start(p),
                most=domain.most,
                least=domain.least,
            )
        case Facing():
            return FacingDomain(hint=hint, bases=bases, piece=domain.piece, now=domain.now(p), most=domain.most)
        case SubsetOfNames():
            names = tuple(Choosable(id, name(p, id)) for id in domain.names)
            return SubsetDomain(hint=hint, names=names, least=domain.least, most=domain.most)
    leads = type(domain).toward is not Domain.toward
    return OtherDomain(hint=hint, bases=bases, about=tuple(ask.ask.about), toward=leads)


def base_frames(p: Position, ask: BoundAsk) -> tuple[Base, ...]:
    name, found = p.rules.showing.name, []
    for id, shape in ask.domain.shapes().items():
        base = drawn(shape)
        if not isinstance(base, Polygon):
            found.append(Base(piece=id, name=name(p, id), shape=base))
    return tuple(found)


def barred_frames(p: Position, found: list[tuple[Option, Refusal]]) -> tuple[Barred, ...]:
    return tuple(Barred(option=option_frame(option), refusal=refusal_frame(p, why)) for option, why in found)
