/** How a piece of terrain is drawn: what it looks like is read from its shape, and from its kind where it has one.
 *  Inches, y downwards. */

import type { Piece } from "../wire";
import { distance, f, middle, turning, type Point } from "./geometry";

/** What a piece is to whoever comes to it, where its traits say so; `plain` is drawn by its shape and height alone. */
export type Manner = "plain" | "solid" | "deck" | "soft" | "low" | "rift" | "ladder" | "hazard" | "portal" | "door" | "doorway" | "fire" | "smoke";
export type Look = "wall" | "box" | "crate" | "rock" | "silo" | "block";

export interface Facet {
  d: string;
  /** −1 in full shade to 1 in full light. */
  light: number;
}

export interface Puff {
  x: number;
  y: number;
  r: number;
}

export interface Drawn {
  key: string;
  name: string;
  /** The upper edge, where its name stands. */
  top: number;
  look: Look;
  manner: Manner;
  blocks: boolean;
  /** Hard to cross. */
  rough: boolean;
  /** It may be blown up, or broken. */
  mark: "" | "burst" | "crack";
  /** Rungs of a ladder, rings of a portal, the crack in a wall, the leaf of a door. */
  detail: string;
  outline: string;
  /** The ground in its shadow, from near to far and faint. */
  shadow: string;
  rim: string;
  core: string;
  contours: string;
  joints: string;
  facets: Facet[];
  puffs: Puff[];
  figure: { x: number; y: number; turn: number; text: string; narrow: number };
}

/** Light comes from the north-west. */
const LIGHT: Point = [-Math.SQRT1_2, -Math.SQRT1_2];
/** Inches of shadow for an inch of height. */
const SHADOW = 0.27;
/** Contours lie this far apart, where there is room. */
const STEP = 0.15;

const WORDS: [RegExp, Look][] = [
  [/silo|tank|tower-round|barrel|drum|pillar/, "silo"],
  [/rock|boulder|crystal|ice|tree|wood/, "rock"],
  [/wall|fence|barricade|pipe|hedge/, "wall"],
  [/container|truck|bus|train/, "box"],
  [/crate|box/, "crate"],
];

/** What lies in the air has no edges of its own, whatever it means to the rules. */
const DRIFTING: [RegExp, Manner][] = [
  [/fire|flame|blaze/, "fire"],
  [/smoke|fog|mist|steam/, "smoke"],
];
/** Flames and puffs of a piece that burns or smokes. */
const PUFFS = 9;

interface Lying {
  /** Direction of the long side, lengths of both, and the middle. */
  along: Point;
  long: number;
  short: number;
  mid: Point;
}

/** The smallest box around a polygon: one of its sides lies along an edge. */
function lying(polygon: Point[]): Lying {
  let best: Lying = { along: [1, 0], long: 0, short: 0, mid: [0, 0] };
  let least = Infinity;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[j]!;
    const b = polygon[i]!;
    const size = distance(a, b);
    if (size < 1e-6) continue;
    const u: Point = [(b[0] - a[0]) / size, (b[1] - a[1]) / size];
    const us = polygon.map((p) => p[0] * u[0] + p[1] * u[1]);
    const vs = polygon.map((p) => -p[0] * u[1] + p[1] * u[0]);
    const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
    const area = (u1 - u0) * (v1 - v0);
    if (area >= least - 1e-9) continue;
    least = area;
    const um = (u0 + u1) / 2;
    const vm = (v0 + v1) / 2;
    const mid: Point = [um * u[0] - vm * u[1], um * u[1] + vm * u[0]];
    best =
      u1 - u0 >= v1 - v0
        ? { along: u, long: u1 - u0, short: v1 - v0, mid }
        : { along: [-u[1], u[0]], long: v1 - v0, short: u1 - u0, mid };
  }
  return best;
}

