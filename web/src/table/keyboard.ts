/** Keys on the table. What is printed on a control works everywhere on the page. */

import { useEffect } from "preact/hooks";
import type { Hand } from "../hands/hand";
import { OptionsHand } from "../hands/options";
import { openRule } from "../panels/cite";
import { optionKeys } from "./option_keys";
import type { Ruler } from "./ruler";
import type { TableStore } from "./store";

export function useKeys(store: TableStore, hand: () => Hand, ruler: Ruler, keysOpen: (on: boolean) => void): void {
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || document.querySelector("dialog[open]")) return;
      const target = e.target as HTMLElement;
      if (target.closest("input, textarea, select")) return;
      if (handle(e, target, store, hand(), ruler, keysOpen)) e.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [store]);
}

function handle(e: KeyboardEvent, target: HTMLElement, store: TableStore, hand: Hand, ruler: Ruler, keysOpen: (on: boolean) => void): boolean {
  const board = store.board;
  const onPiece = target.dataset?.["piece"] ?? "";
  const pressing = target.closest("button, a, summary") !== null;
  switch (e.key) {
    case "Escape":
      if (openRule.value) return false;
      if (ruler.on.value) {
        ruler.toggle();
        return true;
      }
      if (!hand.cancel()) store.selected.value = "";
      return true;
    case "Enter":
      if (pressing) return false;
      if (ruler.on.value && onPiece) {
        void ruler.pick(onPiece);
        return true;
      }
      if (onPiece && hand instanceof OptionsHand && !hand.ahead.value && hand.pieceMenu.value?.piece !== onPiece) {
        const piece = store.pieces.value.get(onPiece);
        if (piece) hand.tap(onPiece, [piece.shape.x, piece.shape.y]);
        return true;
      }
      hand.confirm();
      return true;
    case " ":
      if (pressing) return false;
      store.skip();
      return true;
    case "?":
      keysOpen(true);
      return true;
    case "u":
    case "U":
      store.undo();
      return true;
    case "r":
    case "R":
      ruler.toggle();
      return true;
    case "h":
    case "H":
      document.querySelector<HTMLElement>("[data-act=advice]")?.click();
      return true;
    case "+":
    case "=":
      zoom(store, 1.25);
      return true;
    case "-":
      zoom(store, 0.8);
      return true;
    case "0":
      if (board) board.camera.fit(board.view);
      return true;
    case "Tab":
      return onPiece && board ? tab(store, hand, onPiece, e.shiftKey) : false;
  }
  if (hand.key(e)) return true;
  if (e.key.startsWith("Arrow") && board && (onPiece || target === document.body)) return rove(store, hand, onPiece, e.key);
  if (hand instanceof OptionsHand && !hand.ahead.value && e.key.length === 1) {
    for (const [option, key] of optionKeys(hand.options))
      if (key === e.key.toLowerCase()) {
        hand.choose(option);
        return true;
      }
  }
  return false;
}

function zoom(store: TableStore, by: number): void {
  const board = store.board;
  if (!board) return;
  const box = board.host.getBoundingClientRect();
  board.camera.zoom(by, [box.width / 2, box.height / 2], board.view);
}

function focus(store: TableStore, id: string): void {
  const board = store.board;
  const piece = store.pieces.value.get(id);
  if (!board || !piece) return;
  board.rove(id);
  board.camera.show(board.view.at([piece.shape.x, piece.shape.y]), board.view);
  board.element(id)?.focus();
}

/** Through what is on offer, nearest to the selected piece first; past the last one the page goes on. */
function tab(store: TableStore, hand: Hand, from: string, back: boolean): boolean {
  const pieces = store.pieces.value;
  const origin = pieces.get(store.selected.value) ?? pieces.get((hand.ask.about ?? [])[0] ?? "");
  const stops = hand.stops().filter((id) => pieces.has(id));
  if (origin)
    stops.sort((a, b) => {
      const [p, q] = [pieces.get(a)!.shape, pieces.get(b)!.shape];
      return Math.hypot(p.x - origin.shape.x, p.y - origin.shape.y) - Math.hypot(q.x - origin.shape.x, q.y - origin.shape.y);
    });
  const next = stops[stops.indexOf(from) + (back ? -1 : 1)];
  if (!next || (stops.indexOf(from) < 0 && back)) return false;
  focus(store, next);
  return true;
}

/** The nearest piece in the direction of an arrow key. */
function rove(store: TableStore, hand: Hand, from: string, key: string): boolean {
  const board = store.board;
  const pieces = [...store.pieces.value.values()];
  const start = store.pieces.value.get(from) ?? store.pieces.value.get(hand.stops()[0] ?? "") ?? pieces[0];
  if (!board || !start) return false;
  if (!from) {
    focus(store, start.id);
    return true;
  }
  const [dx, dy] = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key] as [number, number];
  const [x, y] = board.view.at([start.shape.x, start.shape.y]);
  let best = "";
  let least = Infinity;
  for (const p of pieces) {
    if (p.id === start.id) continue;
    const [u, v] = board.view.at([p.shape.x, p.shape.y]);
    const ahead = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (ahead <= 0.01) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [least, best] = [cost, p.id];
  }
  if (best) focus(store, best);
  return true;
}
