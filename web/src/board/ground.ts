/** What lies under the pieces: cloth, grid, zones, terrain, objectives; and the outlines of bodies. */

import type { Body, Marker, Piece, Scene, Zone } from "../protocol";
import { drawnRadius } from "./pieces";
import { el, moved, num, words } from "./svg";
import { colour, NO, INK, PALE, seatNumber, SEATS } from "./theme";
import { drawTerrain } from "./terrain";
import { centre, line, type Point, type View } from "./view";

const MOST_LINES = 160;

export function drawGround(view: View, scene: Scene): string {
  return (
    el("rect", { width: view.width, height: view.height, rx: 8, class: "cloth" }) +
    grid(view, (scene.grid ?? 12_000) / 4, "g0") +
    grid(view, scene.grid ?? 12_000, "g1") +
    scene.zones.filter((z) => z.filled).map((z) => tint(view, z)).join("") +
    drawTerrain(view, scene) +
    scene.markers.map((m) => marker(view, m)).join("")
  );
}

/** Ranges and areas, cut off at the edge of the table. */
export function drawZones(view: View, zones: readonly Zone[]): string {
  const clip = el("clipPath", { id: "table-edge" }, el("rect", { width: view.width, height: view.height, rx: 8 }));
  const found = zones.filter((z) => !z.filled).map((z) => range(view, z)).join("");
  return clip + el("g", { "clip-path": "url(#table-edge)" }, found);
}

function grid(view: View, step: number, cls: string): string {
  const gap = view.length(step);
  if (gap < 4 || (view.width + view.height) / gap > MOST_LINES) return "";
  let d = "";
  for (let x = gap; x < view.width - 0.5; x += gap) d += `M${num(x)} 0V${num(view.height)}`;
  for (let y = view.height - gap; y > 0.5; y -= gap) d += `M0 ${num(y)}H${num(view.width)}`;
  return el("path", { d, class: cls });
}

function tint(view: View, zone: Zone): string {
  const shade = colour(zone.seat, zone.tone);
  return el("path", {
    d: view.path(zone.shape),
    fill: shade,
    "fill-opacity": ".085",
    stroke: shade,
    "stroke-opacity": ".2",
    "stroke-dasharray": zone.seat === "b" ? "8 4" : "",
  });
}

export function range(view: View, zone: Zone): string {
  const strong = zone.seat || (zone.tone && zone.tone !== "plain");
  const path = el("path", {
    d: view.path(zone.shape),
    fill: zone.filled ? colour(zone.seat, zone.tone) : "none",
    "fill-opacity": ".16",
    stroke: colour(zone.seat, zone.tone),
    "stroke-opacity": strong ? ".8" : ".42",
    "stroke-width": 1.5,
    "stroke-dasharray": "7 5",
  });
  if (!zone.label) return path;
  const shape = zone.shape;
  const [x, y] = view.middle(shape);
  const up = shape.type === "Disc" ? view.length(shape.r) - 12 : 0;
  return path + words(zone.label, x, y - up, { class: "zl halo" });
}

function marker(view: View, m: Marker): string {
  const [x, y] = view.at(m.at);
  const r = Math.max(view.length(m.radius ?? 750), 9);
  const n = seatNumber(m.held ?? "");
  const shade = n < 0 ? "#d7dee5" : SEATS[n]!;
  const [w, h] = [r * 0.87, r / 2];
  const label = (m.label ?? "").slice(0, 3);
  const hexagon = `M0 ${num(-r)}L${num(w)} ${num(-h)}V${num(h)}L0 ${num(r)}L${num(-w)} ${num(h)}V${num(-h)}Z`;
  return moved(
    x,
    y,
    {},
    m.ring
      ? el("circle", { r: view.length(m.ring), fill: shade, "fill-opacity": ".05", stroke: shade, "stroke-opacity": ".75", "stroke-width": 1.3, "stroke-dasharray": "5 4" })
      : "",
    el("path", { d: hexagon, fill: "#20262d", stroke: shade, "stroke-width": 2.2, "stroke-linejoin": "round" }),
    words(label, 0, 0, { class: "gl", dy: ".35em", "font-size": r * (label.length < 3 ? 0.8 : 0.62) }),
  );
}

export function drawBodies(view: View, bodies: readonly Body[], pieces: ReadonlyMap<string, Piece>): string {
  return bodies
    .map((body) => {
      const points = bodyOutline(view, body, pieces);
      if (!points.length) return "";
      const marked = body.selected || body.target;
      const n = seatNumber(body.seat);
      const bottom = points.reduce((a, b) => (b[1] > a[1] ? b : a));
      const [cx] = centre(points);
      const stands = body.pieces.some((id) => pieces.get(id)?.shape.type === "Rect");
      return (
        el("path", {
          d: line(points, true),
          fill: "none",
          stroke: body.target ? NO : body.selected ? INK : colour(body.seat),
          "stroke-opacity": marked ? "1" : ".5",
          "stroke-width": marked ? 1.8 : 1.1,
          "stroke-dasharray": marked ? "6 3.6" : "4 3",
          "stroke-linejoin": "round",
        }) +
        (stands ? words(body.label || body.name, cx, bottom[1] + 11, { class: "bl halo", fill: PALE[Math.max(n, 0)] }) : "")
      );
    })
    .join("");
}

export function bodyOutline(view: View, body: Body, pieces: ReadonlyMap<string, Piece>): Point[] {
  const pad = 3;
  const corners: Point[] = [];
  for (const id of body.pieces) {
    const piece = pieces.get(id);
    if (!piece) continue;
    const [x, y] = view.at([piece.shape.x, piece.shape.y]);
    if (piece.shape.type === "Disc") {
      const r = drawnRadius(view, piece) + pad;
      for (let i = 0; i < 12; i++) corners.push([x + r * Math.cos((i * Math.PI) / 6), y + r * Math.sin((i * Math.PI) / 6)]);
    } else {
      for (const [u, v] of view.corners(piece.shape)) {
        const away = Math.hypot(u - x, v - y) || 1;
        corners.push([u + ((u - x) / away) * pad * 1.4, v + ((v - y) / away) * pad * 1.4]);
      }
    }
  }
  return hull(corners);
}

/** The convex hull (Andrew's monotone chain). */
export function hull(points: readonly Point[]): Point[] {
  const ordered = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (ordered.length < 3) return ordered;
  const half = (list: readonly Point[]): Point[] => {
    const found: Point[] = [];
    for (const p of list) {
      while (found.length > 1 && leftTurn(found[found.length - 2]!, found[found.length - 1]!, p) <= 0) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(ordered), ...half([...ordered].reverse())];
}

function leftTurn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
