"""What goes over HTTP: bodies of requests and answers. Routes are listed in `routes`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.core.match_options import MatchOption
from sandtable.scene import Scene
from sandtable.server.frames import EventFrame, LogFrame, Policy, ResultFrame, SeatFrame
from sandtable.server.messages import Count, Key, Name
from sandtable.server.patches import ScenePatch

Title = Annotated[str, Meta(max_length=80)]
Level = Annotated[str, Meta(max_length=40)]


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client gives: unknown fields are refused."""


class Wrong(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is wrong; `where` is a field, an entry of a list, a line."""

    where: str
    text: str
    cite: str = ""
    line: int = 0
    suggestion: str = ""
    grave: bool = True


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every answer that is not a success."""

    error: Literal["bad", "token", "missing", "conflict", "large", "limit", "failed", "origin"]
    text: str
    faults: tuple[Wrong, ...] = ()


class BotLevel(Struct, frozen=True, kw_only=True):
    level: str
    title: str


class RulesetCard(Struct, frozen=True, kw_only=True):
    """A game that can be played. `options` are those of a new match; its picture is at /api/rulesets/{name}/picture."""

    name: str
    title: str
    unit: str
    seats: tuple[str, ...]
    options: tuple[MatchOption, ...]
    measuring: str  # unless a match says otherwise: free, or book
    lists: bool  # own forces may be given as lists
    example: bool  # one of the small games to learn from


class Home(Struct, frozen=True, kw_only=True):
    rulesets: tuple[RulesetCard, ...]
    bots: tuple[BotLevel, ...]
    version: str


class SeatGiven(Given, frozen=True, kw_only=True):
    """me: the caller's; bot: of a level; open: somebody with the invite; several seats of `me` are pass and play."""

    kind: Literal["me", "bot", "open"]
    level: Level = ""
    name: Title = ""


class NewMatch(Given, frozen=True, kw_only=True):
    """A force in `options` may also be {"list": "text of one's own list"}."""

    ruleset: Name
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatGiven], Meta(max_length=8)] = []  # empty: me, and recruits
    measuring: Literal["free", "book", ""] = ""  # empty: as the game has it
    undo: Literal["consent", "free", "none"] = "consent"
    claim_after: Annotated[int, Meta(ge=10, le=86_400)] = 180
    name: Title = ""
    owner: Annotated[str, Meta(max_length=200)] = (
        ""  # the owner's key: then the match is listed with it, on any browser
    )


class Invite(Struct, frozen=True, kw_only=True):
    seat: str
    code: str


class Seated(Struct, frozen=True, kw_only=True):
    """The key to one match: keep it. `invites` are for open seats, `watch` is the token for spectators."""

    match: str
    seat: str
    token: str
    invites: tuple[Invite, ...] = ()
    watch: str = ""


class Join(Given, frozen=True, kw_only=True):
    code: Key
    name: Title = ""


class KeyGiven(Given, frozen=True, kw_only=True):
    match: Name
    token: Key


class Keys(Given, frozen=True, kw_only=True):
    """`owner` is the key of the person whose computer runs the server: the matches begun with it."""

    keys: Annotated[list[KeyGiven], Meta(max_length=500)] = []
    owner: Annotated[str, Meta(max_length=200)] = ""


class MatchCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    match: str
    name: str
    ruleset: str
    title: str  # of the ruleset
    seat: str  # one's own; empty: watching
    plays: tuple[str, ...]
    seats: tuple[SeatFrame, ...]
    policy: Policy
    n: int
    created: float  # seconds since 1970
    changed: float
    subtitle: str = ""  # where the game is: round, mission
    turn: str = ""  # the seat that is to choose
    result: ResultFrame | None = None
    archived: bool = False
    parent: str = ""  # a fork's origin
    token: str = ""  # only where the owner's key was given: a new one for this match


class Matches(Struct, frozen=True, kw_only=True):
    matches: tuple[MatchCard, ...]


class MatchChange(Given, frozen=True, kw_only=True):
    name: Title | None = None
    archived: bool | None = None


class BotGiven(Given, frozen=True, kw_only=True):
    level: Level = "recruit"


class ForkGiven(Given, frozen=True, kw_only=True):
    """`n`: after so many answers and rolls. The dice from there on are new. Without seats: as they are now."""

    n: Count | None = None
    seats: Annotated[list[SeatGiven], Meta(max_length=8)] = []
    name: Title = ""


class ListGiven(Given, frozen=True, kw_only=True):
    text: Annotated[str, Meta(max_length=64 * 1024)]
    options: dict[str, Any] = {}


class ListChecked(Struct, frozen=True, kw_only=True):
    """`legal`: nothing grave is wrong. `text` is the list as the game writes it, where it could be read."""

    legal: bool
    faults: tuple[Wrong, ...]
    summary: str = ""
    text: str = ""


class RuleFrame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    title: str
    text: str
    chapter: str = ""
    source: str = ""
    reading: str = ""


class GuideFrame(Struct, frozen=True, kw_only=True):
    """What somebody in this seat must know to begin; the rules are ids."""

    lead: str
    goal: str
    win: tuple[RuleFrame, ...]
    turn: tuple[RuleFrame, ...]


class LogPart(Struct, frozen=True, kw_only=True):
    """Lines of the log in order; `more`: there are earlier ones, before the first `n`."""

    lines: tuple[LogFrame, ...]
    more: bool


class ReplayStep(Struct, frozen=True, kw_only=True):
    n: int
    by: str  # a seat; empty: dice
    events: tuple[EventFrame, ...]
    patch: ScenePatch


class Replay(Struct, frozen=True, kw_only=True):
    """The table after `first` answers and rolls, and what follows; `total` is the length of the whole history.

    `turns` are the places where a turn begins, for the scrubber. `score` has one entry every step from 0.
    """

    first: int
    total: int
    scene: Scene
    steps: tuple[ReplayStep, ...]
    turns: tuple[int, ...] = ()
    whole: bool = False  # everything is shown, hidden things too: the match is over


class Health(Struct, frozen=True, kw_only=True):
    ready: bool
    version: str
    protocol: int
