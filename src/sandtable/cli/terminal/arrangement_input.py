"""Read placements of several pieces, piece by piece; a refused one keeps the others."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.cli.terminal.answer_input import (
    AUTO,
    DEFAULT,
    AnswerInput,
    OptionInput,
    PathInput,
    PlaceInput,
    SplitInput,
)
from sandtable.cli.terminal.piece_names import Unclear, name
from sandtable.cli.terminal.place_input import exact
from sandtable.core import Arrangement, Ask, BoundAsk, Path, Pose, Refused, Region, Split, Standing
from sandtable.core.gestures import for_all
from sandtable.geometry.shapes import Disc
from sandtable.scenarios.answers import LOST
from sandtable.scenarios.phrases import plain


class ArrangementInput(AnswerInput):
    """`auto` arranges whatever is left; `back` takes the last piece up again; ``NAME: place`` changes the order."""

    def __init__(self, ask: BoundAsk, spots: Mapping[str, Standing], seed: int = 0) -> None:
        self.placed: tuple[tuple[str, Pose | None], ...] = ()
        super().__init__(ask, spots, seed)

    @property
    def arrangement(self) -> Arrangement:
        domain = self.domain.domain
        assert isinstance(domain, Arrangement)
        return domain

    @property
    def how(self) -> str:  # type: ignore[override]
        if self.own_words:
            return f"type {self.domain.hint()}; or auto"
        if len(self.arrangement.pieces) == 1:
            return PlaceInput.how
        return "type x y for the next piece, several as 12 8; 14 9, all north 4, auto for the rest, stay, none, or back"

    @property
    def own_words(self) -> bool:
        """Whether the domain reads moves of the whole group in words of its own."""
        return type(self.arrangement).spoken is not Arrangement.spoken

    def left(self) -> list[str]:
        done = {piece for piece, _ in self.placed}
        return [piece for piece in self.arrangement.pieces if piece not in done]

    def next(self) -> str:
        if self.own_words:
            return ""
        left, all_ = self.left(), self.arrangement.pieces
        return f"{left[0]}, {len(all_) - len(left) + 1} of {len(all_)}" if left and len(all_) > 1 else ""

    def take(self, typed: str) -> Any:
        word = plain(typed)
        if word == AUTO:
            return self.rest() if self.placed else self.auto()
        if word in ("", DEFAULT):
            return self.rest() if self.placed else self.usual
        if word == "back":
            if not self.placed:
                raise Unclear("nothing is put down yet")
            self.placed = self.placed[:-1]
            return None
        if for_all(typed) or (self.own_words and not self.placed):
            return self.together(typed)
        parts = [part.strip() for part in typed.split(";") if part.strip()]
        if len(parts) > len(self.left()):
            raise Unclear(f"{len(parts)} places were typed for {len(self.left())} pieces")
        for part in parts:
            self.put(part)
        return None if self.left() else self.finished()

    def together(self, typed: str) -> Any:
        """One gesture for all of them: ``all north 4``, ``as suggested; two 15 8``."""
        answer = self.read(typed)
        if (refusal := self.domain.refuse(answer)) is not None:
            raise Refused(refusal)
        return answer

    def put(self, typed: str) -> None:
        piece, place = self.left()[0], typed
        who, colon, rest = typed.partition(":")
        if colon:
            piece, place = name(who.strip(), self.left()), rest.strip()
        pose: Pose | None
        if plain(place) in LOST:
            if (refusal := self.arrangement.may_lose(self.domain.position, self.placed, piece)) is not None:
                raise Refused(refusal)
            pose = None
        else:
            asked = self.single(piece)
            answer = asked.auto() if plain(place) == AUTO else asked.read(place)
            if (refusal := asked.domain.refuse(answer)) is not None:
                raise Refused(refusal.but(instead=asked.instead(answer)))
            pose = answer
        self.placed = (*self.placed, (piece, pose))

    def single(self, piece: str) -> PlaceInput:
        """The next piece as an ask of its own, on the table as it will be."""
        p = self.domain.position
        region = self.arrangement.after(p, self.placed, piece)
        spots = dict(self.spots)
        for done, pose in self.placed:
            if pose is not None:
                shape = self.spots[done].shape if done in self.spots else Disc(pose[0], pose[1], 0)
                spots[done] = Standing(_moved(shape, pose), self.ask.seat, pose[2] if len(pose) > 2 else None)
        if not region.piece:
            region = region.but(piece=piece)
        asked = BoundAsk.at(p, Ask(self.ask.seat, "", region, None, self.ask.cite))
        return PlaceOrStayInput(asked, spots, self.seed + len(self.placed))

    def finished(self) -> Any:
        answer = self.placed
        if (refusal := self.domain.refuse(answer)) is not None:
            self.placed = self.placed[:-1]
            raise Refused(refusal)
        return answer

    def rest(self) -> Any:
        """The pieces that are left, put down by the rules' own candidates."""
        p = self.domain.position
        for attempt in range(8):
            rng, placed = Random(self.seed + attempt), self.placed
            for piece in self.left():
                spots = self.arrangement.after(p, placed, piece).candidates(p, 1, rng)
                placed = (*placed, (piece, spots[0] if spots else None))
            if self.domain.refuse(placed) is None:
                return placed
        raise Unclear("no room was found for the rest; take a piece back with `back`, or place the next yourself")

    def shown(self, answer: Any) -> str:
        if answer != self.ask.default:
            return "auto"
        return "; ".join(f"{piece}: {exact(pose) if pose else 'lost'}" for piece, pose in answer)


class PlaceOrStayInput(PlaceInput):
    """A place for one piece of several: staying where it is may be typed."""

    def read(self, typed: str) -> Any:
        if plain(typed) == "stay":
            if self.start is None:
                raise Unclear(f"{self.piece} is not on the table yet")
            return self.start
        return super().read(typed)


def _moved(shape: Any, pose: Pose) -> Any:
    moved = shape._replace(x=pose[0], y=pose[1])
    return moved._replace(facing=pose[2]) if len(pose) > 2 and hasattr(shape, "facing") else moved


def input_for(ask: BoundAsk, spots: Mapping[str, Standing], seed: int = 0) -> AnswerInput:
    """The ask as its kind is answered."""
    domain = ask.domain.domain
    if ask.domain.options is not None:
        return OptionInput(ask, spots, seed)
    kinds: list[tuple[type, type[AnswerInput]]] = [
        (Path, PathInput), (Region, PlaceInput), (Arrangement, ArrangementInput), (Split, SplitInput),
    ]  # fmt: skip
    return next((kind for of, kind in kinds if isinstance(domain, of)), AnswerInput)(ask, spots, seed)
