/** The table: bar, choices and log, board, sheets and odds, hand. On a phone the board is on top and a sheet below. */

import { computed, effect, signal, untracked } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { IdleHand, handFor } from "../hands/idle";
import type { Hand } from "../hands/hand";
import { OptionsHand } from "../hands/options";
import { keyOf } from "../net/keys";
import { bottomFilled, Cards } from "../panels/cards";
import { Below, Choices } from "../panels/choices";
import { RuleDialog, rulesetNow } from "../panels/cite";
import { DiceTray, Log } from "../panels/log";
import { OddsView } from "../panels/odds";
import { PieceList } from "../panels/piece_list";
import { PieceMenu } from "../panels/piece_menu";
import { SheetView, useSheet } from "../panels/sheet";
import { TopBar } from "../panels/top_bar";
import { strings } from "../strings";
import { BoardView } from "./board_view";
import { Banners, EndScreen, PassCurtain } from "./banners";
import { Hints } from "./hints";
import { KeysDialog, TableMenu } from "./menu";
import { useKeys } from "./keyboard";
import { Ruler } from "./ruler";
import { TableStore } from "./store";

/** For tests and for people who look under the table. */
const seen = window as unknown as { sandtable?: { store: TableStore; hand: { value: Hand } } };

type Tab = "move" | "unit" | "hand" | "log";

export function TablePage({ match }: { match: string }) {
  const key = keyOf(match);
  if (!key)
    return (
      <main class="lonely">
        <p>{strings.badKey}</p>
        <a href="#/">{strings.home}</a>
      </main>
    );
  return <Table key={`${match} ${key.token}`} match={match} />;
}

