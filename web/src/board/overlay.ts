/** What is drawn over the pieces while somebody chooses: reach, sight, ways, areas, ghosts. */

import type { Arrow, Piece, Reach, SightLine, Zone } from "../protocol";
import { range } from "./ground";
import { drawPiece, ringAround } from "./pieces";
import { el, moved, num } from "./svg";
import { BG, colour, NO, OK } from "./theme";
import { line, type Point, type View } from "./view";

let keys = 0;

export function drawReach(view: View, reach: Reach): string {
  return area(
    view,
    reach.fans.map((f) => view.path(f)).join(""),
    (reach.holes ?? []).map((h) => view.path(h)).join(""),
    colour(reach.seat, reach.tone),
  );
}

/** One path for all fans, wound the same way, so that overlaps are filled once; strokes inside are masked. */
function area(view: View, d: string, holes: string, shade: string): string {
  if (!d) return "";
  const key = `m${++keys}`;
  const whole = { maskUnits: "userSpaceOnUse", x: 0, y: 0, width: view.width, height: view.height };
  const everywhere = el("rect", { width: view.width, height: view.height, fill: "#fff" });
  const mask = el("mask", { id: key, ...whole }, everywhere, el("path", { d }));
  const cut = holes
    ? el("mask", { id: `${key}h`, ...whole }, everywhere, el("path", { d: holes, fill: "#000" })) +
      el("clipPath", { id: `${key}c` }, el("path", { d }))
    : "";
  const within = holes ? `url(#${key}h)` : "";
  const fill = el("path", { d, fill: shade, "fill-opacity": ".15", mask: within });
  const edge = el("path", { d, fill: "none", stroke: shade, "stroke-opacity": ".7", "stroke-width": 2.6, mask: `url(#${key})` });
  const rims = holes
    ? el("path", { d: holes, fill: "none", stroke: shade, "stroke-opacity": ".5", "stroke-width": 1.2, "clip-path": `url(#${key}c)` })
    : "";
  return mask + cut + fill + el("g", { mask: within }, edge) + rims;
}

export function drawSight(view: View, sight: SightLine): string {
  const start = view.at(sight.start);
  const end = view.at(sight.end);
  const blocker = sight.blocked_by
    ? el("path", { d: view.path(sight.blocked_by), fill: NO, "fill-opacity": ".14", stroke: NO, "stroke-width": 1.8, "stroke-dasharray": "3 3" })
    : "";
  const clear = sight.clear ?? true;
  const shade = clear ? OK : NO;
  const ray = el("path", { d: line([start, end]), class: "ln", stroke: shade, "stroke-width": 2.2, "stroke-dasharray": clear ? "" : "6 5" });
  let share = 0.5;
  const square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2;
  if (sight.blocked_by && square > 0) {
    const [bx, by] = view.middle(sight.blocked_by);
    const along = ((bx - start[0]) * (end[0] - start[0]) + (by - start[1]) * (end[1] - start[1])) / square;
    share = Math.min(Math.max(along, 0.2), 0.75);
  }
  const d = clear ? "M-3.2 .3l2.2 2.5l4.2-5.2" : "M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2";
  return (
    blocker +
    ray +
    moved(
      start[0] + (end[0] - start[0]) * share,
      start[1] + (end[1] - start[1]) * share,
      {},
      el("circle", { r: 7, fill: BG, stroke: shade, "stroke-width": 1.3 }),
      el("path", { d, class: "ln", stroke: shade, "stroke-width": 1.8 }),
    )
  );
}

export function drawArrow(view: View, arrow: Arrow): string {
  return drawWay(arrow.points.map((p) => view.at(p)), colour(arrow.seat, arrow.tone), arrow.dashed ?? false);
}

export function drawWay(points: readonly Point[], shade: string, dashed: boolean): string {
  const [a, b] = [points[points.length - 2], points[points.length - 1]];
  if (!a || !b) return "";
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 0.5) return "";
  const head = Math.min(10, length);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const neck: Point = [b[0] - ux * head, b[1] - uy * head];
  const wing = head * 0.48;
  return (
    el("path", {
      d: line([...points.slice(0, -1), neck]),
      fill: "none",
      stroke: shade,
      "stroke-width": 2.6,
      "stroke-linejoin": "round",
      "stroke-dasharray": dashed ? "7 5" : "",
    }) +
    el("path", {
      d: line([[neck[0] - uy * wing, neck[1] + ux * wing], b, [neck[0] + uy * wing, neck[1] - ux * wing]], true),
      fill: shade,
    })
  );
}

export function drawZone(view: View, zone: Zone): string {
  return range(view, zone);
}

export function drawGhost(view: View, piece: Piece, cls = "ghost"): string {
  const [x, y] = view.at([piece.shape.x, piece.shape.y]);
  return moved(x, y, { class: cls }, drawPiece(view, piece, false));
}

export function drawMark(view: View, piece: Piece, cls: string, gap: number): string {
  const [x, y] = view.at([piece.shape.x, piece.shape.y]);
  const ring = ringAround(view, piece, gap, cls);
  return moved(x, y, {}, ring);
}

/** A knob on a stalk: turn the piece by it. */
export function drawHandle(view: View, piece: Piece, facing: number, far: number): string {
  const [x, y] = view.at([piece.shape.x, piece.shape.y]);
  const a = (-view.turned(facing) / 1000) * (Math.PI / 180);
  const [hx, hy] = [x + Math.cos(a) * far, y + Math.sin(a) * far];
  return (
    el("path", { d: line([[x, y], [hx, hy]]), class: "stalk" }) +
    el("circle", { cx: hx, cy: hy, r: 8, class: "knob", "data-handle": piece.id }) +
    el("path", {
      d: `M${num(hx - 3.6)} ${num(hy)}a3.6 3.6 0 1 1 3.6 3.6`,
      fill: "none",
      stroke: "#1b1204",
      "stroke-width": 1.4,
      "pointer-events": "none",
    })
  );
}
