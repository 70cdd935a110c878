"""Run scenario files: play the answers, check the expectations, report the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

from sandtable.core import BadSetup, Event, Game, Ruleset, UnknownRuleset, find
from sandtable.core.form_parts import nearest
from sandtable.match import NeverCounts
from sandtable.scenarios.answers import NEXT_TURN, BadAnswer, Move, as_written, move_of
from sandtable.scenarios.dice import DiceFault, Script
from sandtable.scenarios.expect_asks import refusal_item
from sandtable.scenarios.expectations import check
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import LONGEST, Items, ScenarioError
from sandtable.scenarios.play import check_dice, dice_of, set_up, to_next_turn
from sandtable.scenarios.play import play as play_move
from sandtable.scenarios.refused_set_up import refused_set_up
from sandtable.scenarios.scenario import Scenario, one, read_scenarios
from sandtable.scenarios.snapshot import Observer

Finder = Callable[[str], Ruleset]
ENDINGS = (".yaml", ".yml")
MOST_TIMES = 1000
MOST_ANSWERS = 2_000
MOST_ITEMS = 5_000  # played, those repeated counted each time
MOST_CHECKS = 500  # in the middle of the play
MOST_FAILURES = 50
SHOWN = 200  # characters of an item in a message


class Outcome(NamedTuple):
    title: str
    failures: tuple[Failure, ...] = ()
    file: str = ""
    ruleset: str = ""
    rules: tuple[str, ...] = ()  # the ids it proves when it passes
    events: tuple[Event, ...] = ()
    log: tuple[str, ...] = ()
    game: Game | None = None  # where it stopped
    error: Exception | None = None  # the rules themselves broke
    cases: tuple[Outcome, ...] = ()  # of a file with several

    @property
    def passed(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        head = f"{'passed' if self.passed else 'FAILED'}  {self.title}" + (f"  ({self.file})" if self.file else "")
        return "\n".join([head, *(f"    {failure}" for failure in self.failures)])


def run(source: str | Path, finder: Finder = find) -> Outcome:
    """Run one scenario file: a path, or the text itself. Never raises; whatever is wrong is a failure."""
    file = ""
    try:
        if isinstance(source, Path) or "\n" not in source:
            file = str(source)
            text = read_text(Path(source))
        else:
            text = source
        scenarios = read_scenarios(text)
    except ScenarioError as e:
        return Outcome(file or "scenario", (Failure("a scenario", e.reason, e.line, fault=True),), file)
    except (OSError, ValueError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else "something that is not UTF-8 text"
        return Outcome(file, (Failure("a scenario", reason, fault=True),), file)
    outcomes = tuple(play(scenario, finder)._replace(file=file) for scenario in scenarios)
    return outcomes[0] if not scenarios[0].case else of_cases(scenarios, outcomes)


def read_text(path: Path) -> str:
    """A file's text, read no further than a scenario may be long. Raises OSError or ValueError."""
    with path.open("rb") as file:
        return file.read(4 * LONGEST + 4).decode()


def of_cases(scenarios: Sequence[Scenario], outcomes: tuple[Outcome, ...]) -> Outcome:
    """One outcome for a file of several cases: every failure says whose it is."""
    failures = [
        failure._replace(found=f"{failure.found} (case {scenario.case!r})")
        for scenario, outcome in zip(scenarios, outcomes, strict=True)
        for failure in outcome.failures
    ]
    rules = dict.fromkeys(rule for outcome in outcomes for rule in outcome.rules)
    error = next((outcome.error for outcome in outcomes if outcome.error is not None), None)
    return outcomes[-1]._replace(
        title=scenarios[0].title, failures=tuple(failures), rules=tuple(rules), error=error, cases=outcomes
    )


