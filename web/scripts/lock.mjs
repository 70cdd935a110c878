// Writes package-lock.json without addresses: npm install --omit-lockfile-registry-resolved leaves out the parts that
// other systems need, so the addresses are taken out afterwards. npm ci checks every package by its hash.
import { readFile, writeFile } from "node:fs/promises";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(await readFile(file, "utf8"));
for (const one of Object.values(lock.packages)) {
  delete one.resolved;
  delete one.funding;
}
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
