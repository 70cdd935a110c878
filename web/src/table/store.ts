/** The state of one match as it is shown: snapshot, patches, what is playing, what is selected. */

import { batch, computed, signal } from "@preact/signals";
import type { Board } from "../board/board";
import type { Key } from "../net/keys";
import { wish } from "../net/keys";
import { type Asked, type Line, type Outcome, Stream } from "../net/stream";
import {
  type Ask, type Cue, type EventFrame, type LogFrame, patched, type Preset, type Probed, type Refusal, type Result, type Scene,
  type SeatFrame, type ServerFrame, type Sheet, type Snapshot, type Step, type UndoAsked, type Waiting, type Welcome, wholeScene,
} from "../protocol";
import { announce } from "../say";
import { strings } from "../strings";

export type Thrown = Extract<Cue, { type: "Threw" }>;
export interface Told extends LogFrame {
  dice: Thrown[];
  by: string;
}

const LOG_KEPT = 400;

/** Dice with a number to read; drawing from a deck is told in words. */
function isThrow(cue: Thrown): boolean {
  return cue.faces.length > 0 && ((cue.results ?? []).length === 0 || (cue.results ?? []).some((r) => typeof r === "number"));
}

export class TableStore {
  readonly welcome = signal<Welcome | null>(null);
  readonly scene = signal<Scene | null>(null);
  readonly ask = signal<Ask | null>(null);
  readonly waiting = signal<Waiting | null>(null);
  readonly log = signal<Told[]>([]);
  readonly n = signal(0);
  readonly freeUndo = signal(0);
  readonly undoTo = signal<number | null>(null);
  readonly result = signal<Result | null>(null);
  readonly seats = signal<SeatFrame[]>([]);
  seatsAt = Date.now(); // when they were told
  readonly windows = new Map<string, string>(); // titles of the reactions met so far
  readonly undoAsked = signal<UndoAsked | null>(null);
  readonly rematch = signal<{ match: string; seat: string; invite: string } | null>(null);
  readonly presets = signal<Preset[]>([]);
  readonly line = signal<{ state: Line; seconds: number }>({ state: "opening", seconds: 0 });
  readonly failed = signal("");
  readonly sending = signal(false);
  readonly refusal = signal<Refusal | null>(null);
  readonly dice = signal<{ id: number; thrown: Thrown; cite: string; text: string }[]>([]);
  readonly meanwhile = signal<Told[]>([]);
  readonly lastMoved = signal<Set<string>>(new Set());
  readonly selected = signal("");
  readonly hovered = signal("");
  readonly busy = signal(false); // something is being shown

  readonly seat = computed(() => this.welcome.value?.seat ?? "");
  readonly unit = computed(() => this.scene.value?.unit ?? "in");
  readonly pieces = computed(() => new Map((this.scene.value?.pieces ?? []).map((p) => [p.id, p])));
  readonly bodyOf = computed(() => {
    const found = new Map<string, string>();
    for (const body of this.scene.value?.bodies ?? []) for (const id of body.pieces) found.set(id, body.id);
    return found;
  });
  readonly bodies = computed(() => new Map((this.scene.value?.bodies ?? []).map((b) => [b.id, b])));
  readonly names = computed(() => {
    const found = new Map<string, string>();
    const scene = this.scene.value;
    for (const list of [scene?.reserves, scene?.pieces, scene?.bodies]) for (const one of list ?? []) found.set(one.id, one.name);
    for (const card of scene?.cards ?? []) if (card.id) found.set(card.id, card.title);
    return found;
  });

  board: Board | null = null;
  private readonly stream: Stream;
  private queue: Step[] = [];
  private pumping = false;
  private hurry = false;
  private wake: (() => void) | null = null;
  private diceIds = 0;
  private readonly sheets = new Map<string, Promise<Sheet | null>>();

  constructor(readonly key: Key) {
    this.stream = new Stream(
      key,
      (frame) => this.heard(frame),
      (state, seconds) => (this.line.value = { state, seconds }),
    );
  }

  get unsent(): number {
    return this.stream.unsent;
  }

