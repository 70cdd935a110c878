"""Advice: the best few answers to a question, what each is worth and why, in words.

An answer is played along its best line in a number of imagined games. What is told of it is what those games show: the
tables where it came to rest, compared with the table now and with those of the next best answer.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandtable.bots.following import Following, Step
from sandtable.bots.instructing import instruct, plain
from sandtable.bots.rollout import WON, Ahead, Plan
from sandtable.bots.weighing import APART, Scales, Weighed
from sandtable.chance import choice_odds
from sandtable.core import BadSetup, Game, Position, Value, View

WIDTHS = (24, 5, 3, 2)
NODES = 3000
GAMES = 16  # imagined for each answer told of, when it comes to dice
WIDE = (24, 8, 8, 3)  # how widely they are looked for
LINES, TRIALS = 4, 4  # ways to go on that are looked at for it, and games for each
WORTH_SAYING = 40  # thousandths of a point
MOST, WORST = 3, 2  # reasons for an answer, and against it
CLOSE = 100  # thousandths: hardly a difference
BUDGET = 20_000  # answers played for exact odds


class Reason(Value, frozen=True):
    """Something an answer changes, in thousandths of a point; a loss is negative."""

    gain: int
    why: str
    share: float = 1.0  # of the imagined games in which it came so

    def __str__(self) -> str:
        return sentence(f"{often(self.share)}{self.why}") + f" ({worth(self.gain)})"


class Advice(Value, frozen=True):
    answer: Any
    words: str
    gain: int  # over what one has now, in thousandths of a point
    points: str  # what they are points of
    wins: float = 0.0  # share of the imagined games it wins at once
    odds: str = ""  # of the first dice, exactly
    reasons: tuple[Reason, ...] = ()
    risks: tuple[Reason, ...] = ()
    fails: float = 0.0  # share of the imagined games in which it gains next to nothing
    beats: str = ""  # why rather than the next answer
    then: str = ""  # what one would do next, once the dice have spoken

    def __str__(self) -> str:
        return "\n   ".join([f"{sentence(self.words)} {self.worth()}", *self.why()])

    def worth(self) -> str:
        if self.wins:
            return f"Wins the game {share(self.wins)}."
        return f"Expected gain: {worth(self.gain)} {self.points}."

    def why(self) -> list[str]:
        lines = [sentence(self.odds)] if self.odds else []
        lines += [str(reason) for reason in self.reasons]
        lines += [f"But {_small(str(reason))}" for reason in self.risks]
        if self.fails:
            lines.append(f"It may come to nothing: so {share(self.fails)}.")
        lines += [sentence(self.beats)] if self.beats else []
        return lines + ([f"Then perhaps: {self.then}."] if self.then else [])


def explain(view: View, *, best: int = 3, seed: int = 0, nodes: int = NODES) -> list[Advice]:
    """The best few answers to what the view's seat is asked."""
    if view.ask is None:
        raise BadSetup(f"{view.rules.seat_name(view.seat)} is not asked anything")
    scales = Scales(view, seed, WIDTHS)
    ranked = scales.weigh(nodes)[: best + 1]
    tried = [Tried(view, scales, w, nodes) for w in ranked]
    tried.sort(key=lambda t: -t.worth)
    return [one.advice(tried[number + 1 :][:1]) for number, one in enumerate(tried[:best])]


