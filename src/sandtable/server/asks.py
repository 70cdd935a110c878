"""A question as it goes over the wire: who is asked is the stream's own seat; the domain is told apart by `kind`."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from sandtable.scene.values import Disc, Rect


class RefusalFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why an answer is illegal, in English: the rule, by how much (thousandths), and what would be legal."""

    reason: str
    cite: str = ""
    short_by: int | None = None
    instead: str = ""


class Cost(Struct, frozen=True):
    what: str
    amount: int


class OptionFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing on offer; `key` is the answer. Ids name pieces, bodies, cards, reserves, weapons."""

    key: str
    label: str
    cite: str = ""
    about: tuple[str, ...] = ()  # what to highlight
    verb: str = ""
    actor: str = ""
    target: str = ""
    using: str = ""
    how: str = ""
    also: tuple[str, ...] = ()
    cost: tuple[Cost, ...] = ()
    group: str = ""
    ends: bool = False  # gives up the rest of a step
    odds: bool = False  # its odds are worth asking for
    ability: str = ""  # for presets


class Barred(Struct, frozen=True, kw_only=True):
    option: OptionFrame
    refusal: RefusalFrame


class Base(Struct, frozen=True, kw_only=True):
    """The base of a piece that an answer places, on the table or not: for its ghost."""

    piece: str
    name: str
    shape: Disc | Rect


class Placing(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    hint: str = ""  # how it is answered in words (probe `spoken`)
    bases: tuple[Base, ...] = ()


class OptionsDomain(Placing, frozen=True, kw_only=True, tag="options"):
    """Answered by the key of an option."""

    options: tuple[OptionFrame, ...]


class PlaceDomain(Placing, frozen=True, kw_only=True, tag="place"):
    """Answered [x, y], or [x, y, facing]; with `height` also [x, y, height]."""

    piece: str = ""
    facing: bool = False
    height: bool = False


class PathDomain(Placing, frozen=True, kw_only=True, tag="path"):
    """Answered by the places after the start: [[x, y], ...]; empty: it stays."""

    piece: str = ""
    facing: bool = False  # every place carries a facing
    ends_facing: bool = False  # the last place does
    height: bool = False
    corners: int = 64
    most: int | None = None  # what it may cost


class ArrangeDomain(Placing, frozen=True, kw_only=True, tag="arrange"):
    """Answered [[piece, pose], ...] in order of placing; with `paths` a path may stand for a pose."""

    pieces: tuple[str, ...]
    facing: bool = False
    paths: bool = False
    height: bool = False


class Limit(Struct, frozen=True):
    id: str
    name: str
    most: int


class SplitDomain(Placing, frozen=True, kw_only=True, tag="split"):
    """Answered {id: amount} or [[id, amount], ...]."""

    limits: tuple[Limit, ...]
    total: int
    exactly: bool = False


class LineDomain(Placing, frozen=True, kw_only=True, tag="line"):
    """Answered [direction, distance] in thousandths of a degree and of the unit."""

    piece: str = ""
    start: tuple[int, int] = (0, 0)
    most: int
    least: int = 0


class FacingDomain(Placing, frozen=True, kw_only=True, tag="facing"):
    """Answered by a facing in thousandths of a degree."""

    piece: str = ""
    now: int = 0
    most: int = 360_000


class Choosable(Struct, frozen=True):
    id: str
    name: str


class SubsetDomain(Placing, frozen=True, kw_only=True, tag="subset"):
    """Answered by a list of ids."""

    names: tuple[Choosable, ...]
    least: int = 0
    most: int = 1_000


class OtherDomain(Placing, frozen=True, kw_only=True, tag="other"):
    """Whatever a game has of its own: answered by what `spoken`, `suggest` or (with `toward`) `toward` give."""

    about: tuple[str, ...] = ()
    toward: bool = False


AnyDomain = (
    OptionsDomain
    | PlaceDomain
    | PathDomain
    | ArrangeDomain
    | SplitDomain
    | LineDomain
    | FacingDomain
    | SubsetDomain
    | OtherDomain
)


class AskFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`seat` is one's own, or the one that is next at a table shared by several people (pass and play)."""

    id: str  # stable: the same question of the same game has the same id
    seat: str
    title: str
    cite: str = ""
    about: tuple[str, ...] = ()
    window: str = ""  # for presets; empty outside of windows
    forced: bool = False  # only one answer is legal, and being asked hides nothing
    default: Any | UnsetType = UNSET  # the usual answer where it costs nothing to find; else probe `suggest`
    domain: AnyDomain
