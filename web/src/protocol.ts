/** The generated types under short names, and scenes with nothing left out. */

import type { components } from "./generated/api";

type S = components["schemas"];

export type Disc = S["Disc"];
export type Rect = S["Rect"];
export type Polygon = S["Polygon"];
export type Shape = Disc | Rect | Polygon;
export type Look = S["Look"];
export type Terrain = S["Terrain"];
export type Marker = S["Marker"];
export type Badge = S["Badge"];
export type Piece = S["Piece"];
export type Body = S["Body"];
export type Zone = S["Zone"];
export type Reach = S["Reach"];
export type SightLine = S["SightLine"];
export type Arrow = S["Arrow"];
export type Note = S["Note"];
export type Card = S["Card"];
export type Panel = S["Panel"];
export type Track = S["Track"];
export type Tone = NonNullable<S["Pips"]["tone"]>;
export type Preview = S["Preview"];
export type Sheet = S["Sheet"];
export type Stat = S["Stat"];
export type Refusal = S["RefusalFrame"];
export type Option = S["OptionFrame"];
export type Barred = S["Barred"];
export type Ask = S["AskFrame"];
export type Domain = Ask["domain"];
export type Waiting = S["Waiting"];
export type LogFrame = S["LogFrame"];
export type EventFrame = S["EventFrame"];
export type Cue = NonNullable<EventFrame["cues"]>[number];
export type Result = S["ResultFrame"];
export type SeatFrame = S["SeatFrame"];
export type Welcome = S["Welcome"];
export type Snapshot = S["Snapshot"];
export type Step = S["Step"];
export type UndoAsked = S["UndoAsked"];
export type Probed = S["Probed"];
export type Odds = S["OddsFrame"];
export type Advice = S["AdviceFrame"];
export type ServerFrame = S["ServerFrame"];
export type ClientMessage = S["ClientMessage"];
export type ProbeMessage = S["Probe"];
export type ScenePatch = S["ScenePatch"];
export type Home = S["Home"];
export type RulesetCard = S["RulesetCard"];
export type MatchOption = S["MatchOption"];
export type MatchCard = S["MatchCard"];
export type Seated = S["Seated"];
export type NewMatch = S["NewMatch"];
export type Problem = S["Problem"];
export type RuleFrame = S["RuleFrame"];
export type Guide = S["GuideFrame"];
export type Replay = S["Replay"];
export type ReplayStep = S["ReplayStep"];
export type ListChecked = S["ListChecked"];
export type Preset = S["PresetFrame"];

export type Pose = readonly number[];
/** [piece, pose], in order of placing. */
export type Placement = [string, Pose | Pose[] | null];

export type Scene = Required<S["Scene"]>;

const EMPTY = {
  subtitle: "",
  unit: "in",
  grid: 12_000,
  up: 90_000,
  terrain: [],
  markers: [],
  pieces: [],
  bodies: [],
  zones: [],
  reach: [],
  sight: [],
  arrows: [],
  notes: [],
  score: [],
  tracks: [],
  steps: [],
  step: null,
  panels: [],
  cards: [],
  reserves: [],
  log: [],
} satisfies Partial<Scene>;

export function wholeScene(scene: S["Scene"]): Scene {
  return { ...EMPTY, ...scene } as Scene;
}

/** The scene after a patch; what did not change stays the same object. */
export function patched(scene: Scene, patch: ScenePatch): Scene {
  const { pieces, bodies, ...sections } = patch;
  const next = { ...scene, ...sections } as Scene;
  if (pieces) next.pieces = merged(scene.pieces, pieces);
  if (bodies) next.bodies = merged(scene.bodies, bodies);
  return next;
}

function merged<T extends { id: string }>(old: readonly T[], patch: { set?: T[]; gone?: string[]; order?: string[] }): T[] {
  const left = new Map(old.map((one) => [one.id, one]));
  for (const id of patch.gone ?? []) left.delete(id);
  for (const one of patch.set ?? []) left.set(one.id, one);
  if (!patch.order?.length) return [...left.values()];
  return patch.order.map((id) => left.get(id)).filter((one): one is T => one !== undefined);
}
