/** An answer made on the table while it is in the hand: which pieces it concerns, where they would stand, its drawing. */

import type { Chip, Mark } from "../board/board";
import { drawGhost, drawHandle } from "../board/overlay";
import { placed } from "../board/view";
import type { Disc, Domain, Piece, Pose, Rect } from "../protocol";
import { announce } from "../say";
import { length, strings } from "../strings";
import { Hand, type Place } from "./hand";
import { end, initials, mean, reachOf } from "./poses";

type Kind = "place" | "path" | "arrange" | "line" | "facing" | "other";
export type SpatialDomain = Extract<Domain, { kind: Kind }>;

export abstract class HeldAnswer extends Hand {
  readonly domain = this.ask.domain as SpatialDomain;
  protected wish: number[] | null = null; // where the pointer wants it
  protected grabbed = "";
  protected turning = false;
  protected facing: number | null = null;
  protected preview = "";
  protected at: Pose | null = null; // where what is held stands now

  get how(): string {
    const d = this.domain;
    const name = this.pieceName();
    if (d.kind === "arrange") return strings.dragGroup;
    if (d.kind === "line") return strings.dragLine(name);
    if (d.kind === "facing") return strings.dragFacing(name);
    if (d.kind === "other") return d.toward ? strings.dragGroup : "";
    return this.standing(this.piece()) ? strings.dragPiece(name) : strings.clickTable(name);
  }

  piece(): string {
    const d = this.domain;
    if (d.kind === "arrange") return d.pieces[0] ?? "";
    if (d.kind === "other") return d.bases?.[0]?.piece ?? (d.about ?? [])[0] ?? "";
    return d.piece || d.bases?.[0]?.piece || "";
  }

  pieces(): string[] {
    const d = this.domain;
    const named = d.kind === "arrange" ? d.pieces : d.kind === "other" ? [...(d.about ?? []), ...(this.ask.about ?? [])] : [this.piece()];
    const bodies = this.store.bodies.value;
    const all = [...named, ...(d.bases ?? []).map((b) => b.piece)];
    return [...new Set(all.flatMap((id) => bodies.get(id)?.pieces ?? [id]))].filter(Boolean);
  }

  /** What the question calls a piece on the table: itself, or the body it belongs to. */
  protected named(piece: string): string {
    const d = this.domain;
    const names = new Set([...(d.kind === "arrange" ? d.pieces : [this.piece()]), ...(d.bases ?? []).map((b) => b.piece)]);
    return names.has(piece) ? piece : names.has(this.store.holder(piece)) ? this.store.holder(piece) : "";
  }

  protected pieceName(): string {
    const id = this.piece();
    const base = this.domain.bases?.find((b) => b.piece === id);
    return base?.name ?? (id ? this.store.name(id) : "");
  }

  protected base(id: string): Disc | Rect | undefined {
    return this.domain.bases?.find((b) => b.piece === id)?.shape ?? this.store.pieces.value.get(id)?.shape;
  }

  /** Whether an answer carries a facing that can be turned by hand. */
  get faces(): boolean {
    const d = this.domain;
    return d.kind === "facing" || ((d.kind === "place" || d.kind === "arrange" || d.kind === "path") && (d.facing || (d.kind === "path" && d.ends_facing))) || false;
  }

  protected nowFacing(): number {
    const d = this.domain;
    if (d.kind === "facing") return d.now ?? 0;
    const value = this.held.value.value;
    if (d.kind === "place" && Array.isArray(value) && typeof value[2] === "number") return value[2];
    if (d.kind === "arrange") {
      const pose = this.placements().find(([id]) => !this.grabbed || id === this.grabbed)?.[1];
      const f = pose ? end(pose)[2] : undefined;
      if (f !== undefined) return f;
    }
    const piece = this.store.pieces.value.get(this.piece());
    const shape = piece?.shape ?? this.base(this.piece());
    return piece?.facing ?? (shape?.type === "Rect" ? (shape.facing ?? 0) : 0);
  }

