"""Advice: the best few answers to a question, what each is worth and why, in words.

An answer is played along its best line in several imagined games. The reasons come from the last tables of those games,
compared with the table now and with those of the next best answer.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from sandtable.bots.evaluation import SEED_STEP, Evaluator, Rated
from sandtable.bots.eye import eye
from sandtable.bots.instructions import instruct
from sandtable.bots.planned_lookahead import PlannedLookahead, Step
from sandtable.bots.rollout import Lookahead, Plan
from sandtable.chance import choice_odds
from sandtable.core import BadSetup, Game, Path, Position, Region, Term, Value, View
from sandtable.core.measurements import Measurement

WIDTHS = (24, 5, 3, 2)
NODES = 3000
GAMES = 16  # imagined for each answer, when dice are thrown
WIDE = (24, 8, 8, 3)  # widths of the search for lines
LINES, FINAL, TRIALS = 4, 3, 8  # lines searched, lines compared in the end, games for each
PLACES = 12  # candidates for each place of the line
WORTH_SAYING = 50  # thousandths of a point
MOST, WORST = 3, 2  # reasons for an answer, and against it
CLOSE = 100  # thousandths: hardly a difference
MOST_SAID = 5_000  # larger gains are told without a figure
END = "end"  # the topic of a game that is over
BUDGET = 20_000  # answers played for exact odds


class Reason(Value, frozen=True):
    """Something an answer changes, in thousandths of a point; a loss is negative."""

    gain: int
    why: str
    share: float = 1.0  # of the imagined games in which it came so
    later: bool = False  # follows from choices after the first dice

    def __str__(self) -> str:
        figure = f" ({worth(self.gain)})" if WORTH_SAYING <= abs(self.gain) < MOST_SAID else ""
        return sentence(f"{self.text()}{figure}")

    def text(self) -> str:
        return f"{'then ' if self.later else ''}{frequency(self.share)}{self.why}"


class Advice(Value, frozen=True):
    answer: Any
    words: str
    gain: int  # over what one has now, in thousandths of a point
    points: str  # what they are points of
    wins: float = 0.0  # share of the imagined games it wins at once
    odds: str = ""  # of the first dice, exactly: what the attack does how often
    reasons: tuple[Reason, ...] = ()
    risks: tuple[Reason, ...] = ()
    fails: float = 0.0  # share of the imagined games in which it gains next to nothing
    beats: str = ""  # why rather than the next answer
    then: str = ""  # the likely next answers, after the dice

    def __str__(self) -> str:
        """What to do, a line about its worth, and the reasons, a line each."""
        lines = [sentence(self.words), self.worth() + (f" The dice: {self.odds}." if self.odds else "")]
        lines += [f"Then perhaps: {self.then}."] if self.then else []
        return "\n   ".join(lines + [f"- {why}" for why in self.why()])

    def worth(self) -> str:
        if self.wins:
            return f"Wins the game {times(self.wins)}."
        return f"Expected gain: {worth(self.gain)} {self.points}."

    def why(self) -> list[str]:
        lines = [str(reason) for reason in self.reasons]
        lines += [f"But {_small(str(reason))}" for reason in self.risks]
        if not self.reasons and not self.risks and abs(self.gain) < CLOSE:
            lines.append("Almost nothing changes.")
        if self.fails:
            lines.append(f"It may come to nothing: so {times(self.fails)}.")
        return lines + ([sentence(self.beats)] if self.beats else [])


def explain(view: View, *, best: int = 3, seed: int = 0, nodes: int = NODES) -> list[Advice]:
    """The best few answers to what the view's seat is asked."""
    if view.ask is None:
        raise BadSetup(f"{view.rules.seat_name(view.seat)} is not asked anything")
    evaluator = Evaluator(view, seed, WIDTHS, fewest=best)
    ranked = evaluator.evaluate(nodes)[: best + 1]
    trials = [AnswerTrial(view, evaluator, w, nodes) for w in ranked]
    trials.sort(key=lambda t: -t.worth)
    return [one.advice(trials[number + 1 :][:1]) for number, one in enumerate(trials[:best])]