  private heard(frame: ServerFrame): void {
    switch (frame.t) {
      case "welcome":
        this.welcome.value = frame;
        this.presets.value = frame.presets ?? [];
        break;
      case "snapshot":
        this.take(frame);
        break;
      case "step":
        this.queue.push(frame);
        void this.pump();
        break;
      case "seats":
        this.seatsAt = Date.now();
        this.seats.value = frame.seats;
        break;
      case "undo_asked":
        if (frame.refused) announce(strings.undoRefused);
        this.undoAsked.value = frame.to == null ? null : frame;
        break;
      case "rematch":
        this.rematch.value = frame;
        break;
      case "failed":
        this.failed.value = frame.code === "gone" ? strings.gone : frame.code === "token" ? strings.badKey : frame.text || frame.code;
        break;
    }
  }

  private take(s: Snapshot): void {
    this.queue = [];
    this.skip();
    this.sheets.clear();
    batch(() => {
      this.scene.value = wholeScene(s.scene);
      this.log.value = (s.log ?? []).map((line) => ({ ...line, dice: [], by: line.seat ?? "" }));
      this.settle(s);
      this.meanwhile.value = [];
      this.lastMoved.value = new Set();
    });
    this.speakAsk();
  }

  /** Whether nobody else plays: everything may be taken back at once. */
  get alone(): boolean {
    const plays = this.welcome.value?.plays ?? [];
    return !this.seats.value.some((s) => s.kind === "person" && !plays.includes(s.seat));
  }

  private settle(s: Snapshot | Step): void {
    if (s.ask?.window) this.windows.set(s.ask.window, s.ask.title);
    this.n.value = s.n;
    this.ask.value = s.ask ?? null;
    this.waiting.value = s.waiting ?? null;
    this.freeUndo.value = s.free_undo ?? 0;
    this.undoTo.value = s.undo_to ?? null;
    this.result.value = s.result ?? null;
    this.refusal.value = null;
    this.sending.value = false;
  }

