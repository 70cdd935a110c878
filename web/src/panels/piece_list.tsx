/** Every piece in words: status, distance and bearing from the selected one. For readers of the screen, and for finding. */

import type { Hand } from "../hands/hand";
import { described } from "../board/pieces";
import { length, strings } from "../strings";
import type { TableStore } from "../table/store";

export function PieceList({ store, hand }: { store: TableStore; hand: Hand }) {
  const scene = store.scene.value;
  if (!scene) return null;
  const from = store.pieces.value.get(store.selected.value);
  const free = store.welcome.value?.policy.measuring === "free";
  return (
    <details class="piece-list">
      <summary>
        {strings.pieceList} ({scene.pieces.length})
      </summary>
      <ul>
        {scene.pieces.map((p) => (
          <li key={p.id}>
            <button type="button" onClick={() => hand.tap(p.id, [p.shape.x, p.shape.y])}>
              {described(p)}
              {from && from.id !== p.id && (
                <small>
                  {" "}
                  {strings.bearing(
                    free ? length(Math.hypot(p.shape.x - from.shape.x, p.shape.y - from.shape.y), scene.unit) : "",
                    way(p.shape.x - from.shape.x, p.shape.y - from.shape.y, store.board?.view.quarters ?? 0),
                  )}
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A direction on the screen in words. */
function way(dx: number, dy: number, quarters: number): string {
  const turn = Math.atan2(dy, dx) * (180 / Math.PI) - quarters * 90;
  return strings.ways[((Math.round(turn / 45) % 8) + 8) % 8] ?? "";
}
