/** Places, paths, groups, lines, facings: everything answered on the table itself.
 *
 * The server says what is legal: `toward` for the pointer, `judge` for an answer made by hand. The ghost follows the
 * answer; where the pointer itself is not legal, the refusal says why and the ghost stands at the nearest legal place.
 */

import type { Chip, Mark } from "../board/board";
import { drawGhost, drawHandle } from "../board/overlay";
import { placed } from "../board/view";
import type { Domain, Piece, Pose, Probed, Rect, Disc } from "../protocol";
import { announce } from "../say";
import { length, strings } from "../strings";
import { Hand, type Place } from "./hand";
import { Latest } from "./latest";

type Kind = "place" | "path" | "arrange" | "line" | "facing" | "other";
export type SpatialDomain = Extract<Domain, { kind: Kind }>;
type Question = { goal: number[]; held: string } | { value: unknown };

export function isSpatial(domain: Domain): domain is SpatialDomain {
  return ["place", "path", "arrange", "line", "facing", "other"].includes(domain.kind);
}

const NUDGE = 100;
const NEAR = 60; // thousandths: the answer is where the pointer is

export class SpatialHand extends Hand {
  readonly domain: SpatialDomain;
  protected wish: number[] | null = null; // where the pointer wants it
  protected one = false; // a single piece of a group
  protected grabbed = "";
  private turning = false;
  private facing: number | null = null;
  private preview = "";
  private at: Pose | null = null; // where what is held stands now
  private readonly asking: Latest<Question, Probed>;
  private corners: Pose[] = [];
  private suggestions: readonly unknown[] | null = null;
  private suggested = 0;

  constructor(...args: ConstructorParameters<typeof Hand>) {
    super(...args);
    this.domain = this.ask.domain as SpatialDomain;
    this.asking = new Latest(
      (q) =>
        this.store.probe(
          "value" in q
            ? { what: "judge", via: [...this.via], value: q.value }
            : { what: "toward", via: [...this.via], goal: q.goal, held: q.held, keep: this.formation() },
        ),
      (p, q) => this.told(p, q),
    );
  }

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
  private named(piece: string): string {
    const d = this.domain;
    const names = new Set([...(d.kind === "arrange" ? d.pieces : [this.piece()]), ...(d.bases ?? []).map((b) => b.piece)]);
    return names.has(piece) ? piece : names.has(this.store.holder(piece)) ? this.store.holder(piece) : "";
  }

  private pieceName(): string {
    const id = this.piece();
    const base = this.domain.bases?.find((b) => b.piece === id);
    return base?.name ?? (id ? this.store.name(id) : "");
  }

  private base(id: string): Disc | Rect | undefined {
    return this.domain.bases?.find((b) => b.piece === id)?.shape ?? this.store.pieces.value.get(id)?.shape;
  }

  /** Whether an answer carries a facing that can be turned by hand. */
  get faces(): boolean {
    const d = this.domain;
    return d.kind === "facing" || ((d.kind === "place" || d.kind === "arrange" || d.kind === "path") && (d.facing || (d.kind === "path" && d.ends_facing))) || false;
  }

  override begin(): void {
    const d = this.domain;
    this.store.probe({ what: "reach", via: [...this.via] }).then(
      (p) => {
        if (!this.gone && p.reach) this.store.board?.reach(this.store.board.drawReaches(p.reach));
      },
      () => {},
    );
    const onTable = this.standing(this.piece()) !== null;
    if (d.kind === "arrange" || d.kind === "other" || d.kind === "line" || (d.kind === "place" && !onTable)) this.suggest();
    else if (d.kind === "facing") {
      this.facing = d.now ?? 0;
      this.judge(this.facing);
    } else this.paint();
  }

  /** A sensible answer, to confirm or to change; asked again, the next one. */
  suggest(): void {
    const show = (answers: readonly unknown[]): void => {
      const usual = answers[this.suggested++ % Math.max(answers.length, 1)];
      if (!this.gone && usual !== undefined && usual !== null) this.judge(usual);
    };
    if (this.suggestions) return show(this.suggestions);
    this.store.probe({ what: "suggest", via: [...this.via] }).then(
      (p) => {
        const all = p.answers ?? [];
        const moving = this.domain.kind === "path" ? all.filter((a) => !Array.isArray(a) || a.length > 0) : all;
        this.suggestions = moving.length ? moving : all;
        show(this.suggestions);
      },
      () => {},
    );
  }