/** What a piece looks like. */
export function lookOf(kind: string, polygon: Point[], box: Lying = lying(polygon)): Look {
  for (const [words, look] of WORDS) if (words.test(kind)) return look;
  const area = Math.abs(turning(polygon)) / 2;
  const filled = area / (box.long * box.short || 1);
  const around = polygon.reduce((sum, point, i) => sum + distance(point, polygon[(i + 1) % polygon.length]!), 0);
  const compact = (4 * Math.PI * area) / (around * around || 1);
  if (polygon.length >= 8 && compact > 0.88) return "silo";
  if (polygon.length !== 4 && compact > 0.5) return "rock";
  if (filled < 0.9) return "block";
  if (box.short <= 1.35 && box.long / box.short >= 2.4) return "wall";
  if (box.long / box.short >= 1.5 && box.short <= 2.6) return "box";
  return box.long <= 2.4 ? "crate" : "block";
}

/** Where a piece burns or smokes: spread over it as seeds are in a flower, each with its size. */
function puffsOf(manner: Manner, box: Lying): Puff[] {
  if (manner !== "fire" && manner !== "smoke") return [];
  const { along: u, mid, long, short } = box;
  return Array.from({ length: PUFFS }, (_, k) => {
    const out = 0.66 * Math.sqrt((k + 0.5) / PUFFS);
    const [a, b] = [(long / 2) * out * Math.cos(k * 2.4), (short / 2) * out * Math.sin(k * 2.4)];
    return { x: mid[0] + u[0] * a - u[1] * b, y: mid[1] + u[1] * a + u[0] * b, r: short * (0.13 + 0.045 * Math.sin(k * 1.7)) };
  });
}

/** What its kind or its traits make of a piece. */
export function mannerOf(traits: readonly string[], kind = ""): Manner {
  for (const [words, manner] of DRIFTING) if (words.test(kind)) return manner;
  const has = (word: string): boolean => traits.includes(word);
  if (!traits.length) return "plain";
  if (has("rift") || has("gap")) return "rift";
  if (has("portal")) return "portal";
  if (has("ladder")) return "ladder";
  if (has("door")) return has("open") ? "doorway" : "door";
  if (has("hazardous") || has("dangerous") || has("deadly")) return "hazard";
  if (has("high_ground") || has("elevated")) return "deck";
  if (has("impassable") || has("blocking")) return "solid";
  return has("hiding") || has("area") ? "soft" : "low";
}

/** A trait with a figure, such as `level:2`. */
function traitFigure(traits: readonly string[], word: string): number {
  const found = traits.find((one) => one.startsWith(`${word}:`));
  return found ? Number(found.split(":")[1]) : 0;
}

function detailOf(manner: Manner, mark: Drawn["mark"], polygon: Point[], box: Lying): string {
  const { along: u, mid, long, short } = box;
  const at = (a: number, b: number): Point => [mid[0] + u[0] * a - u[1] * b, mid[1] + u[1] * a + u[0] * b];
  const [hl, hs] = [long / 2, short / 2];
  if (manner === "ladder") {
    const n = Math.max(3, Math.round(long / 0.28));
    const rung = (k: number): string => line([at(-hl + (long * (k + 0.5)) / n, -hs), at(-hl + (long * (k + 0.5)) / n, hs)]);
    return line([at(-hl, -hs), at(hl, -hs)]) + line([at(-hl, hs), at(hl, hs)]) + Array.from({ length: n }, (_, k) => rung(k)).join("");
  }
  if (manner === "portal") return [0.16, 0.32].map((share) => `${line(inset(polygon, share * short))}Z`).join("");
  if (manner === "rift") return `${line(inset(polygon, Math.min(0.3, short / 5)))}Z`;
  if (manner === "door") return line([at(-hl, 0), at(hl, 0)]) + line([at(hl * 0.55, -hs), at(hl * 0.55, hs)]);
  if (manner === "doorway") return line([at(-hl, -hs), at(-hl, hs)]) + line([at(hl, -hs), at(hl, hs)]);
  if (mark === "crack") return line([at(-hl * 0.1, -hs), at(hl * 0.12, -hs * 0.3), at(-hl * 0.06, hs * 0.25), at(hl * 0.1, hs)]);
  return "";
}

