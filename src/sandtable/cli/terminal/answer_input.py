"""Read typed answers, by kind of ask. `take` gives the answer, or None when more lines are needed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from sandtable.cli.terminal.piece_names import Unclear, by_ids, listed, name, pick
from sandtable.cli.terminal.place_input import Toward, exact, read_place, spot
from sandtable.core import (
    Ask,
    BoundAsk,
    BoundDomain,
    Facing,
    Line,
    Option,
    Pose,
    Position,
    Refusal,
    Refused,
    Standing,
    Unspoken,
)
from sandtable.geometry.units import text
from sandtable.scenarios.answers import NOTHING
from sandtable.scenarios.phrases import NoMatch, plain

AUTO, DEFAULT = "auto", "default"


def no_choice(ask: Any, p: Position) -> bool:
    """Only one thing is on offer. It is asked so that the other seats do not learn that."""
    offers = ask.domain.options(p) if isinstance(ask, Ask) else None
    return offers is not None and len(offers) == 1


def amounts_of(keys: list[str]) -> dict[int, str] | None:
    """The options by amount, where all but one differ in a number only: ``charge 2``, ``charge 1``, ``none``."""
    parts = [key.rpartition(" ") for key in keys]
    counted = {int(number): key for key, (_, _, number) in zip(keys, parts, strict=True) if number.isdecimal()}
    verbs = {verb for verb, _, number in parts if number.isdecimal()}
    return counted if len(verbs) == 1 and len(counted) > 1 and len(counted) >= len(keys) - 1 else None


def foes_first(offers: tuple[Option, ...], spots: Mapping[str, Standing], seat: int) -> tuple[Option, ...]:
    """Of one deed the options on other seats' pieces come before those on one's own."""

    def on_own(offer: Option) -> bool:
        return offer.odds and offer.target in spots and spots[offer.target].seat == seat

    deeds = groupby(offers, lambda offer: (offer.verb, offer.actor, offer.using))
    return tuple(offer for _, deed in deeds for offer in sorted(deed, key=on_own))


MOST_CORNERS = 4  # of a way that is written out


class AnswerInput:
    """Any ask: the default, and a sensible answer on request."""

    how = "`auto` for a sensible answer"

    def __init__(self, ask: BoundAsk, spots: Mapping[str, Standing], seed: int = 0) -> None:
        self.ask, self.spots, self.seed = ask, spots, seed
        if type(self) is AnswerInput and (hint := ask.domain.hint()):
            self.how = f"type {hint}; or auto"
        self.usual = ask.default if ask.domain.refuse(ask.default) is None else self.auto()

    @property
    def domain(self) -> BoundDomain:
        return self.ask.domain

    def options(self) -> tuple[Option, ...]:
        return ()

    def next(self) -> str:
        """What is to be typed next, when an answer is given in several lines."""
        return ""

    def auto(self) -> Any:
        found = self.domain.candidates(1, self.seed)
        return found[0] if found else self.ask.default

    def take(self, typed: str) -> Any:
        word = plain(typed)
        if word in ("", DEFAULT):
            return self.usual
        if word == AUTO:
            return self.auto()
        return self.read(typed)

    def read(self, typed: str) -> Any:
        """A kind of question without a class of its own here is answered in the domain's words."""
        try:
            return self.domain.spoken(typed)
        except Unspoken as e:
            raise Unclear(f"{typed!r} is no answer here: {e}; {self.how}") from e

    def begun(self, typed: str) -> tuple[Any, str] | None:
        """The answer that the first words mean, and the words left for the next question."""
        try:
            return self.domain.begun(typed)
        except Unspoken:
            return None

    def with_ids(self, line: str) -> str:
        """A line as it is read: pieces by their ids, not by printed names."""
        p = self.domain.position
        names = (*self.spots, *p.rules.showing.bodies(p))
        return by_ids(line, {name: p.rules.showing.name(p, name) for name in names})

    def understood(self, line: str) -> tuple[Any, str]:
        """The answer that a typed line means, whole or by its first words, and the words left."""
        line = self.with_ids(line)
        try:
            return self.take(line), ""
        except (Unclear, Refused):
            if (begun := self.begun(line)) is None:
                raise
            return begun

    def first_of(self, line: str) -> tuple[Any, str]:
        """As `understood`, of words left over from the last answer: their first words come first. Raises Unclear or
        Refused."""
        line = self.with_ids(line)
        if (begun := self.begun(line)) is not None:
            return begun
        return self.read(line), ""

    def instead(self, answer: Any) -> str:
        """What would be legal in place of a refused answer."""
        line = self.domain.domain
        if not isinstance(line, Line) or line.refuse(self.domain.position, answer) is None:
            return ""
        found = self.domain.toward(line.end(self.domain.position, answer))
        return "" if found is None else f"{self.shown(found)}, the nearest line found"

    def shown(self, answer: Any) -> str:
        if isinstance(answer, tuple) and answer and all(isinstance(name, str) for name in answer):
            return ", ".join(answer)
        if isinstance(self.domain.domain, Line | Facing):  # as it would be typed: 90deg 5.5
            parts = answer if isinstance(answer, tuple) else (answer,)
            if all(type(part) is int for part in parts):
                return "deg ".join(map(text, parts)) + "deg" * (len(parts) == 1)
        return "auto" if answer != self.ask.default else "as the rules have it"


