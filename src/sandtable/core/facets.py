"""What a ruleset may bring besides the rules: showing, odds, judging. Scenario files: `scenario_facet`.

Each facet is an object without state on the ruleset. The defaults suit an open game; override what applies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sandtable.core.appraisal_changes import compared
from sandtable.core.bodies import Body
from sandtable.core.cues import AnyCue
from sandtable.core.forms import Fault, in_words
from sandtable.core.guides import Guide
from sandtable.core.pieces import Standing, fact_lines, from_drawing, marks, outcome_by_facts
from sandtable.core.queries import Term
from sandtable.core.scene_changes import cues_of
from sandtable.core.sheets import Sheet
from sandtable.core.texts import Text, english, sentence
from sandtable.geometry.measure import gap

if TYPE_CHECKING:
    from sandtable.core.choices import Ask, Option
    from sandtable.core.effects import Effect
    from sandtable.core.events import Event
    from sandtable.core.frames import Frame
    from sandtable.core.position import Position


PHRASES = {  # verbs that every game has
    "pass": "pass",
    "end": "end this",
    "done": "stop here",
}


def words_of_option(option: Option) -> dict[str, Any]:
    """What a phrase may name: ``{actor} {target} {using} {how} {also} {cost} {ability}``."""
    target = "itself" if option.target and option.target == option.actor else option.target
    return {
        "actor": option.actor, "target": target, "using": option.using, "how": option.how, "also": option.also,
        "cost": tuple(f"{amount} {what}" for what, amount in option.cost), "ability": option.ability, "key": option.key,
    }  # fmt: skip


class BadSetup(ValueError):
    """Options or a position that cannot be set up: what, where, and what would be legal.

    `faults` has them one by one, where the ruleset tells them apart.
    """

    def __init__(self, reason: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(reason)
        self.faults = tuple(faults)

    @classmethod
    def of(cls, faults: list[Fault]) -> BadSetup:
        return cls(in_words(faults), faults)

    def faults_at(self, path: tuple[str, ...]) -> list[Fault]:
        """Its faults as those of a part of something larger."""
        return [Fault((*path, *f.path), f.text) for f in self.faults] or [Fault(path, str(self))]


class Start(NamedTuple):
    """Where a game begins: its first state and the frame that plays it."""

    state: Any
    frame: Frame


class Trial(NamedTuple):
    """A position set up for a question about odds: the attacker is named first in `about`, the target last."""

    start: Start
    about: tuple[str, ...]
    title: str


class Showing:
    """What a drawing, a prompt, a list or a ruler says. The defaults read the drawing and the facts."""

    def scene(self, p: Position, seat: int | None = None) -> Any:
        """The table as a drawing (`sandtable.scene`)."""
        raise BadSetup(f"{p.rules.name} has no drawing")

    phrases: ClassVar[Mapping[str, str]] = {}  # by verb: "{actor} attacks {target}[ with {using}]"

    def names(self, p: Position) -> Mapping[str, str]:
        """Printed names by id: pieces, bodies, cards, reserves, weapons, markers."""
        return {}

    def name(self, p: Position, id: str) -> str:
        """The printed name of a thing; an id nobody knows stays as it is."""
        return self.names(p).get(id, id)

    def named(self, p: Position, part: str, id: str) -> str:
        """The printed name of an argument of a text. Its part may say which of two things with one id."""
        return self.name(p, id)

    def untold(self, p: Position, effect: Effect) -> bool:
        """An effect by which the rules remember: no line says that it begins or ends."""
        return False

    def label(self, p: Position, option: Option) -> str:
        """An option in a player's words."""
        return sentence(self.clause(p, option))

    def clause(self, p: Position, option: Option) -> str:
        """The same inside a sentence: ``move the Dusk Wolf``."""
        if option.label:
            return english(p, option.label)
        phrase = self.phrase(option.verb)
        return option.key if phrase is None else english(p, Text(phrase, words_of_option(option)))

    def phrase(self, verb: str) -> str | None:
        """What is said for a verb: the ruleset's words, or those that every game has."""
        return self.phrases.get(verb) or PHRASES.get(verb)

    def up(self, p: Position, seat: int | None) -> int:
        """The direction on the table that lies away from a seat, in thousandths of a degree: a quarter turn."""
        return 270_000 if seat == 1 else 90_000

    def bodies(self, p: Position) -> Mapping[str, Body]:
        """Several pieces that are one thing to a person, by id. A piece alone is its own body and is not listed."""
        return {}

    def sheet(self, p: Position, id: str) -> Sheet | None:
        """Everything about a piece, body, card, reserve or marker; None: no such id. The default tells the facts."""
        lines = self.describe(p, id)
        return None if lines is None else Sheet(id=id, title=self.name(p, id), text="\n".join(lines))

    def cues(self, before: Position, after: Position, event: Event) -> tuple[AnyCue, ...]:
        """What a client shows of an event: what the event says of itself, and what else changed in the drawing."""
        return cues_of(before, after, event)

    def pages(self, rules: Any) -> Iterable[Sheet]:
        """Printed pages without a game: every unit, weapon and card, by printed name."""
        return ()

    def guide(self, p: Position, seat: int) -> Guide:
        """What somebody in this seat must know to begin."""
        return Guide()

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        """What stands on the table, by the names people type."""
        return {piece.id: from_drawing(piece, p.rules.seats) for piece in self.scene(p).pieces}

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        """The condition of a piece in short phrases: ``("Arc 2", "activated")``."""
        return next((marks(piece) for piece in self.scene(p).pieces if piece.id == name), ())

    def describe(self, p: Position, name: str) -> list[str] | None:
        """Everything about a piece, a seat or a card, one line each; None: no such name."""
        facts = p.rules.scenarios.facts(p, name)
        return None if facts is None else fact_lines(facts)

    def board(self, p: Position, seat: int) -> list[str]:
        """What is beside the table, one line each: reserves, piles, cards in play."""
        return []

    def measure(self, p: Position, a: str, b: str) -> float:
        """The distance between two pieces in thousandths."""
        standing = self.pieces(p)
        return gap(standing[a].shape, standing[b].shape)

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        """Whether one piece sees another; None: these rules do not say."""
        return None

    def sight_line(self, p: Position, a: str, b: str) -> Any:
        """The line of sight between two pieces as a drawing, with what blocks it; None: these rules do not say."""
        return None

    def origin(self, option: Option) -> str:
        """The piece from which the distance and the sight of what an option does are taken."""
        return option.actor


