/** Everything about one thing: numbers with their reasons, weapons, rules, tracks, damage grid, effects. */

import { useEffect, useState } from "preact/hooks";
import type { Sheet, Stat } from "../protocol";
import { sentence, strings } from "../strings";
import type { TableStore } from "../table/store";
import { Cite } from "./cite";

const SHORT = 48; // letters of a line

export function useSheet(store: TableStore, id: string): Sheet | null {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const n = store.n.value;
  useEffect(() => {
    if (!id) {
      setSheet(null);
      return;
    }
    let live = true;
    const timer = setTimeout(() => void store.sheet(id).then((found) => live && setSheet(found)), 40);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [store, id, n]);
  return sheet && sheet.id && id ? sheet : null;
}

export function SheetView({ sheet, store, small }: { sheet: Sheet; store: TableStore; small?: boolean }) {
  const seat = sheet.seat == null ? "" : (store.scene.value?.score[sheet.seat]?.seat ?? "");
  const [brief, lines] = parts(sheet.text ?? "");
  return (
    <article class={`sheet seat-${seat || "none"}`}>
      <h3>
        {sheet.title} <small>{sheet.subtitle}</small>
      </h3>
      {(sheet.tracks ?? []).length > 0 && (
        <p class="tracks-line">
          {(sheet.tracks ?? []).map((t) => (
            <span key={t.name}>
              {sentence(t.name)} {t.filled}/{t.boxes}
            </span>
          ))}
        </p>
      )}
      {brief && <p class="sheet-text">{brief}</p>}
      {(sheet.stats ?? []).length > 0 && <Stats stats={sheet.stats ?? []} />}
      {(sheet.grid ?? []).length > 0 && <Grid boxes={sheet.grid ?? []} />}
      {!small && (sheet.weapons ?? []).length > 0 && (
        <>
          <h2>{strings.weapons}</h2>
          {(sheet.weapons ?? []).map((w) => (
            <div class={w.lost ? "weapon lost" : "weapon"} key={w.id}>
              <b>{w.name}</b>
              <span class="weapon-stats">
                {(w.stats ?? []).map((s) => (
                  <span key={s.name} class={tone(s)} title={reasons(s)}>
                    <i>{s.name}</i> {s.current || s.printed}
                  </span>
                ))}
              </span>
              {(w.rules ?? []).length > 0 && <small>{(w.rules ?? []).join(", ")}</small>}
            </div>
          ))}
        </>
      )}
      {!small && lines.length > 0 && (
        <ul class="reasons">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {(sheet.effects ?? []).length > 0 && (
        <>
          <h2>{strings.effects}</h2>
          <ul class="reasons">
            {(sheet.effects ?? []).map((e, i) => (
              <li key={i}>
                <b>{e.name}</b> {e.text} <span class="dim">{e.ends}</span> <Cite id={e.cite} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!small && (sheet.rules ?? []).length > 0 && (
        <>
          <h2>{strings.rules}</h2>
          <ul class="reasons">
            {(sheet.rules ?? []).map((r, i) => (
              <li key={i}>
                <b>{r.name}</b> {unnamed(r.text, r.name)} <Cite id={r.cite} />
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

/** Short lines stand above the numbers, long ones below the weapons. */
function parts(text: string): [string, string[]] {
  const lines = text.split("\n").filter(Boolean);
  if (lines.length < 2) return [text, []];
  return [lines.filter((line) => line.length <= SHORT).join(" "), lines.filter((line) => line.length > SHORT)];
}

/** A rule's text without its name in front, which stands there already. */
function unnamed(text: string, name: string): string {
  return text.toLowerCase().startsWith(`${name.toLowerCase()}: `) ? sentence(text.slice(name.length + 2)) : text;
}

function tone(s: Stat): string {
  if (!s.current || s.current === s.printed) return "";
  const [a, b] = [parseFloat(s.current), parseFloat(s.printed)];
  return Number.isNaN(a) || Number.isNaN(b) ? "changed" : a > b ? "up" : "down";
}

function reasons(s: Stat): string {
  if (!(s.reasons ?? []).length) return "";
  return [strings.printed(s.printed), ...(s.reasons ?? []).map((r) => `${r.amount >= 0 ? "+" : ""}${r.amount} ${r.text}`)].join(", ");
}

function Stats({ stats }: { stats: readonly Stat[] }) {
  const changed = stats.filter((s) => (s.reasons ?? []).length);
  return (
    <>
      <dl class="stats">
        {stats.map((s) => {
          const mark = tone(s);
          return (
            <div key={s.name} class={mark} title={reasons(s)}>
              <dt>{s.name}</dt>
              <dd>
                {s.current || s.printed}
                {mark === "up" ? <sup aria-hidden="true">▲</sup> : mark === "down" ? <sup aria-hidden="true">▼</sup> : null}
              </dd>
            </div>
          );
        })}
      </dl>
      {changed.length > 0 && (
        <ul class="reasons">
          {changed.map((s) => (
            <li key={s.name}>
              {s.name}: {strings.printed(s.printed)}
              {(s.reasons ?? []).map((r, i) => (
                <span key={i}>
                  , {r.amount >= 0 ? "+" : ""}
                  {r.amount} {r.text} <Cite id={r.cite} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function Grid({ boxes }: { boxes: NonNullable<Sheet["grid"]> }) {
  const columns = Math.max(...boxes.map((b) => b.column));
  const rows = Math.max(...boxes.map((b) => b.row));
  const size = 22;
  const marked = boxes.filter((b) => b.marked).length;
  return (
    <svg
      class="grid"
      viewBox={`0 0 ${columns * size + 2} ${rows * size + 16}`}
      width={columns * size + 2}
      role="img"
      aria-label={`${strings.grid}: ${boxes.length - marked} / ${boxes.length}`}
    >
      {Array.from({ length: columns }, (_, i) => (
        <text key={i} x={i * size + size / 2} y="10" class="axis">
          {i + 1}
        </text>
      ))}
      {boxes.map((b) => (
        <g key={`${b.column} ${b.row}`} transform={`translate(${(b.column - 1) * size + 1} ${(b.row - 1) * size + 15})`}>
          <rect width={size - 3} height={size - 3} rx="3" class={b.marked ? "box marked" : "box"} />
          {b.marked && <path d="M3 16L16 3" class="strike" />}
          {b.system && (
            <text x={(size - 3) / 2} y="14">
              {b.system}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
