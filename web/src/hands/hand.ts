/** A hand holds the answer while it is made. One class a kind of question; pointer, touch and keys give the same calls. */

import { signal } from "@preact/signals";
import type { Mark } from "../board/board";
import type { Ask, Refusal } from "../protocol";
import type { TableStore } from "../table/store";

export type Place = readonly [number, number];

export interface Held {
  /** The answer so far; undefined: none yet. */
  value?: unknown;
  legal: boolean;
  cost?: number | null;
  left?: number | null;
  refusal?: Refusal | null;
  moving: boolean;
}

export abstract class Hand {
  readonly held = signal<Held>({ legal: false, moving: false });
  protected gone = false;

  constructor(
    readonly store: TableStore,
    readonly ask: Ask,
    readonly via: readonly unknown[] = [],
  ) {}

  /** One line: how it is answered by hand. */
  abstract readonly how: string;

  /** Called once the hand is in charge. */
  begin(): void {}

  tap(_piece: string, _at: Place): void {}

  /** Whether it takes the drag; otherwise the table is pushed. */
  grab(_piece: string, _at: Place): boolean {
    return false;
  }

  grabHandle(_piece: string): boolean {
    return false;
  }

  drag(_at: Place, _one: boolean): void {}

  drop(): void {}

  hover(_piece: string): void {}

  /** Whether the key was for this hand. */
  key(_event: KeyboardEvent): boolean {
    return false;
  }

  /** Turn what is held, in degrees. */
  turn(_degrees: number): boolean {
    return false;
  }

  marks(): Iterable<readonly [string, Mark]> {
    return [];
  }

  /** Pieces a Tab goes through. */
  stops(): string[] {
    return [];
  }

  confirm(): void {
    const { value, legal } = this.held.value;
    if (value !== undefined && legal) this.send(value);
  }

  send(value: unknown): void {
    void this.store.answers([...this.via, value]);
  }

  /** Whether there was something to put back. */
  cancel(): boolean {
    return false;
  }

  dispose(): void {
    this.gone = true;
    const board = this.store.board;
    board?.over("");
    board?.reach("");
    board?.setChips([]);
  }
}
