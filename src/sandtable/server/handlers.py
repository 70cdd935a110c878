"""What each route does that is about games in general: what can be played, rules, lists, new matches."""

from __future__ import annotations

import hmac
from functools import cached_property
from typing import Any

from sandtable import __version__
from sandtable.bots import LEVELS
from sandtable.core import BadSetup, Ruleset, UnknownRuleset, find
from sandtable.core.ruleset import installed
from sandtable.match import new_match
from sandtable.record import RecordError, read
from sandtable.server import jobs
from sandtable.server.frames import Policy
from sandtable.server.kept_matches import prepared
from sandtable.server.live_tables import Key, LiveTables, new_source
from sandtable.server.match_handlers import MatchHandlers
from sandtable.server.messages import PROTOCOL
from sandtable.server.new_matches import BadOptions, checked_options, faults_of, seat_rows, wrong
from sandtable.server.requests import Call, HttpProblem
from sandtable.server.shapes import (
    BotLevel,
    Health,
    Home,
    ListChecked,
    ListGiven,
    Matches,
    NewMatch,
    RuleFrame,
    RulesetCard,
    Seated,
)
from sandtable.server.storage import SeatRow
from sandtable.server.workers import Late

EXAMPLES = "sandtable-examples"  # the distribution of the small games
UPLOAD_SECONDS = 30.0
PICTURE_SECONDS = 30.0


class Handlers(MatchHandlers):
    """One method for each route, named as in `routes`."""

    def __init__(self, tables: LiveTables, owner: str = "") -> None:
        super().__init__(tables)
        self.owner = owner  # the key of whoever runs the server
        self.pictures: dict[str, str] = {}

    async def health(self, call: Call) -> Health:
        return Health(ready=True, version=__version__, protocol=PROTOCOL)

    @cached_property
    def _home(self) -> Home:
        cards = tuple(
            RulesetCard(
                name=rules.name,
                title=rules.title,
                unit=rules.unit,
                seats=rules.seats,
                options=rules.match_options(),
                measuring=rules.measuring,
                lists=rules.rosters is not None,
                example=not type(rules).__module__.startswith("sandtable."),
            )
            for rules in installed().values()
        )
        bots = tuple(BotLevel(level=level, title=level.capitalize()) for level in LEVELS)
        return Home(rulesets=cards, bots=bots, version=__version__)

    async def home(self, call: Call) -> Home:
        return self._home

    async def ruleset_picture(self, call: Call) -> str:
        name = ruleset(call.path["name"]).name
        if name not in self.pictures:
            pool = self.tables.workers.questions
            self.pictures[name] = await pool.run(PICTURE_SECONDS, jobs.sample_picture, name)
        return self.pictures[name]

    async def rule(self, call: Call) -> RuleFrame:
        found = ruleset(call.path["name"]).rulebook.rules.get(call.path["id"])
        if found is None:
            raise HttpProblem("missing", "no such rule")
        return rule_frame(found)

    async def check_list(self, call: Call) -> ListChecked:
        rules, given = ruleset(call.path["name"]), call.given
        assert isinstance(given, ListGiven)
        if rules.rosters is None:
            raise HttpProblem("missing", f"{rules.title} has no lists")
        try:
            options = checked_options(rules, given.options)
        except BadOptions as e:
            raise HttpProblem("bad", str(e), e.faults) from None
        army = rules.rosters.read(given.text)
        problems = rules.rosters.check(army, options)
        legal = not any(problem.grave for problem in problems)
        text = rules.rosters.text(army) if legal else ""
        faults = tuple(wrong(problem) for problem in problems)
        return ListChecked(legal=legal, faults=faults, summary=rules.rosters.summary(army), text=text)

    async def list_matches(self, call: Call) -> Matches:
        found: dict[str, Any] = {}
        for one in call.given.keys:
            key = self.tables.key(one.token, one.match)
            if key is not None and one.match not in found:
                found[one.match] = self.card_of(key)
        if self._owned(call.given.owner):
            for row in self.tables.store.owned():
                if row.match not in found:
                    seats = tuple(filter(None, row.seats.split(",")))
                    token = await self.tables.admit(row.match, seats, owner=True)
                    found[row.match] = self.card_of(Key(row.match, seats, row), token)
        return Matches(matches=tuple(sorted(found.values(), key=lambda card: -card.changed)))

    async def new_match(self, call: Call) -> Seated:
        given = call.given
        assert isinstance(given, NewMatch)
        rules = ruleset(given.ruleset, error="bad")
        try:
            seats, mine = seat_rows(rules, given.seats)
            options = checked_options(rules, given.options)
            match = new_match(rules, source=new_source(), measuring=given.measuring, **options)
        except BadOptions as e:
            raise HttpProblem("bad", str(e), e.faults) from None
        except BadSetup as e:
            raise HttpProblem("bad", str(e)[:2000], faults_of(e)) from None
        measuring: Any = match.measuring
        policy = Policy(measuring=measuring, undo=given.undo, claim_after=given.claim_after)
        owner = self._owned(given.owner)
        return await self.tables.begin(prepared(match), seats, policy, name=given.name, mine=mine, owner=owner)

    def _owned(self, key: str) -> bool:
        """Another key than this server's gives nothing: browsers may keep one of an older data folder."""
        return bool(self.owner) and hmac.compare_digest(key.encode(), self.owner.encode())

    async def upload(self, call: Call) -> Seated:
        """All seats are the caller's: to look at it, or to play on."""
        try:
            found = await self.tables.workers.questions.run(UPLOAD_SECONDS, jobs.upload, call.given)
        except RecordError as e:
            raise HttpProblem("bad", f"this record cannot be opened: {str(e)[:1000]}") from None
        except Late:
            raise HttpProblem("bad", "this record takes too long to play through") from None
        seats = find(found.ruleset).seats
        rows = [SeatRow("", seat, "person") for seat in seats]
        measuring: Any = read(found.header, recover=True).measuring
        policy = Policy(measuring=measuring, undo="free")
        return await self.tables.begin(found, rows, policy, name="Uploaded", mine=seats)


def ruleset(name: str, error: str = "missing") -> Ruleset:
    try:
        return find(name)
    except UnknownRuleset as e:
        raise HttpProblem(error, str(e)) from None


def rule_frame(rule: Any) -> RuleFrame:
    return RuleFrame(
        id=rule.id, title=rule.title, text=rule.text, chapter=rule.chapter, source=rule.source, reading=rule.reading
    )
