/** Finite choices: the list, the options of a piece, targets with their odds, and moves begun by dragging a piece. */

import { signal } from "@preact/signals";
import type { Chip, Mark } from "../board/board";
import { drawSight } from "../board/overlay";
import type { Ask, Barred, Odds, Option, Probed } from "../protocol";
import { percent, strings } from "../strings";
import { Hand, type Place } from "./hand";
import { isSpatial, SpatialHand } from "./spatial";

const MOST_AHEAD = 14; // questions asked to find out where a drag leads

export class OptionsHand extends Hand {
  readonly picked = signal(""); // the key of the highlighted option
  readonly barred = signal<Barred[]>([]);
  readonly odds = signal<ReadonlyMap<string, Odds | "working">>(new Map());
  readonly ahead = signal<SpatialHand | null>(null); // a move that a drag began
  readonly pieceMenu = signal<{ piece: string } | null>(null);
  readonly options: readonly Option[];
  private shownPreview = "";
  private blocked = "";
  private dragged: { piece: string; at: Place } | null = null;

  constructor(...args: ConstructorParameters<typeof Hand>) {
    super(...args);
    this.options = this.ask.domain.kind === "options" ? this.ask.domain.options : [];
  }

  get how(): string {
    return "";
  }

  override begin(): void {
    this.later(100, () =>
      this.store.probe({ what: "barred" }).then(
        (p) => {
          if (!this.gone) this.barred.value = p.barred ?? [];
        },
        () => {},
      ),
    );
    const marked = this.options.filter((o) => o.odds);
    if (marked.length && marked.length <= 12) this.later(300, () => this.askOdds(marked.map((o) => o.key)));
  }

  /** Somebody who answers at once asks for nothing. */
  private later(ms: number, act: () => unknown): void {
    setTimeout(() => this.gone || act(), ms);
  }

  /** Chances of options, as they are worked out. */
  askOdds(wanted: string[]): void {
    const missing = wanted.filter((key) => !this.odds.value.has(key));
    if (!missing.length) return;
    this.odds.value = new Map([...this.odds.value, ...missing.map((key) => [key, "working"] as const)]);
    const take = (p: Probed): void => {
      if (this.gone || typeof p.value !== "string") return;
      const next = new Map(this.odds.value);
      if (p.odds) next.set(p.value, p.odds);
      else next.delete(p.value);
      this.odds.value = next;
      this.paint();
    };
    this.store.probe({ what: "odds", values: missing }, take).catch(() => {
      if (this.gone) return;
      const next = new Map(this.odds.value);
      for (const key of missing) if (next.get(key) === "working") next.delete(key);
      this.odds.value = next;
    });
  }

  /** Pieces of an id: itself, or those of a body. */
  private piecesOf(id: string): string[] {
    return this.store.bodies.value.get(id)?.pieces ?? (this.store.pieces.value.has(id) ? [id] : []);
  }

  /** Whether an option names a piece, its body, or something of that name. */
  names(option: Option, id: string): boolean {
    const holder = this.store.holder(id);
    return [option.actor, option.target, ...(option.about ?? []), ...(option.also ?? [])].some((one) => one && (one === id || one === holder));
  }

  of(piece: string): Option[] {
    const direct = this.options.filter((o) => o.target && this.same(o.target, piece));
    return direct.length ? direct : this.options.filter((o) => this.names(o, piece));
  }

  barredOf(piece: string): Barred[] {
    return this.barred.value.filter((b) => (b.option.target ? this.same(b.option.target, piece) : this.names(b.option, piece)));
  }

  private same(id: string, piece: string): boolean {
    return id === piece || id === this.store.holder(piece);
  }

  pick(key: string): void {
    if (this.picked.value === key) return;
    this.picked.value = key;
    const option = this.options.find((o) => o.key === key);
    this.shownPreview = "";
    if (option) {
      const target = option.target || option.actor || (option.about ?? [])[0] || "";
      if (target && this.piecesOf(target).length === 0 && this.store.names.value.has(target)) this.store.hovered.value = target;
      this.later(40, () => {
        if (this.picked.value === key) this.look(option);
      });
    }
    this.paint();
  }

