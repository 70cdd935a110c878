"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """Rates are for a second, bursts on top of them."""

    messages: float = 60.0  # of one socket
    message_burst: float = 240.0
    requests: float = 30.0  # of one address
    request_burst: float = 240.0
    begun: float = 1.0  # matches begun by one address
    begun_burst: float = 40.0
    probe_seconds: float = 0.5  # of the server's time for one socket's probes
    probe_burst: float = 3.0
    questions: int = 12  # odds and advice waiting for one socket
    sockets: int = 2000
    sockets_a_match: int = 60
    queued: int = 400  # frames that a slow client has not taken


class Bucket:
    """So much a second, and a store of it."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.at = rate, most, most, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        self._fill()
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def spend(self, amount: float) -> None:
        """For what is known only afterwards; may go below nothing."""
        self._fill()
        self.left -= amount

    @property
    def empty(self) -> bool:
        self._fill()
        return self.left <= 0

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """A bucket for each address; those not heard of for longest are forgotten."""

    def __init__(self, rate: float, most: float, many: int = 10_000) -> None:
        self.rate, self.most, self.many = rate, most, many
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self.known.get(who)
        if bucket is None:
            bucket = self.known[who] = Bucket(self.rate, self.most)
            if len(self.known) > self.many:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(who)
        return bucket.take()
