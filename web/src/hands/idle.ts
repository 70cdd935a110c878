/** Nobody asks this seat: pieces can be looked at. */

import type { Ask } from "../protocol";
import type { TableStore } from "../table/store";
import { SplitHand, SubsetHand } from "./amounts";
import { Hand, type Place } from "./hand";
import { OptionsHand } from "./options";
import { SpatialHand } from "./spatial";

const NOTHING: Ask = { id: "", seat: "", title: "", domain: { kind: "options", options: [] } };

export class IdleHand extends Hand {
  constructor(store: TableStore) {
    super(store, NOTHING);
  }

  get how(): string {
    return "";
  }

  override tap(piece: string, _at: Place): void {
    this.store.selected.value = piece;
  }

  override hover(piece: string): void {
    this.store.hovered.value = piece;
  }
}

export function handFor(store: TableStore, ask: Ask | null): Hand {
  if (!ask) return new IdleHand(store);
  switch (ask.domain.kind) {
    case "options":
      return new OptionsHand(store, ask);
    case "split":
      return new SplitHand(store, ask);
    case "subset":
      return new SubsetHand(store, ask);
    default:
      return new SpatialHand(store, ask);
  }
}