  /** What an option would do: drawn on the table, with its odds. */
  private look(option: Option): void {
    if (option.odds) this.askOdds([option.key]);
    this.store.probe({ what: "judge", value: option.key }).then(
      (p) => {
        if (this.gone || this.picked.value !== option.key) return;
        this.shownPreview = this.store.board?.drawPreview(p.preview) ?? "";
        this.paint();
      },
      () => {},
    );
  }

  choose(key: string): void {
    this.pieceMenu.value = null;
    this.send(key);
  }

  override tap(piece: string, _at: Place): void {
    const ahead = this.ahead.value;
    if (ahead && (!piece || ahead.pieces().includes(piece))) return ahead.tap(piece, _at);
    if (!piece) {
      this.pieceMenu.value = null;
      this.picked.value = "";
      this.shownPreview = "";
      this.store.selected.value = "";
      this.paint();
      return;
    }
    this.store.selected.value = piece;
    const offered = this.of(piece);
    const first = offered[0];
    if (first) this.pick(first.key);
    this.pieceMenu.value = offered.length || this.barredOf(piece).length ? { piece } : null;
    this.paint();
  }

  override hover(piece: string): void {
    this.store.hovered.value = piece;
    if (this.pieceMenu.value || this.ahead.value) return;
    const target = piece ? this.options.find((o) => o.odds && o.target && this.same(o.target, piece)) : undefined;
    if (target) this.pick(target.key);
    else this.showBlocker(piece);
    this.paint();
  }

  /** A target that is not on offer: what stands in the way, where sight is the reason. */
  private showBlocker(piece: string): void {
    this.blocked = "";
    const why = piece ? this.barredOf(piece).find((b) => b.option.target && b.option.actor) : undefined;
    const [a, b] = [this.piecesOf(why?.option.actor ?? "")[0], this.piecesOf(why?.option.target ?? "")[0]];
    if (!why || !a || !b || this.of(piece).length) return;
    this.store.probe({ what: "sight", a, b }).then(
      (p) => {
        const board = this.store.board;
        if (this.gone || !board || this.store.hovered.value !== piece || !p.sight || (p.sight.clear ?? true)) return;
        this.blocked = drawSight(board.view, p.sight);
        this.paint();
      },
      () => {},
    );
  }

  // --- a drag finds the move by itself ---
  override grab(piece: string, at: Place): boolean {
    const ahead = this.ahead.value;
    if (ahead) return ahead.grab(piece, at);
    if (!piece || !this.leads(piece).length) return false;
    this.dragged = { piece, at };
    void this.lookAhead(piece);
    return true;
  }

  override grabHandle(piece: string): boolean {
    return this.ahead.value?.grabHandle(piece) ?? false;
  }

  private leads(piece: string, options: readonly Option[] = this.options): Option[] {
    const plain = options.filter((o) => !o.odds && !o.ends && (!o.target || this.same(o.target, piece)));
    const mine = plain.filter((o) => o.actor ? this.same(o.actor, piece) : this.names(o, piece) || (!(o.about ?? []).length && this.about(piece)));
    const rank = (o: Option): number => (o.verb === "move" ? 0 : /move|advance|go|walk/.test(o.verb ?? "") ? 1 : 2);
    return mine.sort((a, b) => rank(a) - rank(b));
  }

  private about(piece: string): boolean {
    return (this.ask.about ?? []).some((id) => this.same(id, piece));
  }

  /** Which options lead to a question that is answered with this piece on the table. */
  private async lookAhead(piece: string): Promise<void> {
    const queue: string[][] = this.leads(piece).map((o) => [o.key]);
    for (let asked = 0; queue.length && asked < MOST_AHEAD; asked++) {
      const via = queue.shift()!;
      let found: Ask | null = null;
      try {
        found = (await this.store.probe({ what: "ask", via })).ask ?? null;
      } catch {
        return;
      }
      if (this.gone || !this.dragged) return;
      if (!found || found.seat !== this.ask.seat) continue;
      if (isSpatial(found.domain)) {
        const hand = new SpatialHand(this.store, found, via);
        if (hand.pieces().some((id) => id === piece)) {
          const { at } = this.dragged;
          hand.begin();
          hand.grab(piece, at);
          hand.drag(at, false);
          this.pieceMenu.value = null;
          this.ahead.value = hand;
          return;
        }
      } else if (found.domain.kind === "options" && via.length < 3) {
        const more = found.domain.options;
        queue.push(...this.leads(piece, more).map((o) => [...via, o.key]));
      }
    }
  }

