"""Somebody at the page: answers by pressing, clicking and dragging, never by a message of its own."""

from __future__ import annotations

import math
import time
from typing import Any

from playwright.sync_api import Page

from tests.browser.served import Served

SECONDS = 30.0
WHOLE_GAME = 300.0  # between two bots, on a busy machine
NOW = """() => {
  const t = window.sandtable;
  if (!t) return null;
  const s = t.store, a = s.ask.value, h = t.hand.value.held.value;
  return {n: s.n.value, busy: s.busy.value || s.sending.value, result: s.result.value, line: s.line.value.state,
          held: {value: h.value, legal: h.legal, moving: h.moving},
          ask: a && {seat: a.seat, title: a.title, about: a.about || [], kind: a.domain.kind,
                     piece: a.domain.piece || '',
                     pieces: a.domain.pieces || [], faces: t.hand.value.faces === true,
                     bases: (a.domain.bases || []).map(b => b.piece)}};
}"""
PLACE = """([x, y]) => {
  const b = window.sandtable.store.board, r = b.host.getBoundingClientRect(), p = b.screenAt([x, y]);
  return [r.left + p[0], r.top + p[1]];
}"""
PIECE = """(id) => {
  const s = window.sandtable.store;
  const body = s.bodies.value.get(id);
  const p = s.pieces.value.get(body ? body.pieces[0] : id);
  return p ? [p.shape.x, p.shape.y, p.facing, p.id] : null;
}"""
BUTTON = """(wanted) => {
  const b = [...document.querySelectorAll('.options .option[data-key], [data-act]')].find(
    e => (e.dataset.key === wanted || e.dataset.act === wanted) && !e.disabled);
  if (!b) return null;
  b.scrollIntoView({block: 'nearest'});
  const r = b.getBoundingClientRect(), at = [r.left + r.width / 2, r.top + r.height / 2];
  return b.contains(document.elementFromPoint(...at)) ? at : null;
}"""
KNOB = """() => {
  const k = document.querySelector('.knob');
  if (!k) return null;
  const r = k.getBoundingClientRect();
  return [r.left + r.width / 2, r.top + r.height / 2];
}"""


