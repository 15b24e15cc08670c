/** When each motion of an action runs: moves first, then shots, hits, and what leaves; never longer than 600 ms. */

import type { Motion } from "../wire";
import { along, type Point } from "./geometry";

export const MOST = 600;
const STEP: Record<Motion["kind"], [order: number, length: number]> = {
  move: [0, 240],
  push: [2, 180],
  place: [0, 160],
  shot: [1, 140],
  area: [1, 180],
  miss: [2, 160],
  hit: [2, 200],
  gain: [2, 160],
  remove: [3, 200],
};

export interface Timed {
  motion: Motion;
  start: number;
  length: number;
}

/** Who goes along the path of a motion: somebody is pushed by another, or by nobody in particular. */
export function mover(motion: Motion): string {
  return (motion.kind === "push" && motion.target) || motion.model || "";
}

/** Motions of the same step run together; steps follow each other. */
export function schedule(motions: Motion[]): Timed[] {
  const timed: Timed[] = [];
  let start = 0;
  for (let order = 0; order < 4; order++) {
    const now = motions.filter((motion) => STEP[motion.kind][0] === order);
    // two moves of one model follow each other
    const busy = new Map<string, number>();
    let end = start;
    for (const motion of now) {
      const length = STEP[motion.kind][1];
      const key = mover(motion);
      const from = order === 0 || motion.kind === "push" ? (busy.get(key) ?? start) : start;
      timed.push({ motion, start: from, length });
      busy.set(key, from + length);
      end = Math.max(end, from + length);
    }
    start = end;
  }
  const squeeze = start > MOST ? MOST / start : 1;
  return timed.map((one) => ({ ...one, start: one.start * squeeze, length: one.length * squeeze }));
}

/** One scene of what is shown: from when to when, and the line of the log it begins with. */
export interface Act {
  start: number;
  end: number;
  line: number;
}

/** A pause between acts, and the least and the most that one and all of them take. */
const PAUSE = 260;
const LEAST = 520;
const LONGEST = 14_000;

/** Motions cut where somebody else begins to act; `who` names those that act together. */
export function acts(motions: Motion[], who: (model: string) => string): Motion[][] {
  const out: Motion[][] = [];
  let doing = "";
  for (const motion of motions) {
    const begins = motion.model && ["move", "place", "shot"].includes(motion.kind);
    const by = !begins ? doing : motion.kind === "place" ? "place" : who(motion.model!);
    if (!out.length || by !== doing) out.push([]);
    doing = by;
    out.at(-1)!.push(motion);
  }
  return out;
}

/** Acts one after the other, each long enough to be read; a single one is not slowed down. */
export function staged(scenes: Motion[][]): { timed: Timed[]; acts: Act[] } {
  if (scenes.length < 2) return { timed: schedule(scenes[0] ?? []), acts: [] };
  const pace = Math.min(1, LONGEST / (scenes.length * (LEAST + PAUSE)));
  const timed: Timed[] = [];
  const told: Act[] = [];
  let start = 0;
  for (const motions of scenes) {
    const own = schedule(motions);
    const long = Math.max(total(own), LEAST) * pace;
    const by = long / (total(own) || 1);
    timed.push(...own.map((one) => ({ ...one, start: start + one.start * by, length: one.length * by })));
    told.push({ start, end: start + long, line: motions[0]!.line });
    start += long + PAUSE * pace;
  }
  return { timed, acts: told };
}

export function total(timed: Timed[]): number {
  return timed.reduce((most, one) => Math.max(most, one.start + one.length), 0);
}

/** How far a motion has come, 0 to 1; below 0 before it starts. */
export function progress(one: Timed, now: number): number {
  if (now < one.start) return -1;
  return one.length > 0 ? Math.min((now - one.start) / one.length, 1) : 1;
}

/** Where a model that is on its way is drawn; null for one that stands. */
export function spotAt(timed: Timed[], model: string, now: number): Point | null {
  let found: Point | null = null;
  for (const one of timed) {
    const { path, kind } = one.motion;
    if (mover(one.motion) !== model || !path || path.length < 2 || (kind !== "move" && kind !== "push")) continue;
    const t = progress(one, now);
    if (t < 0) return found ?? (path[0] as Point);
    // eased, so that it starts and stops like something with weight
    found = along(path as Point[], t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
  }
  return found;
}

/** Whether somebody asked for less motion. */
export function still(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
