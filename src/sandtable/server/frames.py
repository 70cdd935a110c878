"""What the server sends over the socket. Everything here is one seat's view; spectators know what every seat knows.

`welcome`, `snapshot` and `step` make the stream; `snapshot` and `step` are numbered by `seq`. The others are answers to
one client (`re`) or the state of the table as of now (`seats`, `undo_asked`), sent again on every join.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from sandtable.core.cues import AnyCue
from sandtable.core.sheets import Sheet
from sandtable.scene import Preview, Scene, SightLine
from sandtable.scene.values import Reach
from sandtable.server.asks import AskFrame, Barred, RefusalFrame
from sandtable.server.patches import ScenePatch

Code = Literal["busy", "late", "limit", "bad", "token", "protocol", "gone", "none"]


class Frame(Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    pass


class RulesetName(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    unit: str


class Policy(Struct, frozen=True, kw_only=True):
    """`measuring` free, or by the book.

    `undo` consent: at once where nothing was learned, otherwise when the others agree; free: always; none: never.
    """

    measuring: Literal["free", "book"] = "free"
    undo: Literal["consent", "free", "none"] = "consent"
    claim_after: int = 180  # seconds until an absent seat may be claimed or given to a bot


class SeatFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    seat: str
    kind: Literal["person", "bot", "open"]  # open: waits for somebody to join
    name: str = ""
    level: str = ""  # of a bot
    here: bool = False  # somebody is connected
    away: int = 0  # seconds since the last connection


class Waiting(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody else is choosing; an empty seat: dice are thrown."""

    seat: str
    prompt: str
    cite: str = ""


class LogFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the log; `n` is the answer or roll it came from."""

    n: int
    text: str
    cite: str = ""
    seat: str = ""
    about: tuple[str, ...] = ()


class EventFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event as the seat may know it."""

    n: int
    text: str = ""  # empty: nothing to say, only cues
    cite: str = ""
    seat: str = ""
    about: tuple[str, ...] = ()
    cues: tuple[AnyCue, ...] = ()


class ResultFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    reason: str
    winner: str = ""  # a seat; empty: a draw
    score: tuple[int, ...] = ()


class PresetFrame(Struct, frozen=True, kw_only=True):
    window: str
    ability: str
    do: Literal["always", "never"]


class Welcome(Frame, frozen=True, kw_only=True, tag="welcome"):
    """`seat` is empty for spectators. A table shared by several people has them all in `plays`."""

    protocol: int
    match: str
    name: str
    seat: str
    plays: tuple[str, ...]
    epoch: int
    ruleset: RulesetName
    policy: Policy
    presets: tuple[PresetFrame, ...] = ()


class Snapshot(Frame, frozen=True, kw_only=True, tag="snapshot"):
    """Everything. `log` is its last part; the rest is at /api/matches/{match}/log."""

    epoch: int
    seq: int
    n: int
    scene: Scene
    ask: AskFrame | None = None
    waiting: Waiting | None = None
    log: tuple[LogFrame, ...] = ()
    free_undo: int = 0  # so many of one's last answers may be taken back at once
    undo_to: int | None = None  # the history one answer back
    result: ResultFrame | None = None


class Step(Frame, frozen=True, kw_only=True, tag="step"):
    """What one answer led to, dice included. `by` is whose answer it was."""

    seq: int
    n: int
    by: str
    events: tuple[EventFrame, ...]
    patch: ScenePatch
    ask: AskFrame | None = None
    waiting: Waiting | None = None
    free_undo: int = 0
    undo_to: int | None = None
    result: ResultFrame | None = None


class Seats(Frame, frozen=True, kw_only=True, tag="seats"):
    """Who sits where, and who is connected. Not numbered: the last one counts."""

    seats: tuple[SeatFrame, ...]
    watching: int = 0  # spectators


class UndoAsked(Frame, frozen=True, kw_only=True, tag="undo_asked"):
    """Somebody wants to take back; `to` is None: the question is settled."""

    by: str
    to: int | None = None
    refused: bool = False


class Rematch(Frame, frozen=True, kw_only=True, tag="rematch"):
    """Another match with the same people: the seat's own invite to it."""

    match: str
    seat: str
    invite: str


class Ack(Frame, frozen=True, kw_only=True, tag="ack"):
    """It is on disk; the history is now so long. For an undo that needs consent: it was asked for, `n` is unchanged."""

    re: int
    n: int


class RefusedFrame(Frame, frozen=True, kw_only=True, tag="refused"):
    """`at` says which of several answers was refused; those before it were played."""

    re: int
    n: int
    at: int = 0
    refusal: RefusalFrame


class Stale(Frame, frozen=True, kw_only=True, tag="stale"):
    """The table has moved on: another tab, an undo, or an answer that arrived twice. Nothing was changed."""

    re: int
    n: int


class Failed(Frame, frozen=True, kw_only=True, tag="failed"):
    """bad: not understood; limit: too much at once; late: took too long; busy: try again; gone: the match was deleted.

    `token` and `protocol` are followed by the end of the connection.
    """

    re: int | None = None
    code: Code
    text: str = ""


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    pass


class Term(Struct, frozen=True, kw_only=True):
    """A reason for dice: from `least` to `most`."""

    least: int
    most: int
    why: str
    cite: str = ""


class Die(Struct, frozen=True, kw_only=True):
    name: str
    least: int
    most: int


class PoolOdds(Struct, frozen=True, kw_only=True):
    purpose: str
    pool: str
    cite: str
    dice: tuple[Die, ...]
    terms: tuple[Term, ...]


class Chance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    chance: float
    plus_minus: float = 0.0


class Spread(Struct, frozen=True, kw_only=True):
    name: str
    mean: float
    values: tuple[tuple[int, float], ...]


class OddsFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Chances (hit, destroy) and distributions (damage) by name, in the words of the game."""

    title: str = ""
    chances: tuple[Chance, ...] = ()
    spreads: tuple[Spread, ...] = ()
    dice: tuple[PoolOdds, ...] = ()
    exact: bool = True


class AdviceFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    answer: Any
    words: str
    worth: str
    odds: str = ""
    why: tuple[str, ...] = ()
    then: str = ""


class Probed(Frame, frozen=True, kw_only=True, tag="probed"):
    """The answer to a probe; what was not asked for is not there. `ended`: `via` came to dice, another seat or the end.

    toward, judge, spoken: answer, refusal, cost, left, upto, legs, preview. reach: reach. odds: part, of, value, odds.
    """

    re: int
    n: int
    answer: Any | UnsetType = UNSET
    refusal: RefusalFrame | None = None
    cost: int | None = None
    left: int | None = None
    upto: tuple[int, ...] | None = None  # the last legal place on the way
    legs: tuple[int, ...] = ()
    preview: Preview | None = None
    reach: tuple[Reach, ...] | UnsetType = UNSET
    part: int = 0
    of: int = 0
    value: Any | UnsetType = UNSET
    odds: OddsFrame | None = None
    advice: tuple[AdviceFrame, ...] | UnsetType = UNSET
    sight: SightLine | None = None
    distance: int | None = None
    sheet: Sheet | None = None
    barred: tuple[Barred, ...] | UnsetType = UNSET
    answers: tuple[Any, ...] | UnsetType = UNSET  # suggest
    ask: AskFrame | None = None
    ended: bool = False


AnyFrame = Welcome | Snapshot | Step | Seats | UndoAsked | Rematch | Ack | RefusedFrame | Stale | Failed | Pong | Probed