function line(points: Point[]): string {
  return points.map((p, i) => `${i ? "L" : "M"}${f(p[0])} ${f(p[1])}`).join("");
}

/** The polygon drawn in by a distance; empty where nothing would be left. Runs clockwise on the screen. */
function inset(polygon: Point[], by: number): Point[] {
  const n = polygon.length;
  const out: Point[] = [];
  for (let i = 0; i < n; i++) {
    const p = polygon[(i + n - 1) % n]!;
    const q = polygon[i]!;
    const r = polygon[(i + 1) % n]!;
    const a = distance(p, q) || 1;
    const b = distance(q, r) || 1;
    const n1: Point = [-(q[1] - p[1]) / a, (q[0] - p[0]) / a];
    const n2: Point = [-(r[1] - q[1]) / b, (r[0] - q[0]) / b];
    const dot = 1 + n1[0] * n2[0] + n1[1] * n2[1];
    if (dot < 0.1) return [];
    out.push([q[0] + ((n1[0] + n2[0]) * by) / dot, q[1] + ((n1[1] + n2[1]) * by) / dot]);
  }
  return turning(out) > 0 && turning(out) < turning(polygon) ? out : [];
}

/** Everything a piece darkens when it is swept along the light. */
function sweep(polygon: Point[], by: Point): string {
  let d = "";
  const add = (points: Point[]): void => {
    d += `${line(turning(points) < 0 ? [...points].reverse() : points)}Z`;
  };
  // a little off the lit edges, or the soft rim of the shadow would show there
  const near = polygon.map((p): Point => [p[0] + by[0] * 0.2, p[1] + by[1] * 0.2]);
  const far = polygon.map((p): Point => [p[0] + by[0], p[1] + by[1]]);
  add(far);
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) add([near[j]!, near[i]!, far[i]!, far[j]!]);
  return d;
}

/** Joints of masonry, ribs of a container, planks of a crate, a hatch on a roof; on the flat top inside the contours. */
function joints(look: Look, box: Lying, off: number): string {
  const { along: u, mid } = box;
  const long = box.long - 2 * off;
  const short = box.short - 2 * off;
  const v: Point = [-u[1], u[0]];
  const at = (a: number, b: number): Point => [mid[0] + u[0] * a + v[0] * b, mid[1] + u[1] * a + v[1] * b];
  const seg = (a0: number, b0: number, a1: number, b1: number): string => line([at(a0, b0), at(a1, b1)]);
  const hl = long / 2;
  const hs = short / 2;
  let d = "";
  if (look === "wall") {
    const n = Math.max(2, Math.round(long / 1.1));
    d += seg(-hl, 0, hl, 0);
    for (let k = 1; k < n; k++) d += seg(-hl + (long * k) / n, -hs, -hl + (long * k) / n, 0);
    for (let k = 0; k < n; k++) d += seg(-hl + (long * (k + 0.5)) / n, 0, -hl + (long * (k + 0.5)) / n, hs);
  } else if (look === "box") {
    const n = Math.max(4, Math.round(long / 0.36));
    for (let k = 1; k < n; k++) d += seg(-hl + (long * k) / n, -hs, -hl + (long * k) / n, hs);
  } else if (look === "crate") {
    d += seg(-hl, -hs, hl, hs) + seg(-hl, hs, hl, -hs);
  } else if (look === "block" && short > 1.6) {
    const a = hl * 0.62;
    const b = hs * 0.62;
    d += `${line([at(-a, -b), at(a, -b), at(a, b), at(-a, b)])}Z`;
    d += seg(-hl, -hs, -a, -b) + seg(hl, -hs, a, -b) + seg(-hl, hs, -a, b) + seg(hl, hs, a, b);
  }
  return d;
}