  /** Look at an answer as if it had been made by hand. */
  judge(value: unknown): void {
    this.asking.put({ value });
  }

  // --- the pointer ---
  override grab(piece: string, at: Place): boolean {
    const d = this.domain;
    if (d.kind === "other" && !d.toward) return false;
    piece = this.under(piece, at);
    const mine = piece && this.pieces().includes(piece);
    const fresh = !mine && !piece && this.standing(this.piece()) === null && (d.kind === "place" || d.kind === "arrange" || d.kind === "other");
    if (!mine && !this.nearGhost(at) && !fresh) return false;
    this.grabbed = mine ? this.named(piece) : (this.ghostAt(at) ?? (d.kind === "arrange" ? d.pieces[0] ?? "" : this.piece()));
    if (d.kind === "path") this.corners = mine ? [] : this.pathValue();
    this.held.value = { ...this.held.value, moving: true };
    return true;
  }

  /** One's own piece at a place, even where another lies over it. */
  private under(piece: string, at: Place): string {
    const mine = this.pieces();
    if (mine.includes(piece)) return piece;
    const found = mine.find((id) => {
      const shape = this.store.pieces.value.get(id)?.shape;
      return shape && Math.hypot(shape.x - at[0], shape.y - at[1]) <= (shape.type === "Disc" ? shape.r : Math.min(shape.frontage, shape.depth) / 2);
    });
    return found ?? piece;
  }

  override grabHandle(piece: string): boolean {
    this.turning = true;
    this.grabbed = piece;
    this.held.value = { ...this.held.value, moving: true };
    return true;
  }

  override drag(at: Place, one: boolean): void {
    this.one = one || this.one;
    if (this.turning) {
      const from = this.at ?? this.standing(this.grabbed || this.piece());
      if (from) this.faceTo(bearing(from, at));
      return;
    }
    this.aim(at);
  }

  override drop(): void {
    this.turning = false;
    this.held.value = { ...this.held.value, moving: false };
    this.paint();
  }

  /** A click on the table: go there. */
  override tap(piece: string, at: Place): void {
    const d = this.domain;
    if (piece && this.store.pieces.value.has(piece) && !(d.kind === "facing" || d.kind === "line")) {
      this.store.selected.value = piece;
      return;
    }
    if (d.kind === "facing") {
      const from = this.standing(this.piece());
      if (from) this.faceTo(bearing(from, at));
      return;
    }
    if (d.kind === "other" && !d.toward) return;
    this.grabbed ||= d.kind === "arrange" && this.one ? d.pieces[0] ?? "" : "";
    if (d.kind === "path") this.corners = [];
    this.aim(at);
  }

  protected aim(at: Place): void {
    const d = this.domain;
    this.wish = [at[0], at[1]];
    if (d.kind === "arrange" && this.one && this.grabbed) return this.moveOne(this.grabbed, at);
    if (d.kind === "path" && this.corners.length) {
      const last = this.faces ? [at[0], at[1], this.facing ?? this.nowFacing()] : [at[0], at[1]];
      const bent = this.corners.map((c) => (d.facing ? c : c.slice(0, 2)));
      return this.judge([...bent, last]);
    }
    const goal = this.faces && this.facing !== null ? [at[0], at[1], this.facing] : [at[0], at[1]];
    this.asking.put({ goal, held: d.kind === "arrange" ? this.grabbed : "" });
    this.paint();
  }

  private moveOne(piece: string, at: Place): void {
    const placements = this.placements();
    const next = placements.map(([id, pose]) =>
      id === piece ? [id, pose ? [at[0], at[1], ...end(pose).slice(2)] : [at[0], at[1]]] : [id, pose],
    );
    this.judge(next);
    this.paint();
  }

