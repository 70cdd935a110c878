/** The key of whoever runs the server on this machine: it comes in the fragment of the first address, once. */

import { setWish, wish } from "./net/keys";

export function takeOwner(): void {
  const found = /^#\/owner\/([^/]+)$/.exec(location.hash);
  if (!found) return;
  setWish("owner", decodeURIComponent(found[1]!));
  history.replaceState(null, "", `${location.pathname}#/`); // the key does not stay in the address
}

export function owner(): string {
  return wish("owner", "");
}
