/** The table's menu: seats, invites, reactions, record, picture, resigning; and the list of keys. */

import { useEffect, useState } from "preact/hooks";
import { api } from "../net/http";
import { keep } from "../net/keys";
import { Dialog } from "../panels/cite";
import { strings } from "../strings";
import { nextTheme, theme } from "../theme";
import { save } from "../save";
import { hintsOff } from "./hints";
import type { TableStore } from "./store";

export function TableMenu({ store, close, keys }: { store: TableStore; close: () => void; keys: () => void }) {
  const [wrong, setWrong] = useState("");
  const [sure, setSure] = useState(false);
  const key = store.key;
  const policy = store.welcome.value?.policy;
  const mine = store.welcome.value?.plays ?? [];
  const failed = (e: Error): void => setWrong(e.message);
  const now = useSeconds();
  const taken = (seat: string): void => void api.claim(key, seat).then((seated) => { keep(seated); location.reload(); }, failed);
  const base = `${location.origin}${location.pathname}`;
  return (
    <Dialog title={strings.menu} close={close}>
      {wrong && <p class="wrong">{wrong}</p>}
      <h2>{strings.seats}</h2>
      <ul class="seat-list">
        {store.seats.value.map((s) => {
          const own = mine.includes(s.seat);
          const away = s.kind === "person" && !s.here && !own;
          const gone = (s.away ?? 0) + Math.max(0, Math.round((now - store.seatsAt) / 1000));
          const ripe = away && gone >= (policy?.claim_after ?? 180);
          const running = mine.length > 0 && !store.result.value;
          const status = s.kind === "bot" ? strings.bot(s.level ?? "") : s.kind === "open" ? strings.waitsToJoin : own ? strings.you : s.here ? strings.here : strings.away(gone);
          return (
            <li key={s.seat} data-seat={s.seat}>
              <b>{store.seatTitle(s.seat)}</b> <span class="dim">{status}</span>
              {running && (s.kind === "open" || ripe || (own && s.kind === "person")) && (
                <button type="button" class="small-button" data-act="to-bot" onClick={() => api.toBot(key, s.seat, "recruit").then(() => {}, failed)}>
                  {own ? strings.botForMe : strings.botFinish}
                </button>
              )}
              {running && (ripe || (own && s.kind === "bot")) && (
                <button type="button" class="small-button" data-act="claim" onClick={() => taken(s.seat)}>
                  {own ? strings.playMyself : strings.claim}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {(key.invites ?? []).map((i) => (
        <Link key={i.seat} label={strings.inviteSeat(i.seat)} address={`${base}#/join/${key.match}/${i.code}`} />
      ))}
      {key.watch && <Link label={strings.watchLink} address={`${base}#/watch/${key.match}/${key.watch}`} />}
      {store.presets.value.length > 0 && (
        <>
          <h2>{strings.presets}</h2>
          <ul class="seat-list">
            {store.presets.value.map((p) => (
              <li key={`${p.window} ${p.ability}`}>
                {p.ability ? store.name(p.ability) : (store.windows.get(p.window) ?? p.window)}: {strings.presetDo[p.do]}{" "}
                <button type="button" class="small-button" data-act="ask-again" onClick={() => store.preset(p.window, p.ability, "ask")}>
                  {strings.presetAsk}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="row wrap">
        <a class="small-button" href="#/">
          {strings.home}
        </a>
        <a class="small-button" href={`#/replay/${key.match}`}>
          {strings.toReplay}
        </a>
        <button type="button" class="small-button" onClick={() => api.record(key).then((text) => save(`${key.match}.sand`, text, "text/plain"), failed)}>
          {strings.record}
        </button>
        <button type="button" class="small-button" onClick={() => api.picture(key).then((text) => save(`${key.match}.svg`, text, "image/svg+xml"), failed)}>
          {strings.svg}
        </button>
        <button type="button" class="small-button" onClick={() => { close(); keys(); }}>
          {strings.keys} <kbd>?</kbd>
        </button>
        <button type="button" class="small-button" onClick={nextTheme}>
          {strings.themeNow(strings.themes[theme.value] ?? "")}
        </button>
        <button type="button" class="small-button" aria-pressed={!hintsOff.value} onClick={() => (hintsOff.value = !hintsOff.value)}>
          {hintsOff.value ? strings.hintStart : strings.hintStop}
        </button>
        {mine.length > 0 && !store.result.value && (
          <button type="button" class="small-button danger" onClick={() => (sure ? (store.resign(), close()) : setSure(true))}>
            {sure ? strings.resignSure : strings.resign}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** The time, every second: how long somebody is away goes on while one looks. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function Link({ label, address }: { label: string; address: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <label class="link">
      <span>{label}</span>
      <input readOnly value={address} onFocus={(e) => e.currentTarget.select()} />
      <button
        type="button"
        class="small-button"
        onClick={() => {
          void navigator.clipboard?.writeText(address).then(() => setCopied(true), () => {});
        }}
      >
        {copied ? strings.copied : strings.copy}
      </button>
    </label>
  );
}

export function KeysDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={strings.keysTitle} close={close}>
      <dl class="keys">
        {strings.keysList.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
