"""axe-core finds nothing serious on any page, dark or light."""

import json
from typing import Any

import pytest

from sandtable.bots import bot
from tests.browser.player import Player
from tests.house.sources import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(player: Player) -> list[Any]:
    player.page.evaluate(AXE.read_text())
    found = player.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        (v["id"], v["impact"], [node["target"] for node in v["nodes"]][:4])
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page(player: Player, theme: str) -> None:
    page = player.page
    page.add_init_script(f"localStorage.setItem('sandtable.theme', {json.dumps(json.dumps(theme))})")
    player.home()
    page.wait_for_selector(".game img")
    assert serious(player) == []
    player.play_now("warcaster")
    choose = bot("recruit").choose
    kinds: set[str] = set()
    for _ in range(40):
        now = player.ready()
        if now["ask"]["kind"] not in kinds:
            kinds.add(now["ask"]["kind"])
            assert serious(player) == [], now["ask"]["kind"]
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    player.ready()
    page.click(".menu-button")
    assert serious(player) == []
    page.keyboard.press("Escape")
    match_id = player.match_id
    page.goto(f"{player.served.address}/#/replay/{match_id}")
    page.wait_for_selector(".transport")
    assert serious(player) == []
    page.goto(f"{player.served.address}/#/join/{match_id}/no-such-invite-at-all")
    page.wait_for_selector("[data-act=join]")
    assert serious(player) == []
