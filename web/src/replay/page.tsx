/** A match from its beginning: scrub, step, play, play on from here, take the picture or the record. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { listen } from "../board/pointer";
import { seatNumber } from "../board/theme";
import { api } from "../net/http";
import { keep, keyOf } from "../net/keys";
import { patched, type MatchCard, type ReplayStep, type Scene, wholeScene } from "../protocol";
import { Cite, RuleDialog, rulesetNow } from "../panels/cite";
import { Dice } from "../panels/log";
import { TopBar } from "../panels/top_bar";
import { save } from "../save";
import { announce } from "../say";
import { sentence, strings } from "../strings";
import type { Thrown } from "../table/store";
import { Link } from "../table/menu";

const PART = 400;
const PACE = 900; // thousandths of a second a step while playing

interface Film {
  scenes: Scene[]; // after each step; the first is the beginning
  steps: ReplayStep[];
  turns: number[];
  total: number;
}

export function ReplayPage({ match, at }: { match: string; at: number | null }) {
  const key = keyOf(match);
  const [card, setCard] = useState<MatchCard | null>(null);
  const [film, setFilm] = useState<Film | null>(null);
  const [wrong, setWrong] = useState("");
  const [i, setI] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [link, setLink] = useState("");
  const board = useRef<Board | null>(null);

  useEffect(() => {
    if (!key) return;
    let live = true;
    api.card(key).then(
      (c) => {
        if (!live) return;
        setCard(c);
        rulesetNow.value = c.ruleset;
      },
      (e: Error) => setWrong(e.message),
    );
    void load(match, (f, done) => {
      if (!live) return;
      setFilm(f);
      if (done && at !== null) setI(nearest(f, at));
    }).catch((e: Error) => live && setWrong(e.message));
    return () => {
      live = false;
    };
  }, [match]);

  const last = film ? film.steps.length : 0;
  const go = (to: number): void => setI(Math.max(0, Math.min(last, to)));
  const by = (steps: number): void => setI((old) => Math.max(0, Math.min(last, old + steps)));

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (i >= last) setPlaying(false);
      else by(1);
    }, PACE);
    return () => clearTimeout(timer);
  }, [playing, i, last]);

  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if ((e.target as HTMLElement).closest("input:not([type=range]), textarea, select, dialog") || e.ctrlKey || e.metaKey) return;
      if (e.key === "." || (e.key === "ArrowRight" && !(e.target as HTMLElement).closest("input"))) by(1);
      else if (e.key === "," || (e.key === "ArrowLeft" && !(e.target as HTMLElement).closest("input"))) by(-1);
      else if (e.key === "Home") go(0);
      else if (e.key === "End") go(last);
      else if (e.key === " " && !(e.target as HTMLElement).closest("button, a")) setPlaying(!playing);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  const step = i > 0 ? film?.steps[i - 1] : undefined;
  const n = step?.n ?? 0;
  useEffect(() => {
    if (step) announce(step.events.map((e) => e.text).filter(Boolean).join(". "));
  }, [step]);

  if (!key)
    return (
      <main class="lonely">
        <p>{strings.badKey}</p>
        <a href="#/">{strings.home}</a>
      </main>
    );
  const scene = film?.scenes[i] ?? null;
  const failed = (e: Error): void => setWrong(e.message);
  const fork = (): void => {
    const seats = (card?.seats ?? []).map((s, j) => (j === 0 ? { kind: "me" as const } : { kind: "bot" as const, level: s.level || "recruit" }));
    api.fork(key, forkPoint(film!, i), seats, "").then((seated) => {
      keep(seated);
      location.hash = `#/table/${seated.match}`;
    }, failed);
  };
  return (
    <div class="replay">
      <TopBar scene={scene} name={strings.replay}>
        <a class="small-button menu-button" href={`#/table/${match}`}>
          {strings.look}
        </a>
      </TopBar>
      <aside class="left">
        <h2>{strings.moves}</h2>
        {wrong && <p class="wrong" role="alert">{wrong}</p>}
        <Moves film={film} i={i} go={go} />
      </aside>
      <main class="middle" aria-label={strings.board}>
        <Picture scene={scene} step={step ?? null} held={board} />
      </main>
      <aside class="right">
        <h2>{sentence(card?.title ?? "")}</h2>
        <p class="dim">{card?.name}</p>
        <button type="button" class="main-button" data-act="fork" onClick={fork} disabled={!film}>
          {strings.forkHere}
        </button>
        <p class="dim small">{strings.forkText}</p>
        <div class="row wrap">
          <button type="button" class="small-button" data-act="picture" onClick={() => api.picture(key, n).then((t) => save(`${match}-${n}.svg`, t, "image/svg+xml"), failed)}>
            {strings.svg}
          </button>
          <button type="button" class="small-button" data-act="record" onClick={() => api.record(key).then((t) => save(`${match}.sand`, t, "text/plain"), failed)}>
            {strings.record}
          </button>
          <button type="button" class="small-button" data-act="share" onClick={() => setLink(shareLink(match, key.watch || "", n))}>
            {strings.share}
          </button>
        </div>
        {link && <Link label={strings.share} address={link} />}
      </aside>
      <footer class="transport">
        <button type="button" onClick={() => go(0)} aria-label={strings.first} title={strings.first}>|◀</button>
        <button type="button" onClick={() => by(-1)} aria-label={strings.previous} title={`${strings.previous} (,)`}>◀</button>
        <button type="button" class="play" onClick={() => setPlaying(!playing)} aria-label={playing ? strings.pause : strings.play}>
          {playing ? "❚❚" : strings.play}
        </button>
        <button type="button" onClick={() => by(1)} aria-label={strings.next} title={`${strings.next} (.)`} data-act="next">▶</button>
        <button type="button" onClick={() => go(last)} aria-label={strings.last} title={strings.last}>▶|</button>
        <div class="scrubber">
          <input type="range" min={0} max={last} value={i} aria-label={strings.scrub} aria-valuetext={strings.moment(i, last)} onInput={(e) => go(e.currentTarget.valueAsNumber)} />
          <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
            {film?.turns.map((t) => <rect key={t} x={(nearest(film, t) / Math.max(last, 1)) * 998} y="0" width="2" height="8" class="turn-tick" />)}
          </svg>
        </div>
        <span class="moment">{strings.moment(i, last)}</span>
      </footer>
      <RuleDialog />
    </div>
  );
}

function shareLink(match: string, watch: string, n: number): string {
  const base = `${location.origin}${location.pathname}`;
  return watch ? `${base}#/watch/${match}/${watch}/${n}` : `${base}#/replay/${match}/${n}`;
}

async function load(match: string, told: (film: Film, done: boolean) => void): Promise<void> {
  const key = keyOf(match)!;
  let film: Film | null = null as Film | null;
  for (let first = 0; ; ) {
    const part = await api.replay(key, first, PART);
    const so: Film | null = film;
    const scenes: Scene[] = so ? so.scenes : [wholeScene(part.scene)];
    let scene = scenes[scenes.length - 1]!;
    for (const step of part.steps) scenes.push((scene = patched(scene, step.patch)));
    film = { scenes, steps: [...(so?.steps ?? []), ...part.steps], turns: [...new Set([...(so?.turns ?? []), ...(part.turns ?? [])])], total: part.total };
    const reached = part.steps.at(-1)?.n ?? part.total;
    const done = reached >= part.total || !part.steps.length;
    told(film, done);
    if (done) return;
    first = reached;
  }
}

/** The last moment up to here at which somebody chose: dice that were about to be thrown belong to the choice before. */
function forkPoint(film: Film, i: number): number {
  let at = Math.min(i, film.steps.length - 1);
  while (at > 0 && film.steps[at]?.by === "") at--;
  return at > 0 ? film.steps[at - 1]!.n : 0;
}

