/** Mouse, pen and fingers on the board: tap, drag, push, pinch, wheel. What they mean is for the hand to say. */

import type { Board } from "./board";
import type { Point } from "./view";

export interface Touches {
  tap(piece: string, at: [number, number], touch: boolean): void;
  grab(piece: string, handle: string, at: [number, number]): boolean;
  drag(at: [number, number], one: boolean): void;
  drop(): void;
  hover(piece: string): void;
  turn(degrees: number): boolean;
}

const FINGER = 22;
const SLOP = { mouse: 4, touch: 9, pen: 6 } as Record<string, number>;

export function listen(board: Board, to: Touches): () => void {
  const svg = board.svg;
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let startEvent: PointerEvent | null = null;
  let mode: "none" | "maybe" | "drag" | "push" | "pinch" = "none";
  let spread = 0;
  let last: Point = [0, 0];
  let hovered = "";

  const slack = (e: PointerEvent): number => (e.pointerType === "mouse" ? 2 : FINGER);

  function press(e: PointerEvent): void {
    if (e.button !== 0 && e.pointerType === "mouse" && e.button !== 1) return;
    svg.setPointerCapture(e.pointerId);
    down.set(e.pointerId, board.point(e));
    if (down.size === 2) {
      if (mode === "drag") to.drop();
      mode = "pinch";
      spread = distance(down);
      last = middle(down);
      return;
    }
    start = last = board.point(e);
    startEvent = e;
    mode = e.button === 1 ? "push" : "maybe";
  }

  function move(e: PointerEvent): void {
    const at = board.point(e);
    if (!down.has(e.pointerId)) {
      if (e.pointerType === "mouse") {
        const piece = board.pieceAt(e, 2);
        if (piece !== hovered) {
          hovered = piece;
          to.hover(piece);
        }
      }
      return;
    }
    down.set(e.pointerId, at);
    if (mode === "pinch") {
      const [now, mid] = [distance(down), middle(down)];
      if (spread > 0) board.camera.zoom(now / spread, mid, board.view);
      board.camera.pan(mid[0] - last[0], mid[1] - last[1], board.view);
      spread = now;
      last = mid;
      return;
    }
    if (mode === "maybe" && start && startEvent) {
      if (Math.hypot(at[0] - start[0], at[1] - start[1]) < (SLOP[e.pointerType] ?? 5)) return;
      const handle = (startEvent.target as Element | null)?.closest?.("[data-handle]")?.getAttribute("data-handle") ?? "";
      const piece = handle ? "" : board.pieceAt(startEvent, slack(startEvent));
      const from = board.view.back(board.camera.drawing(start));
      mode = to.grab(piece, handle, from) ? "drag" : "push";
    }
    if (mode === "drag") to.drag(board.tableAt(e), e.altKey);
    else if (mode === "push") {
      board.camera.pan(at[0] - last[0], at[1] - last[1], board.view);
      last = at;
    }
    if (mode === "drag") last = at;
  }

  function lift(e: PointerEvent): void {
    if (!down.delete(e.pointerId)) return;
    if (mode === "drag") to.drop();
    else if (mode === "maybe") to.tap(board.pieceAt(startEvent ?? e, slack(e)), board.tableAt(e), e.pointerType !== "mouse");
    if (!down.size) {
      mode = "none";
      start = startEvent = null;
    }
  }

  function wheel(e: WheelEvent): void {
    e.preventDefault();
    if (e.altKey || e.shiftKey) {
      if (to.turn(Math.sign(e.deltaY || e.deltaX) * -5)) return;
    }
    board.camera.zoom(Math.exp(-e.deltaY * 0.0016), board.point(e), board.view);
  }

  const leave = (): void => {
    if (hovered) to.hover((hovered = ""));
  };

  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener("pointerleave", leave);
  svg.addEventListener("wheel", wheel, { passive: false });
  return () => {
    svg.removeEventListener("pointerdown", press);
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", lift);
    svg.removeEventListener("pointercancel", lift);
    svg.removeEventListener("pointerleave", leave);
    svg.removeEventListener("wheel", wheel);
  };
}

function distance(points: Map<number, Point>): number {
  const [a, b] = [...points.values()];
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

function middle(points: Map<number, Point>): Point {
  const [a, b] = [...points.values()];
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : [0, 0];
}
