/** Which key chooses which option. */

import type { Option } from "../protocol";

const TAKEN = new Set(["u", "r", "?", "0", "+", "-", " ", "h"]);

export function optionKeys(options: readonly Option[]): Map<string, string> {
  const free = [..."123456789", ..."abcdefgijklmnopqstvwxyz"].filter((k) => !TAKEN.has(k));
  const used = new Set<string>();
  const found = new Map<string, string>();
  const give = (option: Option, key: string): boolean => {
    if (!key || used.has(key) || TAKEN.has(key) || found.has(option.key)) return false;
    used.add(key);
    found.set(option.key, key);
    return true;
  };
  const ends = options.filter((o) => o.ends);
  if (ends.length === 1) give(ends[0]!, "e");
  const verbs = new Map<string, number>();
  for (const o of options) verbs.set(o.verb ?? "", (verbs.get(o.verb ?? "") ?? 0) + 1);
  for (const o of options) if (o.verb && verbs.get(o.verb) === 1 && !o.target) give(o, o.verb[0]!.toLowerCase().match(/[a-z]/) ? o.verb[0]!.toLowerCase() : "");
  for (const o of options) if (!found.has(o.key)) give(o, free.find((k) => !used.has(k)) ?? "");
  return found;
}

/** Options under headings, in the order they came. */
export function grouped(options: readonly Option[], name: (id: string) => string): [string, Option[]][] {
  if (options.length <= 10) return [["", [...options]]];
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const head = option.group ? name(option.group) : option.using ? name(option.using) : option.verb ? name(option.verb) : "";
    const list = groups.get(head);
    if (list) list.push(option);
    else groups.set(head, [option]);
  }
  return groups.size > options.length / 2 ? [["", [...options]]] : [...groups];
}