class Player:
    def __init__(self, page: Page, served: Served, *, touch: bool = False) -> None:
        self.page, self.served, self.touch = page, served, touch
        self.wrong: list[str] = []
        self.gestures: dict[str, int] = {}
        page.on("console", lambda m: self.wrong.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self.wrong.append(str(e)))

    # --- the way to a table ---
    def home(self) -> None:
        self.page.goto(self.served.address)
        self.page.wait_for_selector("[data-act=play]")

    def play_now(self, game: str) -> None:
        """Two clicks."""
        self.home()
        self.page.click(f"[data-game='{game}']")
        self.page.click("[data-act=play]")
        self.ready()

    @property
    def match_id(self) -> str:
        return str(self.page.url).rpartition("/table/")[2].split("/")[0]

    # --- what is there ---
    def now(self) -> Any:
        return self.page.evaluate(NOW)

    def until(self, holds: Any, seconds: float = SECONDS) -> Any:
        end = time.monotonic() + seconds
        while True:
            now = self.now()
            if now is not None and holds(now):
                return now
            assert time.monotonic() < end, f"waited in vain: {now}; {self.wrong}"
            time.sleep(0.015)

    def ready(self) -> Any:
        """The next question, or the end."""
        return self.until(lambda now: not now["busy"] and (now["ask"] or now["result"]))

    def at(self, place: Any) -> tuple[float, float]:
        x, y = self.page.evaluate(PLACE, [place[0], place[1]])
        return float(x), float(y)

    # --- gestures ---
    def count(self, kind: str) -> None:
        self.gestures[kind] = self.gestures.get(kind, 0) + 1

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for i in range(1, steps + 1):
            mouse.move(start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
        mouse.up()

    def drag_piece(self, piece: str, goal: Any) -> None:
        found = self.page.evaluate(PIECE, piece)
        start = self.at(found) if found else self.at(goal)
        end = self.at(goal)
        if math.dist(start, end) < 6:
            self.click(*end)
        else:
            self.drag(start, end)

    def choose(self, key: str) -> None:
        """By the list, or at the piece itself where the option has a target on the table."""
        self.count("option")
        self.press(key, f'.options .option[data-key="{key}"]')

    def press(self, wanted: str, selector: str) -> None:
        """A real click where the button is; Playwright's own waits several frames, so it is only asked in need."""
        at = self.page.evaluate(BUTTON, wanted)
        if at is None:
            self.page.locator(selector).first.click()
        else:
            self.click(*at)

    def click(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def confirm(self) -> bool:
        """Whether there was something to confirm; otherwise the page's own suggestion is taken."""
        try:
            now = self.until(lambda now: now["held"]["legal"] and not now["held"]["moving"], 1.0)
        except AssertionError:
            self.count("suggestion")
            now = self.suggested()
        for _ in range(3):  # a last answer of the server may push the button away under the pointer
            self.press("confirm", "[data-act=confirm]")
            try:
                self.until(lambda after: after["n"] != now["n"] or after["busy"], 1.0)
                return True
            except AssertionError:
                continue
        return False

    def suggested(self) -> Any:
        """What the page suggests; a busy server may say that it took too long, then one asks again."""
        for _ in range(3):
            self.page.click("[data-act=suggest]")
            try:
                return self.until(lambda now: now["held"]["legal"], SECONDS / 3)
            except AssertionError:
                continue
        raise AssertionError(f"no suggestion: {self.now()}; {self.page.inner_text('.options')}")

    def answer(self, value: Any) -> None:
        """Make an answer by hand, as nearly as a pointer can; wait until the table has it."""
        before = self.ready()
        ask, n = before["ask"], before["n"]
        getattr(self, f"_{ask['kind']}")(ask, value)
        self.until(lambda now: now["n"] != n)

    def _options(self, ask: Any, value: Any) -> None:
        self.choose(value)

    def _place(self, ask: Any, value: Any) -> None:
        self.count("place")
        self.drag_piece(ask["piece"] or (ask["bases"] or [""])[0], value)
        if ask["faces"] and len(value) > 2:
            self.turn(value, value[2])
        self.confirm()

    def _path(self, ask: Any, value: Any) -> None:
        if not value:
            self.count("stay")
            self.press("stay", "[data-act=stay]")
            return
        self.count("path")
        self.drag_piece(ask["piece"], value[-1])
        if ask["faces"] and len(value[-1]) > 2:
            self.turn(value[-1], value[-1][2])
        self.confirm()

    def _arrange(self, ask: Any, value: Any) -> None:
        self.count("arrange")
        piece, pose = next(((name, pose) for name, pose in value if pose is not None), ("", None))
        if pose is not None:
            pose = pose[-1] if isinstance(pose[0], (list, tuple)) else pose
            if self.page.evaluate(PIECE, piece) is not None:
                self.drag_piece(piece, pose)
            else:
                self.click(*self.at(pose))
        self.confirm()

    def _line(self, ask: Any, value: Any) -> None:
        self.count("line")
        found = self.page.evaluate(PIECE, ask["piece"])
        way, far = math.radians(value[0] / 1000), value[1]
        self.drag_piece(ask["piece"], (found[0] + far * math.cos(way), found[1] + far * math.sin(way)))
        self.confirm()

    def _facing(self, ask: Any, value: Any) -> None:
        self.count("facing")
        found = self.page.evaluate(PIECE, ask["piece"])
        self.turn(found, value)
        self.confirm()

    def turn(self, at: Any, facing: int) -> None:
        """By the knob."""
        self.until(lambda now: self.page.evaluate(KNOB) is not None, 5.0)
        knob = self.page.evaluate(KNOB)
        way, far = math.radians(facing / 1000), 6_000
        end = self.at((at[0] + far * math.cos(way), at[1] + far * math.sin(way)))
        self.count("handle")
        self.drag(tuple(knob), end)

    def _split(self, ask: Any, value: Any) -> None:
        self.count("split")
        wanted = dict(value)
        for less in self.page.locator("[data-less]").all():
            while less.is_enabled():
                less.click()
        for name, amount in wanted.items():
            for _ in range(amount):
                self.page.click(f"[data-more='{name}']")
        self.confirm()

    def _subset(self, ask: Any, value: Any) -> None:
        self.count("subset")
        for name in value:
            self.page.click(f"[data-name='{name}']")
        self.confirm()

    def _other(self, ask: Any, value: Any) -> None:
        self.count("other")
        self.confirm()

    def play_to_the_end(self, choose: Any, by_hand: int = 1500) -> Any:
        """`choose` gives an answer for the view of the seat that is asked; after so many a bot takes the seat."""
        for _ in range(by_hand):
            now = self.ready()
            if now["result"]:
                return now["result"]
            match = self.served.match(self.match_id)
            seat = match.seat(now["ask"]["seat"])
            assert match.ask is not None and match.ask.seat == seat
            self.answer(choose(match.view(seat)))
        if not self.ready()["result"]:
            self.page.click(".menu-button")
            self.page.click("[data-act=to-bot]")
        return self.until(lambda now: now["result"], WHOLE_GAME)["result"]