class OddsFacet:
    """What questions about odds need to know of a game."""

    wholes: tuple[type[Frame], ...] = ()  # odds asked inside one of these frames cover the whole frame
    trial_options: Mapping[str, str] = {}  # the options of `trial` and their help; the help of a flag ends in (flag)
    trial_moves_nobody: bool = False  # so little is measured that loading machine code would take longer

    def trial(self, rules: Any, wanted: Mapping[str, str]) -> Trial:
        """The position a question about odds means: ``{"attacker": "dusk_wolf", "cover": ""}``."""
        raise BadSetup(f"{rules.name} sets up no positions for odds; ask a match: match.odds(choice)")

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        """Results of a choice by name, true or false or a number, for odds.

        The default reports the facts of the last piece concerned and the score of the first one's seat.
        """
        return outcome_by_facts(before, after, about)

    def follows(self, p: Position, value: Any) -> Frame | None:
        """What is played for the odds of a choice, where that is more than what the choice calls: a volley with the
        drive back that comes at the end of the phase, a charge with the fight. None: what the choice calls."""
        return None

    def is_hit(self, event: Event, about: tuple[str, ...]) -> bool | None:
        """Whether this event says that the first of these pieces hit the last. Odds of several attacks count hits.

        None: the event is about something else.
        """
        return None

    def merge(self, state: Any, about: tuple[str, ...]) -> Any:
        """The state without what makes no difference to the outcome for these pieces: equal states are played once.

        Whatever `outcome`, `is_hit`, facts and the rules of the fight read must stay.
        """
        return state


class Judging:
    """The judgement of a position: all that bots, advice and odds of best play know of a game."""

    points: str = "points"  # what the score counts
    nodes: int = 24  # answers a regular searches for one decision: more where much hangs on dice
    questions: int = 8  # in a turn, about: how a veteran divides its time
    best_first: bool = False  # whether `considered` puts the best first: a narrow search then looks at the first only
    won: int = 50_000  # a game won, whatever the score, in thousandths of a point: more than a table can be worth
    conviction: int = 0  # what certainty to win, by `chance`, adds to an appraisal; doubt takes as much away

    def appraise(self, p: Position, seat: int) -> Iterable[Term]:
        """The value of the table for a seat against the best of the others, in thousandths of a point of the score.

        Points scored and expected, the value of forces, threats: reasons that count against the seat are negative.
        """
        score = p.rules.score(p.state)
        yield Term(1000 * (score[seat] - max(s for i, s in enumerate(score) if i != seat)), "the score")

    def outlook(self, p: Position, ask: Ask) -> Iterable[Term]:
        """What the asked seat may still gain in the middle of what it is doing: attacks it has left."""
        return ()

    def considered(self, p: Position, ask: Ask) -> Iterable[Any] | None:
        """The only answers that are worth looking at; None: options and suggestions say.

        What is plainly bad only adds noise where dice decide, and what the appraisal cannot tell apart only costs time.
        """
        return None

    def reckoned(self, p: Position, ask: Ask) -> Iterable[Any] | None:
        """Answers that need no dice to be compared: a veteran looks at no others. None: it has to search.

        Where the average of an answer can be worked out, a few imagined throws only blur it.
        """
        return None

    def chance(self, p: Position, seat: int, ask: Ask | None) -> float | None:
        """How likely a seat is to win, as games have taught; None: nobody knows. Only a veteran asks.

        `ask` is what the position waits for; None: dice.
        """
        return None

    def changes(self, before: Position, after: Position, seat: int) -> Iterable[Term]:
        """What a seat gains and loses between two tables, in a player's words: ``takes the hill``.

        One term a topic, in the same units as `appraise`; a group names the topic where the words may differ. The
        default compares the two appraisals.
        """
        return compared(self.appraise(before, seat), self.appraise(after, seat))

    def unfinished(self, ask: Ask) -> bool:
        """Whether a position that waits for this ask is inside one move and cannot be judged yet."""
        return False

    def at_menu(self, ask: Ask) -> bool:
        """Whether a choice has been played out when this is asked by the rule that asked its last question.

        Other questions of one rule, one after another, are parts of one choice.
        """
        return False

    def turn_of(self, state: Any) -> Hashable:
        """Whose turn of which round it is: while this stays the same, a turn goes on."""
        return tuple(getattr(state, field, None) for field in ("round", "turn", "active"))