/** The step that shows the table after n answers and rolls. */
function nearest(film: Film, n: number): number {
  const found = film.steps.findIndex((s) => s.n >= n);
  return n <= 0 ? 0 : found < 0 ? film.steps.length : found + 1;
}

function Moves({ film, i, go }: { film: Film | null; i: number; go: (to: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [i]);
  const from = Math.max(0, i - 60);
  const shown = useMemo(() => (film ? film.steps.slice(from, i + 40) : []), [film, from, i]);
  if (!film) return <div class="loading-box" role="status" aria-label={strings.loading} />;
  return (
    <ol class="moves log" ref={list}>
      {shown.map((s, j) => {
        const at = from + j + 1;
        const lines = s.events.filter((e) => e.text);
        if (!lines.length && at !== i) return null;
        return (
          <li key={at} aria-current={at === i ? "step" : undefined} class={`seat-line s${seatNumber(s.by)}${at === i ? " now" : ""}`}>
            <button type="button" onClick={() => go(at)}>
              {lines.map((e) => sentence(e.text ?? "")).join(". ") || "·"}
            </button>
            {at === i &&
              lines.flatMap((e) => (e.cues ?? []).filter((c): c is Thrown => c.type === "Threw" && c.faces.length > 0)).map((c, k) => <Dice key={k} thrown={c} />)}
            {at === i && lines.filter((e) => e.cite).map((e, k) => <Cite key={k} id={e.cite} />)}
          </li>
        );
      })}
    </ol>
  );
}

function Picture({ scene, step, held }: { scene: Scene | null; step: ReplayStep | null; held: { current: Board | null } }) {
  const host = useRef<HTMLDivElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const board = new Board(host.current!, chips.current!, strings.board);
    held.current = board;
    const stop = listen(board, { tap() {}, grab: () => false, drag() {}, drop() {}, hover() {}, turn: () => false });
    const watch = new ResizeObserver(() => board.resize());
    watch.observe(host.current!);
    return () => {
      stop();
      watch.disconnect();
      board.svg.remove();
      held.current = null;
    };
  }, []);
  useEffect(() => {
    const board = held.current;
    if (!board || !scene) return;
    board.skip();
    board.update(scene);
    const moved = new Map<string, "last">();
    for (const e of step?.events ?? []) for (const c of e.cues ?? []) if (c.type === "Went" || c.type === "Came") moved.set(c.piece, "last");
    board.marks(moved);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) for (const e of step?.events ?? []) board.play(e.cues ?? [], 1.5);
  }, [scene, step]);
  return (
    <div class="board-host" ref={host}>
      <div class="chips" ref={chips} aria-hidden="true" />
    </div>
  );
}
