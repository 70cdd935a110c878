"""The rules of the stream: order, staleness, who may act, coming back, taking back."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server import frames
from tests.server.client import Api, Player, run
from tests.server.processes import Process

PEOPLE = [{"kind": "me"}, {"kind": "open"}]
BOTH = [{"kind": "me"}, {"kind": "me"}]


async def two_people(api: Api, ruleset: str = "duel", **given: Any) -> tuple[Player, Player, dict[str, Any]]:
    """Two people at one table, both connected."""
    made = await api.begin(ruleset, seats=PEOPLE, **given)
    joined = await api.call(
        "POST", f"/api/matches/{made['match']}/join", {"code": made["invites"][0]["code"], "name": "B"}
    )
    first = Player(api.address, made["match"], made["token"])
    second = Player(api.address, made["match"], joined["token"])
    await first.join()
    await second.join()
    return first, second, made


async def chooser(*players: Player) -> tuple[Player, Player]:
    """Who is asked, and the other; the frame that asks may still be on its way."""
    for _ in range(100):
        for one, other in (players, players[::-1]):
            if one.question is not None:
                return one, other
        for player in players:
            with suppress(TimeoutError):
                await asyncio.wait_for(player.frame(), 0.25)
    raise AssertionError(f"nobody is asked; over: {[player.over for player in players]}")


async def catch_up(player: Player, n: int) -> None:
    while player.n < n:
        await player.frame()


def test_an_answer_is_acknowledged_then_told_to_everybody(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            watcher = Player(api.address, made["match"], made["watch"])
            await watcher.join()
            one, other = await chooser(first, second)
            value = await one.suggested()
            ack = await one.answer(value)
            assert isinstance(ack, frames.Ack)
            kinds = [type(f) for f in one.seen]
            assert kinds.index(frames.Ack) < kinds.index(frames.Step)
            for somebody in (other, watcher):
                await catch_up(somebody, ack.n)
                assert not any(isinstance(f, frames.Ack) for f in somebody.seen)
            assert watcher.question is None
            assert watcher.welcome is not None and (watcher.welcome.seat, watcher.welcome.plays) == ("", ())
            for player in (first, second, watcher):
                await player.leave()

    run(play())


def test_an_answer_for_another_n_is_stale_and_changes_nothing(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                value, n = await player.suggested(), player.n
                assert isinstance(await player.answer(value), frames.Ack)
                after = player.n
                again = await player.ask("answer", n=n, value=value)  # a repeat after a lost ack
                assert again == frames.Stale(re=again.re, n=after)
                early = await player.ask("answer", n=after + 1, value=value)
                assert isinstance(early, frames.Stale)
                assert isinstance(await player.ask("probe", n=n, what="suggest"), frames.Stale)
                card = await api.call("GET", f"/api/matches/{made['match']}", token=made["token"])
                assert card["n"] == after

    run(play())


def test_an_illegal_answer_is_refused_with_its_rule_and_changes_nothing(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("warcaster", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                n = player.n
                given: list[Any] = [
                    "fly to the moon",
                    [[1, 2, 3, 4]],
                    None,
                    {"a": [1]},
                    7,
                    "x" * 9000,
                    [[[[[]]]]],
                    1e300,
                ]
                for junk in given:
                    found = await player.answer(junk)
                    assert isinstance(found, frames.RefusedFrame), junk
                    assert found.refusal.reason and found.n == n
                assert isinstance(await player.answer(await player.suggested()), frames.Ack)

    run(play())


def test_nobody_acts_for_another_seat(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            one, other = await chooser(first, second)
            value = await one.suggested()
            out_of_turn = await other.ask("answer", value=value)
            assert isinstance(out_of_turn, frames.RefusedFrame)
            assert "choosing" in out_of_turn.refusal.reason
            watcher = Player(api.address, made["match"], made["watch"])
            await watcher.join()
            assert isinstance(await watcher.ask("answer", value=value), frames.RefusedFrame)
            assert isinstance(await watcher.ask("resign"), frames.RefusedFrame)
            assert isinstance(await watcher.ask("undo", to=0), frames.RefusedFrame)
            assert isinstance(await watcher.probe("suggest"), frames.Failed)
            assert isinstance(await other.probe("advice"), frames.Failed)
            assert isinstance(await one.answer(value), frames.Ack)
            for player in (first, second, watcher):
                await player.leave()

    run(play())


def test_a_match_opens_only_to_its_own_tokens(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made, other = await api.begin("duel", seats=PEOPLE), await api.begin("duel")
            invite = made["invites"][0]["code"]
            for token in (other["token"], other["watch"], invite, "x" * 32, "' OR 1=1 --" + "x" * 20):
                player = Player(api.address, made["match"], token)
                await player.open()
                await player.send({"t": "hello", "protocol": 1, "token": token})
                failed = await player.frame()
                assert isinstance(failed, frames.Failed) and failed.code == "token"
                with pytest.raises(ConnectionClosed):
                    await player.frame()
                await api.call("GET", f"/api/matches/{made['match']}", token=token, status=403)
                await api.call("DELETE", f"/api/matches/{made['match']}", token=token, status=403)
            await api.call("GET", f"/api/matches/{made['match']}/record", status=403)
            await api.call("DELETE", f"/api/matches/{made['match']}", token=made["watch"], status=403)
            await api.call("PATCH", f"/api/matches/{made['match']}", {"name": "x"}, made["watch"], status=403)

    run(play())


def test_an_invite_opens_one_seat_once(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=PEOPLE)
            path, code = f"/api/matches/{made['match']}/join", made["invites"][0]["code"]
            both = await asyncio.gather(*(api.http.post(path, json={"code": code}) for _ in range(2)))
            assert sorted(answer.status_code for answer in both) in ([200, 403], [200, 409])
            await api.call("POST", path, {"code": code}, status=403)
            await api.call("POST", f"/api/matches/{made['match']}/seats/b/invite", token=made["token"], status=409)

    run(play())


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '"hello"',
        "null",
        '{"t":"nothing"}',
        '{"t":"answer","id":1,"n":0}',
        '{"t":"answer","id":-1,"n":0,"value":1}',
        '{"t":"answer","id":1,"n":0,"value":1,"seat":"b"}',
        '{"t":"answer","id":"1","n":0,"value":1}',
        '{"t":"probe","id":1,"n":0,"what":"seed"}',
        '{"t":"answers","id":1,"n":0,"values":[]}',
        '{"t":"hello","protocol":1,"token":"0123456789abcdef0123"}',
        '{"t":"answer","id":1,"n":0,"value":' + "[" * 5000 + "]" * 5000 + "}",
        '{"t":"answer","id":1,"n":0,"value":"\\ud800"}',
    ],
)
def test_what_is_not_understood_is_said_so_and_nothing_else_happens(server: Process, text: str) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.send(text)
                found = await player.until(lambda f: isinstance(f, frames.Failed | frames.RefusedFrame | frames.Stale))
                assert not isinstance(found, frames.Failed) or found.code == "bad"
                assert "Traceback" not in found.__repr__()
                assert isinstance(await player.answer(await player.suggested()), frames.Ack)

    run(play())


def test_the_first_frame_must_be_hello(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel")
            wrong = [
                ({"t": "ping"}, "bad"),
                ({"t": "hello", "protocol": 2, "token": made["token"]}, "protocol"),
                ("junk", "bad"),
            ]
            for message, code in wrong:
                player = Player(api.address, made["match"], made["token"])
                await player.open()
                await player.send(message)  # type: ignore[arg-type]
                found = await player.frame()
                assert isinstance(found, frames.Failed) and found.code == code
                with pytest.raises(ConnectionClosed):
                    await player.frame()

    run(play())


def test_an_oversized_message_ends_the_connection_and_harms_nobody(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, _ = await two_people(api)
            one, other = await chooser(first, second)
            await other.send('{"t":"answer","id":1,"n":0,"value":"' + "x" * 20_000 + '"}')
            with pytest.raises(ConnectionClosed):
                await other.until(lambda f: False)
            assert isinstance(await one.answer(await one.suggested()), frames.Ack)
            await one.leave()

    run(play())


def test_a_flooding_client_is_slowed_and_others_are_served(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made, calm = await api.begin("duel", seats=BOTH), await api.begin("duel", seats=BOTH)
            flooder = Player(api.address, made["match"], made["token"])
            await flooder.join()
            async with Player(api.address, calm["match"], calm["token"]) as player:
                try:
                    for number in range(3000):
                        await flooder.send({"t": "probe", "id": number, "n": 0, "what": "suggest"})
                except ConnectionClosed:
                    pass
                for _ in range(10):
                    assert isinstance(await player.answer(await player.suggested()), frames.Ack)
            limited = 0
            try:
                while limited < 5:
                    found = await asyncio.wait_for(flooder.frame(), 10)
                    limited += isinstance(found, frames.Failed) and found.code == "limit"
            except ConnectionClosed:
                pass
            assert limited
            await flooder.leave()
            again = Player(api.address, made["match"], made["token"])
            await again.join()  # its match is unharmed
            assert isinstance(await again.answer(await again.suggested()), frames.Ack)
            await again.leave()

    run(play())


def test_two_tabs_answering_at_once_give_one_answer(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            left, right = (Player(api.address, made["match"], made["token"]) for _ in range(2))
            await left.join()
            await right.join()
            for _ in range(10):
                value = await left.suggested()
                found = await asyncio.gather(left.ask("answer", value=value), right.ask("answer", value=value))
                kinds = sorted(type(f).__name__ for f in found)
                assert kinds == ["Ack", "Stale"]
                n = next(f.n for f in found if isinstance(f, frames.Ack))
                await asyncio.gather(catch_up(left, n), catch_up(right, n))
                assert left.scene == right.scene
            await left.leave()
            await right.leave()

    run(play())


def test_somebody_who_comes_back_gets_what_was_missed(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            here, gone = (Player(api.address, made["match"], made["token"]) for _ in range(2))
            await here.join()
            await gone.join()
            await gone.leave()
            await here.play(5)
            before = len(gone.seen)
            await gone.join({"epoch": gone.epoch, "seq": gone.seq})
            kinds = [type(f) for f in gone.seen[before:]]
            assert kinds.count(frames.Step) == 5 and frames.Snapshot not in kinds
            assert (gone.scene, gone.n) == (here.scene, here.n)
            for have in ({"epoch": gone.epoch - 1, "seq": gone.seq}, {"epoch": gone.epoch, "seq": gone.seq + 3}, None):
                await gone.leave()
                before = len(gone.seen)
                await gone.join(have)
                assert frames.Snapshot in [type(f) for f in gone.seen[before:]]
                assert (gone.scene, gone.n) == (here.scene, here.n)
            await here.leave()
            await gone.leave()

    run(play())


def test_a_gesture_is_played_up_to_what_is_refused(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                n = player.n
                value = await player.suggested()
                await player.send({"t": "answers", "id": 900, "n": n, "values": [value, "nonsense", value]})
                ack = await player.until(lambda f: isinstance(f, frames.Ack))
                assert ack.re == 900 and ack.n > n
                if ack.n == n + 1:  # no dice stopped it
                    refused = await player.until(lambda f: isinstance(f, frames.RefusedFrame))
                    assert (refused.re, refused.at) == (900, 1)
                await player.ask("answers", n=n, values=[value])
                assert isinstance(player.seen[-1], frames.Stale | frames.Step)
                first = await player.ask("answers", values=["nonsense", value])
                assert isinstance(first, frames.RefusedFrame | frames.Stale)

    run(play())


def test_resigning_ends_the_match_for_everybody(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            assert isinstance(await second.ask("resign", why="late"), frames.Ack)
            await first.until(lambda f: isinstance(f, frames.Step))
            assert first.over and first.now is not None and first.now.result is not None
            assert first.now.result.winner == "a" and "late" in first.now.result.reason
            assert isinstance(await first.ask("resign"), frames.RefusedFrame)
            text = await api.call("GET", f"/api/matches/{made['match']}/record", token=made["watch"])
            assert '"concede":true' in text
            await first.leave()
            await second.leave()

    run(play())
