/** A first game: one hint at a time, made from the question and its options. Each is shown once. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Hand } from "../hands/hand";
import { OptionsHand } from "../hands/options";
import { SpatialHand } from "../hands/spatial";
import { api } from "../net/http";
import { setWish, wish } from "../net/keys";
import { strings } from "../strings";
import type { TableStore } from "./store";

export const hintsOff = signal(wish("hints-off", false));
const seen = new Set<string>(wish<string[]>("hints-seen", []));

type HintName = "goal" | "options" | "piece" | "move" | "group" | "target" | "cards" | "undo" | "ends";

function due(store: TableStore, hand: Hand): HintName[] {
  const found: HintName[] = ["goal"];
  if (hand instanceof OptionsHand) {
    found.push("options");
    if (hand.options.some((o) => o.odds && o.target)) found.push("target");
    if (hand.stops().length) found.push("piece");
    const cards = new Set((store.scene.value?.cards ?? []).map((c) => c.id));
    if (hand.options.some((o) => [o.actor, o.using, ...(o.about ?? [])].some((id) => id && cards.has(id)))) found.push("cards");
    if (hand.options.some((o) => o.ends)) found.push("ends");
  } else if (hand instanceof SpatialHand) found.push(hand.domain.kind === "arrange" ? "group" : "move");
  if (store.freeUndo.value > 0) found.push("undo");
  return found;
}

export function Hints({ store, hand }: { store: TableStore; hand: Hand }) {
  const [goal, setGoal] = useState("");
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!hintsOff.value) api.guide(store.key).then((g) => setGoal(g.goal), () => {});
  }, [store]);
  if (hintsOff.value || !store.ask.value || store.busy.value) return null;
  const name = due(store, hand).find((h) => !seen.has(h));
  if (!name) return null;
  const hint = strings.hints[name];
  const next = (): void => {
    seen.add(name);
    setWish("hints-seen", [...seen]);
    redraw((n) => n + 1);
  };
  return (
    <div class="hint" role="note">
      <p>
        <b>{strings.hint}</b> {typeof hint === "string" ? hint : hint(goal)}
      </p>
      <div class="row">
        <button type="button" class="small-button" data-act="hint" onClick={next}>
          {strings.hintMore}
        </button>
        <button
          type="button"
          class="small-button"
          data-act="stop-hints"
          onClick={() => {
            hintsOff.value = true;
            setWish("hints-off", true);
          }}
        >
          {strings.hintStop}
        </button>
      </div>
    </div>
  );
}
