/** What is drawn on top of the table: each kind one reading, all in inches with y upwards. */

import type { Leg, StrideView } from "../wire";
import type { Disc, Point } from "./geometry";
import type { Place } from "./places";

export type Tone = "plain" | "legal" | "caution" | "refused" | "a" | "b";

/** How far a model could go: the first stride solid, the ones after it dashed with dots. */
export interface ReachOverlay {
  kind: "reach";
  strides: Pick<StrideView, "region">[];
  place?: Place;
}
/** How far things reach, from the edge of a base of that radius; in front only where it matters where that is. */
export interface RangesOverlay {
  kind: "ranges";
  at: Point;
  radius: number;
  rings: { range: number; name: string }[];
  facing?: number;
}
/** A way: solid for the first leg, a bar at its exact limit, dashed after it. `refusal` makes its tag a no. */
export interface PathOverlay {
  kind: "path";
  legs: Pick<Leg, "name" | "length" | "limit" | "path">[];
  at: Point;
  used: number;
  left: number;
  ok: boolean;
  refusal?: string;
  rule?: string;
  /** The radius of the base that goes, so that the tag keeps off it. */
  radius?: number;
}
/** Where a model would stand. Not `ok`: hatched, held at `at`, with a thread to where it was `wanted`. */
export interface GhostOverlay {
  kind: "ghost";
  model: string;
  at: Point;
  ok: boolean;
  wanted?: Point;
  facing?: number;
}
/** What one base sees of another; `share` is the visible part, 0 to 1. */
export interface LineOverlay {
  kind: "line";
  from: Disc;
  to: Disc;
  verdict: "clear" | "part" | "none";
  label?: string;
  /** Smaller, after the label: a chance or a rule. */
  note?: string;
  share?: number;
  /** What is seen, but cannot be done: the tag is a no, the line is not. */
  refused?: boolean;
  /** Pieces and models that hide something, by id. */
  blockers?: string[];
}
export interface BracketsOverlay {
  kind: "brackets";
  model: string;
  tone: Tone;
}
/** Ground an effect would cover, and whom it would touch. */
export interface AreaOverlay {
  kind: "area";
  at: Point;
  radius: number;
  affected: string[];
  ok: boolean;
  label?: string;
}
/** Where a model would be pushed to. */
export interface PushOverlay {
  kind: "push";
  model: string;
  from: Point;
  to: Point;
  ok: boolean;
}
export interface MeasureOverlay {
  kind: "measure";
  points: Point[];
  label: string;
}
/** What is lit from a spot: one at a time, the last one counts. */
export interface LightOverlay {
  kind: "light";
  at: Point;
  radius: number;
}
export interface ZoneOverlay {
  kind: "zone";
  polygon: Point[];
  tone: Tone;
  label?: string;
}
/** Somebody points here. Give every ping its own `id`, or the same spot will not flash twice. */
export interface PingOverlay {
  kind: "ping";
  at: Point;
  tone: Tone;
  by?: string;
  id?: string;
}
/** Words at a spot; they keep off models. */
export interface TagOverlay {
  kind: "tag";
  at: Point;
  text: string;
  tone: Tone;
  note?: string;
  radius?: number;
}
/** The way somebody came, faintly. */
export interface TrailOverlay {
  kind: "trail";
  path: Point[];
  place: Place;
}

export type Overlay =
  | ReachOverlay
  | RangesOverlay
  | PathOverlay
  | GhostOverlay
  | LineOverlay
  | BracketsOverlay
  | AreaOverlay
  | PushOverlay
  | MeasureOverlay
  | LightOverlay
  | ZoneOverlay
  | PingOverlay
  | TagOverlay
  | TrailOverlay;

/** The overlays of one kind. */
export function only<K extends Overlay["kind"]>(overlays: Overlay[], kind: K): Extract<Overlay, { kind: K }>[] {
  return overlays.filter((one): one is Extract<Overlay, { kind: K }> => one.kind === kind);
}
