"""What each route does that is about one match: cards, keys, seats, forks, records, replay."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec

from sandtable.bots import LEVELS
from sandtable.core import find
from sandtable.match import WATCHING, Eyes, Match
from sandtable.record import first, read
from sandtable.record.replay import options_now
from sandtable.server import jobs
from sandtable.server.frames import Policy, Rematch
from sandtable.server.kept_matches import end_line, prepared, record_text
from sandtable.server.live_tables import Key, LiveTables, Missing, new_source
from sandtable.server.new_matches import BadOptions, seat_rows
from sandtable.server.requests import Call, HttpProblem
from sandtable.server.shapes import GuideFrame, Invite, LogPart, MatchCard, RuleFrame, Seated
from sandtable.server.storage import MatchRow, SeatRow, TokenRow, tables
from sandtable.server.storage.store import added, changed, removed, together
from sandtable.server.streams import encoded
from sandtable.server.tokens import hashed, new_token

SECONDS = 30.0
STEPS, LINES = 200, 300  # in one answer, unless said otherwise
LOOKED_AT = 120  # answers and rolls for a part of the log


class MatchHandlers:
    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables

    # --- at a glance ---
    def row(self, id: str) -> MatchRow:
        try:
            return self.tables.row(id)
        except Missing as e:
            raise HttpProblem("missing", str(e)) from None

    def card_of(self, key: Key, token: str = "") -> MatchCard:
        row = self.row(key.match)
        return MatchCard(
            match=row.id,
            name=row.name,
            ruleset=row.ruleset,
            title=find(row.ruleset).title,
            seat=key.plays[0] if key.plays else "",
            plays=key.plays,
            seats=self.tables.seat_frames(row.id),
            policy=msgspec.json.decode(row.policy, type=Policy),
            n=row.n,
            created=row.created,
            changed=row.changed,
            subtitle=row.subtitle,
            turn=row.turn,
            result=self.tables.result(row),
            archived=bool(key.row.archived),
            parent=row.parent,
            token=token,
        )

    async def card(self, call: Call) -> MatchCard:
        return self.card_of(call.seat)

    async def change(self, call: Call) -> MatchCard:
        key, given = call.seat, call.given
        self._plays(key)
        if given.archived is not None:
            archived = int(given.archived)
            await self.tables.writer.write(changed(tables.token, {"hash": key.row.hash}, {"archived": archived}))
            key = key._replace(row=key.row._replace(archived=archived))
        if given.name is not None:
            await self.tables.writer.write(changed(tables.match, {"id": key.match}, {"name": given.name}))
            if (live := self.tables.live.get(key.match)) is not None:
                live.row = live.row._replace(name=given.name)
        return self.card_of(key)

    async def delete(self, call: Call) -> None:
        key = call.seat
        if key.row.kind != "seat":
            raise HttpProblem("token", "spectators delete nothing")
        if self._others(key):
            raise HttpProblem("conflict", "somebody else plays this match: resign it or archive it")
        await self.tables.delete(key.match)

    # --- seats ---
    def _plays(self, key: Key) -> None:
        if key.row.kind != "seat":
            raise HttpProblem("token", "spectators change nothing")

    def _others(self, key: Key) -> bool:
        """Whether a match that is not over has other people in it."""
        people = [s for s in self.tables.seat_frames(key.match) if s.kind == "person" and s.seat not in key.plays]
        return bool(people) and not self.row(key.match).result

    async def join(self, call: Call) -> Seated:
        match = call.path["match"]
        key = self.tables.key(call.given.code, match, "invite")
        if key is None:
            raise HttpProblem("token", "this invite does not open a seat, or somebody has used it")
        token, seat, now = new_token(), key.plays[0], time.time()
        values = {"kind": "person", "name": call.given.name, "level": "", "seen": now}

        def take(connection: Any) -> bool:
            if removed(tables.token, {"hash": key.row.hash})(connection) != 1:
                return False
            changed(tables.seat, {"match": match, "seat": seat}, values)(connection)
            row = TokenRow(hashed(token), match, "seat", seat, 0, 0, now)
            added(tables.token, [row])(connection)
            return True

        if not await self.tables.writer.write(take):
            raise HttpProblem("conflict", "somebody else was quicker")
        await self._reseat(match, seat, **values)
        return Seated(match=match, seat=seat, token=token)

    async def _reseat(self, match: str, seat: str, **values: Any) -> None:
        """Tell a match in memory what was written about a seat."""
        if (live := self.tables.live.get(match)) is not None:
            await live.reseat(seat, **values)

    def _turn(self, match: str) -> str:
        """Whose turn it is, also while that is being saved: what is written now comes after it."""
        live = self.tables.live.get(match)
        return self.row(match).turn if live is None else live.turn

    def _seat(self, call: Call) -> SeatRow:
        found = {s.seat: s for s in self.tables.store.seats(call.seat.match)}
        live = self.tables.live.get(call.seat.match)
        found = dict(live.seats) if live is not None else found
        if call.path["seat"] not in found:
            raise HttpProblem("missing", f"seats here: {', '.join(found)}")
        return found[call.path["seat"]]

    def _away(self, call: Call, seat: SeatRow) -> bool:
        """Whether its player is away for longer than the table waits."""
        row = self.row(call.seat.match)
        frame = next(s for s in self.tables.seat_frames(row.id) if s.seat == seat.seat)
        since = seat.seen or row.created
        wait = msgspec.json.decode(row.policy, type=Policy).claim_after
        return not frame.here and time.time() - since >= wait

    async def invite(self, call: Call) -> Invite:
        self._plays(call.seat)
        match, seat = call.seat.match, self._seat(call)
        if seat.kind != "open":
            raise HttpProblem("conflict", "nobody can be invited to this seat: it is taken")
        code = new_token()
        row = TokenRow(hashed(code), match, "invite", seat.seat, 0, 0, time.time())
        old = removed(tables.token, {"match": match, "kind": "invite", "seats": seat.seat})
        await self.tables.writer.write(together(old, added(tables.token, [row])))
        return Invite(seat=seat.seat, code=code)

    async def to_bot(self, call: Call) -> MatchCard:
        self._plays(call.seat)
        key, seat, level = call.seat, self._seat(call), call.given.level
        if level not in LEVELS:
            raise HttpProblem("bad", f"a bot is one of: {', '.join(LEVELS)}")
        if not (seat.seat in key.plays or seat.kind in ("open", "bot") or self._away(call, seat)):
            raise HttpProblem("conflict", "its player is here, or has not been away for long enough")
        values = {"kind": "bot", "level": level}
        old = removed(tables.token, {"match": key.match, "kind": "invite", "seats": seat.seat})
        changes = [old, changed(tables.seat, {"match": key.match, "seat": seat.seat}, values)]
        its_turn = self._turn(key.match) == seat.seat
        thinks = changed(tables.match, {"id": key.match}, {"bot_turn": 1})
        await self.tables.writer.write(together(*changes, *([thinks] if its_turn else [])))
        await self._reseat(key.match, seat.seat, **values)
        if its_turn:
            await self.tables.table(key.match)
        return self.card_of(key)

    async def claim(self, call: Call) -> Seated:
        self._plays(call.seat)
        key, seat = call.seat, self._seat(call)
        others = [s for s in self.tables.store.seats(key.match) if s.kind == "person" and s.seat not in key.plays]
        mine = seat.seat in key.plays
        if seat.kind == "person" and not mine and not self._away(call, seat):
            raise HttpProblem("conflict", "its player is here, or has not been away for long enough")
        if seat.kind == "bot" and not mine and others:
            raise HttpProblem("conflict", "while other people play, a bot's seat is not taken over")
        if seat.kind == "open":
            raise HttpProblem("conflict", "this seat waits for somebody with its invite; give it to a bot first")
        plays = tuple(dict.fromkeys((*key.plays, seat.seat)))
        values = {"kind": "person", "level": "", "seen": time.time()}
        ends = removed(tables.token, {"match": key.match, "kind": "seat", "seats": seat.seat})
        seated = changed(tables.seat, {"match": key.match, "seat": seat.seat}, values)
        thinks = changed(tables.match, {"id": key.match}, {"bot_turn": 0})
        await self.tables.writer.write(together(ends, seated, thinks))
        token = await self.tables.admit(key.match, plays, owner=bool(key.row.owner), but=key.row.hash)
        await self._reseat(key.match, seat.seat, **values)
        return Seated(match=key.match, seat=seat.seat, token=token)

    # --- other matches from this one ---
    async def rematch(self, call: Call) -> Seated:
        """The same game again; everybody moves one seat on."""
        self._plays(call.seat)
        key, row = call.seat, self.row(call.seat.match)
        rules, header = find(row.ruleset), read(row.header, recover=True)
        match = Match(
            rules,
            first(rules, header),
            new_source(),
            options=options_now(rules, header),
            measuring=header.measuring,
            from_position=header.start is not None,
        )
        old = {s.seat: s for s in self.tables.store.seats(row.id)}
        order = list(rules.seats)
        came_from = {seat: order[i - 1] for i, seat in enumerate(order)}
        seats, mine = [], []
        for seat in order:
            was = old[came_from[seat]]
            own = was.seat in key.plays
            kind = "bot" if was.kind == "bot" else "person" if own else "open"
            seats.append(SeatRow("", seat, kind, was.level, was.name))
            if own:
                mine.append(seat)
        policy = msgspec.json.decode(row.policy, type=Policy)
        found = await self.tables.begin(
            prepared(match), seats, policy, name=row.name, mine=mine, owner=bool(key.row.owner)
        )
        if (live := self.tables.live.get(row.id)) is not None:
            for invite in found.invites:
                for plays, stream in live.streams.items():
                    if came_from[invite.seat] in plays:
                        stream.send(encoded(Rematch(match=found.match, seat=invite.seat, invite=invite.code)))
        return found

    async def fork(self, call: Call) -> Seated:
        key, row, given = call.seat, self.row(call.seat.match), call.given
        n = row.n if given.n is None else given.n
        if n > row.n:
            raise HttpProblem("bad", f"the match has {row.n} answers and rolls")
        if not key.plays and not row.result:
            raise HttpProblem("conflict", "spectators fork a match once it is over")
        rules = find(row.ruleset)
        try:
            seats, mine = seat_rows(rules, given.seats) if given.seats else self._same_seats(key, rules.seats)
        except BadOptions as e:
            raise HttpProblem("bad", str(e), e.faults) from None
        seed, pool = secrets.randbits(64), self.tables.workers.questions
        if self._others(key):
            seat = rules.seats.index(key.plays[0])
            luck = secrets.randbits(32)
            found = await pool.run(SECONDS, jobs.position_for, self.tables.rows(row, n, 0), seat, seed, luck)
        else:
            with self.tables.store.at_once():
                rows = self.tables.rows(row, n)
                earlier = tuple(self.tables.store.lines(row.id, 0, rows.n))
            found = await pool.run(SECONDS, jobs.fork, rows, earlier, seed)
        if found.result:
            raise HttpProblem("conflict", "the game is over there: fork it earlier")
        policy = msgspec.json.decode(row.policy, type=Policy)
        name = given.name or f"{row.name or rules.title}, from {n}"[:80]
        origin: dict[str, Any] = {"parent": row.id, "fork_n": n, "owner": bool(key.row.owner)}
        return await self.tables.begin(found, seats, policy, name=name, mine=mine, **origin)

    def _same_seats(self, key: Key, names: tuple[str, ...]) -> tuple[list[SeatRow], list[str]]:
        """One's own seats; everybody else's are played by bots."""
        old = {s.seat: s for s in self.tables.store.seats(key.match)}
        mine = list(key.plays) or [names[0]]
        if len(key.plays) == len(names):
            mine = [seat for seat in names if old[seat].kind == "person"] or mine
        rows = [
            SeatRow("", seat, "person") if seat in mine else SeatRow("", seat, "bot", old[seat].level or "recruit")
            for seat in names
        ]
        return rows, mine

    async def record(self, call: Call) -> str:
        """Whole where nobody else plays or the match is over; otherwise the position as the seat knows it."""
        key, row = call.seat, self.row(call.seat.match)
        pool = self.tables.workers.questions
        if row.result or (key.plays and not self._others(key)):
            with self.tables.store.at_once():
                rows, lines = self.tables.rows(row, row.n, 0), self.tables.store.lines(row.id, 0, row.n)
            return record_text(row.header, lines, await pool.run(SECONDS, end_line, rows))
        if not key.plays:
            raise HttpProblem("token", "spectators get the record once the match is over")
        seat, rows = find(row.ruleset).seats.index(key.plays[0]), self.tables.rows(row, row.n, 0)
        return await pool.run(SECONDS, jobs.record_for, rows, seat, secrets.randbits(64), secrets.randbits(32))

    # --- looking ---
    def _eyes(self, key: Key, row: MatchRow) -> int | str | None:
        """Everything once it is over; else through the seat's eyes."""
        if row.result:
            return None
        if not key.plays:
            return WATCHING
        return find(row.ruleset).seats.index(row.turn if row.turn in key.plays else key.plays[0])

    async def picture(self, call: Call) -> str:
        key, row = call.seat, self.row(call.seat.match)
        n = min(call.query.get("n", row.n), row.n)
        rows = self.tables.rows(row, n, 0)
        return await self.tables.workers.questions.run(SECONDS, jobs.picture, rows, self._eyes(key, row))

    async def replay(self, call: Call) -> bytes:
        key, row = call.seat, self.row(call.seat.match)
        at, most = min(call.query.get("first", 0), row.n), call.query.get("most", STEPS)
        with self.tables.store.at_once():
            kept = self.tables.rows(row, at, 0)
            lines = tuple(self.tables.store.lines(row.id, kept.n, min(row.n, at + most)))
        job = (kept._replace(lines=lines), self._eyes(key, row), at, most, row.n, bool(row.result))
        return await self.tables.workers.questions.run(SECONDS, jobs.replay_part, *job)

    async def log(self, call: Call) -> LogPart:
        key, row = call.seat, self.row(call.seat.match)
        before = min(call.query.get("before", row.n + 1), row.n + 1)
        most = call.query.get("most", LINES)
        rows = self.tables.rows(row, max(0, before - 1), min(most, LOOKED_AT))
        pool = self.tables.workers.questions
        lines = await pool.run(SECONDS, jobs.log_part, rows, self._eyes(key, row), most)
        return LogPart(lines=tuple(lines), more=rows.n > 0 or (bool(lines) and lines[0].n > 1))

    async def guide(self, call: Call) -> GuideFrame:
        table = await self.tables.table(call.seat.match)
        match = table.match
        eyes = self._eyes(call.seat, table.row)
        number = eyes if isinstance(eyes, int) else 0
        p = Eyes(match, eyes).known(match.game.state)
        guide = match.rules.showing.guide(p, number)
        known = match.rules.rulebook.rules

        def frames(ids: tuple[str, ...]) -> tuple[RuleFrame, ...]:
            found = [known[id] for id in ids if id in known]
            return tuple(RuleFrame(id=r.id, title=r.title, text=r.text, chapter=r.chapter) for r in found)

        return GuideFrame(lead=str(guide.lead), goal=str(guide.goal), win=frames(guide.win), turn=frames(guide.turn))