  /** Steps are shown one after another; the question comes with the last. */
  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    this.hurry = false;
    this.busy.value = true;
    let step = this.queue.shift();
    while (step) {
      await this.show(step, this.queue.length === 0);
      step = this.queue.shift();
    }
    this.pumping = false;
    this.busy.value = false;
    this.speakAsk();
  }

  private async show(step: Step, last: boolean): Promise<void> {
    const before = this.scene.value;
    if (!before) return;
    const own = this.welcome.value?.plays.includes(step.by) ?? false;
    const told = step.events.filter((e) => e.text).map((e) => this.told(e, step.by));
    const moved = new Set(step.events.flatMap((e) => (e.cues ?? []).flatMap((c) => (c.type === "Went" || c.type === "Came" ? [c.piece] : []))));
    this.sheets.clear();
    batch(() => {
      this.scene.value = patched(before, step.patch);
      this.log.value = [...this.log.value, ...told].slice(-LOG_KEPT);
      if (moved.size) this.lastMoved.value = moved;
      this.meanwhile.value = own ? [] : [...this.meanwhile.value, ...told].slice(-40);
      if (last) this.settle(step);
      else {
        this.ask.value = null;
        this.n.value = step.n;
      }
    });
    if (told.length) announce(told.map((line) => line.text).join(". "));
    await this.playEvents(step.events, before, own);
  }

  private told(e: EventFrame, by: string): Told {
    const dice = (e.cues ?? []).filter((c): c is Thrown => c.type === "Threw" && isThrow(c));
    return { n: e.n, text: e.text ?? "", cite: e.cite, seat: e.seat, about: e.about, dice, by: e.seat || by };
  }

  private async playEvents(events: readonly EventFrame[], before: Scene, own: boolean): Promise<void> {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || wish("still", false);
    const speed = this.queue.length > 3 ? 2 : own ? 1.6 : 1;
    for (const event of events) {
      const cues = event.cues ?? [];
      for (const cue of cues)
        if (cue.type === "Threw" && isThrow(cue)) {
          this.dice.value = [...this.dice.value, { id: ++this.diceIds, thrown: cue, cite: event.cite ?? "", text: event.text ?? "" }].slice(-2);
          if (!still && !this.hurry) await this.pause(650 / speed);
        }
      if (still || this.hurry || !this.board) continue;
      for (const cue of cues)
        if (cue.type === "Gone") {
          const piece = before.pieces.find((p) => p.id === cue.piece);
          if (piece) this.board.leave(piece, 500);
        }
      const ms = this.board.play(cues, speed);
      if (ms) await this.pause(ms);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  skip(): void {
    this.hurry = true;
    this.board?.skip();
    this.wake?.();
    this.wake = null;
  }

  private speakAsk(): void {
    const ask = this.ask.value;
    if (ask) announce(`${strings.yourMove}: ${ask.title}`);
    else if (this.result.value) announce(`${strings.theEnd}. ${this.result.value.reason}`);
  }

  // --- answering ---
  answer(value: unknown): Promise<Outcome> {
    return this.answers([value]);
  }

  async answers(values: unknown[]): Promise<Outcome> {
    const n = this.n.value;
    this.refusal.value = null;
    this.sending.value = true;
    const outcome = await this.stream.send((id) =>
      values.length === 1 ? { t: "answer", id, n, value: values[0] } : { t: "answers", id, n, values },
    );
    if (outcome.kind !== "ack") this.sending.value = false;
    if (outcome.kind === "refused") {
      this.refusal.value = outcome.refusal;
      announce(outcome.refusal.reason);
    } else if (outcome.kind === "failed") this.refusal.value = { reason: outcome.text || outcome.code };
    return outcome;
  }

  /** A question without effect. What was overtaken or came too fast is asked again, unless the table has moved on. */
  async probe(asked: Asked, part?: (p: Probed) => void): Promise<Probed> {
    const n = this.n.value;
    for (let wait = 60; ; wait *= 2) {
      try {
        return await this.stream.probe(n, asked, part);
      } catch (e) {
        const again = ["late", "limit", "busy"].includes((e as Error).message);
        if (!again || wait > 2000 || this.n.value !== n) throw e;
        await new Promise((done) => setTimeout(done, wait));
        if (this.n.value !== n) throw e;
      }
    }
  }

  undo(): void {
    const to = this.undoTo.value;
    if (to === null) return;
    void this.stream.send((id) => ({ t: "undo", id, n: this.n.value, to })).then((outcome) => {
      if (outcome.kind === "refused") this.refusal.value = outcome.refusal;
      else if (outcome.kind === "failed") this.refusal.value = { reason: outcome.text || outcome.code };
    });
  }

  consent(yes: boolean): void {
    const asked = this.undoAsked.value;
    if (asked?.to == null) return;
    const to = asked.to;
    this.undoAsked.value = null;
    void this.stream.send((id) => ({ t: "consent", id, to, yes }));
  }

  preset(window: string, ability: string, act: "always" | "never" | "ask"): void {
    const others = this.presets.value.filter((p) => p.window !== window || p.ability !== ability);
    this.presets.value = act === "ask" ? others : [...others, { window, ability, do: act }];
    void this.stream.send((id) => ({ t: "preset", id, window, ability, do: act }));
  }

  resign(): void {
    void this.stream.send((id) => ({ t: "resign", id, why: "" }));
  }

  sheet(id: string): Promise<Sheet | null> {
    let found = this.sheets.get(id);
    if (!found) {
      found = this.probe({ what: "sheet", a: id }).then(
        (p) => p.sheet ?? null,
        () => null,
      );
      this.sheets.set(id, found);
    }
    return found;
  }

  name(id: string): string {
    return this.names.value.get(id) ?? id.replace(/_/g, " ");
  }

  /** The body a piece belongs to, or itself. */
  holder(id: string): string {
    return this.bodyOf.value.get(id) ?? id;
  }

  seatTitle(seat: string): string {
    const scored = this.scene.value?.score.find((s) => s.seat === seat)?.name ?? "";
    if (scored && scored !== seat && scored.toLowerCase() !== `seat ${seat}`) return scored;
    const person = this.seats.value.find((s) => s.seat === seat);
    if (person?.name) return person.name;
    const plays = this.welcome.value?.plays ?? [];
    if (plays.length === 1 && plays[0] === seat) return strings.you;
    return person?.kind === "bot" ? strings.bot(person.level ?? "") : strings.seatTitle(seat);
  }

  close(): void {
    this.stream.close();
  }
}
