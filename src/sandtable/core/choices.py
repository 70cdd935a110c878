"""Waiting for a seat: the one legal-choice API. Every candidate is accepted; a refusal changes nothing.

A domain is data (ids, limits, a rule) evaluated against a position when somebody looks. Answers are plain JSON-like
values: words for `Options`, ``(x, y)`` or ``(x, y, facing)`` in thousandths for places, tuples of those for paths.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.core.values import Value, unfit
from sandtable.core.words import Unspoken, pieces_on, place, words_of

if TYPE_CHECKING:
    from sandtable.core.position import Position

LIMIT = 10_000_000  # no table is larger; keeps junk out of the geometry
SEQUENCES = (list, tuple)
Pose = tuple[int, ...]  # (x, y), (x, y, facing) or, where pieces climb, (x, y, height)


class Refusal(Value, frozen=True):
    """Why an answer is illegal: the rule, by how much, and what would be legal."""

    reason: str
    cite: str = ""
    short_by: int | None = None  # thousandths of the table unit
    instead: str = ""

    def __str__(self) -> str:
        head = f"{self.cite}: " if self.cite else ""
        return head + self.reason + (f" ({self.instead})" if self.instead else "")


class Refused(Exception):
    """An answer was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Option(Value, frozen=True):
    """One thing on offer. The key is a short phrase a person can type: ``attack marauder with rail_gun``."""

    key: str
    label: str = ""
    cite: str = ""
    about: tuple[str, ...] = ()  # pieces it concerns, for highlighting


class Outline(Value, frozen=True):
    """Where an answer may lie, for drawing: polygons that may overlap, drawn as one."""

    fans: tuple[tuple[tuple[int, int], ...], ...] = ()


class Domain(Value, frozen=True):
    """What may be answered."""

    def normal(self, answer: Any) -> Any:
        """The answer in canonical form: lists become tuples. Never raises for what `judge` lets through."""
        return _tuples(answer)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return Refusal("nothing may be answered here")

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Up to n sensible legal answers; at least one whenever a legal answer exists.

        A ruleset's suggestions (``@suggests``) come first; without one the domain samples by itself.
        """
        suggest = p.rules.hooks.suggests.get(type(self))
        found: list[Any] = self.sample(p, n, rng) if suggest is None else suggest(p, self, n, rng)
        return found

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Legal answers without any knowledge of good play."""
        return []

    def options(self, p: Position) -> tuple[Option, ...] | None:
        """All answers when they are few and finite."""
        return None

    def fallback(self, p: Position) -> Any:
        """The default answer when the ask gives none. Computed only when it is needed."""
        found = self.candidates(p, 1, Random(0))
        return found[0] if found else None

    def outline(self, p: Position) -> Outline | None:
        return None

    def hint(self, p: Position) -> str:
        """How a person answers this, in a few words."""
        return ""

    def spoken(self, p: Position, words: str) -> Any:
        """The answer that words mean, legal or not: what prompt, files and programs say. Raises Unspoken."""
        raise Unspoken(self.hint(p) or "this is not answered in words")

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        """The legal answer that comes nearest to a place, going at most so far; None: this domain does not say."""
        return None


class Options(Domain, frozen=True):
    """Finite choices. A subclass computes `options` from the position and may explain what is missing."""

    def missing(self, p: Position, key: str) -> Refusal:
        """The refusal of a key that is not on offer. Override to cite the rule that bars it."""
        keys = [o.key for o in self.options(p) or ()]
        return Refusal(f"{key!r} is not on offer", instead="one of: " + ", ".join(keys[:12]))

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, str):
            return Refusal(f"expected one of the options by name, got {type(answer).__name__}")
        if any(o.key == answer for o in self.options(p) or ()):
            return None
        return self.missing(p, answer[:200])

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return some([o.key for o in self.options(p) or ()], n, rng)

    def spoken(self, p: Position, words: str) -> str:
        """The key of the option with this key or label."""
        said = " ".join(words_of(words))
        for option in self.options(p) or ():
            if said in (option.key.casefold(), option.label.casefold()):
                return option.key
        return said  # not on offer: `refuse` says why


