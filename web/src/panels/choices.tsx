/** The question and its answers: prompt, options with keys, what a hand holds, undo and advice. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Hand } from "../hands/hand";
import { SplitHand, SubsetHand } from "../hands/amounts";
import { OptionsHand } from "../hands/options";
import { SpatialHand } from "../hands/spatial";
import type { Advice, Barred, Option } from "../protocol";
import { length, sentence, strings } from "../strings";
import { grouped, optionKeys } from "../table/option_keys";
import type { TableStore } from "../table/store";
import { Cite } from "./cite";
import { LogLine } from "./log";
import { RefusalBox, RefusalText } from "./refusal";
import { SplitPanel, SubsetPanel } from "./amount_panels";

export function Choices({ store, hand }: { store: TableStore; hand: Hand }) {
  const ask = store.ask.value;
  const waiting = store.waiting.value;
  const refusal = store.refusal.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const el of [box.current, box.current?.parentElement]) if (el) el.scrollTop = 0; // a new question is read from its beginning
  }, [ask]);
  return (
    <section class="choices" aria-label={strings.options} ref={box}>
      {ask ? (
        <>
          <h2 class="now">{ask.window ? strings.reaction : strings.yourMove}</h2>
          <p class="prompt" id="prompt">
            {sentence(ask.title)} <Cite id={ask.cite} />
          </p>
          <Meanwhile store={store} />
          <HandPanel store={store} hand={hand} />
          {refusal && <RefusalBox refusal={refusal} unit={store.unit.value} />}
          {ask.window && <Presets store={store} window={ask.window} hand={hand} />}
        </>
      ) : store.result.value ? (
        <>
          <h2>{strings.theEnd}</h2>
          <p class="prompt">{sentence(store.result.value.reason)}</p>
        </>
      ) : (
        <>
          <h2 class="other">{strings.waitingFor}</h2>
          <p class="prompt other">
            {waiting?.seat ? strings.isChoosing(store.seatTitle(waiting.seat)) : strings.diceAreThrown}
            {waiting?.prompt && <small>{sentence(waiting.prompt)}</small>}
          </p>
          <Meanwhile store={store} />
          {refusal && <RefusalBox refusal={refusal} unit={store.unit.value} />}
        </>
      )}
    </section>
  );
}

function Meanwhile({ store }: { store: TableStore }) {
  const lines = store.meanwhile.value;
  if (!lines.length) return null;
  return (
    <details class="meanwhile" open={lines.length <= 4}>
      <summary>
        {strings.sinceThen} ({lines.length})
      </summary>
      <div class="log">
        {lines.slice(-12).map((line, i) => (
          <LogLine key={i} line={line} store={store} />
        ))}
      </div>
    </details>
  );
}

function HandPanel({ store, hand }: { store: TableStore; hand: Hand }) {
  if (hand instanceof OptionsHand) return <OptionList store={store} hand={hand} />;
  if (hand instanceof SpatialHand) return <SpatialPanel store={store} hand={hand} />;
  if (hand instanceof SplitHand) return <SplitPanel store={store} hand={hand} />;
  if (hand instanceof SubsetHand) return <SubsetPanel hand={hand} />;
  return null;
}

function OptionList({ store, hand }: { store: TableStore; hand: OptionsHand }) {
  const ahead = hand.ahead.value;
  if (ahead) return <SpatialPanel store={store} hand={ahead} cancel={() => hand.cancel()} />;
  const keys = optionKeys(hand.options);
  const chosen = store.selected.value;
  const mine = chosen ? hand.options.filter((o) => hand.names(o, chosen)) : [];
  const split = mine.length > 0 && mine.length < hand.options.length && hand.options.length > 6;
  const rest = split ? hand.options.filter((o) => !mine.includes(o)) : hand.options;
  const list = (options: readonly Option[]) =>
    grouped(options, (id) => store.name(id)).map(([head, group]) => (
      <div class="group" key={head}>
        {head && <h3 class="group-head">{sentence(head)}</h3>}
        {group.map((o) => (
          <OptionButton key={o.key} option={o} hand={hand} store={store} letter={keys.get(o.key) ?? ""} />
        ))}
      </div>
    ));
  return (
    <div class="options" role="group" aria-labelledby="prompt">
      {split && (
        <>
          <h3 class="group-head">{strings.optionsOf(store.name(chosen))}</h3>
          {list(mine)}
          <h3 class="group-head">{strings.allOptions}</h3>
        </>
      )}
      {list(rest)}
      <BarredList barred={hand.barred.value} store={store} />
    </div>
  );
}

export function OptionButton({ option, hand, store, letter }: { option: Option; hand: OptionsHand; store: TableStore; letter: string }) {
  const chance = hand.chance(option.key);
  const label = sentence(option.label || option.key);
  const costs = (option.cost ?? []).filter((c) => !label.includes(strings.costs([c]))); // said already
  return (
    <button
      type="button"
      class={`option${hand.picked.value === option.key ? " on" : ""}${option.ends ? " ends" : ""}`}
      data-key={option.key}
      disabled={store.sending.value}
      onMouseEnter={() => hand.pick(option.key)}
      onFocus={() => hand.pick(option.key)}
      onClick={() => hand.choose(option.key)}
    >
      <span class="option-text">
        <span class="option-label">{label}</span>
        {(chance || costs.length > 0) && <small>{[chance, costs.length ? strings.costs(costs) : ""].filter(Boolean).join(" · ")}</small>}
      </span>
      {letter && <kbd>{letter.toUpperCase()}</kbd>}
    </button>
  );
}

function BarredList({ barred, store }: { barred: readonly Barred[]; store: TableStore }) {
  if (!barred.length) return null;
  const few = barred.length <= 3;
  return (
    <details class="barred" open={few}>
      <summary>
        {strings.notOnOffer} ({barred.length})
      </summary>
      {barred.slice(0, 40).map((b) => (
        <div class="option off" key={b.option.key} data-barred={b.option.key}>
          <span class="option-label">{sentence(b.option.label || b.option.key)}</span>
          <RefusalText refusal={b.refusal} unit={store.unit.value} />
        </div>
      ))}
    </details>
  );
}

function SpatialPanel({ store, hand, cancel }: { store: TableStore; hand: SpatialHand; cancel?: () => void }) {
  const { value, legal, cost, left, refusal } = hand.held.value;
  const unit = store.unit.value;
  const kind = hand.domain.kind;
  const [words, setWords] = useState("");
  const ready = value !== undefined && legal;
  const speak = (): void => {
    store.probe({ what: "spoken", via: [...hand.via], words }).then(
      (p) => {
        if (p.answer !== undefined && p.answer !== null) hand.judge(p.answer);
        else if (p.refusal) store.refusal.value = p.refusal;
      },
      (e: Error) => (store.refusal.value = { reason: e.message }),
    );
  };
  return (
    <div class="spatial">
      {hand.how && <p class="how">{hand.how}</p>}
      {hand.faces && kind !== "facing" && <p class="how">{strings.facing}</p>}
      {kind !== "facing" && kind !== "other" && (
        <p class="cost">
          <b>{cost == null ? "–" : left == null ? length(cost, unit) : strings.cost(length(cost, unit), length(cost + left, unit))}</b>
          {cost != null && left != null && <span>{strings.left(length(Math.max(left, 0), unit))}</span>}
          {cost != null && left != null && cost + left > 0 ? (
            <meter min={0} max={cost + left} value={Math.min(cost, cost + left)} aria-label={strings.cost(length(cost, unit), length(cost + left, unit))} />
          ) : (
            <i class="no-meter" />
          )}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="option main" data-act="confirm" disabled={!ready || store.sending.value} onClick={() => hand.confirm()}>
          <span class="option-label">{strings.confirm}</span>
          <kbd>Enter</kbd>
        </button>
        {kind === "path" && (
          <button type="button" class="option" data-act="stay" onClick={() => hand.stay()}>
            <span class="option-label">{strings.stay}</span>
          </button>
        )}
        <button type="button" class="option" data-act="suggest" onClick={() => hand.suggest()}>
          <span class="option-label">{strings.auto}</span>
          <small>{strings.autoHelp}</small>
        </button>
        {kind === "arrange" && hand.pieces().length > 1 && (
          <button type="button" class={hand.single ? "option on" : "option"} data-act="one" aria-pressed={hand.single} onClick={() => hand.toggleOne()}>
            <span class="option-label">{strings.adjustOne}</span>
            <small>Alt</small>
          </button>
        )}
        <button type="button" class="option" data-act="cancel" disabled={value === undefined && !cancel} onClick={() => (cancel ? cancel() : hand.cancel())}>
          <span class="option-label">{strings.putBack}</span>
          <kbd>Esc</kbd>
        </button>
      </div>
      {refusal && <RefusalBox refusal={refusal} unit={unit} nearest={ready} />}
      {hand.domain.hint && (
        <details class="spoken" open={kind === "other" && !hand.domain.toward}>
          <summary>{strings.say}</summary>
          <form
            onSubmit={(e) => {
              e.preventDefault();
              speak();
            }}
          >
            <input value={words} onInput={(e) => setWords(e.currentTarget.value)} aria-label={strings.say} placeholder={hand.domain.hint} maxLength={400} />
            <button type="submit" class="small-button">
              {strings.saySend}
            </button>
          </form>
          <p class="dim small">{hand.domain.hint}</p>
        </details>
      )}
    </div>
  );
}

function Presets({ store, window, hand }: { store: TableStore; window: string; hand: Hand }) {
  const picked = hand instanceof OptionsHand ? hand.options.find((o) => o.key === hand.picked.value) : undefined;
  const ability = picked?.ability ?? "";
  return (
    <div class="presets">
      {ability && (
        <button type="button" class="small-button" data-act="always" onClick={() => store.preset(window, ability, "always")}>
          {strings.presetAlways}
        </button>
      )}
      <button type="button" class="small-button" data-act="never" onClick={() => store.preset(window, ability, "never")}>
        {strings.presetNever}
      </button>
    </div>
  );
}

/** Undo and advice: always in sight below the options. */
export function Below({ store, hand }: { store: TableStore; hand: Hand }) {
  const [advice, setAdvice] = useState<{ n: number; found: readonly Advice[] | "thinking" } | null>(null);
  const free = store.freeUndo.value > 0 || store.alone;
  const undoable = store.undoTo.value !== null && store.welcome.value?.policy.undo !== "none" && store.seat.value !== "";
  const ask = store.ask.value;
  const current: readonly Advice[] | "thinking" | null = advice?.n === store.n.value ? advice.found : null;
  const want = (): void => {
    const n = store.n.value;
    setAdvice({ n, found: "thinking" });
    store.probe({ what: "advice" }).then(
      (p) => setAdvice({ n, found: p.advice ?? [] }),
      () => setAdvice({ n, found: [] }),
    );
  };
  return (
    <div class="below">
      <div class="row">
        {undoable && (
          <button type="button" class="small-button" data-act="undo" onClick={() => store.undo()}>
            {free ? strings.undo : strings.undoAsk} <kbd>U</kbd>
          </button>
        )}
        {ask && (
          <button type="button" class="small-button" data-act="advice" onClick={want}>
            {strings.advice} <kbd>H</kbd>
          </button>
        )}
      </div>
      {current === "thinking" && <p class="dim">{strings.adviceThinking}</p>}
      {current !== null && current !== "thinking" && (
        <div class="advice">
          {!current.length && <p class="dim">{strings.adviceNone}</p>}
          {current.map((a, i) => (
            <article key={i}>
              <b>{sentence(a.words)}</b>
              <p>
                {a.worth} {a.odds}
              </p>
              {(a.why ?? []).length > 0 && (
                <ul class="reasons">
                  {(a.why ?? []).slice(0, 4).map((w, j) => (
                    <li key={j}>{w}</li>
                  ))}
                </ul>
              )}
              <button type="button" class="small-button" data-act="advised" onClick={() => hand.send(a.answer)}>
                {strings.adviceDo}
              </button>
            </article>
          ))}
        </div>
      )}
    </div>
  );
}
