"""Questions without effect, over a real socket; and every frame fits the published schema."""

from typing import Any

import jsonschema
import msgspec

from sandtable.server import frames
from sandtable.server.openapi import description
from tests.server.client import Api, Player, run
from tests.server.processes import Process
from tests.server.test_protocol import BOTH


def test_probes_of_every_kind_are_answered(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("warcaster", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                kinds: dict[str, Any] = {}
                for _ in range(300):
                    await player.turn()
                    if player.over or len(kinds) >= 3:
                        break
                    domain = player.question.domain
                    if type(domain).__name__ not in kinds:
                        kinds[type(domain).__name__] = domain
                        for what in ("suggest", "barred", "ask", "reach", "odds", "advice"):
                            given = {"values": [await player.suggested()]} if what == "odds" else {}
                            found = await player.probe(what, **given)
                            assert isinstance(found, frames.Probed), (what, found)
                        toward = await player.probe("toward", goal=[15000, 15000])
                        assert isinstance(toward, frames.Probed)
                        judged = await player.probe("judge", value=await player.suggested())
                        assert isinstance(judged, frames.Probed) and judged.refusal is None
                        spoken = await player.probe("spoken", words="as suggested")
                        assert isinstance(spoken, frames.Probed)
                    assert isinstance(await player.answer(await player.suggested()), frames.Ack)
                assert len(kinds) >= 3
                assert player.scene is not None
                pieces = [piece.id for piece in player.scene.pieces]
                sight = await player.probe("sight", a=pieces[0], b=pieces[-1])
                assert sight.sight is not None
                distance = await player.probe("distance", a=pieces[0], b=pieces[-1])
                assert distance.distance > 0
                sheet = await player.probe("sheet", a=pieces[0])
                assert sheet.sheet.title
                unknown = await player.probe("sheet", a="../../etc/passwd")
                assert isinstance(unknown, frames.Failed) and unknown.code == "none"

    run(play())


def test_a_probe_can_be_cancelled(server: Process) -> None:
    async def play() -> None:
        async with Api(server.address) as api:
            made = await api.begin("warcaster", seats=BOTH)
            async with Player(api.address, made["match"], made["token"]) as player:
                await player.send({"t": "probe", "id": 5000, "n": player.n, "what": "advice"})
                await player.send({"t": "cancel", "id": 5000})
                await player.send({"t": "ping"})
                await player.until(lambda f: isinstance(f, frames.Pong))
                assert isinstance(await player.answer(await player.suggested()), frames.Ack)
                assert not any(getattr(f, "re", None) == 5000 for f in player.seen)

    run(play())


def test_frames_fit_the_published_schema(server: Process) -> None:
    made = description()
    schema = {"$ref": "#/components/schemas/ServerFrame", "components": made["components"]}

    async def play() -> Player:
        async with Api(server.address) as api:
            begun = await api.begin("warcaster", seats=BOTH)
            async with Player(api.address, begun["match"], begun["token"]) as player:
                await player.play(25)
                await player.probe("barred")
                await player.probe("suggest")
                await player.answer("nonsense")
                return player

    validator = jsonschema.Draft202012Validator(schema)
    for text in run(play()).raw:
        validator.validate(msgspec.json.decode(text))
