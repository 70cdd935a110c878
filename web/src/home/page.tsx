/** Home: play now, invite, pass and play; games in progress, finished ones, records from elsewhere. */

import { useEffect, useState } from "preact/hooks";
import { api } from "../net/http";
import { keep, setWish, wish } from "../net/keys";
import type { Home, NewMatch, RulesetCard } from "../protocol";
import { RuleDialog } from "../panels/cite";
import { Link } from "../table/menu";
import { strings } from "../strings";
import { nextTheme, theme } from "../theme";
import { OptionField, type Values } from "./options";
import { Matches } from "./matches";

export function HomePage() {
  const [home, setHome] = useState<Home | null>(null);
  const [wrong, setWrong] = useState("");
  const load = (): void => {
    setWrong("");
    api.home().then(setHome, (e: Error) => setWrong(e.message));
  };
  useEffect(load, []);
  return (
    <div class="home">
      <header class="top">
        <a class="brand" href="#/">
          {strings.brand}
        </a>
        <button type="button" class="small-button menu-button" onClick={nextTheme}>
          {strings.themeNow(strings.themes[theme.value] ?? "")}
        </button>
      </header>
      <main class="home-main">
        <h1>{strings.lead}</h1>
        <p class="lead">{strings.under}</p>
        {wrong && (
          <p class="wrong">
            {wrong}{" "}
            <button type="button" class="small-button" onClick={load}>
              {strings.retry}
            </button>
          </p>
        )}
        {home ? <NewGame home={home} /> : !wrong && <div class="loading-box" role="status" aria-label={strings.loading} />}
        <Upload />
      </main>
      <aside class="home-side">
        <Matches />
      </aside>
      <RuleDialog />
    </div>
  );
}