class Tried:
    """What comes of an answer in a number of imagined games."""

    def __init__(self, view: View, scales: Scales, weighed: Weighed, nodes: int) -> None:
        self.view, self.games, self.seed = view, scales.games, scales.seed
        self.value, self.nodes = weighed.value, nodes
        self.line = self.best_line(weighed.line)
        self.dicey = self.follow(self.line, 0)[0].rolled
        self.ends = [self.follow(self.line, n) for n in range(GAMES if self.dicey or len(self.games) > 1 else 1)]
        self.values = [ahead.worth(end) for ahead, end in self.ends]
        self.worth = sum(self.values) / len(self.values)
        self.now = self.ends[0][0].worth(self.games[0])
        self.steps: list[Step] = Following(*self.thought(self.line, 0)).steps(self.games[0], self.value)
        self.topics = self.told()

    # --- playing ---
    def thought(self, line: Plan, number: int, widths: tuple[int, ...] = WIDTHS, part: int = 40) -> tuple[Any, ...]:
        luck = self.seed + APART * number
        return self.view.rules, self.view.seat, widths, luck, max(8, self.nodes // part), line

    def follow(self, line: Plan, number: int) -> tuple[Ahead, Game]:
        ahead = Following(*self.thought(line, number))
        return ahead, ahead.after(self.games[number % len(self.games)], self.value)

    def best_line(self, known: Plan) -> Plan:
        """How to go on: a few ways are found, each with dice of its own, and the best on average is taken."""
        lines = [known]
        for number in range(1, LINES):
            ahead = Ahead(*self.thought(known, number, WIDE, 4))
            ahead.after(self.games[number % len(self.games)], self.value)
            if ahead.line not in lines:
                lines.append(ahead.line)
        if len(lines) == 1:
            return known

        def value(line: Plan) -> float:
            return sum(ahead.worth(end) for ahead, end in (self.follow(line, n) for n in range(TRIALS)))

        return max(lines, key=value)

    # --- telling ---
    def told(self) -> dict[str, Reason]:
        """What the games have in common, topic by topic: the average gain, and the words that carry most of it."""
        rules, seat = self.view.rules, self.view.seat
        before = Position(rules, self.games[0].state)
        sums: Counter[str] = Counter()
        words: dict[str, Counter[str]] = {}
        seen: Counter[tuple[str, str]] = Counter()
        for _, end in self.ends:
            if end.result is not None:
                won = end.result.winner == seat
                found = [("end", (1 if won else -1) * round(WON), f"the game ends: {end.result.reason}")]
            else:
                terms = rules.changes(before, Position(rules, end.state), seat)
                found = [(t.group or t.why, t.value, t.why) for t in terms]
            for topic, gain, why in found:
                sums[topic] += gain
                words.setdefault(topic, Counter())[why] += abs(gain)
                seen[topic, why] += 1
        told = {}
        for topic, total in sums.items():
            why = max(words[topic], key=lambda w: words[topic][w])
            told[topic] = Reason(round(total / len(self.ends)), why, seen[topic, why] / len(self.ends))
        return told

    def advice(self, rivals: list[Tried]) -> Advice:
        gain = self.worth - self.now
        said = sorted((r for r in self.topics.values() if abs(r.gain) >= WORTH_SAYING), key=lambda r: -abs(r.gain))
        poor = sum(v - self.now < max(0.0, gain / 4) for v in self.values) / len(self.values)
        instruction = instruct(self.view.rules, self.view.seat, self.steps)
        wins = [end.result is not None and end.result.winner == self.view.seat for _, end in self.ends]
        return Advice(
            self.value,
            instruction.now,
            round(gain),
            self.view.rules.points,
            sum(wins) / len(wins),
            self.odds(),
            tuple(r for r in said if r.gain > 0)[:MOST],
            tuple(r for r in said if r.gain < 0)[:WORST],
            poor if gain >= CLOSE and self.dicey else 0.0,
            "".join(self.against(rival) for rival in rivals),
            instruction.then,
        )

    def odds(self) -> str:
        """Of the first answer that comes to dice."""
        step = next((s for s in self.steps if s.dice and isinstance(s.value, str)), None)
        if step is None:
            return ""
        found = choice_odds(self.view.rules, step.game, step.value, budget=BUDGET)
        known = found.summary
        if known is None or not found.exact:
            return ""
        chances = [(name, chance) for name, chance in known.chances.items() if chance]
        least = chances[-1][1] if chances else 0  # a blast destroys whom it misses: then the hit tells nothing
        parts = [f"{name}s {share(float(chance))}" for name, chance in chances if chance >= least]
        if max(known.spreads.get("damage", (0,))) > 1:
            mean = float(known.mean("damage"))
            parts.append(f"does {mean:.1f} damage on average")
        return f"{plain(step.value)}: {', '.join(parts)}" if parts else ""

    def against(self, rival: Tried) -> str:
        """The topic that makes most of the difference."""
        name = instruct(self.view.rules, self.view.seat, rival.steps[:1]).now
        lead = self.worth - rival.worth
        none = Reason(0, "", 0.0)
        both = {t: (self.topics.get(t, none), rival.topics.get(t, none)) for t in {**self.topics, **rival.topics}}
        topic = max(both, key=lambda t: both[t][0].gain - both[t][1].gain, default=None)
        if lead < CLOSE or topic is None:
            return f"hardly better than the next, {name}"
        mine, other = both[topic]
        why = mine.why if mine.gain > -other.gain else f"that one {other.why}"
        return f"better than {name} by {worth(lead)[1:]}: {why}"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", ")")) else ".")


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def worth(gain: float) -> str:
    return f"{gain / 1000:+.1f}"


def share(part: float) -> str:
    return "every time" if part >= 0.995 else f"{100 * part:.0f} % of the time"


def often(part: float) -> str:
    """How often something came about, for people."""
    if part > 0.85:
        return ""
    return "usually " if part > 0.6 else "about half the time " if part > 0.4 else "sometimes "
