/** Woods, walls, hills and the rest. Detail such as trees follows from the outline, so equal tables look equal. */

import type { Look, Scene, Shape, Terrain } from "../protocol";
import { el, num, words } from "./svg";
import { bounds, centre, inside, line, type Point, signedArea, type View } from "./view";

const OTHER: Look = { type: "Look", fill: "#454a41", edge: "#757c6e", dash: "2 3", detail: "", opacity: 1000 };

export function drawTerrain(view: View, scene: Scene): string {
  return scene.terrain.map((t) => one(view, t)).join("") + scene.terrain.map((t) => name(view, t)).join("");
}

function one(view: View, feature: Terrain): string {
  const look = feature.look ?? OTHER;
  if (feature.width && feature.shape.type === "Polygon") return course(view, feature.shape.points, feature.width, look);
  const points = outline(view, feature.shape);
  if (points.length === 2)
    return el("path", { d: line(points), fill: "none", stroke: look.edge, "stroke-width": 4, "stroke-dasharray": "10 3.5" });
  const area = el("path", {
    d: view.path(feature.shape),
    fill: look.fill,
    "fill-opacity": look.opacity === 1000 ? "" : String((look.opacity ?? 1000) / 1000),
    stroke: look.edge,
    "stroke-width": 1.4,
    "stroke-dasharray": look.dash,
  });
  const detail = DETAIL[look.detail ?? ""];
  return area + (detail && points.length > 2 ? detail(points) : "");
}

function name(view: View, feature: Terrain): string {
  if (!feature.label) return "";
  const [x, y] = view.middle(feature.shape);
  return words(feature.label, x, y, { class: "tn", dy: ".35em" });
}

function course(view: View, way: readonly (readonly number[])[], width: number, look: Look): string {
  const d = line(way.map((p) => view.at(p)));
  const wide = Math.max(view.length(width), 3);
  const shared = { d, fill: "none", "stroke-linejoin": "round" };
  const dashes = { waves: "7 9", planks: "2 5" }[look.detail as string] ?? "12 9";
  const mark = { waves: "#6fa3ba", planks: "#7a6747" }[look.detail as string] ?? look.edge;
  const middle = look.detail === "planks" ? wide * 0.62 : 1.2;
  return (
    el("path", { ...shared, stroke: look.edge, "stroke-width": wide }) +
    el("path", { ...shared, stroke: look.fill, "stroke-width": Math.max(wide - 2.8, 1.5) }) +
    (wide >= 6
      ? el("path", { ...shared, stroke: mark, "stroke-opacity": ".55", "stroke-width": middle, "stroke-dasharray": dashes })
      : "")
  );
}

function outline(view: View, shape: Shape): Point[] {
  if (shape.type !== "Disc") return view.corners(shape);
  const [x, y] = view.at([shape.x, shape.y]);
  const r = view.length(shape.r);
  return Array.from({ length: 24 }, (_, i) => [
    x + r * Math.cos((i * Math.PI) / 12),
    y + r * Math.sin((i * Math.PI) / 12),
  ]);
}

/** Numbers in [0, 1) that depend on the outline alone. */
function* random(points: readonly Point[]): Generator<number, never> {
  let state = 7;
  for (const [x, y] of points) state = (state * 31 + Math.round(x * 10) * 7 + Math.round(y * 10)) % 2 ** 32;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state >>> 8) / 2 ** 24;
  }
}

function shrunk(points: readonly Point[], share: number): Point[] {
  const [x0, y0] = centre(points);
  return points.map(([x, y]) => [x0 + (x - x0) * share, y0 + (y - y0) * share]);
}

function scatter(points: readonly Point[], gap: number, most: number): Point[] {
  const [left, top, right, bottom] = bounds(points);
  const rolls = random(points);
  const core = shrunk(points, 0.84);
  const found: Point[] = [];
  for (let i = 0; i < most * 20 && found.length < most; i++) {
    const spot: Point = [left + rolls.next().value * (right - left), top + rolls.next().value * (bottom - top)];
    if (inside(spot, core) && found.every((o) => Math.hypot(o[0] - spot[0], o[1] - spot[1]) >= gap)) found.push(spot);
  }
  return found;
}