class AnswerTrial:
    """The results of one answer in several imagined games."""

    def __init__(self, view: View, evaluator: Evaluator, rated: Rated, nodes: int) -> None:
        self.view, self.games, self.seed = view, evaluator.games, evaluator.seed
        self.value, self.nodes = rated.value, nodes
        self.line = self.best_line(rated.line)
        self.dicey = self.follow(self.line, 0)[0].rolled
        self.ends = [self.follow(self.line, n) for n in range(GAMES if self.dicey or len(self.games) > 1 else 1)]
        self.values = [ahead.worth(end) for ahead, end in self.ends]
        self.worth = sum(self.values) / len(self.values)
        self.now = self.ends[0][0].worth(self.games[0])
        self.steps = self.steps_of(self.line)
        self.topics = self.reasons()

    @property
    def measured(self) -> bool:
        """Whether distances to others may be told."""
        return self.view.may_measure(Measurement("distance"))

    # --- playing ---
    def setup(self, line: Plan, number: int, widths: tuple[int, ...] = WIDTHS, part: int = 40) -> tuple[Any, ...]:
        luck = self.seed + SEED_STEP * number
        return self.view.rules, self.view.seat, widths, luck, max(8, self.nodes // part), line, eye(self.view, luck)

    def follow(self, line: Plan, number: int) -> tuple[PlannedLookahead, Game]:
        ahead = PlannedLookahead(*self.setup(line, number))
        return ahead, ahead.after(self.games[number % len(self.games)], self.value)

    def best_line(self, known: Plan) -> Plan:
        """The best line on average of a few, each found with other dice."""
        lines = [known]
        for number in range(1, LINES):
            ahead = Lookahead(*self.setup(known, number, WIDE, 4))
            ahead.after(self.games[number % len(self.games)], self.value)
            lines.append(ahead.line)
        line = self.best(lines)
        for number in range(len(line)):
            line = self.better_place(line, number)
        return self.best([known, line])

    def steps_of(self, line: Plan) -> list[Step]:
        return PlannedLookahead(*self.setup(line, 0)).steps(self.games[0], self.value)

    def best(self, lines: list[Plan]) -> Plan:
        """The best line on average: all in a few games, the better ones in more. The first wins near ties."""
        found = list(dict.fromkeys(lines))
        if len(found) > FINAL:
            kept = sorted(found[1:], key=lambda line: -self.average(line, 2))
            found = [found[0], *kept[: FINAL - 1]]
        values = [self.average(line, TRIALS) for line in found]
        top = max(values)
        return found[0] if top < values[0] + WORTH_SAYING else found[values.index(top)]

    def average(self, line: Plan, games: int) -> float:
        return sum(ahead.worth(end) for ahead, end in (self.follow(line, n) for n in range(games))) / games

    def better_place(self, line: Plan, number: int) -> Plan:
        """The same line with one of its places looked for again, more widely."""
        if number >= len(line) or not isinstance(line[number][0], Path | Region):
            return line
        domain = line[number][0]
        asked = next((s for s in self.steps_of(line) if s.ask.domain == domain), None)
        if asked is None:
            return line
        p = Position(self.view.rules, asked.game.state)
        tries = [line]
        for place in domain.candidates(p, PLACES, Random(self.seed)):
            ahead, _ = self.follow((*line[:number], (domain, place), *line[number + 1 :]), 0)
            tries.append(ahead.line)
        return self.best(tries)

    # --- explaining ---
    def reasons(self) -> dict[str, Reason]:
        """The average gain of each topic over the games, with the most frequent words."""
        sums: Counter[str] = Counter()
        soon: set[tuple[str, str]] = set()  # already true after the first dice
        words: dict[str, Counter[str]] = {}
        seen: Counter[tuple[str, str]] = Counter()
        for ahead, end in self.ends:
            for term in self.changes(ahead, end):
                topic = term.group or term.why
                sums[topic] += term.value
                words.setdefault(topic, Counter())[term.why] += abs(term.value)
                seen[topic, term.why] += 1
            soon |= {(term.group or term.why, term.why) for term in self.changes(ahead, ahead.settled or end)}
        found, games = {}, len(self.ends)
        for topic, total in sums.items():
            why = max(words[topic], key=lambda w: words[topic][w])
            said, later = self.view.worded(why), (topic, why) not in soon
            found[topic] = Reason(round(total / games), said, seen[topic, why] / games, later)
        return found

    def changes(self, ahead: PlannedLookahead, end: Game) -> list[Term]:
        """What the seat sees change: by eye where distances may not be measured."""
        rules, seat = self.view.rules, self.view.seat
        if end.result is None:
            before, after = (
                Position(rules, game.state if ahead.eye is None else ahead.eye.appraised(game))
                for game in (self.games[0], end)
            )
            return list(rules.judging.changes(before, after, seat))
        won = rules.judging.won if end.result.winner == seat else -rules.judging.won
        return [Term(won, f"ends the game: {end.result.reason}", group=END)]

    def advice(self, rivals: list[AnswerTrial]) -> Advice:
        gain = self.worth - self.now
        said = sorted(self.topics.values(), key=lambda r: -abs(r.gain))
        said = [r for r in said if abs(r.gain) >= WORTH_SAYING] or [r for r in said[:1] if r.gain * gain > 0]
        poor = sum(v - self.now < max(0.0, gain / 4) for v in self.values) / len(self.values)
        instruction = instruct(self.view.rules, self.view.seat, self.steps, measured=self.measured)
        wins = [end.result is not None and end.result.winner == self.view.seat for _, end in self.ends]
        return Advice(
            self.value,
            instruction.now,
            round(gain),
            self.view.rules.judging.points,
            sum(wins) / len(wins),
            self.odds(),
            tuple(r for r in said if r.gain > 0)[:MOST],
            tuple(r for r in said if r.gain <= 0)[:WORST],
            poor if gain >= CLOSE and self.dicey else 0.0,
            "".join(self.against(rival) for rival in rivals),
            instruction.then,
        )

    def odds(self) -> str:
        """Of the first answer that comes to dice."""
        step = next((s for s in self.steps if s.dice), None)
        if step is None or not isinstance(step.value, str):
            return ""
        if not all(self.view.may_measure(Measurement("odds", answer=v)) for v in (self.value, step.value)):
            return ""
        found = choice_odds(self.view.rules, step.game, step.value, budget=BUDGET, within=None)
        known = found.summary
        if known is None or not found.exact:
            return ""
        chances = [(name, chance) for name, chance in known.chances.items() if chance]
        least = chances[-1][1] if chances else 0  # a blast destroys what it misses: then the chance to hit is left out
        parts = [f"{name} {share(float(chance))}" for name, chance in chances if chance >= least]
        if max(known.distributions.get("damage", (0,))) > 1:
            mean = float(known.mean("damage"))
            parts.append(f"{mean:.1f} damage on average")
        return ", ".join(parts)

    def against(self, rival: AnswerTrial) -> str:
        """The topic that makes most of the difference."""
        name = instruct(self.view.rules, self.view.seat, rival.steps[:1], measured=self.measured).now
        lead = self.worth - rival.worth
        none = Reason(0, "")
        both = {t: (self.topics.get(t, none), rival.topics.get(t, none)) for t in {**self.topics, **rival.topics}}
        topic = max(both, key=lambda t: both[t][0].gain - both[t][1].gain, default=None)
        if lead < CLOSE or topic is None:
            return f'hardly better than "{name}"'
        mine, other = both[topic]
        head = f'{worth(lead)[1:]} better than "{name}"' if topic != END else f'better than "{name}"'
        if other.why and abs(other.gain) >= WORTH_SAYING:
            return f"{head}, which {'only ' if other.gain > 0 else ''}{_small(str(other))}"
        return head + alone(mine)


def alone(reason: Reason) -> str:
    """What only the better answer does; a gain that is not worth saying explains no lead."""
    if reason.gain < WORTH_SAYING:
        return ""
    what, _, topic = reason.why.partition(": ")
    return f", for it {_small(reason.why)}" if topic and what.endswith(" this") else f": only this {what}"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def worth(gain: float) -> str:
    return f"{gain / 1000:+.1f}"


def share(part: float) -> str:
    if part > 0.99:
        return "every time" if part == 1 else "over 99 % of the time"
    return f"{100 * part:.0f} % of the time" if part >= 0.01 else "under 1 % of the time"


def times(part: float) -> str:
    """A share of the imagined games: they are too few for more."""
    tenths = round(10 * part)
    return "every time" if tenths == 10 else f"about {tenths or 1} {'times' if tenths > 1 else 'time'} in 10"


def frequency(part: float) -> str:
    """A share as an adverb."""
    if part > 0.85:
        return ""
    return "usually " if part > 0.6 else "about half the time " if part > 0.4 else "sometimes "