/** Slopes of a rock between its outline and its crown, each in its own light. */
function facetsOf(look: Look, polygon: Point[], mid: Point): Facet[] {
  if (look !== "rock" && look !== "silo") return [];
  const crown = look === "silo" ? 0.62 : 0.5;
  const top = polygon.map((p, i): Point => {
    const own = crown + (look === "rock" ? 0.1 * Math.sin(i * 2.4 + p[0]) : 0);
    return [mid[0] + (p[0] - mid[0]) * own, mid[1] + (p[1] - mid[1]) * own];
  });
  return polygon.map((p, i) => {
    const k = (i + 1) % polygon.length;
    const q = polygon[k]!;
    const size = distance(p, q) || 1;
    const out: Point = [(q[1] - p[1]) / size, -(q[0] - p[0]) / size];
    return { d: `${line([p, q, top[k]!, top[i]!])}Z`, light: out[0] * LIGHT[0] + out[1] * LIGHT[1] };
  });
}

/** Everything that is drawn of a piece. */
export function drawn(piece: Piece, i: number, tableHeight: number, blocks: boolean, levels = false): Drawn {
  const down = piece.polygon.map((p): Point => [p[0], tableHeight - p[1]]);
  const polygon = turning(down) < 0 ? [...down].reverse() : down;
  const traits = piece.traits ?? [];
  const manner = mannerOf(traits, piece.kind);
  const level = traitFigure(traits, "level");
  // Where traits say what a piece is, its height need not be given: a level is two inches, and what hides is as high.
  const height = piece.height || (traits.length && blocks ? 2 * (level || 1) : 0);
  const box = lying(polygon);
  const look = lookOf(piece.kind ?? "", polygon, box);
  const mid = middle(polygon);
  const mark = traits.includes("explosive") ? "burst" : traits.includes("destructible") && manner === "solid" ? "crack" : "";
  const solid = blocks && manner !== "soft" && manner !== "fire" && manner !== "smoke";
  const by = SHADOW * height;
  let rim = "";
  let core = "";
  for (let k = 0, j = polygon.length - 1; k < polygon.length; j = k++) {
    const p = polygon[j]!;
    const q = polygon[k]!;
    const size = distance(p, q) || 1;
    const lit = ((q[1] - p[1]) * LIGHT[0] - (q[0] - p[0]) * LIGHT[1]) / size;
    if (lit > 0.15) rim += line([p, q]);
    else if (lit < -0.15) core += line([p, q]);
  }
  let rings = "";
  const n = Math.floor(height + 1e-9);
  const step = Math.min(STEP, (box.short * 0.36) / Math.max(n, 1));
  for (let k = 1; k <= n && solid; k++) {
    const ring = inset(polygon, step * k);
    if (ring.length) rings += `${line(ring)}Z`;
  }
  let turn = (Math.atan2(box.along[1], box.along[0]) * 180) / Math.PI;
  if (turn > 45.1) turn -= 180;
  if (turn <= -134.9) turn += 180;
  if (box.long / (box.short || 1) < 1.9) turn = 0;
  return {
    key: piece.id || String(i),
    name: piece.name ?? "",
    top: Math.min(...polygon.map((p) => p[1])),
    look,
    manner,
    blocks: manner === "plain" ? blocks : manner === "deck" || manner === "solid" || manner === "door",
    rough: traits.includes("difficult"),
    mark,
    detail: detailOf(manner, mark, polygon, box),
    outline: `${line(polygon)}Z`,
    shadow: solid ? sweep(polygon, [by * Math.SQRT1_2 * 1.25, by * Math.SQRT1_2 * 1.25]) : "",
    rim,
    core,
    contours: rings,
    joints: solid && manner !== "deck" && manner !== "door" ? joints(look, box, step * n) : "",
    facets: solid && manner !== "deck" ? facetsOf(look, polygon, mid) : [],
    puffs: puffsOf(manner, box),
    figure: { x: mid[0], y: mid[1], turn, text: level ? `▲${level}` : levels && piece.height ? `▲${Number(piece.height.toFixed(2))}` : piece.height ? `${Number(piece.height.toFixed(2))}″` : "", narrow: turn ? box.short : Math.min(box.short, box.long) },
  };
}
