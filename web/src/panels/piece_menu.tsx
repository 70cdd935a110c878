/** The options of a piece or card, right beside it. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { OptionsHand } from "../hands/options";
import { sentence, strings } from "../strings";
import { optionKeys } from "../table/option_keys";
import type { TableStore } from "../table/store";
import { OptionButton } from "./choices";
import { RefusalText } from "./refusal";

export function PieceMenu({ store, hand }: { store: TableStore; hand: OptionsHand }) {
  const open = hand.pieceMenu.value;
  const box = useRef<HTMLDivElement>(null);
  const id = open?.piece ?? "";
  const piece = store.pieces.value.get(id);
  useLayoutEffect(() => {
    const el = box.current;
    const board = store.board;
    if (!el || !board) return;
    const host = board.host.getBoundingClientRect();
    let [x, y] = [host.width / 2 - el.offsetWidth / 2, host.height - el.offsetHeight - 8];
    if (piece) {
      const [px, py] = board.screenAt([piece.shape.x, piece.shape.y]);
      const r = board.radius(piece) * board.camera.k + 12;
      x = px + r + el.offsetWidth > host.width ? px - r - el.offsetWidth : px + r;
      y = py - el.offsetHeight / 2;
    }
    el.style.left = `${Math.max(6, Math.min(x, host.width - el.offsetWidth - 6))}px`;
    el.style.top = `${Math.max(6, Math.min(y, host.height - el.offsetHeight - 6))}px`;
  });
  if (!open) return null;
  const offered = piece ? hand.of(id) : hand.options.filter((o) => hand.names(o, id) || o.using === id);
  const barred = (piece ? hand.barredOf(id) : []).slice(0, 4);
  const keys = optionKeys(hand.options);
  return (
    <div class="piece-menu" ref={box} role="dialog" aria-label={strings.optionsOf(store.name(id))}>
      <h3>{store.name(id)}</h3>
      {offered.map((o) => (
        <OptionButton key={o.key} option={o} hand={hand} store={store} letter={keys.get(o.key) ?? ""} />
      ))}
      {barred.map((b) => (
        <div class="option off" key={b.option.key}>
          <span class="option-label">{sentence(b.option.label)}</span>
          <RefusalText refusal={b.refusal} unit={store.unit.value} />
        </div>
      ))}
    </div>
  );
}
