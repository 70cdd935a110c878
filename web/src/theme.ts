/** Light, dark, or as the system has it. */

import { signal } from "@preact/signals";
import { setWish, wish } from "./net/keys";

const ORDER = ["dark", "light", "auto"];
export const theme = signal(wish("theme", "dark"));

export function applyTheme(): void {
  const dark = theme.value === "dark" || (theme.value === "auto" && !matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length]!;
  setWish("theme", theme.value);
  applyTheme();
}

matchMedia("(prefers-color-scheme: light)").addEventListener("change", applyTheme);
