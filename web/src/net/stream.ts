/** The socket of one match: joins, joins again after a loss, and sends what was not acknowledged once more. */

import type { ClientMessage, ProbeMessage, Probed, Refusal, ServerFrame } from "../protocol";
import type { Key } from "./keys";

export type Line = "opening" | "live" | "lost" | "closed";
export type Outcome =
  | { kind: "ack"; n: number }
  | { kind: "refused"; refusal: Refusal; at: number }
  | { kind: "stale" }
  | { kind: "failed"; code: string; text: string };

type Asked = Omit<ProbeMessage, "t" | "id" | "n">;
type Waiting = { message: { id: number } & ClientMessage; done: (outcome: Outcome) => void };
type Probing = { found: (p: Probed) => void; part?: ((p: Probed) => void) | undefined; lost: (why: string) => void };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const PING = 20_000;

export class Stream {
  private socket: WebSocket | null = null;
  private epoch = 0;
  private seq = -1;
  private ids = 1;
  private tries = 0;
  private wished = true;
  private timer = 0;
  private pinging = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly probing = new Map<number, Probing>();

  constructor(
    private readonly key: Key,
    private readonly heard: (frame: ServerFrame) => void,
    private readonly line: (state: Line, seconds: number) => void,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(this.key.match)}/stream`);
    this.socket = socket;
    socket.onopen = () => {
      this.post({
        t: "hello",
        protocol: 1,
        token: this.key.token,
        have: this.seq < 0 ? null : { epoch: this.epoch, seq: this.seq },
      });
      this.pinging = window.setInterval(() => this.post({ t: "ping" }), PING);
    };
    socket.onmessage = (event) => this.read(JSON.parse(String(event.data)) as ServerFrame);
    socket.onclose = () => this.lose(socket);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    clearInterval(this.pinging);
    for (const probe of this.probing.values()) probe.lost("late");
    this.probing.clear();
    if (!this.wished) return this.line("closed", 0);
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries++, LONGEST_WAIT);
    this.line("lost", wait / 1000);
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  private read(frame: ServerFrame): void {
    switch (frame.t) {
      case "welcome":
        this.tries = 0;
        this.epoch = frame.epoch;
        this.line("live", 0);
        break;
      case "snapshot":
        this.epoch = frame.epoch;
        this.seq = frame.seq;
        break;
      case "step":
        this.seq = frame.seq;
        break;
      case "ack":
        return this.settle(frame.re, { kind: "ack", n: frame.n });
      case "refused":
        return this.settle(frame.re, { kind: "refused", refusal: frame.refusal, at: frame.at ?? 0 });
      case "stale":
        this.probing.get(frame.re)?.lost("stale");
        this.probing.delete(frame.re);
        return this.settle(frame.re, { kind: "stale" });
      case "failed":
        if (frame.code === "token" || frame.code === "protocol" || frame.code === "gone") {
          this.wished = false;
          break;
        }
        if (frame.re != null) {
          this.probing.get(frame.re)?.lost(frame.code);
          this.probing.delete(frame.re);
          this.settle(frame.re, { kind: "failed", code: frame.code, text: frame.text ?? "" });
        }
        return;
      case "probed": {
        const probe = this.probing.get(frame.re);
        if (!probe) return;
        if (frame.of && probe.part) probe.part(frame);
        if (!frame.of || (frame.part ?? 0) >= frame.of) {
          this.probing.delete(frame.re);
          probe.found(frame);
        }
        return;
      }
    }
    this.heard(frame);
    if (frame.t === "snapshot" || frame.t === "welcome") for (const w of this.waiting.values()) this.post(w.message);
  }

  private settle(id: number, outcome: Outcome): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.done(outcome);
  }

  private post(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Something that changes the table. Kept until the server has it on disk or refuses it. */
  send(make: (id: number) => { id: number } & ClientMessage): Promise<Outcome> {
    const message = make(this.ids++);
    return new Promise((done) => {
      this.waiting.set(message.id, { message, done });
      this.post(message);
    });
  }

  /** How many answers are not acknowledged yet. */
  get unsent(): number {
    return this.waiting.size;
  }

  /** A question without effect. Rejects with a word when the table moved on, or the line is lost. */
  probe(n: number, asked: Asked, part?: (p: Probed) => void): Promise<Probed> {
    const id = this.ids++;
    return new Promise((found, reject) => {
      this.probing.set(id, { found, part, lost: (why) => reject(new Error(why)) });
      if (!this.post({ t: "probe", id, n, ...asked })) {
        this.probing.delete(id);
        reject(new Error("late"));
      }
    });
  }

  close(): void {
    this.wished = false;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    this.socket?.close();
  }
}

export type { Asked };
