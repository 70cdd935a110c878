"""From one place of the rules to the next: the driver with nothing logged and nothing played twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from sandtable.chance.gaps import GAPS, Gaps, Opaque, filled, gaps
from sandtable.chance.keys import Keys
from sandtable.chance.spread import Spread, spread
from sandtable.chance.unread import Of, Results, Run, Unread
from sandtable.core import Ask, Draft, Event, Frame, Game, Next, Return, Roll, Ruleset, Wait, advance
from sandtable.core.choices import Domain

MANY = 5000  # spots kept when nobody looks ahead


class Kept(Frame, frozen=True, kw_only=True):
    """Lies beneath the frames that are played and keeps what they return."""

    value: tuple[Any, ...] = ()

    def returned(self, d: Draft, *value: Any) -> Next:
        return Wait(ENDED, then=self.but(value=value).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()


ENDED = Ask(0, "what was to be played is over", Domain(), None)


def has_ended(game: Game) -> bool:
    return game.waiting is None or game.waiting is ENDED


class Spot:
    """A place of the rules: a wait, whatever dice it waits for. Numbers that come of earlier dice may be gaps in it.

    Equal places are one spot, so what is found out of one is kept with it.
    """

    __slots__ = ("chosen", "game", "gaps", "open", "over", "values", "ways")

    def __init__(self, game: Game, where: Gaps | None, count: int) -> None:
        self.game, self.gaps, self.open = game, where, count
        self.over = has_ended(game)
        self.ways: dict[Any, Ways] = {}
        self.values: dict[tuple[int, Roll | None], dict[Results, Any]] = {}  # what it is worth to a seat
        self.chosen: dict[Results, int] = {}  # the number of the best answer

    def whole(self, case: Results) -> Game:
        """The game as it is in one case."""
        return self.game if self.gaps is None else self.game.but(stack=filled(self.game.stack, self.gaps, case))


Place = tuple[Spot, Roll | None]


class Move:
    """Where it goes on, with which numbers left open, and the dice that are waited for there."""

    __slots__ = ("hits", "pick", "roll", "rolls", "spot")

    def __init__(self, spot: Spot, roll: Roll | None, pick: Of | None, rolls: Of | None = None) -> None:
        self.spot, self.roll = spot, roll
        self.hits = 0  # on the way there
        self.pick = pick  # None: the case stays as it is
        self.rolls = rolls  # where the dice themselves depend on the case

    def arrival(self, case: Results) -> tuple[Place, Results]:
        """The place with its dice, and what the case is there."""
        roll = self.roll if self.rolls is None else self.rolls(case)
        return (self.spot, roll), case if self.pick is None else self.pick(case)

    def arrivals(self, cases: Iterable[Results]) -> Iterator[tuple[Roll | None, list[tuple[Results, Results]]]]:
        """The dice waited for, and every case that comes to them with what it is then."""
        pick, rolls = self.pick, self.rolls
        pairs = [(case, case if pick is None else pick(case)) for case in cases]
        if rolls is None:
            yield self.roll, pairs
            return
        found: dict[Roll, list[tuple[Results, Results]]] = {}
        for pair in pairs:
            found.setdefault(rolls(pair[0]), []).append(pair)
        yield from found.items()


class Fork:
    """Something the rules ask of the dice: how it goes on, by the answer."""

    __slots__ = ("key", "of", "ways")

    def __init__(self, key: Hashable, of: Of) -> None:
        self.key, self.of = key, of
        self.ways: dict[Any, Fork | Move] = {}


class Ways:
    """How it goes on from a spot after one answer or throw, case by case."""

    __slots__ = ("fates", "known", "read", "ways")

    def __init__(self) -> None:
        self.fates: dict[Results, tuple[Place, Results]] = {}
        self.ways: dict[Any, Fork | Move] = {}  # one: by None
        self.known: dict[Results, Move] = {}
        self.read = False  # dice are told at once: these rules cannot do with less

    def find(self, case: Results) -> Move | None:
        at = self.ways.get(None)
        while isinstance(at, Fork):
            at = at.ways.get(at.of(case))
        return at

    def add(self, run: Run, move: Move) -> None:
        """The same is asked first in every case, and next wherever the answers were the same; else dice are read."""
        ways, answer = self.ways, None
        for key, of, further in run.asked:
            fork = ways.setdefault(answer, Fork(key, of))
            if type(fork) is not Fork or fork.key != key:
                raise Opaque
            ways, answer = fork.ways, further
        if ways.setdefault(answer, move) is not move:
            raise Opaque


class Walk:
    """Spots reached from a first one."""

    def __init__(self, rules: Ruleset, start: Game, about: tuple[str, ...] = ()) -> None:
        self.rules = rules
        self.about = about  # whose hits on whom are counted
        self.attacked = False
        self.keys = Keys(start.state)
        self.played = 0  # answers given: what the budget counts
        self.remember = False  # for look-ahead, which comes to the same spots again
        self.spots: dict[Hashable, Spot] = {}
        self.spreads: dict[Roll, Spread] = {}

    def start(self, game: Game) -> Move:
        return Move(self.spot(game, None, 0), game.waiting if isinstance(game.waiting, Roll) else None, nothing)

    def throws(self, roll: Roll) -> Spread:
        found = self.spreads.get(roll)
        if found is None:
            found = self.spreads[roll] = spread(roll, self.rules.dice)
        return found

    def answered(self, spot: Spot, value: Any, cases: Iterable[Results]) -> Iterable[tuple[Move, list[Results]]]:
        """Where it goes on after an answer, with the cases that go there."""
        ways = spot.ways.setdefault(value, Ways()) if self.remember else Ways()
        return self.parted(spot, ways, (value,), cases)

    def thrown(self, spot: Spot, roll: Roll, cases: Iterable[Results]) -> Iterable[tuple[Move, list[Results]]]:
        """Where it goes on after dice, whose results are the last of each case."""
        return self.parted(spot, self.after(spot, roll), (), cases)

    def after(self, spot: Spot, roll: Roll) -> Ways:
        ways = spot.ways.get(roll)
        if ways is None:
            whole = all(type(result) is int for way in self.throws(roll).ways for result in way.results)
            ways = spot.ways[roll] = spot.ways.setdefault((len(roll.pools), whole), Ways())
            ways.read |= not whole  # other readings rules could tell apart without asking: by identity
        return ways

    def fates(self, spot: Spot, roll: Roll, case: Results) -> Mapping[tuple[Place, Results], int]:
        """What the dice may lead to from one case: places and the case there, with their weights."""
        found: dict[tuple[Place, Results], int] = {}
        ways = self.after(spot, roll)
        for way in self.throws(roll).ways:
            thrown = case + way.results
            fate = ways.fates.get(thrown)
            if fate is None:
                fate = ways.fates[thrown] = self.going(spot, ways, (), thrown).arrival(thrown)
            found[fate] = found.get(fate, 0) + way.weight
        return found

    def parted(
        self, spot: Spot, ways: Ways, value: tuple[Any, ...], cases: Iterable[Results]
    ) -> Iterable[tuple[Move, list[Results]]]:
        found: dict[Move, list[Results]] = {}
        for case in cases:
            found.setdefault(self.going(spot, ways, value, case), []).append(case)
        return found.items()

    def going(self, spot: Spot, ways: Ways, value: tuple[Any, ...], case: Results) -> Move:
        move = ways.known.get(case)
        if move is None:
            move = ways.known[case] = ways.find(case) or self.play(spot, ways, value, case)
        return move

    def play(self, spot: Spot, ways: Ways, value: tuple[Any, ...], case: Results) -> Move:
        """One case, played for all that do not differ in what the rules ask."""
        if not ways.read:
            try:
                return self.unread(spot, ways, value, case)
            except Exception:  # a mistake of the rules is met again below
                ways.read, ways.ways = True, {}
        self.played += 1
        game, events = advance(self.rules, spot.whole(case), *(value or case[spot.open :]))
        move = self.start(game)
        move.hits = self.hits(events)
        return move

    def unread(self, spot: Spot, ways: Ways, value: tuple[Any, ...], case: Results) -> Move:
        run = Run()
        dice = tuple(Unread(run, n, itemgetter(n), number) for n, number in enumerate(case))
        self.played += 1
        game, events = advance(self.rules, spot.whole(dice), *(value or dice[spot.open :]))
        move = self.opened(self.told(game, spot.game.state), len(case)) if case else self.start(game)
        move.hits = self.hits(events)
        ways.add(run, move)
        return move

    def hits(self, events: tuple[Event, ...]) -> int:
        if len(self.about) < 2:
            return 0
        told = [hit for event in events if (hit := self.rules.odds.is_hit(event, self.about)) is not None]
        self.attacked |= bool(told)
        return sum(told)

    def opened(self, game: Game, count: int) -> Move:
        """The spot with gaps for what is still unread, numbered in order so that equal ones are equal."""
        held: dict[Hashable, Unread] = {}
        where = gaps(game.stack, held)
        roll, rolls = game.waiting if isinstance(game.waiting, Roll) else None, None
        if roll is not None:
            dice: dict[Hashable, Unread] = {}
            inside = gaps(roll, dice)
            if inside is not None:
                rolls = rolling(roll, inside, dice)
        if where is not None:
            game = game.but(stack=filled(game.stack, where, GAPS))
        return Move(self.spot(game, where, len(held)), roll, picking(held, count), rolls)

    def told(self, game: Game, before: Any) -> Game:
        """The state, an ask and a result are for others to look at: what is unread in them is read."""
        state = self.settled(game.state, before)
        seen = (game.result, None if isinstance(game.waiting, Roll) else game.waiting)
        held: dict[Hashable, Unread] = {}
        where = gaps(seen, held)
        if where is not None:
            result, waiting = filled(seen, where, [die.read() for die in held.values()])
            game = game.but(result=result, waiting=waiting or game.waiting)
        return game if state is game.state else game.but(state=state)

    def settled(self, state: Any, before: Any) -> Any:
        new: dict[str, Any] = {}
        for name in state.__struct_fields__:
            now, was = getattr(state, name), getattr(before, name)
            if now is was:
                continue
            part = {k: v for k, v in now.items() if was.get(k) is not v} if type(now) is dict else now
            held: dict[Hashable, Unread] = {}
            where = gaps(part, held)
            if where is not None:
                part = filled(part, where, [die.read() for die in held.values()])
                new[name] = {**now, **part} if type(now) is dict else part
        return state.__replace__(**new) if new else state

    def spot(self, game: Game, where: Gaps | None, count: int) -> Spot:
        place = self.keys.place(game)
        spot = self.spots.get(place)
        if spot is None:
            spot = self.spots[place] = Spot(game, where, count)
        return spot

    def next_layer(self) -> None:
        """What was kept for positions that met on the way is not needed further on."""
        if not self.remember and len(self.spots) > MANY:
            self.keys.known.clear()
            self.spots.clear()


def nothing(case: Results) -> Results:
    return ()


def picking(held: dict[Hashable, Unread], count: int) -> Of | None:
    """What a case is, once only these numbers are left of it."""
    if not held:
        return nothing
    keys = list(held)
    if keys == list(range(count)):
        return None
    if len(keys) > 1 and all(type(key) is int for key in keys):
        return itemgetter(*keys)
    every = [die.of for die in held.values()]
    return lambda case: tuple([of(case) for of in every])


def rolling(roll: Roll, where: Gaps, held: dict[Hashable, Unread]) -> Of:
    """The dice as they are in a case."""
    every = [die.of for die in held.values()]
    known: dict[Results, Roll] = {}

    def rolls(case: Results) -> Roll:
        numbers = tuple([of(case) for of in every])
        found = known.get(numbers)
        if found is None:
            found = known[numbers] = filled(roll, where, numbers)
        return found

    return rolls
