/** Numbers of rules: pressing one opens its text. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { api } from "../net/http";
import type { RuleFrame } from "../protocol";
import { strings } from "../strings";

export const openRule = signal<{ ruleset: string; id: string } | null>(null);
export const rulesetNow = signal("");
const known = new Map<string, Promise<RuleFrame>>();

export function Cite({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <button
      type="button"
      class="cite"
      onClick={(e) => {
        e.stopPropagation();
        openRule.value = { ruleset: rulesetNow.value, id };
      }}
    >
      {id}
    </button>
  );
}

/** Text with the numbers of rules in it. */
export function RuleDialog() {
  const wanted = openRule.value;
  const [rule, setRule] = useState<RuleFrame | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    setRule(null);
    setWrong("");
    if (!wanted) return;
    const key = `${wanted.ruleset} ${wanted.id}`;
    if (!known.has(key)) known.set(key, api.rule(wanted.ruleset, wanted.id));
    known.get(key)!.then(setRule, (e: Error) => {
      known.delete(key);
      setWrong(e.message);
    });
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Dialog title={rule ? rule.title : wanted.id} close={() => (openRule.value = null)}>
      <p class="cite-line">
        {wanted.id}
        {rule?.chapter ? ` · ${rule.chapter}` : ""}
      </p>
      {wrong ? <p class="wrong">{wrong}</p> : rule ? <p class="rule-text">{rule.text}</p> : <p class="dim">{strings.loading}</p>}
      {rule?.reading && <p class="dim">{rule.reading}</p>}
      {rule?.source && <p class="dim small">{rule.source}</p>}
    </Dialog>
  );
}

export function Dialog({ title, close, children, wide }: { title: string; close: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  // Before the page is painted: a key pressed right away is the dialog's.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? "dialog wide" : "dialog"}
      aria-label={title}
      onClose={close}
      onClick={(e) => {
        if (e.target === box.current) box.current?.close();
      }}
    >
      <div class="dialog-in">
        <header>
          <h2>{title}</h2>
          <button type="button" class="ghost-button" onClick={() => box.current?.close()} aria-label={strings.close}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
