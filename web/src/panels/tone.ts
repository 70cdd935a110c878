import type { Tone } from "../protocol";

export function toneName(tone: Tone | undefined): string {
  return tone ?? "grey";
}