  protected speak(): void {
    const { cost, left, refusal } = this.held.value;
    const unit = this.store.unit.value;
    const parts = [
      cost != null ? (left != null ? strings.cost(length(cost, unit), length(cost + left, unit)) : length(cost, unit)) : "",
      refusal ? `${refusal.reason} ${refusal.cite ?? ""}` : "",
    ].filter(Boolean);
    if (parts.length) announce(parts.join(", "));
  }

  protected facingIn(value: unknown): number | null {
    const d = this.domain;
    if (d.kind === "facing") return typeof value === "number" ? value : null;
    if (!Array.isArray(value)) return null;
    if (d.kind === "place") return (value as number[])[2] ?? null;
    if (d.kind === "path") return (value as number[][]).at(-1)?.[2] ?? null;
    if (d.kind === "arrange") {
      const pose = (value as [string, Pose | null][]).find(([id]) => !this.grabbed || id === this.grabbed)?.[1];
      return pose ? (end(pose)[2] ?? null) : null;
    }
    return null;
  }

  protected endOf(value: unknown): Pose | null {
    const d = this.domain;
    if (d.kind === "facing") return this.standing(d.piece ?? "");
    if (!Array.isArray(value)) return null;
    if (d.kind === "place") return value as number[];
    if (d.kind === "path") return (value as number[][]).at(-1) ?? this.standing(this.piece());
    if (d.kind === "line") {
      const start = d.start ?? [0, 0];
      const a = (Number(value[0]) / 1000) * (Math.PI / 180);
      return [start[0] + Math.cos(a) * Number(value[1]), start[1] + Math.sin(a) * Number(value[1])];
    }
    if (d.kind === "arrange") {
      const list = value as [string, Pose | null][];
      const mine = (this.grabbed && list.find(([id]) => id === this.grabbed)?.[1]) || null;
      if (mine) return end(mine);
      const poses = list.flatMap(([, pose]) => (pose ? [end(pose)] : []));
      if (!poses.length) return null;
      return [mean(poses, 0), mean(poses, 1)];
    }
    return null;
  }

  protected standing(id: string): Pose | null {
    const shape = this.store.pieces.value.get(id)?.shape ?? this.bodyBase(id);
    return shape ? [shape.x, shape.y] : null;
  }

  /** The base of a body that stands on the table. */
  protected bodyBase(id: string): Disc | Rect | undefined {
    return this.store.bodies.value.has(id) ? this.domain.bases?.find((b) => b.piece === id)?.shape : undefined;
  }

  protected pathValue(): Pose[] {
    const value = this.held.value.value;
    return Array.isArray(value) ? (value as Pose[]) : [];
  }

  protected placements(): [string, Pose | null][] {
    const value = this.held.value.value;
    if (Array.isArray(value) && value.length) return value as [string, Pose | null][];
    return (this.domain.kind === "arrange" ? this.domain.pieces : this.pieces()).map((id) => [id, this.standing(id)]);
  }

  protected formation(): [string, Pose | null][] {
    if (this.domain.kind !== "arrange") return [];
    const value = this.held.value.value;
    return Array.isArray(value) && this.held.value.legal ? (value as [string, Pose | null][]) : [];
  }

  // --- drawing ---
  protected ghosts(): [string, Pose][] {
    const value = this.held.value.value;
    const d = this.domain;
    if (d.kind === "arrange" && Array.isArray(value)) return (value as [string, Pose | null][]).flatMap(([id, pose]) => (pose ? [[id, end(pose)] as [string, Pose]] : []));
    return this.at && d.kind !== "line" ? [[this.piece(), this.at]] : [];
  }

  protected ghostAt(at: Place): string | null {
    let best: string | null = null;
    let nearest = Infinity;
    for (const [id, pose] of this.ghosts()) {
      const off = Math.hypot((pose[0] ?? 0) - at[0], (pose[1] ?? 0) - at[1]) - reachOf(this.base(id));
      if (off < nearest) [nearest, best] = [off, id];
    }
    return best;
  }

