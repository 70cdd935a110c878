/** Bases: a dark disc with a seat ring that is also the health arc, or a stand true to scale; letters, pips, badges. */

import type { Badge, Disc, Piece, Rect } from "../protocol";
import { strings } from "../strings";
import { el, moved, num, words } from "./svg";
import { BASE, BG, colour, DARK, EDGE, NO, OK, PALE, SEATS, seatNumber, tone } from "./theme";
import { line, type Point, type View } from "./view";

const MOST_PIPS = 6;

export function drawnRadius(view: View, piece: Piece): number {
  const shape = piece.shape;
  if (shape.type === "Disc") return Math.max(view.length(shape.r), piece.style === "character" ? 11 : 4);
  return Math.hypot(view.length(shape.frontage), view.length(shape.depth)) / 2;
}

/** What the marks on a piece say, in words. */
export function described(piece: Piece): string {
  const letters = (piece.label ?? "").trim().slice(0, 3);
  const said = [piece.name.includes(letters) ? piece.name : `${piece.name} ${letters}`, piece.seat ? strings.seatName(piece.seat) : ""];
  if (piece.health) said.push(strings.healthOf(piece.health[0], piece.health[1]));
  for (const p of piece.pips ?? []) said.push(p.max ? `${p.name} ${p.n}/${p.max}` : `${p.name} ${p.n}`);
  for (const b of piece.badges ?? []) said.push(b.name || b.text);
  if (piece.faded) said.push(strings.done);
  return said.filter(Boolean).join(", ");
}

/** Without its signs. Drawn about 0, 0; the caller moves it. */
export function drawPiece(view: View, piece: Piece, inBody: boolean): string {
  const r = drawnRadius(view, piece);
  const facing = piece.facing == null ? null : view.turned(piece.facing);
  const label = (piece.label ?? "").slice(0, 3);
  return piece.shape.type === "Disc"
    ? disc(piece, r, label, facing)
    : stand(view, piece, piece.shape, inBody ? "" : label);
}

/** Pips and badges, drawn above all pieces: no neighbour hides them. */
export function drawSigns(view: View, piece: Piece): string {
  return extras(piece, drawnRadius(view, piece), piece.facing == null ? null : view.turned(piece.facing));
}

function disc(piece: Piece, r: number, label: string, facing: number | null): string {
  const width = Math.min(Math.max(r * 0.16, 1.4), 4.2);
  const size = r * (label.length < 2 ? 0.95 : label.length < 3 ? 0.78 : 0.58);
  const [left, most] = piece.health ?? [1, 1];
  const share = most > 0 ? Math.min(Math.max(left / most, 0), 1) : 1;
  return (
    el("circle", { cx: r * 0.09, cy: r * 0.12, r: r + 0.4, class: "sh" }) +
    facingMark(piece, r, facing) +
    el("circle", { r, class: "base", fill: piece.style === "character" ? BG : BASE }) +
    ring(piece.seat, r - width / 2 - 0.4, width, share) +
    (r >= 4.5 ? words(label, 0, 0, { class: "gl", dy: ".36em", "font-size": size }) : "")
  );
}

/** A closed ring of what is left; seat b's has notches, so that seats differ without colour. */
function ring(seat: string, r: number, width: number, share: number): string {
  const n = seatNumber(seat);
  const stroke = n < 0 ? "#d7dee5" : SEATS[n]!;
  const round = 2 * Math.PI * r;
  const arc = el("circle", {
    r,
    class: "hp",
    stroke,
    "stroke-width": width,
    "stroke-dasharray": share >= 1 ? "" : `${num(round * share)} ${num(round)}`,
    transform: "rotate(-90)",
  });
  const back = el("circle", { r, class: "hp0", "stroke-width": width });
  return back + arc + (n > 0 ? notches(r, width, n) : "");
}

function notches(r: number, width: number, n: number): string {
  const inner = r - width;
  const outer = r + width;
  const turns = n === 1 ? [45, 135, 225, 315] : n === 2 ? [30, 150, 270] : [0, 60, 120, 180, 240, 300];
  const d = turns
    .map((deg) => {
      const a = (deg * Math.PI) / 180;
      return `M${num(Math.cos(a) * inner)} ${num(Math.sin(a) * inner)}L${num(Math.cos(a) * outer)} ${num(Math.sin(a) * outer)}`;
    })
    .join("");
  return el("path", { d, stroke: BASE, "stroke-width": Math.max(width * 0.6, 1.2), fill: "none" });
}

