"""The pictures of the docs and the README, from real matches: python web/screenshots.py [animation]

Warcaster, WARMACHINE and Warmaster at three sizes; home and replay; a short animation. Written to docs/pictures.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from sandtable.bots import bot  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.browser.player import Player  # noqa: E402
from tests.browser.served import Served  # noqa: E402
from web.animated_png import animated, cut  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
ANIMATED, BEFORE, SHOWN = (960, 600), 30, 10  # its size, answers before it begins, answers shown
SIZES = ((1440, 900), (390, 844), (1920, 1080))
GAMES = (("warcaster", "table", 60), ("warmachine-mk2", "table-warmachine", 40), ("warmaster", "table-warmaster", 24))


def seated(browser: Browser, served: Served, width: int, height: int) -> Player:
    phone = width < 500
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=phone, is_mobile=phone
    )
    context.add_init_script("localStorage.setItem('sandtable.hints-off', 'true')")
    return Player(context.new_page(), served, touch=phone)


def play(player: Player, game: str, least: int) -> None:
    """On to a move in the middle of the game, with the piece in the hand."""
    choose: Any = bot("regular" if game != "warmaster" else "recruit").choose
    player.play_now(game)
    for number in range(least * 3):
        now = player.ready()
        match = player.served.match(player.match_id)
        if now["result"]:
            return
        value = choose(match.view(match.seat(now["ask"]["seat"])))
        if number >= least and now["ask"]["kind"] in ("path", "arrange") and value:
            end = value[-1] if now["ask"]["kind"] == "path" else value[0][1]
            piece = now["ask"]["piece"] or value[0][0]
            if end and isinstance(end[0], tuple):
                end = end[-1]
            if end:
                player.drag_piece(piece, end)
                player.page.wait_for_timeout(600)
                return
        player.answer(value)


def animation(browser: Browser, served: Served) -> None:
    """A few answers in the middle of a real match: each with the piece in the hand, then as it stands."""
    player = seated(browser, served, *ANIMATED)
    choose: Any = bot("regular").choose
    player.play_now("warcaster")
    shots: list[tuple[bytes, int]] = []
    for number in range(BEFORE + SHOWN):
        now = player.ready()
        if now["result"]:
            break
        match = player.served.match(player.match_id)
        value = choose(match.view(match.seat(now["ask"]["seat"])))
        if number >= BEFORE:
            player.page.wait_for_timeout(300)
            shots.append((player.page.screenshot(), 700))
            if now["ask"]["kind"] == "path" and value:
                player.drag_piece(now["ask"]["piece"], value[-1])
                player.page.wait_for_timeout(400)
                shots.append((player.page.screenshot(), 900))
                player.confirm()
                player.until(lambda after, n=now["n"]: after["n"] != n)
                continue
        player.answer(value)
    player.ready()
    shots.append((player.page.screenshot(), 1500))
    blank = browser.new_page()
    (PICTURES / "playing.png").write_bytes(animated(cut(blank, shots)))
    blank.close()
    player.page.context.close()


def main() -> None:
    path = chromium.find()
    if path is None:
        sys.exit(chromium.NONE)
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        animation(browser, served)
        for width, height in SIZES if sys.argv[1:] != ["animation"] else ():
            player = seated(browser, served, width, height)
            for game, name, least in GAMES:
                play(player, game, least)
                player.page.screenshot(path=PICTURES / f"{name}-{width}.png")
            match = player.match_id
            player.page.goto(f"{served.address}/#/replay/{match}")
            player.page.wait_for_selector(".moment:not(:has-text('of 0'))")
            for _ in range(25):
                player.page.keyboard.press(".")
            player.page.wait_for_timeout(500)
            player.page.screenshot(path=PICTURES / f"replay-{width}.png")
            player.page.goto(f"{served.address}/#/")
            player.page.wait_for_selector(".game img")
            player.page.wait_for_timeout(2500)
            player.page.screenshot(path=PICTURES / f"home-{width}.png")
            player.page.context.close()
        browser.close()
        served.close()


if __name__ == "__main__":
    main()