  protected nearGhost(at: Place): boolean {
    const slack = 10 / ((this.store.board?.camera.k ?? 1) * (this.store.board?.view.scale ?? 1));
    return this.ghosts().some(([id, pose]) => Math.hypot((pose[0] ?? 0) - at[0], (pose[1] ?? 0) - at[1]) < reachOf(this.base(id)) + slack);
  }

  protected ghostPiece(id: string, pose: Pose): Piece | null {
    const shape = this.base(id);
    if (!shape) return null;
    const real = this.store.pieces.value.get(id);
    const base = this.domain.bases?.find((b) => b.piece === id);
    const name = real?.name ?? base?.name ?? id;
    return {
      type: "Piece",
      id,
      name,
      seat: real?.seat ?? this.ask.seat,
      label: real?.label ?? initials(name),
      style: real?.style ?? "round",
      front_arc: real?.front_arc ?? false,
      health: null,
      shape: placed(shape, pose),
      facing: shape.type === "Disc" ? (pose[2] !== undefined && this.faces ? pose[2] : real?.facing ?? null) : null,
    };
  }

  paint(): void {
    const board = this.store.board;
    if (!board || this.gone) return;
    let out = this.preview;
    const { value, legal, refusal, cost, left } = this.held.value;
    const hasGhosts = out.includes('class="ghost"');
    if (!hasGhosts) for (const [id, pose] of this.ghosts()) {
      const ghost = this.ghostPiece(id, pose);
      if (ghost && value !== undefined) out += drawGhost(board.view, ghost);
    }
    const wished = this.wish && this.grabbed !== undefined ? this.ghostPiece(this.grabbed || this.piece(), [...this.wish, ...(this.facing !== null ? [this.facing] : [])]) : null;
    if (wished && this.held.value.moving && !this.turning && this.domain.kind !== "line") out += drawGhost(board.view, wished, "ghost wish");
    if (this.faces) {
      const id = this.grabbed || this.piece();
      const pose = this.ghosts().find(([name]) => name === id)?.[1] ?? this.at ?? this.standing(id);
      const ghost = pose ? this.ghostPiece(id, [pose[0] ?? 0, pose[1] ?? 0, this.facing ?? this.nowFacing()]) : null;
      if (ghost && (value !== undefined || this.domain.kind === "facing"))
        out += drawHandle(board.view, ghost, this.facing ?? this.nowFacing(), board.radius(ghost) + 26);
    }
    board.over(out);
    board.setChips(this.chips(legal, refusal?.reason ?? "", refusal?.cite ?? "", cost ?? null, left ?? null));
  }

  protected chips(legal: boolean, reason: string, cite: string, cost: number | null, left: number | null): Chip[] {
    const board = this.store.board;
    const at = this.at ?? this.wish;
    if (!board || !at) return [];
    const unit = this.store.unit.value;
    const point = board.view.at(at);
    const base = this.base(this.grabbed || this.piece());
    const r = board.view.length(base ? reachOf(base) : 0);
    const chips: Chip[] = [];
    if (cost !== null && this.domain.kind !== "facing")
      chips.push({
        id: "cost",
        at: point,
        r,
        text: left === null ? length(cost, unit) : strings.cost(length(cost, unit), length(cost + left, unit)),
        title: left === null ? "" : strings.left(length(Math.max(left, 0), unit)),
        tone: legal && !reason ? "ok" : "amber",
      });
    if (reason)
      chips.push({ id: "why", at: this.wish ? board.view.at(this.wish) : point, r: r + 16, title: cite, text: reason, tone: "no" });
    return chips;
  }

  override marks(): Iterable<readonly [string, Mark]> {
    return this.pieces().map((id) => [id, "selected"] as const);
  }

  override stops(): string[] {
    return this.pieces();
  }
}
