/** The board: one SVG, built once, changed piece by piece. Pointer events never render anything anew. */

import type { Cue, Piece, Preview, Scene } from "../protocol";
import { strings } from "../strings";
import { Camera } from "./camera";
import { drawBodies, drawGround, drawZones } from "./ground";
import { drawArrow, drawGhost, drawMark, drawReach, drawSight, drawZone } from "./overlay";
import { described, drawPiece, drawnRadius, drawSigns } from "./pieces";
import { colour } from "./theme";
import { type Point, View } from "./view";

const NS = "http://www.w3.org/2000/svg";
const LAYERS = ["ground", "zones", "reach", "bodies", "marks", "pieces", "signs", "over"] as const;
type Layer = (typeof LAYERS)[number];

export type Mark = "selected" | "target" | "offer" | "barred" | "last" | "hover" | "chosen" | "hint";
const GAPS: Record<Mark, number> = { selected: 4.5, target: 3, offer: 3, barred: 3, last: 7, hover: 5, chosen: 4.5, hint: 9 };

export interface Chip {
  id: string;
  at: Point; // in the drawing
  r?: number;
  title?: string;
  text: string;
  tone?: "ok" | "no" | "plain" | "amber";
  meter?: number;
}

interface Shown {
  g: SVGGElement;
  inner: SVGGElement;
  signs: SVGGElement; // in a layer above, at the same place
  piece: Piece;
  inBody: boolean;
}

export class Board {
  readonly svg: SVGSVGElement;
  readonly camera: Camera;
  view = new View(1000, 1000);
  scene: Scene | null = null;
  private readonly world: SVGGElement;
  private readonly layers = {} as Record<Layer, SVGGElement>;
  private readonly shown = new Map<string, Shown>();
  private ground: unknown[] = [];
  private zonesDrawn: unknown = null;
  private playing: Animation[] = [];
  private chips: Chip[] = [];

  constructor(
    readonly host: HTMLElement,
    private readonly chipLayer: HTMLElement,
    label: string,
  ) {
    this.svg = document.createElementNS(NS, "svg");
    this.svg.setAttribute("class", "board");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", label);
    this.world = document.createElementNS(NS, "g");
    this.world.setAttribute("class", "world");
    for (const name of LAYERS) {
      const g = document.createElementNS(NS, "g");
      g.setAttribute("class", `layer ${name}`);
      this.layers[name] = g;
      this.world.append(g);
    }
    this.svg.append(this.world);
    host.append(this.svg);
    this.camera = new Camera(this.world);
    this.camera.moved = () => this.placeChips();
  }

  resize(): void {
    const box = this.host.getBoundingClientRect();
    this.camera.resize(box.width, box.height, this.view);
  }

  update(scene: Scene): void {
    const old = this.scene;
    this.scene = scene;
    if (!old || old.width !== scene.width || old.height !== scene.height || old.up !== scene.up) {
      this.view = new View(scene.width, scene.height, scene.up);
      this.ground = [];
      this.zonesDrawn = null;
      this.shown.forEach(remove);
      this.shown.clear();
      this.resize();
      this.camera.fit(this.view);
    }
    const ground = [scene.terrain, scene.markers, scene.zones, scene.grid];
    if (ground.some((part, i) => part !== this.ground[i])) {
      this.ground = ground;
      this.layers.ground.innerHTML = drawGround(this.view, scene);
    }
    if (this.zonesDrawn !== scene.zones) {
      this.zonesDrawn = scene.zones;
      this.layers.zones.innerHTML = drawZones(this.view, scene.zones);
    }
    this.updatePieces(scene);
  }

  private updatePieces(scene: Scene): void {
    const inBody = new Set(scene.bodies.flatMap((b) => b.pieces));
    const here = new Set<string>();
    for (const piece of scene.pieces) {
      here.add(piece.id);
      const known = this.shown.get(piece.id);
      if (known?.piece === piece && known.inBody === inBody.has(piece.id)) continue;
      const entry = known ?? this.newPiece(piece);
      entry.piece = piece;
      entry.inBody = inBody.has(piece.id);
      entry.inner.innerHTML = drawPiece(this.view, piece, entry.inBody);
      entry.signs.innerHTML = drawSigns(this.view, piece);
      const state = `${piece.faded ? " done" : ""}${piece.ghost ? " ghost" : ""}`;
      entry.g.setAttribute("class", `piece${state}`);
      entry.signs.setAttribute("class", `signs-of${state}`);
      for (const g of [entry.g, entry.signs]) this.place(g, [piece.shape.x, piece.shape.y]);
      entry.g.setAttribute("aria-label", described(piece));
    }
    for (const [id, entry] of this.shown)
      if (!here.has(id)) {
        remove(entry);
        this.shown.delete(id);
      }
    this.layers.bodies.innerHTML = drawBodies(this.view, scene.bodies, new Map(scene.pieces.map((p) => [p.id, p])));
  }