class Choice(Options, frozen=True):
    """A fixed list of options."""

    offered: tuple[Option, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        return self.offered


def some(keys: list[str], n: int, rng: Random) -> list[str]:
    """Up to n of them at random."""
    if n == 1 and keys:
        return [keys[int(rng.random() * len(keys))]]  # usually n is 1, and `sample` costs several times as much
    return keys if len(keys) <= n else rng.sample(keys, n)


def choice(*keys: str, cite: str = "") -> Choice:
    return Choice(tuple(Option(k, cite=cite) for k in keys))


class Region(Domain, frozen=True, kw_only=True):
    """A place for one piece. A subclass judges it in `fault`."""

    piece: str = ""
    facing: bool = False  # answers carry a facing
    height: ClassVar[bool] = False  # answers may carry the height of the surface they are on

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return bad_pose(answer, self.facing, self.height) or self.fault(p, answer)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        return None

    def spoken(self, p: Position, words: str) -> Pose:
        """``12 8.5``, ``12 8.5 90`` where it faces, ``north 4`` or ``toward scourge 5`` from where it stands."""
        at, facing = _stands(p, self.piece)
        found = place(p, words, at, facing)
        return (*found, facing or 0) if self.facing and len(found) == 2 else found


class Path(Domain, frozen=True, kw_only=True):
    """A path for one piece, answered as a whole: the places after its start. Empty: it stays."""

    piece: str = ""
    facing: bool = False
    corners: int = 64
    height: ClassVar[bool] = False

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return Refusal("expected a list of places", instead="for example [[12000, 8000]]")
        if len(answer) > self.corners:
            return Refusal(f"a path has at most {self.corners} corners, this one {len(answer)}")
        for pose in answer:
            if (bad := bad_pose(pose, self.facing, self.height)) is not None:
                return bad
        return self.fault(p, answer)

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        return None

    def spoken(self, p: Position, words: str) -> tuple[Pose, ...]:
        """Corners with semicolons between them: ``12 8; 14 9``, ``north 4; east 2``; ``stay``."""
        if words_of(words) in (["stay"], ["none"], ["pass"], ["done"]):
            return ()
        at, facing = _stands(p, self.piece)
        path: list[Pose] = []
        for corner in words.split(";"):
            found = place(p, corner, at, facing)
            path.append((*found, facing or 0) if self.facing and len(found) == 2 else found)
            at = found[0], found[1]
        return tuple(path)


class Arrangement(Domain, frozen=True, kw_only=True):
    """Placements in sequence: ordered (piece, pose), or (piece, None) for one that finds no room."""

    pieces: tuple[str, ...]
    facing: bool = False
    height: ClassVar[bool] = False

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Region:
        """Where the next piece may go once the earlier ones stand: on a hypothetical table."""
        raise TypeError(f"{type(self).__name__} does not say where {piece} may go")

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return Refusal(f"{piece} must be placed")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected a list of [piece, place]")
        named = [a[0] for a in answer]
        if not all(isinstance(n, str) for n in named) or sorted(named) != sorted(self.pieces):
            return Refusal("each piece is placed once", instead="place " + ", ".join(self.pieces))
        for i, (piece, pose) in enumerate(answer):
            prefix = answer[:i]
            if pose is None:
                refusal = self.may_lose(p, prefix, piece)
            else:
                refusal = bad_pose(pose, self.facing, self.height) or self.after(p, prefix, piece).fault(p, pose)
            if refusal is not None:
                return refusal
        return self.whole(p, answer)

    def whole(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """What must hold of the finished arrangement."""
        return None

    def spoken(self, p: Position, words: str) -> tuple[Any, ...]:
        """``one 15 8; two north 2; three lost``: each piece and its place, in the order of placing."""
        found: list[Any] = []
        for part in words.split(";"):
            name, _, where = part.strip().partition(" ")
            said = name.removesuffix(":")
            piece = next((known for known in self.pieces if known.casefold() == said.casefold()), said)
            lost = where.strip().casefold() in ("lost", "gone", "none")
            at, facing = _stands(p, piece)
            pose = None if lost else place(p, where, at, facing)
            found.append((piece, (*pose, facing or 0) if pose and self.facing and len(pose) == 2 else pose))
        return tuple(found)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(n):
            placed: tuple[Any, ...] = ()
            for piece in self.pieces:
                spots = self.after(p, placed, piece).candidates(p, 1, rng)
                placed = (*placed, (piece, spots[0] if spots else None))
            if placed not in found and self.refuse(p, placed) is None:
                found.append(placed)
        return found


class Split(Domain, frozen=True, kw_only=True):
    """Whole numbers shared out: Arc, focus, shots. Answered as ``{"wolf": 2}`` or ``[["wolf", 2]]``."""

    limits: tuple[tuple[str, int], ...]
    total: int
    exactly: bool = False
    cite: str = ""

    def normal(self, answer: Any) -> Any:
        if isinstance(answer, dict):
            answer = list(answer.items())
        answer = _tuples(answer)
        if isinstance(answer, tuple) and all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            rank = {name: i for i, (name, _) in enumerate(self.limits)}
            if all(isinstance(a[0], str) and a[0] in rank for a in answer):
                return tuple(sorted((a for a in answer if a[1] != 0), key=lambda a: rank[a[0]]))
        return answer

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected amounts by name")
        limits = dict(self.limits)
        if len({a[0] for a in answer if isinstance(a[0], str)}) != len(answer):
            return Refusal("each name once")
        for name, amount in answer:
            if name not in limits:
                return Refusal(f"{name!r} takes no share", self.cite, instead=", ".join(limits))
            if type(amount) is not int or not 0 <= amount <= limits[name]:
                return Refusal(f"{name} takes 0 to {limits[name]}, not {amount!r}"[:200], self.cite)
        spent = sum(a[1] for a in answer)
        if spent > self.total or (self.exactly and spent != self.total):
            return Refusal(f"{spent} shared out of {self.total}", self.cite)
        return None

    def spoken(self, p: Position, words: str) -> Any:
        """``wolf 2, gate 1``; ``nothing``."""
        if words_of(words) in (["nothing"], ["none"], ["pass"], ["done"], []):
            return ()
        shares: list[tuple[str, int]] = []
        for part in words.replace(";", ",").split(","):
            name, _, many = part.strip().rpartition(" ")
            if not name or not many.isdecimal() or len(many) > 9:
                raise Unspoken(f"{part.strip()[:80]!r} is no share: wolf 2, gate 1; or nothing")
            shares.append((name.strip(), int(many)))
        return self.normal(shares)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = [] if self.exactly and self.total else [()]
        for _ in range(4 * n):
            if len(found) >= n:
                break
            left = self.total if self.exactly else rng.randint(0, self.total)
            names, given = list(self.limits), {}
            rng.shuffle(names)
            for i, (name, limit) in enumerate(names):
                room = sum(m for _, m in names[i + 1 :])
                given[name] = rng.randint(max(0, left - room) if self.exactly else 0, min(limit, left))
                left -= given[name]
            answer = self.normal(given)
            if answer not in found and self.refuse(p, answer) is None:
                found.append(answer)
        return found[:n]


class Ask(Value, frozen=True):
    """Waiting for a seat to choose."""

    seat: int
    prompt: str
    domain: Domain
    default: Any  # what silence means; None: the domain's fallback
    cite: str = ""
    secret: bool = False  # the other seats see only that a choice is pending
    about: tuple[str, ...] = ()

    def silence(self, p: Position) -> Any:
        """The default answer on this table."""
        return self.domain.fallback(p) if self.default is None else self.default


def judge(domain: Domain, p: Position, answer: Any, cite: str = "") -> Refusal | None:
    """The refusal of any answer, junk included; None when it is legal.

    A refusal names a rule: its own, or the rule by which the seat is asked.
    """
    bad = unfit(answer)
    refusal = domain.refuse(p, domain.normal(answer)) if bad is None else Refusal(f"this is no answer: {bad}")
    return refusal if refusal is None or refusal.cite else refusal.but(cite=cite)


def bad_pose(pose: Any, facing: bool = False, height: bool = False) -> Refusal | None:
    """The refusal of something that is no place; None when it is one."""
    wanted = (3,) if facing else (2, 3) if height else (2,)
    if not isinstance(pose, tuple) or len(pose) not in wanted:
        shape = "[x, y, facing]" if facing else "[x, y] or [x, y, height]" if height else "[x, y]"
        return Refusal(f"expected a place {shape} in thousandths")
    if not all(type(c) is int and -LIMIT <= c <= LIMIT for c in pose):
        return Refusal("a place is whole thousandths of the table unit")
    return None


def _stands(p: Position, piece: str) -> tuple[tuple[int, int] | None, int | None]:
    """Place and facing of a piece on the table."""
    standing = pieces_on(p).get(piece)
    return (None, None) if standing is None else (standing.at, standing.facing)


def _tuples(raw: Any) -> Any:
    if isinstance(raw, SEQUENCES):
        return tuple(map(_tuples, raw))
    return raw
