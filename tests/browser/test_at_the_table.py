"""What people do at a table besides moving: pass the screen, measure, ask for advice, take back, give a seat away."""

import re
import time
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from sandtable.bots import bot
from sandtable.core import find
from tests.browser.player import Player
from tests.browser.served import Served
from tests.browser.test_together import invited, sit

MINE = "() => !window.before && window.sandtable?.store.seats.value.find(s => s.seat === 'a')?.kind === 'person'"
BEYOND = "() => { const s = window.sandtable.store; return s.undoTo.value !== null && s.freeUndo.value === 0; }"


def move(player: Player) -> None:
    """One answer, as a recruit would give it."""
    now, match = player.ready(), player.served.match(player.match_id)
    player.answer(bot("recruit").choose(match.view(match.seat(now["ask"]["seat"]))))


def test_pass_and_play_with_ruler_and_advice(player: Player) -> None:
    page = player.page
    player.home()
    page.click("[data-game='duel']")
    page.click("[data-act=pass-and-play]")
    passed = []
    for _ in range(60):
        now = player.ready()
        if page.locator(".curtain").count():  # nobody sees the other's table before the screen was handed on
            passed.append(now["ask"]["seat"])
            page.click("[data-act=pass]")
        if len(passed) == 3:
            break
        move(player)
    assert passed in (["a", "b", "a"], ["b", "a", "b"])
    page.keyboard.press("r")
    places = page.evaluate("() => [...window.sandtable.store.pieces.value.values()].map(p => [p.shape.x, p.shape.y])")
    for place in places:  # one may lie under another; two of them give a distance
        player.click(*player.at(place))
        page.wait_for_timeout(300)
        if re.search(r"\d", page.inner_text(".ruler-line")):
            break
    assert re.search(r"\d", page.inner_text(".ruler-line")), page.inner_text(".ruler-line")
    page.keyboard.press("r")
    assert page.locator(".ruler-line").count() == 0
    n = player.ready()["n"]
    page.keyboard.press("h")
    page.wait_for_selector(".advice article")
    assert page.inner_text(".advice article b")
    page.click(".advice article [data-act=advised]")
    player.until(lambda now: now["n"] > n)


def test_reactions_are_asked_never_and_asked_again(player: Player) -> None:
    page = player.page
    player.play_now("duel")

    def to_a_reaction() -> None:
        for _ in range(400):
            now = player.ready()
            if now["result"]:
                player.play_now("duel")
            elif page.locator(".presets").count():
                return
            else:
                move(player)
        raise AssertionError("no reaction was asked")

    over: Any = True
    while over:  # the blow that is not answered may end the game
        to_a_reaction()
        n = player.now()["n"]
        page.click("[data-act=never]")
        player.until(lambda now, n=n: now["n"] > n)  # passed for the seat, after the time that every preset takes
        over = player.ready()["result"]
    page.click(".menu-button")
    page.wait_for_selector("dialog[open] [data-act=ask-again]")
    page.click("dialog[open] [data-act=ask-again]")
    page.keyboard.press("Escape")
    to_a_reaction()
    option = page.locator(".options .option:not(.ends)").first
    option.hover()
    page.wait_for_selector("[data-act=always]")
    key, n = option.get_attribute("data-key"), player.now()["n"]
    page.click("[data-act=always]")
    player.until(lambda now: now["n"] > n)
    answers = [e.value for e in player.served.match(player.match_id).history[n:] if e.seat is not None]
    assert answers[0] == key


def test_taking_back_by_consent_then_the_other_leaves_and_the_seat_is_claimed(browser: Browser, served: Served) -> None:
    a, b = sit(browser, served), sit(browser, served)
    players = {"a": a, "b": b}
    try:
        b.page.goto(invited(a, "duel"))
        b.page.click("[data-act=join]")
        b.until(lambda now: now["line"] == "live")
        asker = None
        for _ in range(30):  # until somebody's last choice is beyond dice or the other's choice
            match = served.match(a.match_id)
            assert match.ask is not None
            mover = players[match.rules.seats[match.ask.seat]]
            mover.until(lambda now: now["ask"] is not None)
            move(mover)
            n = served.tables.live[a.match_id].n
            for one in (a, b):
                one.until(lambda now, n=n: now["n"] == n)
            asker = next((one for one in (a, b) if one.page.evaluate(BEYOND)), None)
            if asker is not None:
                break
        assert asker is not None
        other = b if asker is a else a
        for answer in ("refuse", "allow"):
            asker.page.click("[data-act=undo]")
            other.page.click(f"[data-act={answer}]")
            asker.page.wait_for_selector(".banner", state="detached")
            if answer == "refuse":
                assert served.tables.live[a.match_id].n == n
        for one in (a, b):
            one.until(lambda now: now["n"] < n)
        b.page.context.close()
        table = served.tables.live[a.match_id]
        a.until(lambda _: not table.streams[("b",)].listeners)
        table.seats["b"] = table.seats["b"]._replace(seen=time.time() - 170)  # so long ago
        a.page.reload()
        a.until(lambda now: now["line"] == "live")
        a.page.click(".menu-button")
        assert a.page.locator("[data-seat=b] [data-act=claim]").count() == 0  # ten seconds too early
        a.page.wait_for_selector("[data-seat=b] [data-act=claim]", timeout=25_000)
        a.page.click("[data-seat=b] [data-act=claim]")
        a.page.wait_for_function("() => window.sandtable?.store.welcome.value?.plays.length === 2")
    finally:
        a.page.context.close()


def test_a_seat_is_handed_to_a_bot_and_taken_back(player: Player) -> None:
    page = player.page
    player.play_now("warcaster")  # long enough that it is not over before the seat is taken back
    n = player.ready()["n"]
    page.click(".menu-button")
    page.click("[data-seat=a] [data-act=to-bot]")
    page.wait_for_selector("[data-seat=a] [data-act=claim]")
    player.until(lambda now: now["n"] > n + 3 or now["result"])  # it goes on without anybody
    if player.now()["result"]:
        return
    page.evaluate("() => { window.before = true; }")
    try:
        page.click("[data-seat=a] [data-act=claim]", timeout=10_000)
    except PlaywrightTimeout:
        assert player.now()["result"], "only the end of the game takes the button away"
        return
    page.wait_for_function(MINE)
    assert player.ready()["ask"] is not None or player.now()["result"]


def test_ones_own_list_is_checked_in_place_and_played(player: Player) -> None:
    page = player.page
    player.home()
    page.click("[data-game='warcaster']")
    force = page.locator(".force").first
    force.locator("select").select_option("own")
    rosters = find("warcaster").rosters
    assert rosters is not None
    text = rosters.text(rosters.read(rosters.samples()["marcher_box"]))
    force.locator("textarea").fill(text.replace("Dusk Wolf", "Dusk Wulf"))
    force.locator("[data-act=check]").click()
    page.wait_for_selector(".force .reasons li")
    said = page.inner_text(".force .reasons")
    assert "line 8" in said and "Dusk Wulf" in said and "Dusk Wolf" in said, said
    page.click("[data-act=play]")
    page.wait_for_selector(".new-game [role=alert]")  # and it is not begun
    player.wrong[:] = [said for said in player.wrong if "400" not in said]  # the browser reports the refusal
    force.locator("textarea").fill(text)
    force.locator("[data-act=check]").click()
    page.wait_for_selector(".force .fine")
    page.click("[data-act=play]")
    assert player.ready()["ask"] is not None
