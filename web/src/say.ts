/** What a screen reader hears, one sentence a step. */

import { signal } from "@preact/signals";

export const said = signal("");
let flip = false;

export function announce(text: string): void {
  flip = !flip;
  said.value = text.slice(0, 600) + (flip ? "\u200b" : ""); // the same words twice are still news
}
