#!/usr/bin/env node
// A bot over the protocol of docs/bots.md: it fights when it can, and otherwise takes what is suggested.
"use strict";
const readline = require("node:readline");

const LIKED = ["attack", "strike", "shoot", "charge", "throw", "move", "activate", "deploy"];
const LAST = ["pass", "none", "done", "end", "stay", "hold"];
let seed = 1;
let asked = null;

const say = (kind, body) => process.stdout.write(JSON.stringify({ [kind]: body }) + "\n");

function pick(list) { // mulberry32: the same seed plays the same game
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return list[((t ^ (t >>> 14)) >>> 0) % list.length];
}

function rank(key) {
  const first = key.split(/[ _]/)[0];
  return LIKED.includes(first) ? LIKED.indexOf(first) : LIKED.length + (LAST.includes(first) ? 1 : 0);
}

function choose({ options, candidates, default: otherwise }) {
  if (!options || !options.length) return candidates.length ? pick(candidates) : otherwise;
  const keys = options.map((option) => option.key);
  const best = Math.min(...keys.map(rank));
  const sensible = keys.filter((key) => rank(key) === best);
  const suggested = sensible.filter((key) => candidates.includes(key));
  return pick(suggested.length ? suggested : sensible);
}

const HEARD = {
  hello: () => say("hello", { name: "greedy-js", author: "Sandtable examples" }),
  new_game: (game) => { seed = game.seed; },
  ask: (ask) => { asked = ask; say("answer", { id: ask.id, value: choose(ask) }); },
  refused: ({ id }) => say("answer", { id, value: asked.default }),
  quit: () => process.exit(0),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [[kind, body]] = Object.entries(JSON.parse(line));
  (HEARD[kind] || (() => {}))(body);
}); // the input's end ends the program
