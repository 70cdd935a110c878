/** What happened, newest at the bottom; dice in it; numbers of rules open the rule. */

import { useEffect, useRef } from "preact/hooks";
import { seatNumber } from "../board/theme";
import { sentence, strings } from "../strings";
import type { TableStore, Thrown, Told } from "../table/store";
import { Cite } from "./cite";

export function Log({ store }: { store: TableStore }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = store.log.value;
  useEffect(() => {
    const el = box.current;
    if (el) el.scrollTop = el.scrollHeight;
  }, [lines.length]);
  return (
    <section class="log-panel">
      <h2>{strings.log}</h2>
      <div class="log" ref={box} role="log" aria-label={strings.log} tabIndex={0}>
        {lines.slice(-120).map((line, i) => (
          <LogLine key={`${line.n} ${i} ${line.text.length}`} line={line} store={store} />
        ))}
      </div>
    </section>
  );
}

export function LogLine({ line, store }: { line: Told; store: TableStore }) {
  const light = (on: boolean): void => {
    store.hovered.value = on ? ((line.about ?? [])[0] ?? "") : "";
  };
  return (
    <p class={`seat-line s${seatNumber(line.by)}`} onMouseEnter={() => light(true)} onMouseLeave={() => light(false)}>
      {sentence(line.dice.length === 1 ? line.dice[0]!.purpose : line.text)}
      {line.dice.map((d, i) => (
        <Dice key={i} thrown={d} />
      ))}{" "}
      <Cite id={line.cite} />
    </p>
  );
}

/** Whether a result is a number that is not on the only die. */
function tells(faces: readonly (number | string)[], result: unknown): boolean {
  return typeof result === "number" && (faces.length !== 1 || String(faces[0]) !== String(result));
}

export function Dice({ thrown }: { thrown: Thrown }) {
  return (
    <span class="pools">
      {thrown.faces.map((faces, i) => (
        <span class="pool" key={i}>
          {thrown.faces.length > 1 && <small>{thrown.pools[i]}</small>}
          {faces.map((face, j) => (
            <i class={`die p${i}`} key={j}>
              {face}
            </i>
          ))}
          {tells(faces, (thrown.results ?? [])[i]) && <b>{String((thrown.results ?? [])[i])}</b>}
        </span>
      ))}
    </span>
  );
}

/** Dice as they fall, over the board. */
export function DiceTray({ store }: { store: TableStore }) {
  const shown = store.dice.value;
  useEffect(() => {
    if (!shown.length) return;
    const timer = setTimeout(() => (store.dice.value = []), 2600);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown.length) return null;
  return (
    <div class="dice-tray">
      {shown.map((d) => (
        <div class="throw" key={d.id}>
          <small>{sentence(d.thrown.purpose)}</small>
          <Dice thrown={d.thrown} />
        </div>
      ))}
      {store.busy.value && (
        <button type="button" class="ghost-button" onClick={() => store.skip()}>
          {strings.skip} <kbd>Space</kbd>
        </button>
      )}
    </div>
  );
}
