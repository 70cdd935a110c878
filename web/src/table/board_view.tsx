/** The board in the page: creates it once, gives it scenes, marks and pointers. */

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { listen } from "../board/pointer";
import type { Hand } from "../hands/hand";
import { strings } from "../strings";
import type { ReadonlySignal } from "@preact/signals";
import type { Mark } from "../board/board";
import type { Ruler } from "./ruler";
import type { TableStore } from "./store";

/** Whoever takes a piece has seen the dice. */
function clearDice(store: TableStore): void {
  if (store.dice.peek().length && !store.busy.peek()) store.dice.value = [];
}

export function BoardView({ store, hand, ruler }: { store: TableStore; hand: ReadonlySignal<Hand>; ruler: Ruler }) {
  const host = useRef<HTMLDivElement>(null);
  const chips = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const board = new Board(host.current!, chips.current!, strings.board);
    store.board = board;
    const scene = store.scene.peek();
    if (scene) board.update(scene);
    const stop = listen(board, {
      tap: (piece, at) => {
        if (ruler.on.peek()) void ruler.pick(piece);
        else hand.peek().tap(piece, at);
      },
      grab: (piece, handle, at) => (clearDice(store), ruler.on.peek() ? false : handle ? hand.peek().grabHandle(handle) : hand.peek().grab(piece, at)),
      drag: (at, one) => hand.peek().drag(at, one),
      drop: () => hand.peek().drop(),
      hover: (piece) => hand.peek().hover(piece),
      turn: (degrees) => hand.peek().turn(degrees),
    });
    const watch = new ResizeObserver(() => board.resize());
    watch.observe(host.current!);
    const focused = (e: FocusEvent): void => {
      const id = (e.target as SVGElement).dataset?.["piece"];
      if (id) hand.peek().hover(id);
    };
    board.svg.addEventListener("focusin", focused);
    return () => {
      stop();
      watch.disconnect();
      board.svg.removeEventListener("focusin", focused);
      board.svg.remove();
      store.board = null;
    };
  }, [store]);

  // One effect, because the order of several is not promised: marks follow the pieces.
  useSignalEffect(() => {
    const scene = store.scene.value;
    if (scene && store.board && store.board.scene !== scene) {
      store.board.update(scene);
      store.board.svg.setAttribute("aria-label", store.board.describe());
      store.board.rove(hand.peek().stops()[0] ?? scene.pieces[0]?.id ?? "");
    }
    const marks = new Map<string, Mark>();
    for (const id of store.lastMoved.value) marks.set(id, "last");
    const now = hand.value;
    void now.held.value;
    for (const [id, mark] of now.marks()) marks.set(id, mark);
    const put = (id: string, mark: Mark): void => {
      for (const piece of store.bodies.value.get(id)?.pieces ?? [id]) if (!marks.has(piece) || mark === "selected") marks.set(piece, mark);
    };
    if (store.hovered.value) put(store.hovered.value, "hover");
    if (store.selected.value) put(store.selected.value, "selected");
    if (ruler.from.value) put(ruler.from.value, "selected");
    store.board?.marks(marks);
  });

  return (
    <div class="board-host" ref={host}>
      <div class="chips" ref={chips} aria-hidden="true" />
    </div>
  );
}