class OptionInput(AnswerInput):
    """Numbered options."""

    how = "type a number, the phrase, or a part of it"

    def __init__(self, ask: BoundAsk, spots: Mapping[str, Standing], seed: int = 0) -> None:
        self.offers = foes_first(ask.domain.options or (), spots, ask.seat)
        super().__init__(ask, spots, seed)

    def options(self) -> tuple[Option, ...]:
        return self.offers

    def with_ids(self, line: str) -> str:
        """Labels have printed names."""
        return line

    def read(self, typed: str) -> Any:
        keys = [o.key for o in self.offers]
        if typed in keys:
            return typed
        if typed.isdecimal():
            number = int(typed[:9])
            if (amounts := amounts_of(keys)) is not None:
                if number in amounts:
                    return amounts[number]
                raise Unclear(f"{typed} is no amount here: {', '.join(map(str, sorted(amounts)))}")
            if 1 <= number <= len(keys):
                return keys[number - 1]
            raise Unclear(f"there is no {typed}: the options are 1 to {len(keys)}")
        try:
            key = pick(typed, self.offers)
            self.not_at_own(typed, key)
            return key
        except NoMatch as e:
            if e.meant:
                both = (f"{keys.index(key) + 1} {self.label(key)}" for key in e.meant)
                raise Unclear(f"{typed!r} could mean {listed(both, 8)}") from e
        try:
            wanted = pick(typed, self.domain.sought())
        except NoMatch:
            wanted = typed
        raise Refused(self.domain.refuse(wanted) or Refusal(f"{typed!r} is not on offer"))

    def not_at_own(self, typed: str, key: str) -> None:
        """The name of an own piece alone means that piece, not the one deed among others that would be done to it."""
        number = [o.key for o in self.offers].index(key)
        offer, p = self.offers[number], self.domain.position
        if offer.target not in self.spots or offer.target == offer.actor or len({o.verb for o in self.offers}) == 1:
            return
        names = plain(offer.target), plain(p.rules.showing.name(p, offer.target))
        if self.spots[offer.target].seat == self.ask.seat and plain(typed) in names:
            raise Unclear(f"{typed!r} alone says too little; {number + 1} is {self.label(key)}")

    def first_of(self, line: str) -> tuple[Any, str]:
        """A number that is left of a line names no option of a menu that nobody has seen."""
        if line.isdecimal() and amounts_of([o.key for o in self.offers]) is None:
            raise Unclear(f"{line!r} says nothing of what to do")
        return super().first_of(line)

    def label(self, key: str) -> str:
        return next((o.label or o.key for o in self.offers if o.key == key), key)

    def shown(self, answer: Any) -> str:
        return self.label(str(answer))


