/**
 * A match as it can be watched: any moment of it is the scene it began with and the changes up to there.
 * Places are counted in frames: place 0 is before the first frame, place n after the n-th.
 */

import type { Change, Frame, Replay, Scene } from "../wire";

export type Unit = "action" | "activation" | "round";

/** How many frames lie between two scenes that are kept. */
const STRIDE = 25;

/** The scene after a change; what the change does not name stays the same object, so that nothing is drawn twice. */
export function after(scene: Scene, change: Change): Scene {
  return {
    ...scene,
    models: change.models ? { ...scene.models, ...change.models } : scene.models,
    sides: change.sides ? { ...scene.sides, ...change.sides } : scene.sides,
    clock: change.clock ?? scene.clock,
    zones: change.zones ?? scene.zones,
    pieces: change.pieces ?? scene.pieces,
    blocks: change.blocks ?? scene.blocks,
    active: change.active ?? scene.active,
    mission: change.mission ?? scene.mission,
    sturdy: change.sturdy ?? scene.sturdy,
  };
}

/** The scenes of a match by place; some are kept, so that no leap costs more than a few changes. */
export function folded(start: Scene, frames: readonly Frame[], stride = STRIDE): (place: number) => Scene {
  const kept: Scene[] = [start];
  let scene = start;
  frames.forEach((frame, index) => {
    scene = after(scene, frame.change);
    if ((index + 1) % stride === 0) kept.push(scene);
  });
  return (place) => {
    const wanted = Math.max(0, Math.min(frames.length, Math.trunc(place)));
    const from = Math.floor(wanted / stride);
    return frames.slice(from * stride, wanted).reduce((known, frame) => after(known, frame.change), kept[from]!);
  };
}

/** The first place worth showing: what comes before anybody acts is shown as done. */
export function firstPlace(frames: readonly Frame[]): number {
  return frames[0]?.action === 0 ? 1 : 0;
}

/** The place after an action, by its number; the nearest one there is. */
export function placeOf(frames: readonly Frame[], action: number): number {
  const found = frames.findIndex((frame) => frame.action >= action);
  return Math.max(firstPlace(frames), found < 0 ? frames.length : found + 1);
}

/** The number of the action that led to a place; 0 before the first. */
export function actionAt(frames: readonly Frame[], place: number): number {
  return frames[place - 1]?.action ?? 0;
}

/** What a step of a unit never crosses: frames with the same one belong together. */
function group(frame: Frame, unit: Unit): string {
  if (unit === "action") return String(frame.action);
  if (unit === "round") return String(frame.round);
  return `${frame.round}.${frame.phase}.${frame.activation}`;
}

/** The next place in a direction: the end of the unit one is in or of the one before, never beyond the match. */
export function step(frames: readonly Frame[], place: number, unit: Unit, forward: boolean): number {
  const first = firstPlace(frames);
  const ends = (index: number): boolean =>
    index >= frames.length || group(frames[index - 1]!, unit) !== group(frames[index]!, unit);
  let next = place;
  do next += forward ? 1 : -1;
  while (next > first && next < frames.length && !ends(next));
  return Math.max(first, Math.min(frames.length, next));
}

/** A round on the way through a match: the places from its first frame to after its last. */
export interface Round {
  round: number;
  from: number;
  to: number;
}

/** What a round is called; before the first one everybody is still setting up. */
export function roundTitle(round: number, name: string): string {
  return round > 0 ? `${name} ${round}` : "Setting up";
}

/** The rounds, in order; round 0 is what happens before the first. */
export function roundsOf(frames: readonly Frame[]): Round[] {
  const found: Round[] = [];
  frames.forEach((frame, index) => {
    const last = found.at(-1);
    if (last && last.round >= frame.round) last.to = index + 1;
    else found.push({ round: frame.round, from: index, to: index + 1 });
  });
  return found;
}

/** What the sides are called: the squads, as they are on the table. */
export function namesOf(replay: Replay): Record<string, string> {
  return Object.fromEntries(
    Object.values(replay.scene.sides).map((side) => [side.side, replay.squads[side.side] || side.name || side.side]),
  );
}