function facingMark(piece: Piece, r: number, facing: number | null): string {
  if (facing === null) return "";
  const k = Math.min(Math.max(r / 15, 0.6), 1.3);
  const tip = r + 1.4 * k;
  const ahead = `M${num(tip)} ${num(-4 * k)}L${num(tip + 6.6 * k)} 0L${num(tip)} ${num(4 * k)}Z`;
  let out = el("path", { d: ahead, fill: "#fff" });
  if (piece.front_arc) {
    const a = r + 2.4 * k;
    out += el("path", {
      d: `M0 ${num(-a)}A${num(a)} ${num(a)} 0 0 1 0 ${num(a)}M0 ${num(-(r - 1))}V${num(-(r + 6 * k))}M0 ${num(r - 1)}V${num(r + 6 * k)}`,
      fill: "none",
      stroke: "#e8edf2",
      "stroke-width": 1.6 * k,
    });
  }
  return el("g", { transform: `rotate(${num(-facing / 1000)})` }, out);
}

function stand(view: View, piece: Piece, shape: Rect, label: string): string {
  const d = Math.max(view.length(shape.depth), 2);
  const f = Math.max(view.length(shape.frontage), 2);
  const thin = Math.min(d, f);
  const edge = Math.min(Math.max(thin * 0.09, 0.8), 1.8);
  const front = Math.min(Math.max(thin * 0.22, 1.6), 4);
  const n = Math.max(seatNumber(piece.seat), 0);
  const pale = PALE[n]!;
  const parts =
    el("rect", { x: 1.2 - d / 2, y: -f / 2 + 1.2, width: d, height: f, class: "sh" }) +
    el("rect", {
      x: edge / 2 - d / 2,
      y: edge / 2 - f / 2,
      width: d - edge,
      height: f - edge,
      class: "body",
      fill: DARK[n],
      stroke: SEATS[n],
      "stroke-width": edge,
    }) +
    sign(piece, d - front, f, -front / 2, pale, edge) +
    el("path", { d: frontEdge(n, d / 2 - front / 2, f / 2), stroke: pale, "stroke-width": front }) +
    health(piece, d, f);
  const turned = el("g", { transform: `rotate(${num(-view.turned(shape.facing ?? 0) / 1000)})` }, parts);
  return turned + (thin >= 13 && label ? words(label, 0, 0, { class: "gl halo", dy: ".36em", "font-size": Math.min(thin * 0.6, 14) }) : "");
}

function frontEdge(seat: number, x: number, half: number): string {
  if (seat !== 1) return `M${num(x)} ${num(-half)}V${num(half)}`;
  return `M${num(x)} ${num(-half)}V${num(-half * 0.2)}M${num(x)} ${num(half * 0.2)}V${num(half)}`;
}

function sign(piece: Piece, d: number, f: number, x: number, shade: string, width: number): string {
  const [left, right, top, bottom] = [x - d / 2, x + d / 2, -f / 2, f / 2].map(num) as [string, string, string, string];
  const falling = `M${right} ${top}L${left} ${bottom}`;
  const rising = `M${left} ${top}L${right} ${bottom}`;
  const stroke = { class: "body", fill: "none", stroke: shade, "stroke-width": width * 0.85 };
  switch (piece.style) {
    case "infantry":
      return el("path", { d: falling + rising, ...stroke });
    case "cavalry":
      return el("path", { d: rising, ...stroke });
    case "artillery":
      return el("circle", { cx: x, r: Math.min(d, f) * 0.22, class: "body", fill: shade });
    case "character":
      return el("path", { d: `M${left} 0L${num(x)} ${top}L${right} 0L${num(x)} ${bottom}Z`, ...stroke });
    default:
      return "";
  }
}

function health(piece: Piece, d: number, f: number): string {
  if (!piece.health || piece.health[1] <= 0) return "";
  const share = Math.min(Math.max(piece.health[0] / piece.health[1], 0), 1);
  const x = num(-d / 2 - 3);
  return (
    el("path", { d: `M${x} ${num(-f / 2)}V${num(f / 2)}`, stroke: BG, "stroke-opacity": ".7", "stroke-width": 2.6 }) +
    (share ? el("path", { d: `M${x} ${num(-f / 2)}V${num(-f / 2 + f * share)}`, stroke: colour(piece.seat), "stroke-width": 2.6 }) : "")
  );
}

