/** Distance and sight between two pieces. */

import { signal } from "@preact/signals";
import { drawSight, drawWay } from "../board/overlay";
import { announce } from "../say";
import { length, strings } from "../strings";
import type { TableStore } from "./store";

export class Ruler {
  readonly on = signal(false);
  readonly from = signal("");
  readonly says = signal("");

  constructor(private readonly store: TableStore) {}

  toggle(): void {
    this.on.value = !this.on.value;
    this.from.value = "";
    this.says.value = "";
    this.clear();
  }

  private clear(): void {
    this.store.board?.over("");
    this.store.board?.setChips([]);
  }

  async pick(piece: string): Promise<void> {
    const store = this.store;
    if (!piece) return;
    if (!this.from.value || this.from.value === piece) {
      this.from.value = piece;
      this.says.value = strings.rulerFrom(store.name(piece));
      return;
    }
    const [a, b] = [this.from.value, piece];
    const [far, sight] = await Promise.all([
      store.probe({ what: "distance", a, b }).catch(() => null),
      store.probe({ what: "sight", a, b }).catch(() => null),
    ]);
    const measured = far?.distance != null ? length(far.distance, store.unit.value) : (far?.refusal?.reason ?? strings.notMeasured);
    const line = sight?.sight ?? null;
    const seen = line ? (line.clear ?? true ? strings.seen : line.label || strings.notSeen) : "";
    this.says.value = [strings.rulerSays(store.name(a), store.name(b), measured), seen].filter(Boolean).join(" · ");
    announce(this.says.value);
    const board = store.board;
    const [pa, pb] = [store.pieces.value.get(a), store.pieces.value.get(b)];
    if (!board || !pa || !pb) return;
    const ends = [board.view.at([pa.shape.x, pa.shape.y]), board.view.at([pb.shape.x, pb.shape.y])] as const;
    board.over(line ? drawSight(board.view, line) : drawWay(ends, "#e8edf2", true));
    board.setChips([{ id: "ruler", at: ends[1], r: board.radius(pb), title: seen, text: measured, tone: line && !(line.clear ?? true) ? "no" : "ok" }]);
    this.from.value = "";
  }
}
