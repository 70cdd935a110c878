/** Places, paths, groups, lines, facings: everything answered on the table itself.
 *
 * The server says what is legal: `toward` for the pointer, `judge` for an answer made by hand. The ghost follows the
 * answer; where the pointer itself is not legal, the refusal says why and the ghost stands at the nearest legal place.
 */

import type { Domain, Pose, Probed } from "../protocol";
import { strings } from "../strings";
import type { Hand, Place } from "./hand";
import { HeldAnswer, type SpatialDomain } from "./held_answer";
import { Latest } from "./latest";
import { bearing, end, rotated } from "./poses";

type Question = { goal: number[]; held: string } | { value: unknown };

export function isSpatial(domain: Domain): domain is SpatialDomain {
  return ["place", "path", "arrange", "line", "facing", "other"].includes(domain.kind);
}

const NUDGE = 100;
const NEAR = 60; // thousandths: the answer is where the pointer is

export class SpatialHand extends HeldAnswer {
  protected one = false; // a single piece of a group
  private readonly asking: Latest<Question, Probed>;
  private corners: Pose[] = [];
  private suggestions: readonly unknown[] | null = null;
  private suggested = 0;

  constructor(...args: ConstructorParameters<typeof Hand>) {
    super(...args);
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
      (e: Error) => {
        if (!this.gone) this.store.refusal.value = { reason: e.message };
      },
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
}
