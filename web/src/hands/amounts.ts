/** Amounts shared out, and some of several names. */

import { signal } from "@preact/signals";
import type { Mark } from "../board/board";
import type { Domain } from "../protocol";
import { Hand, type Place } from "./hand";

export class SplitHand extends Hand {
  readonly domain: Extract<Domain, { kind: "split" }>;
  readonly shares = signal<Record<string, number>>({});

  constructor(...args: ConstructorParameters<typeof Hand>) {
    super(...args);
    this.domain = this.ask.domain as Extract<Domain, { kind: "split" }>;
  }

  get how(): string {
    return "";
  }

  get spent(): number {
    return Object.values(this.shares.value).reduce((a, b) => a + b, 0);
  }

  override begin(): void {
    this.set({});
    this.store.probe({ what: "suggest" }).then(
      (p) => {
        const usual = p.answers?.[0];
        if (!this.gone && this.spent === 0 && usual && typeof usual === "object") this.set(Object.fromEntries(Array.isArray(usual) ? (usual as [string, number][]) : Object.entries(usual)));
      },
      () => {},
    );
  }

  private set(shares: Record<string, number>): void {
    this.shares.value = shares;
    const value = Object.entries(shares).filter(([, n]) => n > 0);
    const enough = !this.domain.exactly || this.spent === this.domain.total;
    this.held.value = { value, legal: enough, moving: false, refusal: null };
  }

  add(id: string, by: number): void {
    const limit = this.domain.limits.find((l) => l.id === id);
    const now = this.shares.value[id] ?? 0;
    const room = by > 0 ? Math.min((limit?.most ?? 0) - now, this.domain.total - this.spent) : now;
    if (room <= 0) return;
    this.set({ ...this.shares.value, [id]: now + by });
  }

  override tap(piece: string, _at: Place): void {
    this.store.selected.value = piece;
    const id = this.domain.limits.find((l) => l.id === piece || l.id === this.store.holder(piece))?.id;
    if (id) this.add(id, 1);
  }

  override marks(): Iterable<readonly [string, Mark]> {
    return this.domain.limits.flatMap((l) =>
      (this.store.bodies.value.get(l.id)?.pieces ?? [l.id]).map((id) => [id, (this.shares.value[l.id] ?? 0) > 0 ? "chosen" : "offer"] as const),
    );
  }

  override stops(): string[] {
    return this.domain.limits.map((l) => this.store.bodies.value.get(l.id)?.pieces[0] ?? l.id);
  }

  override cancel(): boolean {
    const had = this.spent > 0;
    this.set({});
    return had;
  }
}

export class SubsetHand extends Hand {
  readonly domain: Extract<Domain, { kind: "subset" }>;
  readonly chosen = signal<ReadonlySet<string>>(new Set());

  constructor(...args: ConstructorParameters<typeof Hand>) {
    super(...args);
    this.domain = this.ask.domain as Extract<Domain, { kind: "subset" }>;
  }

  get how(): string {
    return "";
  }

  override begin(): void {
    this.set(new Set());
  }

  set(chosen: ReadonlySet<string>): void {
    this.chosen.value = chosen;
    const value = this.domain.names.filter((n) => chosen.has(n.id)).map((n) => n.id);
    const fits = value.length >= (this.domain.least ?? 0) && value.length <= (this.domain.most ?? 1000);
    this.held.value = { value, legal: fits, moving: false, refusal: null };
    this.store.probe({ what: "judge", value }).then(
      (p) => {
        if (!this.gone && this.chosen.value === chosen) this.held.value = { value, legal: !p.refusal, moving: false, refusal: fits ? (p.refusal ?? null) : null };
      },
      () => {},
    );
  }

  toggle(id: string): void {
    const next = new Set(this.chosen.value);
    if (!next.delete(id)) next.add(id);
    this.set(next);
  }

  override tap(piece: string, _at: Place): void {
    this.store.selected.value = piece;
    const id = this.domain.names.find((n) => n.id === piece || n.id === this.store.holder(piece))?.id;
    if (id) this.toggle(id);
  }

  override marks(): Iterable<readonly [string, Mark]> {
    return this.domain.names.flatMap((n) =>
      (this.store.bodies.value.get(n.id)?.pieces ?? [n.id]).map((id) => [id, this.chosen.value.has(n.id) ? "chosen" : "offer"] as const),
    );
  }

  override stops(): string[] {
    return this.domain.names.map((n) => this.store.bodies.value.get(n.id)?.pieces[0] ?? n.id);
  }
}
