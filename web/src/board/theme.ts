/** Colours of the board; the page's own are in styles/tokens.css. */

import type { Tone } from "../protocol";

export const BASE = "#1c2329";
export const BG = "#0d1117";
export const EDGE = "#34414e";
export const INK = "#e8edf2";
export const OK = "#67d391";
export const NO = "#f07f7f";
export const SEATS = ["#f0a93b", "#4fb3f0", "#67d391", "#c9a6ff"] as const;
export const PALE = ["#f6c16a", "#8fd0fa", "#a7e8be", "#dcc6ff"] as const;
export const DARK = ["#6b4c1c", "#1d4a68", "#24543a", "#473a66"] as const;

const TONES: Record<Tone, string> = {
  plain: INK,
  amber: SEATS[0],
  blue: SEATS[1],
  green: OK,
  red: NO,
  teal: "#7ef0e0",
  violet: "#c9a6ff",
  grey: "#93a1b1",
};

/** Seats are named a, b, c ... in their order. */
export function seatNumber(seat: string): number {
  return seat ? Math.max(0, seat.charCodeAt(0) - 97) % SEATS.length : -1;
}

export function tone(name: Tone | undefined): string {
  return TONES[name ?? "plain"] ?? INK;
}

export function colour(seat: string | undefined, name?: Tone): string {
  const n = seatNumber(seat ?? "");
  return n < 0 ? tone(name) : SEATS[n]!;
}