  override drag(at: Place, one: boolean): void {
    if (this.ahead.value) return this.ahead.value.drag(at, one);
    if (this.dragged) this.dragged = { ...this.dragged, at };
  }

  override drop(): void {
    this.dragged = null;
    this.ahead.value?.drop();
  }

  override turn(degrees: number): boolean {
    return this.ahead.value?.turn(degrees) ?? false;
  }

  override key(event: KeyboardEvent): boolean {
    return this.ahead.value?.key(event) ?? false;
  }

  override confirm(): void {
    if (this.ahead.value) return this.ahead.value.confirm();
    const only = this.options.length === 1 ? this.options[0]!.key : "";
    const key = this.picked.value || only;
    if (key && this.options.some((o) => o.key === key)) this.choose(key);
  }

  override cancel(): boolean {
    const ahead = this.ahead.value;
    if (ahead) {
      ahead.dispose();
      this.ahead.value = null;
      this.dragged = null;
      this.paint();
      return true;
    }
    const had = this.pieceMenu.value !== null || this.picked.value !== "";
    this.pieceMenu.value = null;
    this.picked.value = "";
    this.shownPreview = "";
    this.paint();
    return had;
  }

  override dispose(): void {
    this.ahead.value?.dispose();
    super.dispose();
  }

  /** The best chance a target is offered, in short. */
  chance(key: string): string {
    const odds = this.odds.value.get(key);
    if (!odds) return "";
    if (odds === "working") return strings.working;
    return (odds.chances ?? []).slice(0, 2).map((c) => `${c.name} ${percent(c.chance)}`).join(" · ");
  }

  paint(): void {
    const board = this.store.board;
    if (!board || this.gone || this.ahead.value) return;
    board.over(this.shownPreview + this.blocked);
    const chips: Chip[] = [];
    const option = this.options.find((o) => o.key === this.picked.value);
    if (option?.odds && option.target && !this.pieceMenu.value) {
      const piece = this.store.pieces.value.get(this.piecesOf(option.target)[0] ?? "");
      const odds = this.odds.value.get(option.key);
      if (piece) {
        const first = odds && odds !== "working" ? (odds.chances ?? [])[0] : undefined;
        chips.push({
          id: "odds",
          at: board.view.at([piece.shape.x, piece.shape.y]),
          r: board.radius(piece),
          title: option.label,
          text: this.chance(option.key) || strings.working,
          tone: "ok",
          ...(first ? { meter: first.chance } : {}),
        });
      }
    }
    const hovered = this.store.hovered.value;
    const why = hovered && !option?.odds ? this.barredOf(hovered).filter((b) => b.option.target)[0] : undefined;
    const blocked = why ? this.store.pieces.value.get(hovered) : undefined;
    if (why && blocked && !this.of(hovered).length)
      chips.push({
        id: "barred",
        at: board.view.at([blocked.shape.x, blocked.shape.y]),
        r: board.radius(blocked),
        title: why.refusal.cite ?? "",
        text: why.refusal.reason,
        tone: "no",
      });
    board.setChips(chips);
  }

  override marks(): Iterable<readonly [string, Mark]> {
    const ahead = this.ahead.value;
    if (ahead) return ahead.marks();
    const found = new Map<string, Mark>();
    const put = (id: string | undefined, mark: Mark): void => {
      for (const piece of id ? this.piecesOf(id) : []) found.set(piece, mark);
    };
    for (const id of this.ask.about ?? []) put(id, "selected");
    for (const option of this.options) {
      if (option.target) put(option.target, option.odds ? "target" : "offer");
      else for (const id of option.actor ? [option.actor] : (option.about ?? [])) if (!found.has(this.piecesOf(id)[0] ?? "")) put(id, "offer");
    }
    const picked = this.options.find((o) => o.key === this.picked.value);
    if (picked) for (const id of (picked.about ?? []).length ? picked.about! : [picked.actor, picked.target]) put(id, picked.odds && id === picked.target ? "target" : "chosen");
    return found;
  }

  override stops(): string[] {
    const ids = new Set<string>();
    for (const o of this.options) for (const id of [o.target, o.actor, ...(o.about ?? [])]) if (id) for (const piece of this.piecesOf(id).slice(0, 1)) ids.add(piece);
    return [...ids];
  }
}
