/** Panels of questions about amounts: shares of something, some of several. */

import type { Hand } from "../hands/hand";
import type { SplitHand, SubsetHand } from "../hands/amounts";
import { strings } from "../strings";
import type { TableStore } from "../table/store";
import { RefusalBox } from "./refusal";

export function SplitPanel({ store, hand }: { store: TableStore; hand: SplitHand }) {
  const shares = hand.shares.value;
  return (
    <div class="spatial">
      <p class="how">{strings.sharedOut(hand.spent, hand.domain.total)}</p>
      <ul class="shares">
        {hand.domain.limits.map((l) => (
          <li key={l.id}>
            <span>{l.name || store.name(l.id)}</span>
            <button type="button" class="step-button" aria-label={strings.less(l.name)} data-less={l.id} disabled={!(shares[l.id] ?? 0)} onClick={() => hand.add(l.id, -1)}>
              −
            </button>
            <b>
              {shares[l.id] ?? 0}
              <small>/{l.most}</small>
            </b>
            <button
              type="button"
              class="step-button"
              aria-label={strings.moreFor(l.name)}
              data-more={l.id}
              disabled={(shares[l.id] ?? 0) >= l.most || hand.spent >= hand.domain.total}
              onClick={() => hand.add(l.id, 1)}
            >
              +
            </button>
          </li>
        ))}
      </ul>
      <Confirm store={store} hand={hand} />
    </div>
  );
}

export function SubsetPanel({ hand }: { hand: SubsetHand }) {
  const { least, most, names } = hand.domain;
  return (
    <div class="spatial">
      <p class="how">{strings.chooseSome(least ?? 0, Math.min(most ?? 1000, names.length))}</p>
      <div class="options">
        {names.map((n) => (
          <button
            type="button"
            key={n.id}
            class={hand.chosen.value.has(n.id) ? "option on" : "option"}
            data-name={n.id}
            aria-pressed={hand.chosen.value.has(n.id)}
            onClick={() => hand.toggle(n.id)}
          >
            <span class="option-label">{n.name}</span>
            <small>{hand.chosen.value.has(n.id) ? "✓" : ""}</small>
          </button>
        ))}
      </div>
      <div class="row">
        <button type="button" class="small-button" onClick={() => hand.set(new Set(names.slice(0, most ?? 1000).map((n) => n.id)))}>
          {strings.all}
        </button>
        <button type="button" class="small-button" onClick={() => hand.set(new Set())}>
          {strings.none}
        </button>
      </div>
      <Confirm store={hand.store} hand={hand} />
    </div>
  );
}

export function Confirm({ store, hand }: { store: TableStore; hand: Hand }) {
  const { value, legal, refusal } = hand.held.value;
  return (
    <>
      {refusal && <RefusalBox refusal={refusal} unit={store.unit.value} />}
      <button type="button" class="option main" data-act="confirm" disabled={value === undefined || !legal || store.sending.value} onClick={() => hand.confirm()}>
        <span class="option-label">{strings.confirm}</span>
        <kbd>Enter</kbd>
      </button>
    </>
  );
}