class PlaceInput(AnswerInput):
    """One place."""

    how = "type x y (12 8.5), north 4, 45deg 3, toward NAME 5, or auto"

    @property
    def piece(self) -> str:
        return str(getattr(self.domain.domain, "piece", ""))

    @property
    def start(self) -> Pose | None:
        piece = self.spots.get(self.piece)
        if piece is None and not self.piece:  # a domain that names no piece: whoever stands where silence leaves it
            piece = next((s for s in self.spots.values() if s.at == self.ask.default), None)
        if piece is None:
            return None
        return (*piece.at, piece.facing or 0) if self.faces else piece.at

    @property
    def faces(self) -> bool:
        return bool(getattr(self.domain.domain, "facing", False))

    def read(self, typed: str) -> Any:
        return self.one(typed, self.start)

    def one(self, typed: str, start: Pose | None) -> Any:
        facing = (start[2] if start else self.usual_facing()) if self.faces else None
        climbs = bool(getattr(self.domain.domain, "height", False))
        try:
            found = read_place(typed, start, self.spots, facing=facing, climbs=climbs)
        except Unclear:
            if (said := self.in_own_words(typed)) is None:
                raise
            return said
        if not isinstance(found, Toward):
            return found
        goal: Pose = found.goal if facing is None else (*found.goal, facing)
        answer = self.domain.toward(goal, found.far)
        if answer is None:
            raise Unclear("no legal place was found that way; type x y, or auto")
        return answer

    def in_own_words(self, typed: str) -> Any:
        """What the domain understands besides: ``ahead 4``, ``north`` as far as it goes. None: nothing."""
        try:
            return self.domain.spoken(typed)
        except Unspoken:
            return None

    def usual_facing(self) -> int:
        default = self.ask.default
        return default[2] if isinstance(default, tuple) and len(default) == 3 and type(default[2]) is int else 90_000

    def instead(self, answer: Any) -> str:
        found = self.domain.toward(answer)
        return "" if found is None else f"{exact(found)}, the nearest place found"

    def shown(self, answer: Any) -> str:
        return spot(answer, "facing" if self.faces else "height") if answer else "stay"


class PathInput(PlaceInput):
    """A path: one place after another, directions counted from the place before."""

    how = "type x y, several corners 12 8; 14 9, north 4, toward NAME 5, or stay"

    def read(self, typed: str) -> Any:
        if plain(typed) in NOTHING:
            return ()
        legs = [leg for leg in typed.split(";") if leg.strip()]
        path: list[Pose] = []
        for leg in legs:
            found = self.one(leg, path[-1] if path else self.start)
            if found and isinstance(found[0], tuple):  # toward: a whole way
                if len(legs) > 1:
                    raise Unclear("toward goes alone; corners are typed as x y or a direction")
                return found
            path.append(found)
        return tuple(path)

    def instead(self, answer: Any) -> str:
        found = self.domain.toward(answer[-1]) if answer else None
        if found and len(found) > MOST_CORNERS:
            way = f"by {len(found)} corners to {exact(found[-1])}, the nearest way found"
            return f"toward {exact(answer[-1][:2])}: {way}"
        return f"{self.shown(found)}, the nearest way found" if found else ""

    def shown(self, answer: Any) -> str:
        return "; ".join(map(exact, answer)) if answer else "stay"


class SplitInput(AnswerInput):
    """Numbers by name."""

    @property
    def how(self) -> str:  # type: ignore[override]
        names = [who for who, _ in self.domain.domain.limits][:2]  # type: ignore[attr-defined]
        example = ", ".join(f"{who} {many}" for who, many in zip(names, (2, 1), strict=False)) or "wolf 2, gate 1"
        return f"type who gets how many: {example}; or nothing"

    def read(self, typed: str) -> Any:
        if plain(typed) in NOTHING or plain(typed) == "nothing":
            return ()
        limits = dict(self.domain.domain.limits)  # type: ignore[attr-defined]
        shares: dict[str, int] = {}
        for part in self.domain.domain.said(typed):  # type: ignore[attr-defined]
            who, _, many = part.rpartition(" ")
            if not who or not many.isdecimal():
                raise Unclear(f"{part!r} is no share: {self.how}")
            known = [n for n in self.spots if plain(n) == plain(who)]  # the rules say why it gets none
            whose = name(who, limits if who in limits or not known else known, "share")
            if whose in shares:
                raise Unclear(f"{whose} is named twice")
            if len(many) > 9:
                raise Unclear(f"{many[:12]}… is too much")
            shares[whose] = int(many)
        return tuple(shares.items())

    def shown(self, answer: Any) -> str:
        return ", ".join(f"{who} {many}" for who, many in answer) if answer else "nothing"

    def next(self) -> str:
        limits = self.domain.domain.limits  # type: ignore[attr-defined]
        return "up to " + ", ".join(f"{who} {most}" for who, most in limits)