function Table({ match }: { match: string }) {
  const parts = useMemo(() => {
    const store = new TableStore(keyOf(match)!);
    const hand = signal<Hand>(new IdleHand(store));
    const stop = effect(() => {
      const ask = store.ask.value;
      untracked(() => {
        hand.value.dispose();
        store.hovered.value = "";
        hand.value = handFor(store, ask);
        if (!ask) return;
        const about = ask.about?.[0] ?? "";
        store.selected.value = about || (store.names.value.has(store.selected.value) ? store.selected.value : "");
        hand.value.begin();
      });
    });
    return { store, hand, stop, ruler: new Ruler(store) };
  }, [match]);
  const { store, hand, ruler } = parts;
  useEffect(
    () => () => {
      parts.stop();
      parts.store.close();
      delete seen.sandtable;
    },
    [parts],
  );
  seen.sandtable = { store, hand };
  const [keysOpen, setKeysOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [tab, setTab] = useState<Tab>("move");
  useKeys(store, () => hand.peek(), ruler, setKeysOpen);
  rulesetNow.value = store.welcome.value?.ruleset.name ?? "";

  const now = hand.value;
  const options = now instanceof OptionsHand ? now : null;
  const scene = store.scene.value;
  const passing = usePassing(store);
  const bottom = bottomFilled(store);
  return (
    <div class={`table${bottom ? " with-bottom" : ""} tab-${tab}`}>
      <a class="skip-link" href="#choices" onClick={(e) => { e.preventDefault(); document.getElementById("choices")?.focus(); }}>
        {strings.skipTo}
      </a>
      <TopBar scene={scene} name={store.welcome.value?.name ?? ""} seatTitle={(seat) => store.seatTitle(seat)} below={bottom}>
        <button type="button" class="small-button menu-button" aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
          {strings.menu}
        </button>
      </TopBar>
      <Banners store={store} />
      <aside class="left" id="choices" tabIndex={-1}>
        <Choices store={store} hand={now} />
        <Below store={store} hand={now} />
        <Hints store={store} hand={now} />
        <Log store={store} />
      </aside>
      <main class="middle" aria-label={strings.board}>
        <BoardView store={store} hand={hand} ruler={ruler} />
        {options && <PieceMenu store={store} hand={options} />}
        <DiceTray store={store} />
        <BoardTools store={store} ruler={ruler} />
      </main>
      <aside class="right" aria-label={strings.selected}>
        <Subject store={store} options={options} />
        <PieceList store={store} hand={now} />
      </aside>
      {bottom && <Cards store={store} hand={options} />}
      <nav class="tabs" aria-label={strings.menu}>
        {(["move", "unit", "hand", "log"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={tab === name} class={tab === name ? "on" : ""} onClick={() => setTab(name)}>
            {strings.tabs[name]}
            {name === "move" && store.ask.value && <i class="dot" />}
          </button>
        ))}
      </nav>
      {passing && <PassCurtain store={store} seat={passing.seat} done={passing.done} />}
      <EndScreen store={store} />
      {menuOpen && <TableMenu store={store} close={() => setMenuOpen(false)} keys={() => setKeysOpen(true)} />}
      {keysOpen && <KeysDialog close={() => setKeysOpen(false)} />}
      <RuleDialog />
    </div>
  );
}

/** Several people at one screen: the next one takes it before the hand is shown. */
function usePassing(store: TableStore): { seat: string; done: () => void } | null {
  const [shown, setShown] = useState("");
  const plays = store.welcome.value?.plays ?? [];
  const seat = store.ask.value?.seat ?? "";
  if (plays.length < 2 || !seat || seat === shown) return null;
  return { seat, done: () => setShown(seat) };
}

function Subject({ store, options }: { store: TableStore; options: OptionsHand | null }) {
  const about = store.ask.value?.about?.[0] ?? "";
  const picked = options?.options.find((o) => o.key === options.picked.value);
  const subject = store.selected.value || about || picked?.actor || store.hovered.value;
  const sheet = useSheet(store, subject);
  const other = picked?.target && picked.target !== subject ? picked.target : store.hovered.value && store.hovered.value !== subject ? store.hovered.value : "";
  const target = useSheet(store, other);
  const odds = picked ? options?.odds.value.get(picked.key) : undefined;
  return (
    <div class="subject">
      <h2>{strings.selected}</h2>
      {sheet ? <SheetView sheet={sheet} store={store} /> : <p class="dim">{strings.nothingSelected}</p>}
      {odds && picked && <OddsView odds={odds} title={picked.target ? store.name(picked.target) : (picked.label ?? "")} />}
      {target && (
        <>
          <h2>{strings.target}</h2>
          <SheetView sheet={target} store={store} small />
        </>
      )}
    </div>
  );
}

function BoardTools({ store, ruler }: { store: TableStore; ruler: Ruler }) {
  const zoom = (by: number): void => {
    const board = store.board;
    if (!board) return;
    const box = board.host.getBoundingClientRect();
    board.camera.zoom(by, [box.width / 2, box.height / 2], board.view);
  };
  const line = computed(() => (ruler.on.value ? ruler.says.value || strings.rulerHint : ""));
  return (
    <>
      <div class="tools">
        <button type="button" aria-pressed={ruler.on.value} class={ruler.on.value ? "on" : ""} onClick={() => ruler.toggle()} title={`${strings.ruler} (R)`} aria-label={strings.ruler}>
          ⟷
        </button>
        <button type="button" class="zoom" onClick={() => zoom(1.3)} title={`${strings.zoomIn} (+)`} aria-label={strings.zoomIn}>
          +
        </button>
        <button type="button" class="zoom" onClick={() => zoom(1 / 1.3)} title={`${strings.zoomOut} (-)`} aria-label={strings.zoomOut}>
          −
        </button>
        <button type="button" onClick={() => store.board?.camera.fit(store.board.view)} title={`${strings.fit} (0)`} aria-label={strings.fit}>
          ⤢
        </button>
      </div>
      {line.value && (
        <p class="ruler-line" role="status">
          {line.value}
        </p>
      )}
    </>
  );
}
