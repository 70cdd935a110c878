/** Chances as bars, and the reasons behind the dice. */

import type { Odds } from "../protocol";
import { percent, sentence, strings } from "../strings";
import { Cite } from "./cite";

const MOST_BARS = 8;

export function OddsView({ odds, title }: { odds: Odds | "working"; title: string }) {
  if (odds === "working")
    return (
      <section class="odds" aria-live="polite">
        <h2>{strings.odds}</h2>
        <p class="dim">{strings.working}</p>
      </section>
    );
  const spread = (odds.spreads ?? [])[0];
  const bars = spread ? gathered(spread.values) : [];
  const tallest = Math.max(0.01, ...bars.map((b) => b[1]));
  const plusMinus = Math.max(0, ...(odds.chances ?? []).map((c) => c.plus_minus ?? 0));
  return (
    <section class="odds">
      <h2>
        {strings.odds} · {title}
      </h2>
      <dl class="chances">
        {(odds.chances ?? []).map((c) => (
          <div key={c.name}>
            <dt>{c.name}</dt>
            <dd>{percent(c.chance)}</dd>
          </div>
        ))}
      </dl>
      {spread && bars.length > 1 && (
        <>
          <svg class="bars" viewBox="0 0 280 112" role="img" aria-label={`${spread.name}: ${bars.map(([v, c]) => `${v} ${percent(c)}`).join(", ")}`}>
            {bars.map(([value, chance], i) => {
              const w = Math.min(44, 264 / bars.length - 8);
              const x = 8 + i * (w + 8);
              const h = Math.max(2, (chance / tallest) * 66);
              return (
                <g key={value}>
                  <rect x={x} y={88 - h} width={w} height={h} rx="3" class={value === "0" ? "bar none" : "bar"} />
                  <text x={x + w / 2} y={82 - h}>
                    {percent(chance)}
                  </text>
                  <text x={x + w / 2} y="104" class="axis">
                    {value}
                  </text>
                </g>
              );
            })}
          </svg>
          <p class="dim small">
            {sentence(spread.name)}: {strings.mean(spread.mean)}
            {odds.exact === false ? `, ${strings.about(plusMinus * 100)}` : `, ${strings.exact}`}
          </p>
        </>
      )}
      {(odds.dice ?? []).length > 0 && (
        <>
          <h2>{strings.why}</h2>
          <ul class="reasons">
            {(odds.dice ?? []).map((pool) => (
              <li key={`${pool.purpose} ${pool.pool}`}>
                {sentence(pool.pool)}: {pool.dice.map((d) => `${span(d.least, d.most)} ${d.name}`).join(" + ") || "–"}{" "}
                <Cite id={pool.cite} />
                {pool.terms.map((t, i) => (
                  <span class="term" key={i}>
                    {t.least >= 0 ? "+" : ""}
                    {span(t.least, t.most)} {t.why} <Cite id={t.cite} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function span(least: number, most: number): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** The tail of a long distribution is one bar. */
function gathered(values: readonly (readonly [number, number])[]): [string, number][] {
  const sorted = [...values].sort((a, b) => a[0] - b[0]);
  if (sorted.length <= MOST_BARS) return sorted.map(([v, c]) => [String(v), c]);
  const head = sorted.slice(0, MOST_BARS - 1).map(([v, c]) => [String(v), c] as [string, number]);
  const tail = sorted.slice(MOST_BARS - 1);
  return [...head, [`${tail[0]![0]}+`, tail.reduce((sum, [, c]) => sum + c, 0)]];
}
