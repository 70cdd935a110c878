"""What streams carry: patches are exact, and nothing is told that a seat may not know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.core import Ask, find
from sandtable.core.ruleset import installed
from sandtable.core.texts import plain_text
from sandtable.match import WATCHING, Match, new_match
from sandtable.scene import Scene
from sandtable.server.frames import AnyFrame, Snapshot, Step
from sandtable.server.messages import Probe
from sandtable.server.patches import patched
from sandtable.server.probes import Unanswerable, probed
from sandtable.server.seat_views import asked, event_frames, log_lines, scene_of
from sandtable.server.streams import RING, Stream
from tests.seeds import seeds

FREE: dict[str, Any] = {"free_undo": 0, "undo_to": None}
decode = msgspec.json.Decoder(AnyFrame).decode
ANSWERS = 40  # of each game; the soak multiplies the seeds


def games(name: str, seed: int, most: int) -> Iterator[tuple[Match, int]]:
    """A game between recruits; the table after every answer, and the history before it."""
    match = new_match(name, seed=seed)
    player = bot("recruit", seed=seed)
    for _ in range(most):
        if match.over:
            return
        since = len(match.history)
        assert match.ask is not None
        match.answer(player.choose(match.view(match.ask.seat)))
        yield match, since


class Ear:
    """Somebody who listens to a stream and keeps a scene."""

    def __init__(self, plays: tuple[str, ...]) -> None:
        self.stream = Stream(plays)
        self.scene: Scene | None = None
        self.frames: list[Any] = []
        self.stream.listeners.add(self)

    def send(self, frame: bytes) -> None:
        found = decode(frame)
        self.frames.append(found)
        if isinstance(found, Snapshot):
            self.scene = found.scene
        elif isinstance(found, Step):
            assert isinstance(self.scene, Scene)
            self.scene = patched(self.scene, found.patch)


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("name", sorted(installed()))
def test_a_scene_with_patches_is_the_next_scene(name: str, seed: int) -> None:
    rules = find(name)
    ears = [Ear((seat,)) for seat in rules.seats] + [Ear(()), Ear(rules.seats)]
    begun = False
    for match, since in games(name, seed, ANSWERS):
        if not begun:
            start = match.fork(since)
            for ear in ears:
                ear.send(ear.stream.snapshot(start, 1, FREE))
            begun = True
        for ear in ears:
            ear.stream.step(match, since, "a", FREE)
            fresh = msgspec.json.decode(msgspec.json.encode(scene_of(match, ear.stream.eyes(match))), type=Scene)
            assert ear.scene == fresh
            assert [f.seq for f in ear.frames if isinstance(f, Step)] == list(range(1, ear.stream.seq + 1))
    assert all(ear.stream.seq > 1 for ear in ears)


def sent(match: Match, seat: int | str, since: int) -> Any:
    """Everything a stream says of a position and of the way to it."""
    return (
        msgspec.json.encode(scene_of(match, seat)),
        msgspec.json.encode(asked(match, seat)),
        msgspec.json.encode(event_frames(match, seat, since)),
        msgspec.json.encode(log_lines(match, seat, 500, 500)),
    )


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("name", ["duel", "warcaster", "warmachine-mk2", "warmaster"])
def test_what_is_sent_is_the_same_whatever_the_others_hold(name: str, seed: int) -> None:
    """The table of every step is dealt anew as each seat might have it: no frame differs."""
    rng, differed = Random(seed), 0
    for match, _ in games(name, seed, ANSWERS):
        now = len(match.history)
        for seat in range(len(match.rules.seats)):
            other = match.fork()
            game = match.rules.redeal(match.game, seat, rng)
            differed += game != match.game
            other.history[-1] = other.history[-1]._replace(game=game)
            assert sent(other, seat, now) == sent(match, seat, now)
        if isinstance(match.game.waiting, Ask):  # a spectator knows no more than a seat that is not asked
            for seat in range(len(match.rules.seats)):
                other = match.fork()
                other.history[-1] = other.history[-1]._replace(game=match.rules.redeal(match.game, seat, rng))
                assert scene_of(other, WATCHING) == scene_of(match, WATCHING)
                assert asked(other, WATCHING) == asked(match, WATCHING)
    assert differed or name not in ("duel", "warcaster")


def probes(match: Match, seat: int) -> Iterator[Probe]:
    ask = match.ask
    assert ask is not None
    n, options = len(match.history), ask.domain.options
    what: Any
    for what in ("barred", "suggest", "ask"):
        yield Probe(id=1, n=n, what=what)
    for value in ask.domain.candidates(2, 0):
        yield Probe(id=1, n=n, what="judge", value=value)
    for option in (options or ())[:3]:
        yield Probe(id=1, n=n, what="ask", via=[option.key])
        yield Probe(id=1, n=n, what="suggest", via=[option.key])
        yield Probe(id=1, n=n, what="toward", via=[option.key], goal=[9000, 9000])
    for id in [*match.rules.showing.pieces(match.position), *(c.id for c in match.scene().cards), "nobody"][:30]:
        yield Probe(id=1, n=n, what="sheet", a=id)


def told(match: Match, seat: int, probe: Probe) -> Any:
    try:
        return msgspec.json.encode(probed(match, seat, probe, probe.n, 7), enc_hook=plain_text)
    except Unanswerable as e:
        return str(e)


@pytest.mark.parametrize("name", ["duel", "warcaster"])
def test_probes_tell_nothing_of_what_the_others_hold(name: str) -> None:
    rng, asked_of = Random(5), 0
    for match, _ in games(name, 2, ANSWERS):
        if match.ask is None:
            continue
        seat = match.ask.seat
        game = match.rules.redeal(match.game, seat, rng)
        if game == match.game:
            continue
        other = match.fork()
        other.history[-1] = other.history[-1]._replace(game=game)
        for probe in probes(match, seat):
            assert told(other, seat, probe) == told(match, seat, probe), probe
            asked_of += 1
    assert asked_of > 200


@pytest.mark.parametrize("name", ["duel", "warcaster"])
def test_no_seed_and_no_card_of_another_hand_is_in_any_frame(name: str) -> None:
    secrets: set[str] = set()
    ears = [Ear(("a",)), Ear(("b",)), Ear(())]
    for number, (match, since) in enumerate(games(name, 11, 60)):
        if not number:
            for ear in ears:
                ear.send(ear.stream.snapshot(match.fork(since), 1, FREE))
        for ear in ears:
            ear.stream.step(match, since, "a", FREE)
        secrets |= {str(entry.source.state) for entry in match.history[since:]}  # type: ignore[attr-defined]
    assert len(secrets) > 5
    for ear in ears:
        text = msgspec.json.encode(ear.frames).decode()
        assert not [secret for secret in secrets if secret in text]


def test_missed_frames_are_there_as_long_as_the_ring_holds_them() -> None:
    stream = Stream(("a",))
    stream.seq, found = 0, []
    for number in range(1, RING + 51):
        stream.seq = number
        stream.ring.append((number, str(number).encode()))
    assert stream.missed(RING + 50) is not None
    assert list(stream.missed(RING + 50) or "no") == []
    found = list(stream.missed(RING + 48) or ())
    assert found == [str(RING + 49).encode(), str(RING + 50).encode()]
    assert len(list(stream.missed(50) or ())) == RING  # the oldest that is still whole
    assert stream.missed(49) is None
    assert stream.missed(RING + 51) is None  # from the future: of another server


def test_a_shared_table_is_seen_by_whoever_chooses() -> None:
    ear = Ear(("a", "b"))
    asked_seats = set()
    for number, (match, since) in enumerate(games("duel", 3, 60)):
        if not number:
            ear.send(ear.stream.snapshot(match.fork(since), 1, FREE))
        ear.stream.step(match, since, "a", FREE)
        step = ear.frames[-1]
        if match.ask is not None:
            assert step.ask.seat == match.rules.seat_name(match.ask.seat)
            asked_seats.add(step.ask.seat)
    assert asked_seats == {"a", "b"}
