"""What a player sees at once: the whole hand of cards, damage grids, a new question from its beginning."""

from typing import Any

from sandtable.bots import bot
from tests.browser.player import Player

CUT = """() => [...document.querySelectorAll('.bottom .card, .bottom .panel-box')].filter(e => {
  const r = e.getBoundingClientRect();
  const seen = document.elementFromPoint(r.right - 3, r.top + r.height / 2);
  return r.left < 0 || r.right > innerWidth || r.bottom > innerHeight || !e.contains(seen);
}).map(e => e.textContent.slice(0, 40))"""
SCROLLED = """() => Math.max(...[...document.querySelectorAll('.choices')].flatMap(
  e => [e.scrollTop, e.parentElement.scrollTop]))"""
SCROLL_DOWN = """() => {
  const e = document.querySelector('.choices');
  e.scrollTop = e.parentElement.scrollTop = 2000;
  return document.querySelector('.options') ? Math.max(e.scrollTop, e.parentElement.scrollTop) : 0;
}"""
ACTIVATED = "() => document.querySelectorAll('.bottom .panel-box .grid').length"


def play_until(player: Player, wanted: Any, most: int = 120) -> None:
    choose = bot("regular").choose
    for _ in range(most):
        now = player.ready()
        if wanted():
            return
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    raise AssertionError("this never came")


def test_all_cards_are_seen_beside_the_damage_grid_of_who_is_active(player: Player) -> None:
    player.play_now("warmachine-mk2")
    page = player.page
    play_until(player, lambda: page.evaluate(ACTIVATED) > 0)
    assert page.locator(".bottom .card").count() >= 6
    assert page.locator(".bottom .panel-box .grid").first.locator("*").count() >= 20
    assert page.evaluate(CUT) == []


def test_a_new_question_begins_at_its_top(player: Player) -> None:
    player.play_now("warmachine-mk2")
    page, choose, long_ones = player.page, bot("regular").choose, 0
    page.set_viewport_size({"width": 1440, "height": 640})  # many questions are longer than their place
    for _ in range(60):
        now = player.ready()
        page.wait_for_timeout(100)
        assert page.evaluate(SCROLLED) == 0
        long_ones += page.evaluate(SCROLL_DOWN) > 0
        if long_ones == 4:
            return
        match = player.served.match(player.match_id)
        value = choose(match.view(match.seat(now["ask"]["seat"])))
        player.answer(value)
    raise AssertionError(f"only {long_ones} long questions")
