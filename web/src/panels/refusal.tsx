/** Why an answer is not legal: the reason, by how much, the rule. */

import type { Refusal } from "../protocol";
import { length, sentence, strings } from "../strings";
import { Cite } from "./cite";

export function RefusalText({ refusal, unit }: { refusal: Refusal; unit: string }) {
  return (
    <small class="why">
      {sentence(refusal.reason)}
      {refusal.short_by ? ` (${strings.shortBy(length(refusal.short_by, unit))})` : ""} <Cite id={refusal.cite} />
      {refusal.instead ? <span class="instead">{strings.instead(refusal.instead)}</span> : null}
    </small>
  );
}

/** With `nearest` another answer stands in for the refused one. */
export function RefusalBox({ refusal, unit, nearest }: { refusal: Refusal; unit: string; nearest?: boolean }) {
  return (
    <div class={nearest ? "refusal mild" : "refusal"} role="alert">
      <b aria-hidden="true">✕</b>
      <span>
        <RefusalText refusal={refusal} unit={unit} />
        {nearest && <small class="dim">{strings.nearest}</small>}
      </span>
    </div>
  );
}