  private newPiece(piece: Piece): Shown {
    const g = document.createElementNS(NS, "g");
    const inner = document.createElementNS(NS, "g");
    g.append(inner);
    g.dataset["piece"] = piece.id;
    g.setAttribute("role", "button");
    g.setAttribute("tabindex", "-1");
    this.layers.pieces.append(g);
    const signs = document.createElementNS(NS, "g");
    this.layers.signs.append(signs);
    const entry = { g, inner, signs, piece, inBody: false };
    this.shown.set(piece.id, entry);
    return entry;
  }

  private place(g: SVGGElement, at: readonly number[]): void {
    const [x, y] = this.view.at(at);
    g.style.transform = `translate(${x}px, ${y}px)`;
  }

  piece(id: string): Piece | undefined {
    return this.shown.get(id)?.piece;
  }

  element(id: string): SVGGElement | undefined {
    return this.shown.get(id)?.g;
  }

  /** Which piece takes the Tab key; the others are reached by arrows. */
  rove(id: string): void {
    for (const [name, { g }] of this.shown) g.setAttribute("tabindex", name === id ? "0" : "-1");
  }

  radius(piece: Piece): number {
    return drawnRadius(this.view, piece);
  }

  // --- from the screen ---
  point(event: { clientX: number; clientY: number }): Point {
    const box = this.host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The place on the table under a pointer. */
  tableAt(event: { clientX: number; clientY: number }): [number, number] {
    return this.view.back(this.camera.drawing(this.point(event)));
  }

  /** Where a place on the table is in the host, in pixels. */
  screenAt(at: readonly number[]): Point {
    return this.camera.screen(this.view.at(at));
  }

  /** The piece under a pointer, or the nearest within a finger's width. */
  pieceAt(event: { clientX: number; clientY: number; target?: EventTarget | null }, slack: number): string {
    const direct = (event.target as Element | null)?.closest?.("[data-piece]");
    if (direct) return (direct as SVGElement).dataset["piece"] ?? "";
    const at = this.camera.drawing(this.point(event));
    let best = "";
    let nearest = slack / this.camera.k;
    for (const [id, { piece }] of this.shown) {
      const [x, y] = this.view.at([piece.shape.x, piece.shape.y]);
      const off = Math.hypot(x - at[0], y - at[1]) - this.radius(piece);
      if (off < nearest) {
        nearest = off;
        best = id;
      }
    }
    return best;
  }

  // --- what is drawn over it ---
  marks(marks: Iterable<readonly [string, Mark]>): void {
    let out = "";
    for (const [id, mark] of marks) {
      const entry = this.shown.get(id);
      if (entry) out += drawMark(this.view, entry.piece, `mark ${mark}`, GAPS[mark]);
    }
    if (this.layers.marks.innerHTML !== out) this.layers.marks.innerHTML = out;
  }

  reach(svg: string): void {
    this.layers.reach.innerHTML = svg;
  }

  over(svg: string): void {
    this.layers.over.innerHTML = svg;
  }

  drawPreview(preview: Preview | null | undefined): string {
    if (!preview) return "";
    const v = this.view;
    return [
      `<g clip-path="url(#table-edge)">${(preview.zones ?? []).map((z) => drawZone(v, z)).join("")}</g>`,
      ...(preview.arrows ?? []).map((a) => drawArrow(v, a)),
      ...(preview.sight ?? []).map((s) => drawSight(v, s)),
      ...(preview.ghosts ?? []).map((g) => drawGhost(v, this.lettered(g))),
      ...(preview.hits ?? []).map((id) => {
        const entry = this.shown.get(id);
        return entry ? drawMark(v, entry.piece, "mark target", GAPS.target) : "";
      }),
    ].join("");
  }

  /** Ghosts carry the letters and the style of the piece they stand for. */
  private lettered(ghost: Piece): Piece {
    const real = this.shown.get(ghost.id.replace(/^ghost of /, ""))?.piece;
    if (!real) return ghost;
    return { ...real, shape: ghost.shape, facing: ghost.facing ?? real.facing, front_arc: real.front_arc, health: null };
  }

  drawReaches(reaches: Scene["reach"]): string {
    return reaches.map((r) => drawReach(this.view, r)).join("");
  }

  // --- chips: small texts beside the table's things, not scaled ---
  setChips(chips: Chip[]): void {
    this.chips = chips;
    this.chipLayer.textContent = "";
    for (const chip of chips) {
      const div = document.createElement("div");
      div.className = `chip ${chip.tone ?? "plain"}`;
      div.dataset["chip"] = chip.id;
      if (chip.title) div.append(Object.assign(document.createElement("small"), { textContent: chip.title }));
      div.append(Object.assign(document.createElement("b"), { textContent: chip.text }));
      if (chip.meter !== undefined) {
        const meter = document.createElement("i");
        const fill = document.createElement("i");
        meter.className = "meter";
        fill.style.width = `${Math.round(chip.meter * 100)}%`;
        meter.append(fill);
        div.append(meter);
      }
      this.chipLayer.append(div);
    }
    this.placeChips();
  }

  private placeChips(): void {
    const box = this.host.getBoundingClientRect();
    this.chips.forEach((chip, i) => {
      const div = this.chipLayer.children[i] as HTMLElement | undefined;
      if (!div) return;
      const [x, y] = this.camera.screen(chip.at);
      const away = ((chip.r ?? 0) + 8) * this.camera.k;
      const w = div.offsetWidth;
      const h = div.offsetHeight;
      const left = x + away + w > box.width - 6 ? x - away - w : x + away;
      const top = Math.min(Math.max(y - h - away * 0.35, 6), box.height - h - 6);
      div.style.transform = `translate(${Math.max(6, Math.min(left, box.width - w - 6))}px, ${top}px)`;
    });
  }

  // --- what happened ---
  /** Plays the cues of one event; gives how long they take. The final state is already in place. */
  play(cues: readonly Cue[], speed: number): number {
    let longest = 0;
    for (const cue of cues) longest = Math.max(longest, this.playOne(cue, speed));
    return longest;
  }

  private playOne(cue: Cue, speed: number): number {
    switch (cue.type) {
      case "Went": {
        const entry = this.shown.get(cue.piece);
        if (!entry || cue.path.length < 2) return 0;
        const ms = Math.min(Math.max(cue.ms || 300, 250), 700) / speed;
        const frames = cue.path.map((p) => {
          const [x, y] = this.view.at(p);
          return { transform: `translate(${x}px, ${y}px)` };
        });
        this.animate(entry.g, frames, ms);
        this.animate(entry.signs, frames, ms);
        return ms;
      }
      case "Came": {
        const entry = this.shown.get(cue.piece);
        if (!entry) return 0;
        this.animate(entry.inner, [{ opacity: "0" }, { opacity: "1" }], 250 / speed);
        return 250 / speed;
      }
      case "Struck": {
        const [a, b] = [this.shown.get(cue.actor)?.piece, this.shown.get(cue.target)];
        if (!b) return 0;
        if (cue.hit) this.animate(b.inner, [{ opacity: "1" }, { opacity: ".25" }, { opacity: "1" }, { opacity: ".4" }, { opacity: "1" }], 420 / speed);
        if (a) this.flash(a, b.piece, cue.hit, 450 / speed);
        return 420 / speed;
      }
      case "Changed": {
        const entry = this.shown.get(cue.piece);
        if (entry) this.animate(entry.inner, [{ opacity: ".5" }, { opacity: "1" }], 200 / speed);
        return 80 / speed;
      }
      default:
        return 0;
    }
  }

  private flash(a: Piece, b: Piece, hit: boolean, ms: number): void {
    const path = document.createElementNS(NS, "path");
    const [x1, y1] = this.view.at([a.shape.x, a.shape.y]);
    const [x2, y2] = this.view.at([b.shape.x, b.shape.y]);
    path.setAttribute("d", `M${x1} ${y1}L${x2} ${y2}`);
    path.setAttribute("class", "ln shot");
    path.setAttribute("stroke", colour(a.seat));
    if (!hit) path.setAttribute("stroke-dasharray", "6 6");
    path.setAttribute("stroke-width", "3");
    this.layers.pieces.append(path);
    const animation = path.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms, easing: "ease-in" });
    this.playing.push(animation);
    animation.onfinish = animation.oncancel = () => path.remove();
  }

  private animate(target: SVGElement, frames: Keyframe[], ms: number): void {
    if (ms < 10) return;
    const animation = target.animate(frames, { duration: ms, easing: "ease-in-out" });
    this.playing.push(animation);
    animation.onfinish = () => (this.playing = this.playing.filter((a) => a !== animation));
  }

  /** Everything at its end at once. */
  skip(): void {
    for (const animation of this.playing) animation.cancel();
    this.playing = [];
  }

  /** A piece that leaves: it fades while its place is already free. */
  leave(piece: Piece, ms: number): void {
    const g = document.createElementNS(NS, "g");
    g.innerHTML = drawPiece(this.view, piece, false) + drawSigns(this.view, piece);
    this.place(g, [piece.shape.x, piece.shape.y]);
    g.setAttribute("class", "leaving");
    this.layers.pieces.append(g);
    const animation = g.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms });
    animation.onfinish = animation.oncancel = () => g.remove();
    this.playing.push(animation);
  }

  describe(): string {
    const scene = this.scene;
    return scene ? strings.boardDescribed(scene.pieces.length, scene.markers.length) : "";
  }
}

function remove(shown: Shown): void {
  shown.g.remove();
  shown.signs.remove();
}
