/** Small sums with poses and bases. */

import type { Disc, Pose, Rect } from "../protocol";
import type { Place } from "./hand";

export function end(pose: Pose | Pose[]): Pose {
  return Array.isArray(pose[0]) ? ((pose as Pose[]).at(-1) as Pose) : (pose as Pose);
}

export function mean(poses: readonly Pose[], i: number): number {
  return poses.reduce((sum, p) => sum + (p[i] ?? 0), 0) / poses.length;
}

export function reachOf(shape: Disc | Rect | undefined): number {
  if (!shape) return 0;
  return shape.type === "Disc" ? shape.r : Math.hypot(shape.frontage, shape.depth) / 2;
}

export function bearing(from: Pose, to: Place): number {
  return (Math.atan2(to[1] - (from[1] ?? 0), to[0] - (from[0] ?? 0)) * 180_000) / Math.PI;
}

export function initials(name: string): string {
  const parts = name.split(/\s+/);
  return (parts.length > 1 ? parts.slice(0, 3).map((p) => p[0] ?? "").join("") : name.slice(0, 2)).toUpperCase().slice(0, 3);
}

/** A step on the screen as a step on the table. */
export function rotated([x, y]: [number, number], quarters: number): [number, number] {
  switch (quarters) {
    case 0:
      return [x, y];
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    default:
      return [y, -x];
  }
}
