"""What a client sends over the socket: one JSON object a frame, told apart by `t`.

Three numbers, not to be mixed: `n` is the length of the history an answer is for, `seq` counts the frames of a stream,
`id` is the client's own and comes back as `re`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
MOST_BYTES = 16 * 1024  # of one message

Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=400)]
Key = Annotated[str, Meta(min_length=16, max_length=200)]
Number = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
Goal = Annotated[list[Number], Meta(min_length=2, max_length=3)]

What = Literal[
    "toward",  # the legal answer nearest to `goal`
    "judge",  # cost, what is left and why not, of `value`
    "reach",  # where an answer may lie
    "odds",  # of each of `values`, one frame a value
    "advice",  # the best few answers, with reasons
    "sight",  # whether `a` sees `b`, and what blocks it
    "distance",  # between `a` and `b`
    "sheet",  # everything about the thing called `a`
    "barred",  # what is not on offer, and why
    "spoken",  # the answer that `words` mean
    "suggest",  # a few legal answers, the usual one first
    "ask",  # the question after `via`
]


class Message(Struct, frozen=True, kw_only=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """Unknown fields are refused."""


class Have(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last frame a client has seen."""

    epoch: Id
    seq: Id


class Hello(Message, frozen=True, kw_only=True):
    """The first frame. The token is never part of an address."""

    protocol: int
    token: Key
    have: Have | None = None


class Answer(Message, frozen=True, kw_only=True):
    id: Id
    n: Count
    value: Any


class Answers(Message, frozen=True, kw_only=True):
    """One gesture: played up to the first refusal, roll or question to another seat; one commit."""

    id: Id
    n: Count
    values: Annotated[list[Any], Meta(min_length=1, max_length=32)]


class Probe(Message, frozen=True, kw_only=True):
    """A question without effect. `via` are answers played in the head first."""

    id: Id
    n: Count
    what: What
    via: Annotated[list[Any], Meta(max_length=8)] = []
    goal: Goal | None = None  # toward: [x, y] or [x, y, facing]
    far: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None  # toward: at most so far
    held: Name = ""  # toward: the piece by which a group is held
    keep: Annotated[list[Any], Meta(max_length=200)] = []  # toward: the formation, [[piece, pose], ...]
    placed: Annotated[list[Any], Meta(max_length=200)] = []  # reach: what stands already, [[piece, pose], ...]
    piece: Name = ""  # reach: who is placed next
    value: Any = None  # judge
    values: Annotated[list[Any], Meta(max_length=100)] = []  # odds
    a: Name = ""  # sight, distance, sheet
    b: Name = ""
    words: Words = ""  # spoken


class Cancel(Message, frozen=True, kw_only=True):
    """Give up a probe."""

    id: Id


class Undo(Message, frozen=True, kw_only=True):
    """Back to a shorter history: at once where it is free, otherwise the other people are asked."""

    id: Id
    n: Count
    to: Count


class Consent(Message, frozen=True, kw_only=True):
    """The answer to `undo_asked`."""

    id: Id
    to: Count
    yes: bool


class Preset(Message, frozen=True, kw_only=True):
    """What to do in a window from now on. An empty ability means every option of the window."""

    id: Id
    window: Name
    ability: Name = ""
    do: Literal["always", "never", "ask"]


class Resign(Message, frozen=True, kw_only=True):
    id: Id
    why: Words = ""


class Ping(Message, frozen=True, kw_only=True):
    pass


AnyMessage = Hello | Answer | Answers | Probe | Cancel | Undo | Consent | Preset | Resign | Ping

decode = msgspec.json.Decoder(AnyMessage).decode
