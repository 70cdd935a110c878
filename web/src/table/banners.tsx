/** What interrupts: a lost connection, a wish to take back, the end, the screen handed on. */

import { useState } from "preact/hooks";
import { Dialog } from "../panels/cite";
import { api } from "../net/http";
import { keep } from "../net/keys";
import { Scores } from "../panels/top_bar";
import { sentence, strings } from "../strings";
import type { TableStore } from "./store";

export function Banners({ store }: { store: TableStore }) {
  const line = store.line.value;
  const asked = store.undoAsked.value;
  const rematch = store.rematch.value;
  const own = asked ? (store.welcome.value?.plays.includes(asked.by) ?? false) : false;
  return (
    <div class="banners" aria-live="polite">
      {store.failed.value && <p class="banner bad">{store.failed.value} <a href="#/">{strings.home}</a></p>}
      {line.state === "lost" && (
        <p class="banner lost" data-banner="lost">
          {strings.reconnecting(line.seconds)} {store.unsent ? strings.unsent(store.unsent) : ""}
        </p>
      )}
      {asked && own && <p class="banner">{strings.undoWaiting}</p>}
      {asked && !own && (
        <p class="banner">
          {strings.undoAsked(store.seatTitle(asked.by))}{" "}
          <button type="button" class="small-button" data-act="allow" onClick={() => store.consent(true)}>
            {strings.allow}
          </button>{" "}
          <button type="button" class="small-button" data-act="refuse" onClick={() => store.consent(false)}>
            {strings.refuse}
          </button>
        </p>
      )}
      {rematch && (
        <p class="banner">
          {strings.rematchOffered}{" "}
          <a class="small-button" href={`#/join/${rematch.match}/${rematch.invite}`}>
            {strings.rematch}
          </a>
        </p>
      )}
    </div>
  );
}

export function EndScreen({ store }: { store: TableStore }) {
  const [hidden, setHidden] = useState(false);
  const [wrong, setWrong] = useState("");
  const result = store.result.value;
  const scene = store.scene.value;
  if (!result || hidden || store.busy.value) return null;
  const mine = store.welcome.value?.plays ?? [];
  const head = !result.winner
    ? strings.draw
    : mine.length === 1
      ? mine.includes(result.winner)
        ? strings.youWon
        : strings.youLost
      : strings.wonBy(store.seatTitle(result.winner));
  const again = (): void => {
    api.rematch(store.key).then(
      (seated) => {
        keep(seated);
        location.hash = `#/table/${seated.match}`;
      },
      (e: Error) => setWrong(e.message),
    );
  };
  return (
    <Dialog title={head} close={() => setHidden(true)}>
      <p class="end-reason">{sentence(result.reason)}</p>
      {scene && <p class="end-score"><Scores scene={scene} seatTitle={(seat) => store.seatTitle(seat)} /></p>}
      {wrong && <p class="wrong">{wrong}</p>}
      <div class="row">
        <a class="main-button" href={`#/replay/${store.key.match}`}>
          {strings.toReplay}
        </a>
        {mine.length > 0 && (
          <button type="button" class="small-button" data-act="rematch" onClick={again}>
            {strings.rematch}
          </button>
        )}
        <button type="button" class="small-button" onClick={() => setHidden(true)}>
          {strings.look}
        </button>
        <a class="small-button" href="#/">
          {strings.home}
        </a>
      </div>
    </Dialog>
  );
}

export function PassCurtain({ store, seat, done }: { store: TableStore; seat: string; done: () => void }) {
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={strings.passTo(store.seatTitle(seat))}>
      <h2>{strings.passTo(store.seatTitle(seat))}</h2>
      <button type="button" class="main-button" data-act="pass" onClick={done} autofocus>
        {strings.passReady}
      </button>
    </div>
  );
}