function size(points: readonly Point[], share: number, most: number): number {
  return Math.min(Math.max(Math.sqrt(Math.abs(signedArea(points))) * share, 3), most);
}

function strokes(d: string, stroke: string, opacity: string, width = 1): string {
  return d ? el("path", { d, class: "ln", stroke, "stroke-opacity": opacity, "stroke-width": width }) : "";
}

const DETAIL: Record<string, (points: Point[]) => string> = {
  trees(points) {
    const s = size(points, 0.085, 15);
    const most = Math.min(Math.max(Math.round(Math.abs(signedArea(points)) / (s * s * 13)), 3), 16);
    const rolls = random([...points].reverse());
    return scatter(points, s * 1.5, most)
      .sort((a, b) => a[1] - b[1])
      .map(([cx, cy]) => {
        const r = s * (0.75 + rolls.next().value * 0.5);
        return (
          el("circle", { cx, cy, r, fill: "#3d6142", stroke: "#223826" }) +
          el("circle", { cx: cx - r * 0.22, cy: cy - r * 0.26, r: r * 0.52, fill: "#4c7550" })
        );
      })
      .join("");
  },
  stones: (points) =>
    strokes(scatter(points, 26, 9).map(([x, y]) => `M${num(x - 3)} ${num(y)}l3 -4l3.5 4`).join(""), "#9a8a6c", ".55", 1.2),
  contours: (points) =>
    el("path", {
      d: [0.78, 0.54].map((share) => line(shrunk(points, share), true)).join(""),
      fill: "#fff",
      "fill-opacity": ".035",
      stroke: "#8d8868",
      "stroke-opacity": ".55",
    }),
  roof(points) {
    const inner = shrunk(points, 0.82);
    const hips = points.length <= 8 ? points.map((p, i) => line([p, inner[i]!])).join("") : "";
    return el("path", { d: line(inner, true) + hips, fill: "none", stroke: "#b9c1cc", "stroke-opacity": ".35" });
  },
  waves: (points) =>
    strokes(scatter(points, 28, 10).map(([x, y]) => `M${num(x - 7)} ${num(y)}q3.5 -4 7 0t7 0`).join(""), "#6fa3ba", ".6", 1.2),
  crosses: (points) =>
    strokes(scatter(points, 18, 12).map(([x, y]) => `M${num(x - 3)} ${num(y - 3)}l6 6m0 -6l-6 6`).join(""), "#7d848d", ".7"),
  smoke(points) {
    const s = size(points, 0.14, 18);
    const rolls = random(points);
    return scatter(points, s * 1.2, 12)
      .map(([cx, cy]) =>
        el("circle", {
          cx,
          cy,
          r: s * (0.7 + rolls.next().value * 0.6),
          fill: "#dfe6ee",
          "fill-opacity": ".16",
          stroke: "#e8edf2",
          "stroke-opacity": ".3",
        }),
      )
      .join("");
  },
  scrap(points) {
    const [x, y] = centre(points);
    const s = size(points, 0.2, 14);
    const teeth = Array.from({ length: 8 }, (_, i) => {
      const [a, b] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      return line([
        [x + a * s * 0.8, y + b * s * 0.8],
        [x + a * s * 1.25, y + b * s * 1.25],
      ]);
    }).join("");
    const plates = scatter(points, 12, 5).map(([u, v]) => `M${num(u - 5)} ${num(v + 2)}l6 -5l4 5z`).join("");
    return (
      el("circle", { cx: x, cy: y, r: s * 0.8, fill: "none", stroke: "#b39a78", "stroke-width": 1.6 }) +
      strokes(teeth + plates, "#b39a78", ".8", 1.4)
    );
  },
  planks: (points) =>
    strokes(scatter(points, 12, 24).map(([x, y]) => `M${num(x - 3)} ${num(y)}h6m-6 3h6`).join(""), "#7a6747", ".8"),
};
