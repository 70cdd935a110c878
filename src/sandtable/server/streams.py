"""One stream for each onlooker of a table: numbered frames, the last of them kept for those who come back."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from sandtable.core import Ask
from sandtable.core.texts import plain_text
from sandtable.match import WATCHING, Match
from sandtable.scene import Scene
from sandtable.server.asks import AskFrame
from sandtable.server.frames import AnyFrame, Snapshot, Step, Waiting
from sandtable.server.patches import difference
from sandtable.server.seat_views import asked, event_frames, log_lines, result_of, scene_of

RING = 200  # frames kept for those who come back
LOG = 150  # lines of the log in a snapshot
LINGER = 90.0  # seconds a stream goes on without anybody connected

_encoder = msgspec.json.Encoder(enc_hook=plain_text)


def encoded(frame: AnyFrame) -> bytes:
    return _encoder.encode(frame)


class Listener(Protocol):
    """A connected client."""

    def send(self, frame: bytes) -> None: ...


class Stream:
    """What the holder of some seats, or a spectator (no seats), is sent. Several tabs share one stream."""

    def __init__(self, plays: tuple[str, ...]) -> None:
        self.plays = plays
        self.playing = plays  # those of them that no bot plays for the holder
        self.seq = 0
        self.ring: deque[tuple[int, bytes]] = deque(maxlen=RING)
        self.scene: Scene | None = None  # as it was last sent
        self.seat: int | None = None  # through whose eyes
        self.listeners: set[Listener] = set()
        self.left = time.monotonic()  # when the last one went

    @property
    def quiet(self) -> bool:
        """Nobody has listened for a while."""
        return not self.listeners and time.monotonic() - self.left > LINGER

    def eyes(self, match: Match) -> int | str:
        """A table shared by several people is seen by whoever of them is to choose."""
        if not self.plays:
            return WATCHING
        waiting, seats = match.game.waiting, [match.seat(seat) for seat in self.playing or self.plays]
        if isinstance(waiting, Ask) and waiting.seat in seats:
            self.seat = waiting.seat
        elif self.seat not in seats:
            self.seat = seats[0]
        assert self.seat is not None
        return self.seat

    def asked(self, match: Match, eyes: int | str) -> tuple[AskFrame | None, Waiting | None]:
        return asked(match, eyes if self.playing else WATCHING)

    def snapshot(self, match: Match, epoch: int, free: dict[str, Any]) -> bytes:
        eyes = self.eyes(match)
        self.scene = scene_of(match, eyes)
        ask, waiting = self.asked(match, eyes)
        return encoded(
            Snapshot(
                epoch=epoch,
                seq=self.seq,
                n=match.before + len(match.history),
                scene=self.scene,
                ask=ask,
                waiting=waiting,
                log=log_lines(match, eyes, LOG),
                result=result_of(match),
                **free,
            )
        )

    def step(self, match: Match, since: int, by: str, free: dict[str, Any]) -> None:
        """Send what happened since so many entries."""
        eyes, before = self.eyes(match), self.scene
        self.scene = scene_of(match, eyes)
        if before is None:  # nobody has a scene to patch
            return
        ask, waiting = self.asked(match, eyes)
        self.seq += 1
        frame = encoded(
            Step(
                seq=self.seq,
                n=match.before + len(match.history),
                by=by,
                events=event_frames(match, eyes, since),
                patch=difference(before, self.scene),
                ask=ask,
                waiting=waiting,
                result=result_of(match),
                **free,
            )
        )
        self.ring.append((self.seq, frame))
        self.send(frame)

    def send(self, frame: bytes) -> None:
        for listener in tuple(self.listeners):
            listener.send(frame)

    def missed(self, seq: int) -> Iterator[bytes] | None:
        """The frames after one; None: they are no longer there."""
        if seq > self.seq or (seq < self.seq and (not self.ring or self.ring[0][0] > seq + 1)):
            return None
        return (frame for number, frame in self.ring if number > seq)

    def restart(self) -> None:
        """After an undo: numbers begin anew, and everybody gets a snapshot."""
        self.seq, self.scene = 0, None
        self.ring.clear()