  private faceTo(facing: number): void {
    const f = ((Math.round(facing) % 360_000) + 360_000) % 360_000;
    this.facing = f;
    const d = this.domain;
    const value = this.held.value.value;
    if (d.kind === "facing") return this.judge(f);
    if (d.kind === "place" && Array.isArray(value)) return this.judge([value[0], value[1], f]);
    if (d.kind === "path") {
      const path = this.pathValue();
      const last = path[path.length - 1] ?? this.standing(this.piece());
      if (last) return this.judge([...path.slice(0, -1), [last[0], last[1], f]]);
    }
    if (d.kind === "arrange" && Array.isArray(value)) {
      const turned = this.placements().map(([id, pose]) => {
        const all = !this.one || id === this.grabbed;
        return [id, pose && all ? [...end(pose).slice(0, 2), f] : pose];
      });
      return this.judge(turned);
    }
  }

  override turn(degrees: number): boolean {
    if (!this.faces) return false;
    this.faceTo((this.facing ?? this.nowFacing()) + degrees * 1000);
    return true;
  }

  private nowFacing(): number {
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

  // --- keys ---
  override key(event: KeyboardEvent): boolean {
    const step = event.shiftKey ? 10 * NUDGE : NUDGE;
    const scale = (this.store.scene.value?.unit ?? "in") === "in" ? 1 : 2;
    const way = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key] as [number, number] | undefined;
    if (way) {
      if (this.domain.kind === "facing") return this.turn(way[0] || way[1] ? (way[0] > 0 || way[1] < 0 ? -5 : 5) * (event.shiftKey ? 9 : 1) : 0);
      const board = this.store.board;
      const from = this.wish ?? this.at ?? this.standing(this.grabbed || this.piece()) ?? this.centre();
      if (!board || !from) return false;
      const quarters = board.view.quarters;
      const [dx, dy] = rotated(way, quarters);
      this.aim([Math.round((from[0] ?? 0) + dx * step * scale), Math.round((from[1] ?? 0) + dy * step * scale)]);
      return true;
    }
    if (event.key === "[") return this.turn(event.shiftKey ? 45 : 5);
    if (event.key === "]") return this.turn(event.shiftKey ? -45 : -5);
    return false;
  }

  private centre(): Pose | null {
    const scene = this.store.scene.value;
    return scene ? [scene.width / 2, scene.height / 2] : null;
  }

  override cancel(): boolean {
    const had = this.held.value.value !== undefined && (this.domain.kind !== "facing" || this.facing !== (this.domain.now ?? 0));
    this.asking.drop();
    this.wish = null;
    this.corners = [];
    this.grabbed = "";
    this.preview = "";
    this.at = null;
    this.facing = this.domain.kind === "facing" ? (this.domain.now ?? 0) : null;
    this.held.value = { legal: false, moving: false };
    this.paint();
    return had;
  }

  /** A path may be empty: the piece stays. */
  stay(): void {
    if (this.domain.kind === "path") this.send([]);
  }

  toggleOne(): void {
    this.one = !this.one;
    this.paint();
    this.held.value = { ...this.held.value };
  }

  get single(): boolean {
    return this.one;
  }

  // --- what the server said ---
  protected told(p: Probed, q: Question): void {
    if (this.gone) return;
    const value = "value" in q ? q.value : p.answer;
    const legal = "value" in q ? !p.refusal : value !== undefined && value !== null;
    const board = this.store.board;
    this.preview = board?.drawPreview(p.preview) ?? "";
    this.at = this.endOf(value) ?? (p.upto && p.upto.length > 1 ? p.upto : null);
    if (legal && this.faces) this.facing = this.facingIn(value) ?? this.facing;
    const there = legal && this.at && this.wish && Math.hypot((this.at[0] ?? 0) - this.wish[0]!, (this.at[1] ?? 0) - this.wish[1]!) < NEAR;
    const refusal = there ? null : (p.refusal ?? (legal ? null : { reason: strings.nothingThere }));
    this.held.value = { value, legal, cost: p.cost, left: p.left, refusal, moving: this.held.value.moving };
    if (!this.held.value.moving) this.speak();
    this.paint();
  }

