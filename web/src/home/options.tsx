/** The options of a new match, as the game describes them. */

import { useState } from "preact/hooks";
import { api } from "../net/http";
import type { ListChecked, MatchOption, RulesetCard } from "../protocol";
import { strings } from "../strings";
import { Cite, rulesetNow } from "../panels/cite";

export type Values = Record<string, unknown>;

export function OptionField({ option, game, values, set }: { option: MatchOption; game: RulesetCard; values: Values; set: (key: string, value: unknown) => void }) {
  const value = values[option.key] ?? option.default ?? null;
  if (option.each_seat) return <EachSeat option={option} game={game} values={values} value={value} set={set} />;
  return (
    <div class="field">
      <span class="field-name" id={`f-${option.key}`}>
        {option.title}
      </span>
      <One option={option} value={value} set={(v) => set(option.key, v)} label={`f-${option.key}`} />
    </div>
  );
}

function One({ option, value, set, label }: { option: MatchOption; value: unknown; set: (v: unknown) => void; label: string }) {
  switch (option.kind) {
    case "number":
      return (
        <input
          type="number"
          aria-labelledby={label}
          min={option.least}
          max={option.most}
          value={typeof value === "number" ? value : ""}
          onChange={(e) => set(e.currentTarget.valueAsNumber)}
        />
      );
    case "flag":
      return (
        <label class="check">
          <input type="checkbox" aria-labelledby={label} checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />
        </label>
      );
    case "text":
      return <input aria-labelledby={label} value={typeof value === "string" ? value : ""} maxLength={400} onChange={(e) => set(e.currentTarget.value)} />;
    default: {
      const choices = option.choices ?? [];
      const cards = choices.length <= 6 && choices.some((c) => c.note);
      if (cards)
        return (
          <div class="pick-cards" role="radiogroup" aria-labelledby={label}>
            {option.default == null && (
              <button type="button" role="radio" aria-checked={value == null} class={value == null ? "pick on" : "pick"} onClick={() => set(null)}>
                <b>{strings.asUsual}</b>
              </button>
            )}
            {choices.map((c) => (
              <button key={c.value} type="button" role="radio" aria-checked={value === c.value} class={value === c.value ? "pick on" : "pick"} onClick={() => set(c.value)}>
                <b>{c.name}</b>
                {c.note && <small>{c.note}</small>}
              </button>
            ))}
          </div>
        );
      return (
        <select aria-labelledby={label} value={typeof value === "string" ? value : ""} onChange={(e) => set(e.currentTarget.value || null)}>
          {option.default == null && <option value="">{strings.asUsual}</option>}
          {choices.map((c) => (
            <option key={c.value} value={c.value} title={c.note}>
              {c.name}
            </option>
          ))}
        </select>
      );
    }
  }
}

function EachSeat({ option, game, values, value, set }: { option: MatchOption; game: RulesetCard; values: Values; value: unknown; set: (key: string, value: unknown) => void }) {
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const change = (i: number, v: unknown): void => {
    const next = game.seats.map((_, j) => (j === i ? v : (list[j] ?? option.choices?.[j]?.value ?? option.choices?.[0]?.value ?? null)));
    set(option.key, next.every((one) => one == null) ? null : next);
  };
  return (
    <div class="field">
      <span class="field-name">{option.title}</span>
      <div class="per-seat">
        {game.seats.map((seat, i) => (
          <div class={`seat-field s${i}`} key={seat}>
            <span id={`f-${option.key}-${seat}`}>{i === 0 ? strings.you : strings.opponent}</span>
            {option.kind === "force" ? (
              <Force option={option} game={game} values={values} value={list[i]} set={(v) => change(i, v)} label={`f-${option.key}-${seat}`} />
            ) : (
              <One option={{ ...option, each_seat: false }} value={list[i] ?? null} set={(v) => change(i, v)} label={`f-${option.key}-${seat}`} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function Force({ option, game, values, value, set, label }: { option: MatchOption; game: RulesetCard; values: Values; value: unknown; set: (v: unknown) => void; label: string }) {
  const own = typeof value === "object" && value !== null;
  const [text, setText] = useState(own ? String((value as { list?: string }).list ?? "") : "");
  const [checked, setChecked] = useState<ListChecked | null>(null);
  const [wrong, setWrong] = useState("");
  const check = (): void => {
    rulesetNow.value = game.name;
    setWrong("");
    const others = Object.fromEntries(Object.entries(values).filter(([name]) => name !== option.key)); // it is no force yet
    api.checkList(game.name, text, others).then(
      (c) => {
        setChecked(c);
        if (c.legal) set({ list: text });
      },
      (e: Error) => setWrong(e.message),
    );
  };
  return (
    <div class="force">
      <select
        aria-labelledby={label}
        value={own ? "own" : typeof value === "string" ? value : ""}
        onChange={(e) => set(e.currentTarget.value === "own" ? { list: text } : e.currentTarget.value)}
      >
        {(option.choices ?? []).map((c) => (
          <option key={c.value} value={c.value} title={c.note}>
            {c.name}
          </option>
        ))}
        {game.lists && <option value="own">{strings.ownList}</option>}
      </select>
      {own && (
        <div class="own-list">
          <textarea rows={6} aria-label={strings.ownListText} placeholder={strings.ownListText} value={text} onInput={(e) => setText(e.currentTarget.value)} />
          <button type="button" class="small-button" data-act="check" onClick={check}>
            {strings.checkList}
          </button>
          {wrong && <p class="wrong">{wrong}</p>}
          {checked && (
            <div role="status">
              <p class={checked.legal ? "fine" : "wrong"}>
                {checked.legal ? `✓ ${strings.listLegal}` : `✕ ${strings.listFaults(checked.faults.length)}`} {checked.summary}
              </p>
              <ul class="reasons">
                {checked.faults.map((f, i) => (
                  <li key={i}>
                    {f.line && !f.where ? `${strings.line(f.line)}: ` : ""}
                    {f.where ? <b>{f.where} </b> : null}
                    {f.text} {f.suggestion ? strings.instead(f.suggestion) : ""} <Cite id={f.cite} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