def run_many(paths: Iterable[str | Path], finder: Finder = find) -> Iterator[Outcome]:
    """Every scenario in files and folders, folders searched to the bottom."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield run(path, finder)
            continue
        files = scenario_files(path)
        if not files:
            yield Outcome(str(path), (Failure("scenario files", f"none in {path}"),), str(path))
        yield from (run(file, finder) for file in files)


def scenario_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file())


def play(scenario: Scenario, finder: Finder = find) -> Outcome:
    """Run a scenario that has been read."""
    title = f"{scenario.title}: {scenario.case}" if scenario.case else scenario.title
    outcome = Outcome(title, ruleset=scenario.ruleset, rules=scenario.rules)
    try:
        rules = finder(scenario.ruleset)
    except UnknownRuleset as e:
        failure = Failure("an installed ruleset", str(e), scenario.lines["ruleset"], fault=True)
        return outcome._replace(failures=(failure,))
    if unknown := [rule for rule in scenario.rules if rule not in rules.rulebook]:
        near = nearest(unknown[0], rules.rulebook.rules)
        found = f"{', '.join(unknown)}, not in the rulebook of {rules.name}" + (
            f"; did you mean {near}?" if near else ""
        )
        return outcome._replace(failures=(Failure("ids of rules", found, scenario.lines["rules"]),))
    return _Run(rules, scenario).outcome(outcome)


def broken(e: Exception) -> str:
    last = extract_tb(e.__traceback__)[-1]
    return f"the rules breaking: {type(e).__name__}: {e} ({Path(last.filename).name}:{last.lineno})"


class _Run:
    def __init__(self, rules: Ruleset, scenario: Scenario) -> None:
        self.rules, self.scenario = rules, scenario
        self.failures: list[Failure] = []
        self.observer: Observer | None = None
        self.line: int | None = None  # being played
        self.doing = "the position to be set up"
        self.answers = self.checks = self.items = 0

    def outcome(self, outcome: Outcome) -> Outcome:
        error = None
        try:
            self._all()
        except BadAnswer as e:
            self._stop(str(e), self.line)
        except DiceFault as e:
            self._stop(e.reason, e.line or self.line)
        except NeverCounts as e:
            self.doing = "dice before the first choice" if self.observer is None else self.doing
            self._stop(str(e), self.line)
        except ScenarioError as e:
            self.failures.append(Failure(self.doing, e.reason, e.line or self.line, fault=True))
        except Exception as e:  # a fault of the ruleset is a failure like any other, and the developer gets the error
            error = e
            self._stop(broken(e), self.line)
        log: tuple[str, ...] = ()
        try:
            log = () if self.observer is None else self.observer.log()
        except Exception as e:
            self.doing, error = "a log that can be logged", error or e
            self._stop(broken(e), None)
        done = outcome._replace(failures=tuple(self.failures), error=error, log=log)
        if self.observer is None:
            return done
        return done._replace(events=self.observer.match.events, game=self.observer.match.game)

    def _stop(self, found: str, line: int | None) -> None:
        self.failures.append(Failure(self.doing, found, line))

    def _not_set_up(self, e: BadSetup) -> None:
        """Each fault on its own line of the file, unless the file says that it is refused."""
        if self.scenario.refused is not None:
            self.failures += refused_set_up(self.rules, self.scenario.refused, e)
            return
        for fault in e.faults_at(()):
            hint = "" if "did you mean" in fault.text else self.scenario.misspelt(fault)
            line = self.scenario.line_of(fault) or self.line
            self.failures.append(Failure(self.doing, f"{fault}{hint}", line, fault=True))

    def _all(self) -> None:
        scenario = self.scenario
        self.line = min((scenario.lines[k] for k in (scenario.given or ()) if k in scenario.lines), default=None)
        self.line = scenario.lines.get("options", self.line)
        try:
            match, first = set_up(self.rules, scenario, dice_of(scenario))
        except BadSetup as e:
            self._not_set_up(e)
            return
        if scenario.refused is not None:
            self.failures.append(Failure("a refused set-up", "it allowed", scenario.lines.get("refused")))
            return
        self.observer = observer = Observer(match, first)
        self.doing, self.line = "dice before the first choice", scenario.lines.get("dice")
        check_dice(match)
        self._play(observer, scenario.play)
        self.doing, self.line = "to check what is expected", scenario.lines.get("expect")
        self.failures += check(observer, scenario.expect, self.line)
        if isinstance(match.source, Script) and (left := match.source.left):
            tokens = " / ".join(" ".join(map(str, part.tokens)) for part in left)
            self.failures.append(Failure("all dice used", f"{tokens} left over", left[0].line))

    def _play(self, observer: Observer, items: Items) -> None:
        for item, line in zip(items, items.lines, strict=True):
            self.line, self.doing = line, f"to play {as_written(item)[:SHOWN]!r}"
            self.items += 1
            if self.items > MOST_ITEMS:
                raise BadAnswer(f"a scenario plays at most {MOST_ITEMS} items, those repeated counted each time")
            if isinstance(item, Mapping) and "repeat" in item:
                self._repeat(observer, item)
            elif isinstance(item, Mapping) and "expect" in item:
                if len(item) > 1:
                    raise ScenarioError("'expect:' stands alone in 'play:'")
                self._check(observer, item["expect"], line)
            elif isinstance(item, str) and plain(item) == NEXT_TURN:
                self._count(to_next_turn(observer.match, MOST_ANSWERS - self.answers))
            else:
                self._answer(observer, item)

    def _check(self, observer: Observer, expected: Any, line: int) -> None:
        self.doing = "to check what is expected"
        self.checks += len(expected) if isinstance(expected, list | Mapping) else 1
        if self.checks > MOST_CHECKS:
            raise BadAnswer(f"a scenario checks at most {MOST_CHECKS} things while it is played")
        self.failures += check(observer, expected, line)
        if len(self.failures) > MOST_FAILURES:
            raise BadAnswer(f"more than {MOST_FAILURES} failures")

    def _count(self, answers: int) -> None:
        self.answers += answers
        if self.answers > MOST_ANSWERS:
            raise BadAnswer(f"a scenario has at most {MOST_ANSWERS} answers")

    def _answer(self, observer: Observer, item: Any) -> None:
        move = Move(item) if isinstance(item, Mapping) and "refuse" in item else move_of(self.rules, item)
        if isinstance(move.value, Mapping) and "refuse" in move.value:
            value = dict(move.value)
            if move.seat is not None:
                value["refuse"] = {self.rules.seat_name(move.seat): value["refuse"]}
            self.checks += 1
            if self.checks > MOST_CHECKS:
                raise BadAnswer(f"a scenario checks at most {MOST_CHECKS} things while it is played")
            self.failures += [f._replace(line=self.line) for f in refusal_item(observer.snapshot(), value, "refuse")]
        else:
            self._count(1)
            play_move(observer.match, move)

    def _repeat(self, observer: Observer, item: Mapping[str, Any]) -> None:
        times, body = item["repeat"], item.get("play")
        if set(item) - {"repeat", "play"} or body is None:
            raise ScenarioError("beside 'repeat:' stands 'play:' with what is repeated")
        until_over = times == "until over"
        if not until_over and (type(times) is not int or not 0 <= times <= MOST_TIMES):
            raise ScenarioError(f"'repeat:' is a number up to {MOST_TIMES}, or 'until over'")
        items = body if isinstance(body, Items) else one(body, self.line)
        for _ in range(MOST_TIMES if until_over else int(times)):
            if until_over and observer.match.over:
                return
            self._play(observer, items)
        if until_over and not observer.match.over:
            raise BadAnswer(f"the game is not over after {MOST_TIMES} times")
