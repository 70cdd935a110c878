"""Whole matches as they are sent: patches are exact, and no frame tells what its receiver may not know."""

from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.core import Event, find
from sandtable.core.texts import plain_text
from sandtable.match import WATCHING, Eyes, Match
from sandtable.scene import Scene
from sandtable.server.frames import Step
from sandtable.server.seat_views import scene_of
from sandtable.server.streams import Stream, encoded
from tests.seeds import TIMES, seeds
from tests.server.test_streams import FREE, Ear, games

# Every so many steps are dealt anew in `make test`; the soak looks at all of them. Patches are checked at every step.
EVERY = {"warcaster": 1, "warmachine-mk2": 6, "warmaster": 6}
MOST = 3000  # answers; a game has an end


def twin(match: Match, seat: int, rng: Random) -> Match:
    """The same table as the seat knows it, with other things where it knows nothing."""
    other = match.fork()
    other.history[-1] = other.history[-1]._replace(game=match.rules.redeal(match.game, seat, rng))
    return other


def again(stream: Stream, before: Scene, match: Match, since: int) -> bytes:
    """The frame that this stream would send of another table."""
    other = Stream(stream.plays)
    other.scene, other.seat, other.seq = before, stream.seat, stream.seq - 1
    other.step(match, since, "a", FREE)
    return other.ring[-1][1]


def hidden_words(match: Match, eyes: Eyes, since: int) -> set[str]:
    """Ids in events of these answers that the onlooker is not told, and that nothing he is told contains."""
    events = [event for entry in match.history[since:] for event in entry.events]
    told = [seen for event in events if (seen := eyes.seen(event)) is not None]
    shown = {word for event in told for word in words(event)}
    return {word for event in events if eyes.seen(event) != event for word in words(event)} - shown


def words(event: Event) -> set[str]:
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, str) and len(value) > 4:
            found.add(value)
        elif isinstance(value, list | tuple):
            for one in value:
                look(one)
        elif isinstance(value, dict):
            for key, one in value.items():
                look(key)
                look(one)

    look(msgspec.to_builtins(event, enc_hook=plain_text))
    return found - {type(event).__name__}


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("name", list(EVERY))
def test_a_whole_match_is_sent_exactly_and_tells_no_secret(name: str, seed: int) -> None:
    rules, rng = find(name), Random(seed)
    ears = [Ear((seat,)) for seat in rules.seats] + [Ear(())]
    onlookers: list[int | str] = [*range(len(rules.seats)), WATCHING]
    every, differed, unsaid, match = (1 if TIMES > 1 else EVERY[name]), 0, 0, None
    for number, (match, since) in enumerate(games(name, seed + 40, MOST)):
        if not number:
            for ear in ears:
                ear.send(ear.stream.snapshot(match.fork(since), 1, FREE))
        for ear, onlooker in zip(ears, onlookers, strict=True):
            before = ear.stream.scene
            assert before is not None
            ear.stream.step(match, since, "a", FREE)
            step = ear.frames[-1]
            assert isinstance(step, Step)
            ear.frames[:] = [step]
            assert ear.scene == msgspec.json.decode(msgspec.json.encode(scene_of(match, onlooker)), type=Scene)
            sent = ear.stream.ring[-1][1].decode()
            for entry in match.history[since:]:
                assert str(entry.source.state) not in sent  # type: ignore[attr-defined]
            told = encoded(msgspec.structs.replace(step, patch=type(step.patch)(), ask=None)).decode()
            for word in hidden_words(match, Eyes(match, onlooker), since):
                unsaid += 1
                assert f'"{word}"' not in told and f" {word} " not in told, (onlooker, word)
            if number % every:
                continue
            for seat in range(len(rules.seats)):  # a spectator knows no more than any seat
                if onlooker in (seat, WATCHING):
                    other = twin(match, seat, rng)
                    differed += other.game != match.game
                    assert again(ear.stream, before, other, since).decode() == sent
    assert match is not None and match.over
    assert (differed and unsaid) or name != "warcaster"
