"""Several people at one match, replays, and what goes on from them."""

from playwright.sync_api import Browser

from sandtable.bots import bot
from tests.browser.player import Player
from tests.browser.served import Served


def sit(browser: Browser, served: Served) -> Player:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    return Player(context.new_page(), served)


def invited(host: Player, game: str) -> str:
    """The host sits down at a new table; the link is for the other."""
    host.home()
    host.page.click(f"[data-game='{game}']")
    host.page.click("[data-act=invite]")
    link = host.page.input_value(".invited .link input")
    host.page.click("[data-act=to-table]")
    return link


def on_table(player: Player) -> object:
    return player.page.evaluate(
        "() => [...window.sandtable.store.pieces.value.values()].map(p => [p.id, p.shape.x, p.shape.y, p.health])"
    )


def test_two_browsers_and_a_spectator_one_of_them_dropped(browser: Browser, served: Served) -> None:
    a, b, c = sit(browser, served), sit(browser, served), sit(browser, served)
    try:
        b.page.goto(invited(a, "duel"))
        b.page.fill("input", "Berta")
        b.page.click("[data-act=join]")
        a.page.click(".menu-button")
        watch = a.page.locator("dialog .link input").last.input_value()
        assert "/watch/" in watch
        a.page.keyboard.press("Escape")
        c.page.goto(watch)
        players, choose = {"a": a, "b": b}, bot("recruit").choose
        c.until(lambda now: now["line"] == "live")
        for turn in range(16):
            match = served.match(a.match_id)
            ask = match.ask
            assert ask is not None
            seat = match.rules.seats[ask.seat]
            mover, other = players[seat], players["b" if seat == "a" else "a"]
            if turn == 6:  # the other one falls off the network
                other.page.context.set_offline(True)
                other.page.evaluate("() => window.sandtable.store.stream.socket.close()")
                other.page.wait_for_selector("[data-banner=lost]")
            mover.until(lambda now: now["ask"] is not None)
            mover.answer(choose(match.view(ask.seat)))
            if turn == 6:
                other.page.context.set_offline(False)
                other.until(lambda now: now["line"] == "live")
                assert other.page.locator("[data-banner=lost]").count() == 0
        n = len(served.match(a.match_id).history)
        for one in (a, b, c):
            one.until(lambda now: now["n"] == n)
        assert on_table(a) == on_table(b) == on_table(c)
        assert c.now()["ask"] is None, "who watches is asked nothing"
        assert c.page.locator(".options .option").count() == 0
        for one in (a, b, c):
            lost = [text for text in one.wrong if "WebSocket" not in text and "ERR_INTERNET" not in text]
            assert lost == []
    finally:
        for one in (a, b, c):
            one.page.context.close()


def test_replay_fork_and_play_on(player: Player) -> None:
    page = player.page
    player.play_now("duel")
    result = player.play_to_the_end(bot("recruit").choose)
    assert result["reason"]
    old = player.match_id
    page.click("dialog[open] a[href*=replay]")
    page.wait_for_selector(".transport")
    page.wait_for_selector(".moment:not(:has-text('of 0'))")
    total = int(page.inner_text(".moment").split(" of ")[1])
    assert total > 20
    first = page.inner_html(".layer.pieces")
    for _ in range(5):
        page.keyboard.press(".")
    assert page.inner_text(".moment").startswith("5 of")
    page.keyboard.press("End")
    assert page.inner_text(".moment") == f"{total} of {total}"
    assert page.inner_html(".layer.pieces") != first
    page.locator(".scrubber input").fill(str(total // 3))
    assert page.inner_text(".moment") == f"{total // 3} of {total}"
    with page.expect_download() as record:
        page.click("[data-act=record]")
    assert record.value.suggested_filename.endswith(".sand")
    with page.expect_download() as picture:
        page.click("[data-act=picture]")
    assert "<svg" in picture.value.path().read_text()[:200]
    page.click("[data-act=share]")
    assert f"/{old}/" in page.input_value(".right .link input")
    page.click("[data-act=fork]")
    page.wait_for_url("**/#/table/*")
    player.ready()
    assert player.match_id != old
    now, choose = player.ready(), bot("recruit").choose
    for _ in range(4):
        match = player.served.match(player.match_id)
        if match.over:
            break
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
        now = player.ready()
    assert len(player.served.match(player.match_id).history) > 0
    assert record.value.path().read_text().startswith("sandtable record")
    page.goto(f"{player.served.address}/#/")
    page.wait_for_selector(f"[data-match='{old}']")
    page.locator("input[type=file]").set_input_files(record.value.path())
    page.wait_for_selector(".transport")
