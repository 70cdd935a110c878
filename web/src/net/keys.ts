/** What this browser holds: the keys to its matches, and a few wishes. Kept in local storage. */

import type { Seated } from "../protocol";

export interface Key {
  match: string;
  seat: string; // empty: to watch
  token: string;
  invites?: { seat: string; code: string }[];
  watch?: string;
  at: number;
}

const KEYS = "sandtable.keys";

function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // private windows may keep nothing; the match is still open in this tab
  }
}

let held: Key[] | null = null;

export function keys(): Key[] {
  const found = held ?? read<Key[]>(KEYS, []).filter((k) => typeof k?.match === "string" && typeof k.token === "string");
  held = found;
  return found;
}

/** A seat's key goes before a spectator's. */
export function keyOf(match: string): Key | undefined {
  const found = read<Key[]>(KEYS, keys()).filter((k) => k.match === match);
  return found.find((k) => k.seat) ?? found[0] ?? keys().find((k) => k.match === match);
}

export function keep(seated: Seated): Key {
  const key: Key = {
    match: seated.match,
    seat: seated.seat,
    token: seated.token,
    invites: seated.invites ?? [],
    watch: seated.watch ?? "",
    at: Date.now(),
  };
  held = [key, ...read<Key[]>(KEYS, keys()).filter((k) => !(k.match === key.match && k.seat === key.seat))].slice(0, 400);
  write(KEYS, held);
  return key;
}

export function forget(match: string): void {
  held = read<Key[]>(KEYS, keys()).filter((k) => k.match !== match);
  write(KEYS, held);
}

export function wish<T>(name: string, otherwise: T): T {
  return read(`sandtable.${name}`, otherwise);
}

export function setWish(name: string, value: unknown): void {
  write(`sandtable.${name}`, value);
}
