/** The matches this browser has keys to, with thumbnails. */

import { useEffect, useState } from "preact/hooks";
import { api } from "../net/http";
import { forget, type Key, keep, keyOf, keys } from "../net/keys";
import type { MatchCard } from "../protocol";
import { strings } from "../strings";
import { owner } from "../owner";

export function Matches() {
  const [cards, setCards] = useState<MatchCard[] | null>(null);
  const [showArchived, setShowArchived] = useState(false);
  const [wrong, setWrong] = useState("");
  const load = (): void => {
    api.mine(keys(), owner()).then(
      (m) => {
        for (const card of m.matches) if (card.token) keep({ match: card.match, seat: card.seat, token: card.token, invites: [], watch: "" });
        setCards(m.matches);
      },
      (e: Error) => setWrong(e.message),
    );
  };
  useEffect(load, []);
  if (wrong) return <p class="wrong">{wrong}</p>;
  if (!cards) return <div class="loading-box" role="status" aria-label={strings.loading} />;
  const shown = cards.filter((c) => showArchived || !c.archived).sort((a, b) => b.changed - a.changed);
  const running = shown.filter((c) => !c.result);
  const over = shown.filter((c) => c.result);
  const mine = running.filter((c) => c.turn && c.plays.includes(c.turn)).length;
  return (
    <>
      <h2>
        {strings.yourGames} {mine > 0 && <small>{strings.waitForYou(mine)}</small>}
      </h2>
      {!running.length && <p class="dim">{strings.noGames}</p>}
      {running.map((c) => (
        <Row key={c.match} card={c} changed={load} />
      ))}
      <h2>{strings.recent}</h2>
      {!over.length && <p class="dim">{strings.noRecent}</p>}
      {over.slice(0, 20).map((c) => (
        <Row key={c.match} card={c} changed={load} />
      ))}
      {cards.some((c) => c.archived) && (
        <button type="button" class="small-button" aria-pressed={showArchived} onClick={() => setShowArchived(!showArchived)}>
          {strings.archived}
        </button>
      )}
    </>
  );
}

function Row({ card, changed }: { card: MatchCard; changed: () => void }) {
  const key = keyOf(card.match);
  const [menu, setMenu] = useState(false);
  const [sure, setSure] = useState(false);
  const [name, setName] = useState(card.name);
  const yours = card.turn !== undefined && card.plays.includes(card.turn ?? "");
  const open = card.seats.some((s) => s.kind === "open");
  const names = card.seats.map((s) => (s.kind === "bot" ? strings.bot(s.level ?? "") : s.name || (card.plays.includes(s.seat) ? strings.you : strings.seatName(s.seat))));
  const status = card.result
    ? !card.result.winner
      ? strings.drawn
      : card.plays.length === 1
        ? card.plays.includes(card.result.winner)
          ? strings.won
          : strings.lost
        : strings.over
    : open
      ? strings.waitsToJoin
      : yours
        ? strings.yourMove
        : card.turn
          ? strings.theirMove(names[card.seats.findIndex((s) => s.seat === card.turn)] ?? card.turn)
          : "";
  if (!key) return null;
  return (
    <article class={`match${yours && !card.result ? " yours" : ""}`} data-match={card.match}>
      <a href={card.result ? `#/replay/${card.match}` : `#/table/${card.match}`} class="match-link">
        <Thumbnail match={key} changed={card.changed} />
        <span>
          <b>{card.name || card.title}</b>
          <small>{card.name ? card.title : card.subtitle}</small>
          <small>{names.join(" – ")}</small>
          <span class={yours && !card.result ? "status yours" : "status"}>{card.seat ? status : strings.watching}</span>
          <small class="dim">{strings.ago(Date.now() / 1000 - card.changed)}</small>
        </span>
      </a>
      <button type="button" class="ghost-button" aria-label={strings.menu} aria-expanded={menu} onClick={() => setMenu(!menu)}>
        ⋯
      </button>
      {menu && (
        <div class="match-menu">
          <form
            onSubmit={(e) => {
              e.preventDefault();
              api.change(key, { name }).then(changed, () => {});
            }}
          >
            <input aria-label={strings.matchName} value={name} maxLength={80} onInput={(e) => setName(e.currentTarget.value)} />
            <button type="submit" class="small-button">
              {strings.rename}
            </button>
          </form>
          <div class="row wrap">
            <a class="small-button" href={`#/replay/${card.match}`}>
              {strings.replay}
            </a>
            <button type="button" class="small-button" onClick={() => api.change(key, { archived: !card.archived }).then(changed, () => {})}>
              {card.archived ? strings.unarchive : strings.archive}
            </button>
            <button
              type="button"
              class="small-button danger"
              onClick={() =>
                sure
                  ? api.remove(key).then(
                      () => {
                        forget(card.match);
                        changed();
                      },
                      () => {},
                    )
                  : setSure(true)
              }
            >
              {sure ? strings.removeSure : strings.remove}
            </button>
          </div>
        </div>
      )}
    </article>
  );
}

function Thumbnail({ match, changed }: { match: Key; changed: number }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    let made = "";
    let live = true;
    api.picture(match).then(
      (svg) => {
        if (!live) return;
        made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        setAddress(made);
      },
      () => {},
    );
    return () => {
      live = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [match.match, changed]);
  return address ? <img src={address} alt="" class="thumb" /> : <span class="thumb" />;
}
