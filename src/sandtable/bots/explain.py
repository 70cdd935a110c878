"""Advice: the best few answers to a question, what each is worth and why, in words."""

from __future__ import annotations

from typing import Any

from sandtable.bots.rollout import WON, Ahead, Plan
from sandtable.bots.weighing import APART, Scales
from sandtable.core import Ask, BadSetup, Game, Position, Value, View
from sandtable.geometry.units import text

WIDTHS = (24, 5, 3, 2)
NODES = 3000
GAMES = 4  # imagined for the reasons of each answer
LOOK = 200  # answers played for each of them
WORTH_SAYING = 40  # thousandths of a point
MOST = 4  # reasons for an answer


class Reason(Value, frozen=True):
    """Something an answer changes, in thousandths of a point; a loss is negative."""

    gain: int
    why: str


class Advice(Value, frozen=True):
    answer: Any
    words: str
    gain: int  # over what one has now, in thousandths of a point
    reasons: tuple[Reason, ...] = ()
    then: tuple[str, ...] = ()  # what one would do next

    def __str__(self) -> str:
        good = [f"{r.why} ({r.gain / 1000:+.1f})" for r in self.reasons if r.gain > 0]
        bad = [f"{r.why} ({r.gain / 1000:+.1f})" for r in self.reasons if r.gain < 0]
        said = "; ".join(good) + (("; but " if good else "but ") + "; ".join(bad) if bad else "")
        worth = f"{self.gain / 1000:+.1f}" if abs(self.gain) < WON / 10 else "decides the game"
        line = f"{self.words} ({worth})" + (f": {said}" if said else "")
        return line + (f". Then {', '.join(self.then)}" if self.then else "")


def explain(view: View, *, best: int = 3, seed: int = 0, nodes: int = NODES) -> list[Advice]:
    """The best few answers to what the view's seat is asked."""
    if view.ask is None:
        raise BadSetup(f"{view.rules.seat_name(view.seat)} is not asked anything")
    scales = Scales(view, seed, WIDTHS)
    ranked = scales.weigh(nodes)
    told = Told(view, scales)
    now = sum(worth for worth, _ in told.before.values())
    found = []
    for w in ranked[:best]:
        worth = w.worth if w.samples else told.worth(w.value)
        said = words(scales.games[0], w.value, view)
        found.append(Advice(w.value, said, round(worth - now), told.reasons(w.value, w.line), told.then(w.line)))
    return found


class Told:
    """What comes of an answer, reason by reason, over a few imagined games."""

    def __init__(self, view: View, scales: Scales) -> None:
        self.view, self.games, self.seed = view, scales.games, scales.seed
        self.before = self.terms(self.games[0])

    def terms(self, game: Game) -> dict[str, tuple[int, str]]:
        rules, seat = self.view.rules, self.view.seat
        p = Position(rules, game.state)
        found: dict[str, tuple[int, str]] = {}
        terms = list(rules.appraise(p, seat))
        if isinstance(game.waiting, Ask) and game.waiting.seat == seat:
            terms += rules.outlook(p, game.waiting)
        for t in terms:
            topic = t.group or t.why
            found[topic] = (t.value + found.get(topic, (0, ""))[0], t.why)
        return found

    def ends(self, value: Any, line: Plan = ()) -> list[tuple[Ahead, Game]]:
        found = []
        for sample in range(GAMES):
            ahead = Ahead(self.view.rules, self.view.seat, WIDTHS, self.seed + APART * sample, LOOK, line)
            found.append((ahead, ahead.after(self.games[sample % len(self.games)], value)))
        return found

    def worth(self, value: Any) -> float:
        return sum(ahead.worth(end) for ahead, end in self.ends(value)) / GAMES

    def reasons(self, value: Any, line: Plan = ()) -> tuple[Reason, ...]:
        sums: dict[str, float] = {topic: -float(worth) for topic, (worth, _) in self.before.items()}
        why = {topic: words for topic, (_, words) in self.before.items()}
        said: dict[str, str] = {}
        for _, end in self.ends(value, line):
            if end.result is not None:
                return (Reason(1 if end.result.winner == self.view.seat else -1, end.result.reason),)
            for topic, (worth, words) in self.terms(end).items():
                sums[topic] = sums.get(topic, 0.0) + worth / GAMES
                said.setdefault(topic, words)
        found = []
        for topic, gain in sums.items():
            if abs(gain) >= WORTH_SAYING:
                now = said.get(topic, "")
                same = f"{'better' if gain > 0 else 'worse'}: {now}" if now == why.get(topic) else now
                found.append(Reason(round(gain), same or f"no longer: {why[topic]}"))
        return tuple(sorted(found, key=lambda r: -abs(r.gain))[:MOST])

    def then(self, line: Plan) -> tuple[str, ...]:
        return tuple(spoken(value) for _, value in line[:3])


def words(game: Game, value: Any, view: View) -> str:
    """An answer as people say it."""
    ask = game.waiting
    if isinstance(ask, Ask) and isinstance(value, str):
        options = ask.domain.options(Position(view.rules, game.state)) or ()
        return next((o.label or o.key for o in options if o.key == value), value)
    return spoken(value)


def spoken(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value == ():
        return "stay"
    if isinstance(value, tuple):
        if all(isinstance(c, int) for c in value):
            return "to " + ", ".join(text(c) for c in value[:2])
        if all(isinstance(v, tuple) and len(v) == 2 and isinstance(v[0], str) for v in value):
            return ", ".join(f"{name} {how if isinstance(how, int) else spoken(how)}" for name, how in value)
        return ", then ".join(spoken(v) for v in value)
    return "nowhere" if value is None else str(value)
