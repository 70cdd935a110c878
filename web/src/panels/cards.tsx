/** The hand of cards, units in reserve, the seats' own tracks, and whatever else the scene carries. */

import { toneName } from "./tone";
import type { OptionsHand } from "../hands/options";
import type { Card } from "../protocol";
import { sentence, strings } from "../strings";
import type { TableStore } from "../table/store";
import { Grid } from "./sheet";
import { TrackView } from "./top_bar";

export function bottomFilled(store: TableStore): boolean {
  const scene = store.scene.value;
  return !!scene && (scene.cards.length > 0 || scene.reserves.length > 0 || scene.panels.length > 0);
}

export function Cards({ store, hand }: { store: TableStore; hand: OptionsHand | null }) {
  const scene = store.scene.value;
  if (!scene) return null;
  const counts = new Map<string, number>();
  return (
    <footer class="bottom" aria-label={strings.hand}>
      {scene.cards.length > 0 && (
        <div class="cards" role="group" aria-label={strings.hand}>
          {scene.cards.map((card) => {
            const nth = counts.get(card.id ?? card.title) ?? 0;
            counts.set(card.id ?? card.title, nth + 1);
            return <CardView key={`${card.id} ${nth}`} card={card} store={store} hand={hand} />;
          })}
        </div>
      )}
      {scene.reserves.length > 0 && (
        <section class="reserves">
          <h2>{strings.reserves}</h2>
          <ul>
            {scene.reserves.map((r) => (
              <li key={r.id} class={hand?.options.some((o) => hand.names(o, r.id)) ? "live" : ""}>
                <button type="button" onClick={() => choose(store, hand, r.id)}>
                  {r.name}
                  {r.cost != null && <small> {r.cost}</small>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {scene.panels.map((p, i) => (
        <section class="panel-box" key={i}>
          <h2>{p.title}</h2>
          <dl>
            {(p.rows ?? []).map(([what, much], j) => (
              <div key={j}>
                <dt>{what}</dt>
                <dd>{much}</dd>
              </div>
            ))}
          </dl>
          {(p.grid ?? []).length > 0 && <Grid boxes={p.grid ?? []} />}
        </section>
      ))}
      <div class="own-tracks">
        {scene.tracks.filter((t) => t.seat).map((t) => (
          <TrackView key={t.name} track={t} />
        ))}
      </div>
    </footer>
  );
}

function CardView({ card, store, hand }: { card: Card; store: TableStore; hand: OptionsHand | null }) {
  const id = card.id ?? "";
  const options = hand && id ? hand.options.filter((o) => hand.names(o, id) || o.using === id) : [];
  const why = hand && id && !options.length ? hand.barred.value.find((b) => hand.names(b.option, id) || b.option.using === id) : undefined;
  return (
    <button
      type="button"
      class={`card tone-${toneName(card.tone)}${options.length ? " live" : ""}${card.faded || (hand && !options.length) ? " dull" : ""}${store.selected.value === id ? " on" : ""}`}
      title={card.text}
      data-card={id}
      onClick={() => choose(store, hand, id)}
    >
      {card.of && <small class="card-of">{card.of}</small>}
      <span class="card-kind">{card.kind}</span>
      <b>{card.title}</b>
      <span class="card-text">{card.text}</span>
      {why && <small class="card-why">{sentence(why.refusal.reason)}</small>}
    </button>
  );
}

function choose(store: TableStore, hand: OptionsHand | null, id: string): void {
  store.selected.value = id;
  const options = hand?.options.filter((o) => hand.names(o, id) || o.using === id) ?? [];
  if (hand && options.length) {
    hand.pick(options[0]!.key);
    hand.pieceMenu.value = { piece: id };
  }
}