/** Pips to one side, badges to the other: behind the piece where it has a facing. */
function extras(piece: Piece, r: number, facing: number | null): string {
  const size = Math.min(Math.max(r * 0.2, 2.4), 4.6);
  const away = r + (piece.front_arc ? 6.5 : 3);
  const behind = facing !== null && piece.shape.type === "Disc";
  const rear = (facing ?? 0) / 1000 + 180;
  const step = ((size * 2 + 1.8) / away) * (180 / Math.PI);
  let angle = behind ? rear - 24 : 62;
  let out = "";
  for (const pips of piece.pips ?? []) {
    const few = pips.n <= MOST_PIPS;
    const total = few ? Math.max(pips.n, Math.min(pips.max ?? 0, MOST_PIPS)) : 1;
    for (let i = 0; i < total; i++) {
      const [cx, cy] = around(away, angle);
      out += el("circle", { cx, cy, r: size, class: "pip", fill: i < pips.n ? tone(pips.tone) : EDGE });
      angle -= step;
    }
    if (!few) {
      const [x, y] = around(away + 9, angle);
      out += words(`×${pips.n}`, x, y, { class: "gl halo", dy: ".35em", "font-size": 11 });
      angle -= step * 2.5;
    }
  }
  angle = behind ? rear + 24 : 225;
  for (const badge of piece.badges ?? []) {
    const [x, y] = around(away + Math.max(pill(badge) / 2 - 5, 0), angle);
    out += moved(x, y, {}, drawBadge(badge));
    angle += ((8 + badge.text.slice(0, 3).length * 6) / away) * (180 / Math.PI);
  }
  return out;
}

function around(distance: number, degrees: number): Point {
  const a = (degrees * Math.PI) / 180;
  return [distance * Math.cos(a), -distance * Math.sin(a)];
}

function pill(badge: Badge): number {
  return badge.text in SIGNS ? 0 : Math.max(badge.text.slice(0, 3).length * 6.4 + 6, 13);
}

function drawBadge(badge: Badge): string {
  const known = SIGNS[badge.text];
  if (known) {
    const [d, usual] = known;
    const shade = !badge.tone || badge.tone === "plain" ? usual : tone(badge.tone);
    return (
      el("path", { d, class: "ln", stroke: BG, "stroke-width": 5.4 }) +
      el("path", { d, class: "ln", stroke: shade, "stroke-width": 2.4, fill: d.endsWith("Z") ? shade : "none" })
    );
  }
  const w = pill(badge);
  const shade = tone(badge.tone);
  return (
    el("rect", { x: -w / 2, y: -6.5, width: w, height: 13, rx: 6.5, fill: BG, stroke: shade }) +
    words(badge.text.slice(0, 3), 0, 0, { class: "gl", dy: ".36em", "font-size": 9.5, fill: shade })
  );
}

const SIGNS: Record<string, [string, string]> = {
  "✓": ["M-4.4 .2l3 3.3l6-6.8", OK],
  "✕": ["M-3-3l6 6m0-6l-6 6", NO],
  "🔥": ["M0 4.2c-5 0-4.2-5-1-8.6c.4 2 1.6 2.2 2 3.6c.6-.6.8-1 .8-1.6c3 3 2.6 6.6-1.8 6.6Z", SEATS[0]],
};

/** A ring round a piece: for choosing, aiming, showing. */
export function ringAround(view: View, piece: Piece, gap: number, cls: string): string {
  const shape: Disc | Rect = piece.shape;
  if (shape.type === "Disc") return el("circle", { r: drawnRadius(view, piece) + (piece.front_arc ? 4 : 0) + gap, class: cls });
  const d = view.length(shape.depth) + 2 * gap;
  const f = view.length(shape.frontage) + 2 * gap;
  return el("rect", {
    x: -d / 2,
    y: -f / 2,
    width: d,
    height: f,
    rx: 3,
    class: cls,
    transform: `rotate(${num(-view.turned(shape.facing ?? 0) / 1000)})`,
  });
}

export { line };
