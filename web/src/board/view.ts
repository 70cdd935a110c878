/** Table lengths to drawing lengths. The longer side of the table is 1000 long; y turns over; quarter turns for seats. */

import type { Disc, Polygon, Pose, Rect, Shape } from "../protocol";
import { num } from "./svg";

export type Point = readonly [number, number];
export const SIDE = 1000;

export class View {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly quarters: number;

  constructor(width: number, height: number, up = 90_000) {
    this.quarters = (((Math.round((up - 90_000) / 90_000) % 4) + 4) % 4) as number;
    this.scale = SIDE / Math.max(width, height, 1);
    const [w, h] = this.quarters % 2 ? [height, width] : [width, height];
    this.width = w * this.scale;
    this.height = h * this.scale;
  }

  at(p: readonly number[]): Point {
    const x = (p[0] ?? 0) * this.scale;
    const y = (p[1] ?? 0) * this.scale;
    switch (this.quarters) {
      case 0:
        return [x, this.height - y];
      case 1:
        return [y, x];
      case 2:
        return [this.width - x, y];
      default:
        return [this.width - y, this.height - x];
    }
  }

  /** A place in the drawing as a place on the table. */
  back([x, y]: Point): [number, number] {
    const s = this.scale;
    const [u, v] =
      this.quarters === 0
        ? [x, this.height - y]
        : this.quarters === 1
          ? [y, x]
          : this.quarters === 2
            ? [this.width - x, y]
            : [this.height - y, this.width - x];
    return [Math.round(u / s), Math.round(v / s)];
  }

  /** A direction on the table as it is drawn, in thousandths of a degree. */
  turned(facing: number): number {
    return facing - this.quarters * 90_000;
  }

  length(milli: number): number {
    return Math.abs(milli) * this.scale;
  }

  corners(shape: Rect | Polygon): Point[] {
    if (shape.type === "Polygon") {
      const points = shape.points.map((p) => this.at(p));
      return signedArea(points) >= 0 ? points : points.reverse();
    }
    const [x, y] = this.at([shape.x, shape.y]);
    const angle = (this.turned(shape.facing ?? 0) / 1000) * (Math.PI / 180);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const d = this.length(shape.depth) / 2;
    const f = this.length(shape.frontage) / 2;
    const local: Point[] = [
      [d, -f],
      [d, f],
      [-d, f],
      [-d, -f],
    ];
    return local.map(([u, v]) => [x + u * cos + v * sin, y - u * sin + v * cos] as const);
  }

  path(shape: Shape): string {
    if (shape.type === "Disc") {
      const [x, y] = this.at([shape.x, shape.y]);
      const r = this.length(shape.r);
      return `M${num(x - r)} ${num(y)}A${num(r)} ${num(r)} 0 1 1 ${num(x + r)} ${num(y)}A${num(r)} ${num(r)} 0 1 1 ${num(x - r)} ${num(y)}Z`;
    }
    return line(this.corners(shape), true);
  }

  middle(shape: Shape): Point {
    return shape.type === "Polygon" ? centre(this.corners(shape)) : this.at([shape.x, shape.y]);
  }
}

export function line(points: readonly Point[], close = false): string {
  if (!points.length) return "";
  return "M" + points.map(([x, y]) => `${num(x)} ${num(y)}`).join("L") + (close && points.length > 2 ? "Z" : "");
}

export function signedArea(points: readonly Point[]): number {
  let sum = 0;
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length]!;
    sum += x1 * y2 - x2 * y1;
  });
  return sum / 2;
}

export function centre(points: readonly Point[]): Point {
  if (!points.length) return [0, 0];
  const area = signedArea(points);
  const [left, top, right, bottom] = bounds(points);
  if (Math.abs(area) < 1) return [(left + right) / 2, (top + bottom) / 2];
  let [sx, sy] = [0, 0];
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length]!;
    const cross = x1 * y2 - x2 * y1;
    sx += (x1 + x2) * cross;
    sy += (y1 + y2) * cross;
  });
  return [
    Math.min(Math.max(sx / (6 * area), left), right),
    Math.min(Math.max(sy / (6 * area), top), bottom),
  ];
}

export function bounds(points: readonly Point[]): [number, number, number, number] {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function inside([x, y]: Point, points: readonly Point[]): boolean {
  let odd = false;
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) odd = !odd;
  });
  return odd;
}

/** The same base at another pose. */
export function placed(shape: Disc | Rect, pose: Pose): Disc | Rect {
  const [x, y] = [pose[0] ?? 0, pose[1] ?? 0];
  if (shape.type === "Disc") return { ...shape, x, y };
  return { ...shape, x, y, facing: pose[2] ?? shape.facing };
}
