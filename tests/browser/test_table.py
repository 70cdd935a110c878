"""The table by mouse, keys and finger: what must work for everyone."""

import re

from playwright.sync_api import Browser

from sandtable.bots import bot
from tests.browser.player import Player
from tests.browser.served import Served


def test_a_drag_that_is_not_legal_is_explained_with_its_rule(player: Player) -> None:
    page = player.page
    player.play_now("warcaster")
    choose = bot("recruit").choose
    while True:
        now = player.ready()
        if now["ask"]["kind"] == "path":
            break
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    before = now["n"]
    player.drag_piece(now["ask"]["piece"], (15_000, 15_000))  # the middle of the table: farther than anybody walks
    page.wait_for_selector(".chip.no")
    refusal = page.locator(".spatial .refusal")
    assert refusal.inner_text().strip()
    assert re.search(r"[A-Z]+-[A-Z]+-\d+", refusal.inner_text()), "a refusal names its rule"
    assert player.now()["n"] == before
    refusal.locator(".cite").click()
    page.wait_for_selector("dialog[open] .rule-text")
    assert len(page.inner_text("dialog[open] .rule-text")) > 20
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    player.until(lambda now: now["held"]["legal"])  # the nearest legal place is held instead
    page.keyboard.press("Escape")
    player.until(lambda now: now["held"]["value"] is None)


def test_dragging_a_piece_while_a_menu_is_open_finds_the_move(player: Player) -> None:
    """A piece that may be activated is simply dragged: the choices before its move are made by the drag."""
    page = player.page
    player.play_now("warcaster")
    choose = bot("recruit").choose
    while True:
        now = player.ready()
        if now["ask"]["kind"] == "options" and page.locator('.option[data-key^="activate "]').count():
            break
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    unit = str(page.locator('.option[data-key^="activate "]').first.get_attribute("data-key")).removeprefix("activate ")
    x, y, _, piece = page.evaluate(
        "(id) => { const s = window.sandtable.store, b = s.bodies.value.get(id);"
        " const p = s.pieces.value.get(b ? b.pieces[0] : id); return [p.shape.x, p.shape.y, 0, p.id]; }", unit
    )  # fmt: skip
    history = len(player.served.match(player.match_id).history)
    start, end = player.at((x, y)), player.at((x + 1_000, y + (2_500 if y < 15_000 else -2_500)))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] - 8)
    player.until(lambda _: page.evaluate("() => !!window.sandtable.hand.value.ahead.value"))
    page.mouse.move(*end)
    page.mouse.up()
    page.wait_for_selector("[data-act=confirm]:not([disabled])")
    page.click("[data-act=confirm]")
    player.until(lambda now: now["n"] > history)
    match = player.served.match(player.match_id)
    said = [entry.value for entry in match.history[history:] if entry.seat is not None]
    assert said[0] == f"activate {unit}"
    assert len(said) >= 3, said
    assert page.evaluate("(id) => window.sandtable.store.pieces.value.get(id).shape.x", piece) != x


def test_a_whole_turn_by_keyboard_alone(player: Player) -> None:
    page = player.page
    player.home()
    page.keyboard.press("1")
    for _ in range(80):
        if page.evaluate("() => document.activeElement?.dataset?.act === 'play'"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    now = player.ready()
    turn, answers, seen = page.evaluate("() => window.sandtable.store.scene.value.subtitle"), 0, set()
    choose = bot("recruit", seed=1).choose
    while answers < 120:
        now = player.ready()
        ask = now["ask"]
        seen.add(ask["kind"])
        if ask["kind"] == "options":
            match = player.served.match(player.match_id)
            wanted = choose(match.view(match.seat(ask["seat"])))
            named = page.locator(f'.options .option[data-key="{wanted}"] kbd').all_inner_texts()
            keys = named or page.locator(".options .option:not(.off) kbd").all_inner_texts()
            page.keyboard.press(keys[0].lower())
        elif ask["kind"] == "split":
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Shift+ArrowUp")
            try:
                player.until(lambda now: now["held"]["legal"], 2.0)
            except AssertionError:
                page.evaluate("() => document.querySelector('[data-act=suggest]').focus()")
                page.keyboard.press("Enter")
                player.until(lambda now: now["held"]["legal"])
                page.evaluate("() => document.activeElement.blur()")
            page.keyboard.press("Enter")
        player.until(lambda after, n=now["n"]: after["n"] != n)
        answers += 1
        here = page.evaluate("() => window.sandtable.store.scene.value.subtitle")
        if "turn" in turn and here != turn and answers > 12:
            break
        turn = turn if "turn" in turn else here
    assert "options" in seen and len(seen) > 1, seen
    # the board itself: arrows go from piece to piece, each with a name a screen reader can say
    player.ready()
    page.evaluate("() => { document.activeElement.blur(); window.sandtable.hand.value.cancel(); }")
    page.evaluate("() => document.querySelector('.piece[tabindex=\"0\"]').focus()")
    name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert "seat" in name
    assert page.evaluate("() => document.querySelector('.said').textContent.length") > 0


def test_undo_takes_a_choice_back(player: Player) -> None:
    player.play_now("warcaster")
    choose = bot("recruit").choose
    for _ in range(60):
        now = player.ready()
        if player.page.evaluate("() => window.sandtable.store.freeUndo.value") > 0:
            break
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    n = player.ready()["n"]
    player.page.keyboard.press("u")
    player.until(lambda now: now["n"] < n)
    assert player.ready()["ask"] is not None


def test_a_phone(browser: Browser, served: Served) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, reduced_motion="reduce", has_touch=True, is_mobile=True
    )
    try:
        player = Player(context.new_page(), served)
        page = player.page
        player.home()
        page.tap("[data-game='warcaster']")
        page.tap("[data-act=play]")
        for _ in range(20):
            now = player.ready()
            assert page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]") == [360, 360]
            if now["ask"]["kind"] == "options":
                option = page.locator(".choices .option:not(.off)").first
                box = option.bounding_box()
                assert box is not None
                assert box["height"] >= 44
                option.tap()
            else:
                if not now["held"]["legal"]:
                    page.tap("[data-act=suggest]")
                player.until(lambda now: now["held"]["legal"])
                page.tap("[data-act=confirm]")
            player.until(lambda after, n=now["n"]: after["n"] != n)
        player.ready()
        for name, shown in (("Unit", ".right"), ("Hand", ".bottom"), ("Log", ".log-panel"), ("Move", ".choices")):
            page.tap(f".tabs button:has-text('{name}')")
            assert page.locator(shown).is_visible(), name
        assert player.wrong == []
    finally:
        context.close()