function NewGame({ home }: { home: Home }) {
  const remembered = wish("game", "");
  const [game, setGame] = useState<RulesetCard>(() => home.rulesets.find((r) => r.name === remembered) ?? home.rulesets.find((r) => !r.example) ?? home.rulesets[0]!);
  const [values, setValues] = useState<Values>({});
  const [level, setLevel] = useState(() => wish("level", home.bots[0]?.level ?? ""));
  const [policy, setPolicy] = useState<{ measuring: "" | "free" | "book"; undo: "consent" | "free" | "none" }>({ measuring: "", undo: "consent" });
  const [name, setName] = useState(() => wish("name", ""));
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const [invited, setInvited] = useState<{ match: string; links: { seat: string; address: string }[] } | null>(null);
  if (!game) return null;
  const choose = (r: RulesetCard): void => {
    setGame(r);
    setValues({});
    setWish("game", r.name);
  };
  const set = (key: string, value: unknown): void => setValues((old) => ({ ...old, [key]: value }));
  const begin = (kind: "bot" | "open" | "me"): void => {
    setBusy(true);
    setWrong("");
    setWish("name", name);
    setWish("level", level);
    const others = game.seats.slice(1).map(() => (kind === "bot" ? { kind: "bot" as const, level } : { kind }));
    const options = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined));
    const wanted: NewMatch = {
      ruleset: game.name,
      options: options as NewMatch["options"],
      seats: [{ kind: "me", name }, ...others],
      measuring: policy.measuring,
      undo: policy.undo,
    };
    api.begin(wanted).then(
      (seated) => {
        keep(seated);
        const invites = seated.invites ?? [];
        if (kind === "open" && invites.length) {
          const base = `${location.origin}${location.pathname}`;
          setInvited({ match: seated.match, links: invites.map((i) => ({ seat: i.seat, address: `${base}#/join/${seated.match}/${i.code}` })) });
          setBusy(false);
        } else location.hash = `#/table/${seated.match}`;
      },
      (e: Error) => {
        setWrong(e.message);
        setBusy(false);
      },
    );
  };
  const forces = game.options.filter((o) => o.kind === "force").slice(0, 1);
  const first = [...game.options.filter((o) => o.kind === "choice" && !o.each_seat).slice(0, 1), ...forces];
  const rest = game.options.filter((o) => !first.includes(o));
  const big = home.rulesets.filter((r) => !r.example);
  const small = home.rulesets.filter((r) => r.example);
  return (
    <section class="new-game">
      <div class="games" role="radiogroup" aria-label={strings.game}>
        {big.map((r, i) => (
          <GameCard key={r.name} game={r} on={r === game} choose={() => choose(r)} number={i + 1} />
        ))}
      </div>
      {small.length > 0 && (
        <div class="small-games">
          <span class="dim">{strings.examples}</span>
          {small.map((r) => (
            <button key={r.name} type="button" class={r === game ? "small-button on" : "small-button"} aria-pressed={r === game} data-game={r.name} onClick={() => choose(r)}>
              {r.title}
            </button>
          ))}
        </div>
      )}
      {first.map((o) => (
        <OptionField key={`${game.name} ${o.key}`} option={o} game={game} values={values} set={set} />
      ))}
      <div class="field">
        <span class="field-name" id="f-level">
          {strings.opponent}
        </span>
        <div class="segments" role="radiogroup" aria-labelledby="f-level">
          {home.bots.map((b) => (
            <button key={b.level} type="button" role="radio" aria-checked={b.level === level} class={b.level === level ? "on" : ""} onClick={() => setLevel(b.level)}>
              {b.title}
            </button>
          ))}
        </div>
      </div>
      <details class="more">
        <summary>{strings.more}</summary>
        {rest.map((o) => (
          <OptionField key={`${game.name} ${o.key}`} option={o} game={game} values={values} set={set} />
        ))}
        <div class="field">
          <label class="field-name" for="f-name">
            {strings.yourName}
          </label>
          <input id="f-name" value={name} maxLength={40} onInput={(e) => setName(e.currentTarget.value)} />
        </div>
        <div class="field">
          <label class="field-name" for="f-measuring">
            {strings.measuring}
          </label>
          <select id="f-measuring" value={policy.measuring} onChange={(e) => setPolicy({ ...policy, measuring: e.currentTarget.value as "" | "free" | "book" })}>
            <option value="">{strings.measuringAsGame}</option>
            <option value="free">{strings.measuringFree}</option>
            <option value="book">{strings.measuringBook}</option>
          </select>
        </div>
        <div class="field">
          <label class="field-name" for="f-undo">
            {strings.undoPolicy}
          </label>
          <select id="f-undo" value={policy.undo} onChange={(e) => setPolicy({ ...policy, undo: e.currentTarget.value as "consent" | "free" | "none" })}>
            <option value="consent">{strings.undoConsent}</option>
            <option value="free">{strings.undoFree}</option>
            <option value="none">{strings.undoNone}</option>
          </select>
        </div>
      </details>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div class="starts">
        <button type="button" class="big-button" data-act="play" disabled={busy} onClick={() => begin("bot")}>
          <b>{strings.playNow}</b>
          <small>{game.title}</small>
        </button>
        <button type="button" class="start-card" data-act="invite" disabled={busy} onClick={() => begin("open")}>
          <b>{strings.inviteFriend}</b>
          <small>{strings.inviteText}</small>
        </button>
        <button type="button" class="start-card" data-act="pass-and-play" disabled={busy} onClick={() => begin("me")}>
          <b>{strings.passAndPlay}</b>
          <small>{strings.passText}</small>
        </button>
      </div>
      {invited && (
        <div class="invited" role="status">
          {invited.links.map((l) => (
            <Link key={l.seat} label={strings.inviteSeat(l.seat)} address={l.address} />
          ))}
          <a class="main-button" href={`#/table/${invited.match}`} data-act="to-table">
            {strings.openTable}
          </a>
        </div>
      )}
    </section>
  );
}

function GameCard({ game, on, choose, number }: { game: RulesetCard; on: boolean; choose: () => void; number: number }) {
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.key === String(number) && !(e.target as HTMLElement).closest("input, textarea, select, dialog")) choose();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  return (
    <button type="button" role="radio" aria-checked={on} class={on ? "game on" : "game"} data-game={game.name} onClick={choose}>
      <img src={`/api/rulesets/${encodeURIComponent(game.name)}/picture`} alt={strings.pictureOf(game.title)} loading="lazy" />
      <span>
        {game.title} <kbd>{number}</kbd>
      </span>
    </button>
  );
}

function Upload() {
  const [wrong, setWrong] = useState("");
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setWrong("");
    try {
      const seated = await api.upload(await file.text());
      keep(seated);
      location.hash = `#/replay/${seated.match}`;
    } catch (e) {
      setWrong((e as Error).message);
    }
  };
  return (
    <section class="upload">
      <label class="small-button">
        {strings.upload}
        <input type="file" accept=".sand,.txt,.json,text/plain" class="hidden-input" onChange={(e) => void take(e.currentTarget.files?.[0])} />
      </label>
      <span class="dim">{strings.uploadText}</span>
      {wrong && <p class="wrong">{wrong}</p>}
    </section>
  );
}