  private speak(): void {
    const { cost, left, refusal } = this.held.value;
    const unit = this.store.unit.value;
    const parts = [
      cost != null ? (left != null ? strings.cost(length(cost, unit), length(cost + left, unit)) : length(cost, unit)) : "",
      refusal ? `${refusal.reason} ${refusal.cite ?? ""}` : "",
    ].filter(Boolean);
    if (parts.length) announce(parts.join(", "));
  }

  private facingIn(value: unknown): number | null {
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

  private endOf(value: unknown): Pose | null {
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

  private standing(id: string): Pose | null {
    const shape = this.store.pieces.value.get(id)?.shape ?? this.bodyBase(id);
    return shape ? [shape.x, shape.y] : null;
  }

  /** The base of a body that stands on the table. */
  private bodyBase(id: string): Disc | Rect | undefined {
    return this.store.bodies.value.has(id) ? this.domain.bases?.find((b) => b.piece === id)?.shape : undefined;
  }

  private pathValue(): Pose[] {
    const value = this.held.value.value;
    return Array.isArray(value) ? (value as Pose[]) : [];
  }

  private placements(): [string, Pose | null][] {
    const value = this.held.value.value;
    if (Array.isArray(value) && value.length) return value as [string, Pose | null][];
    return (this.domain.kind === "arrange" ? this.domain.pieces : this.pieces()).map((id) => [id, this.standing(id)]);
  }

  private formation(): [string, Pose | null][] {
    if (this.domain.kind !== "arrange") return [];
    const value = this.held.value.value;
    return Array.isArray(value) && this.held.value.legal ? (value as [string, Pose | null][]) : [];
  }

  // --- drawing ---
  private ghosts(): [string, Pose][] {
    const value = this.held.value.value;
    const d = this.domain;
    if (d.kind === "arrange" && Array.isArray(value)) return (value as [string, Pose | null][]).flatMap(([id, pose]) => (pose ? [[id, end(pose)] as [string, Pose]] : []));
    return this.at && d.kind !== "line" ? [[this.piece(), this.at]] : [];
  }

  private ghostAt(at: Place): string | null {
    let best: string | null = null;
    let nearest = Infinity;
    for (const [id, pose] of this.ghosts()) {
      const off = Math.hypot((pose[0] ?? 0) - at[0], (pose[1] ?? 0) - at[1]) - reachOf(this.base(id));
      if (off < nearest) [nearest, best] = [off, id];
    }
    return best;
  }

  private nearGhost(at: Place): boolean {
    const slack = 10 / ((this.store.board?.camera.k ?? 1) * (this.store.board?.view.scale ?? 1));
    return this.ghosts().some(([id, pose]) => Math.hypot((pose[0] ?? 0) - at[0], (pose[1] ?? 0) - at[1]) < reachOf(this.base(id)) + slack);
  }

  private ghostPiece(id: string, pose: Pose): Piece | null {
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

  private chips(legal: boolean, reason: string, cite: string, cost: number | null, left: number | null): Chip[] {
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

function end(pose: Pose | Pose[]): Pose {
  return Array.isArray(pose[0]) ? ((pose as Pose[]).at(-1) as Pose) : (pose as Pose);
}

function mean(poses: readonly Pose[], i: number): number {
  return poses.reduce((sum, p) => sum + (p[i] ?? 0), 0) / poses.length;
}

function reachOf(shape: Disc | Rect | undefined): number {
  if (!shape) return 0;
  return shape.type === "Disc" ? shape.r : Math.hypot(shape.frontage, shape.depth) / 2;
}

function bearing(from: Pose, to: Place): number {
  return (Math.atan2(to[1] - (from[1] ?? 0), to[0] - (from[0] ?? 0)) * 180_000) / Math.PI;
}

function initials(name: string): string {
  const parts = name.split(/\s+/);
  return (parts.length > 1 ? parts.slice(0, 3).map((p) => p[0] ?? "").join("") : name.slice(0, 2)).toUpperCase().slice(0, 3);
}

/** A step on the screen as a step on the table. */
function rotated([x, y]: [number, number], quarters: number): [number, number] {
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
