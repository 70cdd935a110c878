"""Taking back over the wire: free, by consent, never; everybody gets a snapshot of a new epoch."""

from typing import Any

from sandtable.server import frames
from tests.server.client import Api, Player, run
from tests.server.processes import Process
from tests.server.test_protocol import BOTH, catch_up, chooser, two_people


async def snapshot(player: Player) -> frames.Snapshot:
    found: frames.Snapshot = await player.until(lambda f: isinstance(f, frames.Snapshot))
    return found


def test_a_free_undo_is_done_at_once_and_everybody_sees_it(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api, "warcaster")
            for _ in range(40):
                one, other = await chooser(first, second)
                await one.answer(await one.suggested())
                await catch_up(other, one.n)
                if one.now is not None and one.now.free_undo:
                    break
            assert one.now is not None and one.now.free_undo > 0
            n, to, epoch = one.n, one.now.undo_to, one.epoch
            assert to == n - 1
            ack = await one.ask("undo", to=to)
            assert isinstance(ack, frames.Ack) and ack.n == to
            await snapshot(other)
            assert (one.n, other.n) == (to, to)
            assert one.epoch == other.epoch == epoch + 1
            stale = await one.ask("answer", n=n, value="pass")
            assert isinstance(stale, frames.Stale)
            assert isinstance(await one.answer(await one.suggested(1)), frames.Ack)
            await catch_up(other, one.n)
            for player in (first, second):
                await player.leave()
            await replays(api, made)

    run(play())


async def replays(api: Api, made: dict[str, Any]) -> None:
    """What is on disk is one line of play: it can be woken and looked at."""
    found = await api.call("GET", f"/api/matches/{made['match']}/replay", token=made["token"])
    assert [step["n"] for step in found["steps"]] == list(range(1, found["total"] + 1))


def test_beyond_dice_the_other_person_is_asked(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            first, second, made = await two_people(api)
            for _ in range(14):
                one, other = await chooser(first, second)
                await one.answer(await one.suggested())
                await catch_up(other, one.n)
            n = first.n
            assert isinstance(await first.ask("undo", to=1), frames.Ack)
            assert first.n == n
            wish = await second.until(lambda f: isinstance(f, frames.UndoAsked))
            assert (wish.by, wish.to) == ("a", 1)
            late = Player(api.address, made["match"], first.token)
            await late.join()
            await late.until(lambda f: isinstance(f, frames.UndoAsked))  # said again to those who come later
            await late.leave()
            assert isinstance(await first.ask("consent", to=1, yes=True), frames.Ack)  # one's own does not count
            assert first.n == n
            assert isinstance(await second.ask("consent", to=1, yes=False), frames.Ack)
            told = await first.until(lambda f: isinstance(f, frames.UndoAsked) and f.to is None)
            assert told.refused and first.n == n
            assert isinstance(await second.ask("consent", to=1, yes=True), frames.Stale)  # settled
            await first.ask("undo", to=1)
            await second.until(lambda f: isinstance(f, frames.UndoAsked) and f.to == 1)
            await second.ask("consent", to=1, yes=True)
            await snapshot(first)
            assert first.n == second.n == 1
            one, other = await chooser(first, second)
            assert isinstance(await one.answer(await one.suggested()), frames.Ack)
            await first.leave()
            await second.leave()
            await replays(api, made)

    run(play())


def test_against_a_bot_one_may_go_back_beyond_its_answers(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel")
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.play(12)
                await player.turn()
                assert player.now is not None
                to = player.now.undo_to
                assert to is not None and to < player.n
                assert isinstance(await player.ask("undo", to=to), frames.Ack)
                assert player.n == to and player.question is not None
                assert isinstance(await player.answer(await player.suggested()), frames.Ack)
            await replays(api, made)

    run(play())


def test_where_nothing_is_taken_back_it_is_refused(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("duel", seats=BOTH, undo="none")
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.play(3)
                assert player.now is not None and player.now.undo_to is None
                refused = await player.ask("undo", to=0)
                assert isinstance(refused, frames.RefusedFrame)
                for to in (player.n, player.n + 5):
                    assert isinstance(await player.ask("undo", to=to), frames.RefusedFrame)

    run(play())


def test_far_back_goes_beyond_what_is_in_memory(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("warcaster", seats=BOTH, undo="free")
            async with Player(api.address, made["match"], made["token"]) as player:
                first = player.n  # after the dice of the set-up
                await player.play(90)
                before = [f for f in player.seen if isinstance(f, frames.Step) and f.n <= 12][-1]
                for to in (before.n, 0):
                    ack = await player.ask("undo", to=to)
                    assert isinstance(ack, frames.Ack)
                    assert player.n == ack.n == max(to, first)  # the first dice stand
                    assert player.question is not None
                    assert isinstance(await player.answer(await player.suggested(2)), frames.Ack)
            await replays(api, made)

    run(play())
