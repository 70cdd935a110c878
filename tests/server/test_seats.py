"""Seats: pass and play, bots, claims, presets; and what begins from a match: forks, rematches, records."""

import asyncio
import time
from typing import Any

import msgspec

from sandtable.core import find
from sandtable.record import read, replay
from sandtable.server import frames
from tests.server.client import Api, Player, run
from tests.server.processes import Process
from tests.server.test_protocol import BOTH, catch_up, chooser, two_people


def test_pass_and_play_is_one_token_for_both_seats(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                seats = set()
                for _ in range(25):
                    seats.add(player.question.seat)
                    await player.answer(await player.suggested())
                assert seats == {"a", "b"}
                assert player.welcome is not None and player.welcome.plays == ("a", "b")

    run(play())


def test_a_seat_is_handed_to_a_bot_and_taken_back(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            path = f"/api/matches/{made['match']}/seats"
            async with Player(api.address, made["match"], made["token"]) as player:
                await api.call("POST", f"{path}/b/bot", {"level": "grandmaster"}, made["token"], status=400)
                await api.call("POST", f"{path}/z/bot", {"level": "recruit"}, made["token"], status=404)
                card = await api.call("POST", f"{path}/b/bot", {"level": "recruit"}, made["token"])
                assert [s["kind"] for s in card["seats"]] == ["person", "bot"]
                while player.question is None or player.question.seat == "b":
                    await player.frame()
                since = len(player.seen)
                await player.play(8)
                assert {f.by for f in player.seen if isinstance(f, frames.Step)} == {"a", "b"}
                later = player.seen[since:]
                assert {f.ask.seat for f in later if isinstance(f, frames.Step) and f.ask} == {"a"}
                again = await api.call("POST", f"{path}/b/claim", token=made["token"])
            async with Player(api.address, made["match"], again["token"]) as player:
                for _ in range(30):
                    if player.over or player.question.seat == "b":
                        break
                    await player.answer(await player.suggested())
                assert player.over or player.question.seat == "b"

    run(play())


def test_a_seat_whose_player_is_here_is_not_taken(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api, claim_after=10)
            path = f"/api/matches/{made['match']}/seats/b"
            await api.call("POST", f"{path}/claim", token=made["token"], status=409)
            await api.call("POST", f"{path}/bot", {"level": "recruit"}, made["token"], status=409)
            await second.leave()
            await first.until(lambda f: isinstance(f, frames.Seats) and not f.seats[1].here)
            await api.call("POST", f"{path}/claim", token=made["token"], status=409)  # gone, but not for long
            await api.call("POST", f"{path}/claim", token=made["watch"], status=403)
            await first.leave()

    run(play())


def test_an_absent_seat_is_claimed_after_the_stated_wait(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api, claim_after=10)
            await second.leave()
            began = time.monotonic()
            path = f"/api/matches/{made['match']}/seats/b/claim"
            while (answer := await api.http.post(path, headers=bearer(made["token"]))).status_code == 409:
                assert time.monotonic() - began < 30
                await asyncio.sleep(0.5)
            assert answer.status_code == 200 and time.monotonic() - began > 9
            claimed = answer.json()
            await first.leave()
            async with Player(api.address, made["match"], claimed["token"]) as player:
                assert player.welcome is not None and player.welcome.plays == ("a", "b")
            gone = Player(api.address, made["match"], second.token)
            await gone.open()
            await gone.send({"t": "hello", "protocol": 1, "token": second.token})
            assert isinstance(await gone.frame(), frames.Failed)
            await gone.leave()

    run(play())


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_presets_answer_for_a_seat(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                seen: set[str] = set()
                for luck in range(150):
                    if player.over:
                        break
                    if player.question.window:
                        seen.add(player.question.window)
                        answer = await player.ask("preset", window=player.question.window, do="never")
                        assert isinstance(answer, frames.Ack)
                        n = player.n
                        while player.n == n:  # it is passed for the seat
                            await player.frame()
                        continue
                    await player.answer(await player.suggested(luck))
                assert seen == {"tricks"}
                asked = [f for f in player.seen if isinstance(f, frames.Step) and f.ask and f.ask.window]
                assert len(asked) > 2
            async with Player(api.address, made["match"], made["token"]) as again:
                assert again.welcome is not None
                assert {p.window for p in again.welcome.presets} == seen

    run(play())


async def in_the_middle(api: Api, ruleset: str, answers: int) -> tuple[Player, Player, Any]:
    """Two people after so many answers; a match that ends before (all units recalled) is left for another."""
    while True:
        first, second, made = await two_people(api, ruleset)
        given = 0
        while given < answers and not first.over:
            one, other = await chooser(first, second)
            await one.answer(await one.suggested())
            await catch_up(other, one.n)
            given += 1
        if not first.over:
            return first, second, made
        await first.leave()
        await second.leave()


def test_a_running_match_of_two_people_is_forked_and_downloaded_as_one_seat_knows_it(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await in_the_middle(api, "warcaster", 30)
            path = f"/api/matches/{made['match']}"
            await api.call("GET", f"{path}/record", token=made["watch"], status=403)
            await api.call("POST", f"{path}/fork", {}, made["watch"], status=409)
            hands = set()
            for _ in range(6):
                text = await api.call("GET", f"{path}/record", token=made["token"])
                record = read(text)
                assert not record.lines and record.start is not None
                hands.add(tuple(record.start["state"]["players"][1]["hand"]))
            assert len(hands) > 1  # dealt anew each time: the true one is not told
            forked = await api.call("POST", f"{path}/fork", {"n": 10}, made["token"])
            async with Player(api.address, forked["match"], forked["token"]) as player:
                assert player.n < 10  # a position without its history; the bot may have begun
                await player.play(3)
            card = await api.call("GET", f"/api/matches/{forked['match']}", token=forked["token"])
            assert card["parent"] == made["match"]
            assert [s["kind"] for s in card["seats"]] == ["person", "bot"]
            await first.leave()
            await second.leave()

    run(play())


def test_one_persons_match_is_forked_with_its_history_and_other_dice(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.play(20)
                n = player.n
            path = f"/api/matches/{made['match']}"
            await api.call("POST", f"{path}/fork", {"n": n + 1}, made["token"], status=400)
            for at in range(n):  # also in the middle of dice
                every = await api.call("POST", f"{path}/fork", {"n": at, "seats": BOTH}, made["token"])
                card = await api.call("GET", f"/api/matches/{every['match']}", token=every["token"])
                assert card["n"] >= at and card["turn"]
                async with Player(api.address, every["match"], every["token"]) as player:
                    assert isinstance(await player.answer(await player.suggested()), frames.Ack)
            forked = await api.call("POST", f"{path}/fork", {"n": n - 4, "seats": BOTH, "name": "again"}, made["token"])
            async with Player(api.address, forked["match"], forked["token"]) as player:
                assert player.n >= n - 4
                await player.play(5)
            texts = [
                await api.call("GET", f"/api/matches/{m['match']}/record", token=m["token"]) for m in (made, forked)
            ]
            old, new = map(read, texts)
            assert [line[:6] for line in new.lines[: n - 5]] == [line[:6] for line in old.lines[: n - 5]]
            for record in (old, new):
                assert sum(1 for _ in replay(find("duel"), record)) == len(record.lines)

    run(play())


def test_a_rematch_changes_seats_and_invites_the_other_person(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            await second.ask("resign")
            again = await api.call("POST", f"/api/matches/{made['match']}/rematch", token=made["token"])
            assert again["seat"] == "b"
            invited = await second.until(lambda f: isinstance(f, frames.Rematch))
            assert (invited.match, invited.seat) == (again["match"], "a")
            assert not any(isinstance(f, frames.Rematch) for f in first.seen)
            joined = await api.call("POST", f"/api/matches/{invited.match}/join", {"code": invited.invite})
            async with Player(api.address, invited.match, joined["token"]) as player:
                assert player.welcome is not None and player.welcome.seat == "a"
            await first.leave()
            await second.leave()

    run(play())


def test_a_record_goes_out_and_comes_in_again(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("lines")
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.play(12)
                await player.turn()
                scene, n = player.scene, player.n
            text = await api.call("GET", f"/api/matches/{made['match']}/record", token=made["token"])
            up = await api.call("POST", "/api/records", text)
            async with Player(api.address, up["match"], up["token"]) as player:
                assert player.n == n and player.scene == scene
                await player.play(2)
            for junk in (
                "",
                "junk",
                text[: len(text) // 2].replace("lines", "nothing"),
                text.replace('"seat":"a"', '"seat":"b"'),
            ):
                await api.call("POST", "/api/records", junk, status=400)
            await api.call("POST", "/api/records", "x" * (5 * 1024 * 1024), status=413)

    run(play())


def test_names_archives_deletes_and_lists(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            owner = "the owner's key for tests"
            made = await api.begin("duel", owner=owner)
            path = f"/api/matches/{made['match']}"
            card = await api.call("PATCH", path, {"name": "Friday <b>", "archived": True}, made["token"])
            assert (card["name"], card["archived"]) == ("Friday <b>", True)
            key = {"match": made["match"], "token": made["token"]}
            found = await api.call("POST", "/api/mine", {"keys": [key, {**key, "token": "y" * 32}]})
            assert [m["match"] for m in found["matches"]] == [made["match"]]
            owned = await api.call("POST", "/api/mine", {"owner": owner})
            mine = next(m for m in owned["matches"] if m["match"] == made["match"])
            async with Player(api.address, made["match"], mine["token"]) as player:
                assert player.welcome is not None and player.welcome.seat == "a"
                await api.call("DELETE", path, token=made["token"], status=204)
                gone = await player.until(lambda f: isinstance(f, frames.Failed))
                assert gone.code == "gone"
            await api.call("GET", path, token=made["token"], status=403)
            assert (await api.call("POST", "/api/mine", {"owner": "not the key"}))["matches"] == []
            strangers = await api.begin("duel", owner="not the key")
            owned = await api.call("POST", "/api/mine", {"owner": owner})
            assert strangers["match"] not in [m["match"] for m in owned["matches"]]

    run(play())


def test_a_match_with_somebody_else_in_it_is_not_deleted(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            path = f"/api/matches/{made['match']}"
            await api.call("DELETE", path, token=made["token"], status=409)
            await second.ask("resign")
            await first.leave()
            await second.leave()
            await api.call("DELETE", path, token=made["token"], status=204)

    run(play())


def test_what_is_given_for_a_new_match_is_checked(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:

            async def wrong(**given: Any) -> Any:
                return await api.call("POST", "/api/matches", {"ruleset": "warcaster", **given}, status=400)

            assert "options" in (await wrong(options={"path": "/etc/passwd"}))["faults"][0]["text"]
            for options in (
                {"mission": "nothing"},
                {"mission": 7},
                {"forces": "marcher_box"},
                {"forces": ["marcher_box"]},
                {"forces": ["marcher_box", {"list": "nonsense nobody knows"}]},
                {"forces": ["/etc/passwd", "marcher_box"]},
                {"mercy": "perhaps"},
                {"map": {"size": 10**9}},
            ):
                found = await wrong(options=options)
                assert found["faults"], options
            assert (await wrong(seats=[{"kind": "me"}]))["faults"][0]["where"] == "seats"
            await wrong(seats=[{"kind": "me"}, {"kind": "bot", "level": "cmd:rm"}])
            await wrong(seed=7)
            await api.call("POST", "/api/matches", {"ruleset": "chess"}, status=400)
            lists = await api.call("POST", "/api/rulesets/warcaster/lists", {"text": "nonsense"})
            assert not lists["legal"] and lists["faults"]
            rules = find("warcaster")
            assert rules.rosters is not None
            text = rules.rosters.text(rules.rosters.read(rules.rosters.samples()["marcher_box"]))
            good = await api.call("POST", "/api/rulesets/warcaster/lists", {"text": text})
            assert good["legal"] and good["summary"]
            made = await api.begin("warcaster", options={"forces": [{"list": text}, "continuum_box"]})
            assert made["token"]
            army = rules.rosters.text(rules.rosters.read(next(iter(rules.rosters.samples().values()))))
            large = await wrong(options={"forces": ["marcher_box", {"list": army}], "mission": "boiling_point"})
            assert large["faults"][0]["where"].startswith("forces.b") and large["faults"][0]["cite"]

    run(play())


def test_replay_and_log_show_everything_only_when_it_is_over(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api, "duel")
            for _ in range(12):
                one, other = await chooser(first, second)
                await one.answer(await one.suggested())
                await catch_up(other, one.n)
            path = f"/api/matches/{made['match']}"
            running = await api.call("GET", f"{path}/replay?first=3&most=4", token=made["token"])
            assert (running["first"], len(running["steps"]), running["whole"]) == (3, 4, False)
            log = await api.call("GET", f"{path}/log?most=5", token=made["token"])
            assert len(log["lines"]) == 5 and log["more"]
            earlier = await api.call("GET", f"{path}/log?before={log['lines'][0]['n']}&most=5", token=made["token"])
            assert all(line["n"] < log["lines"][0]["n"] for line in earlier["lines"])
            svg = await api.call("GET", f"{path}/picture?n=5", token=made["watch"])
            assert svg.startswith("<svg")
            guide = await api.call("GET", f"{path}/guide", token=made["token"])
            assert guide["turn"]
            await second.ask("resign")
            over = await api.call("GET", f"{path}/replay", token=made["watch"])
            assert over["whole"] and len(over["steps"]) == over["total"]
            assert msgspec.json.encode(over)
            await first.leave()
            await second.leave()

    run(play())
