"""How long the table takes to paint after a pointer event, with 60 discs and with 120 stands. Prints JSON lines.

Measured in the page from the event to the end of the next frame's work (two animation frames include the wait for one).
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser import chromium
from tests.browser.player import Player
from tests.browser.served import Served

ROUNDS = 60
LOADS = 5
CROWD = """([count, stands]) => {
  const s = window.sandtable.store, scene = s.scene.value, model = scene.pieces[0];
  const pieces = Array.from({length: count}, (_, i) => ({...model, id: 'p' + i, seat: i % 2 ? 'b' : 'a',
    shape: stands
      ? {type: 'Rect', x: 1500 + (i % 15) * scene.width / 16, y: 1500 + Math.floor(i / 15) * scene.height / 9,
         frontage: scene.width / 20, depth: scene.width / 40, facing: 90000}
      : {type: 'Disc', x: 1500 + (i % 10) * scene.width / 11, y: 1500 + Math.floor(i / 10) * scene.height / 7,
         r: 590}}));
  s.scene.value = {...scene, pieces, bodies: []};
}"""
TIMED = """async ([what, i]) => {
  const s = window.sandtable.store, b = s.board, svg = b.svg, r = svg.getBoundingClientRect();
  const at = b.screenAt([s.pieces.value.get('p' + (i % 20)).shape.x, s.pieces.value.get('p' + (i % 20)).shape.y]);
  const to = (name, x, y) => svg.dispatchEvent(new PointerEvent(name, {clientX: r.left + x, clientY: r.top + y,
    pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0}));
  const began = performance.now();
  if (what === 'hover') window.sandtable.hand.value.hover('p' + (i % 20));
  else if (what === 'select') s.selected.value = 'p' + (i % 20);
  else if (what === 'zoom') b.camera.zoom(i % 2 ? 1.2 : 1 / 1.2, [at[0], at[1]], b.view);
  else b.camera.pan((i % 9) - 4, (i % 7) - 3, b.view);
  const worked = performance.now() - began;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  return [worked, performance.now() - began];
}"""


def measure(page: Page, what: str) -> dict[str, float]:
    found = [page.evaluate(TIMED, [what, i]) for i in range(ROUNDS)]
    work, paint = sorted(a for a, _ in found), sorted(b for _, b in found)
    return {
        "work_p50_ms": round(statistics.median(work), 2),
        "work_p95_ms": round(work[int(len(work) * 0.95)], 2),
        "painted_p50_ms": round(statistics.median(paint), 1),
        "painted_p95_ms": round(paint[int(len(paint) * 0.95)], 1),
    }


def drag(player: Player) -> dict[str, Any]:
    """From the pointer to the ghost that the server judged, on a real move."""
    from sandtable.bots import bot

    choose = bot("recruit").choose
    while (now := player.ready())["ask"]["kind"] != "path":
        match = player.served.match(player.match_id)
        player.answer(choose(match.view(match.seat(now["ask"]["seat"]))))
    return dict(
        player.page.evaluate(
            """async () => {
      const hand = window.sandtable.hand.value, s = window.sandtable.store, p = s.pieces.value.get(hand.piece());
      hand.grab(p.id, [p.shape.x, p.shape.y]);
      const times = [];
      for (let i = 0; i < 60; i++) {
        const began = performance.now();
        const told = new Promise(done => { const stop = hand.held.subscribe(() => {}); const old = hand.told.bind(hand);
          hand.told = (a, b) => { old(a, b); stop(); done(); }; });
        hand.drag([p.shape.x + (i % 12) * 200, p.shape.y + (i % 10) * 250], false);
        await told;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      return {painted_p50_ms: Math.round(times[30] * 10) / 10, painted_p95_ms: Math.round(times[57] * 10) / 10};
    }"""
        )
    )


def first_load(browser: Browser, served: Served) -> dict[str, Any]:
    """A browser that has never been here: until home can be used, until its pictures are there, until a table asks."""
    found: dict[str, list[float]] = {"home_s": [], "pictures_s": [], "table_s": []}
    sent = 0
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        player, began = Player(page, served), time.perf_counter()
        player.home()
        found["home_s"].append(time.perf_counter() - began)
        page.wait_for_function("() => [...document.querySelectorAll('.game img')].every(i => i.complete)")
        found["pictures_s"].append(time.perf_counter() - began)
        sent = page.evaluate(
            "() => performance.getEntriesByType('resource').filter(e => /assets/.test(e.name))"
            ".reduce((sum, e) => sum + e.encodedBodySize, 0)"
        )
        began = time.perf_counter()
        page.click("[data-act=play]")
        player.ready()
        found["table_s"].append(time.perf_counter() - began)
        context.close()
    return {**{name: round(statistics.median(seconds), 2) for name, seconds in found.items()}, "bundle_bytes": sent}


def main() -> None:
    path = chromium.find()
    assert path is not None, chromium.NONE
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        print(json.dumps({"name": "first load", "machine_load": os.getloadavg()[0], **first_load(browser, served)}))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        player = Player(page, served)
        player.play_now("warcaster")
        print(json.dumps({"name": "drag to judged ghost", **drag(player)}))
        for label, count, stands in (("60 discs", 60, False), ("120 stands", 120, True)):
            page.evaluate(CROWD, [count, stands])
            for what in ("hover", "select", "pan", "zoom"):
                print(json.dumps({"name": f"{what}, {label}", **measure(page, what)}))
        browser.close()
        served.close()


if __name__ == "__main__":
    main()
