/** The table as it is known here, and what messages make of it. Everything is plain data: nothing is changed in place. */

import type { Change, DiceView, LineView, ModelView, Scene } from "../wire";

/** The scene after a change. */
export function apply(scene: Scene, change: Change): Scene {
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

/** Lines with new ones added; a line that is known already is not doubled, whatever arrives twice. */
export function addLines(known: LineView[], fresh: LineView[] | undefined): LineView[] {
  if (!fresh?.length) return known;
  const last = known.at(-1)?.number ?? 0;
  const added = fresh.filter((line) => line.number > last);
  return added.length ? [...known, ...added] : known;
}

/** The round a heading belongs to, of so many headings so far: where each side has turns of its own, several make a round. */
export function roundOf(heading: number, headings: number, round: number): number {
  return Math.ceil(heading / Math.max(1, Math.ceil(headings / Math.max(1, round))));
}

/** The distance between two points. */
export function apart(one: [number, number], other: [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** From edge to edge, never below nothing. */
export function gap(one: ModelView, other: ModelView, at: [number, number] | null | undefined = one.at): number {
  if (!at || !other.at) return 0;
  return Math.max(0, apart(at, other.at) - one.radius - other.radius);
}

/** Two places everywhere: what is read is what is played. */
export function inches(value: number): string {
  return `${value.toFixed(2)}″`;
}

/** A chance in per cent, one place, never rounded up to certainty. */
export function percent(chance: number): string {
  const value = chance * 100;
  if (value > 99.9 && value < 100) return "99.9";
  if (value > 0 && value < 0.1) return "<0.1";
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** A number with a real minus. */
export function signed(value: number): string {
  return value < 0 ? `−${Math.abs(value)}` : value > 0 ? `+${value}` : "0";
}

const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** In which direction of the mat something lies; y runs northwards. */
export function bearing(from: [number, number], to: [number, number]): string {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]) / (Math.PI / 4);
  return WINDS[((Math.round(turn) % 8) + 8) % 8]!;
}

/** The roll of which some dice were rolled again: where there were several, the one with the same need whose other dice lie as they did. */
export function firstRoll(earlier: readonly LineView[], line: LineView): LineView | undefined {
  const { faces, again, need } = line.dice!;
  const could = (dice: DiceView): boolean =>
    dice.faces.length === faces.length && dice.need?.value === need?.value && faces.every((face, place) => again!.includes(place) || dice.faces[place] === face);
  // Targets are told apart by whom a line is about, where it says so.
  const same = (one: LineView): boolean => JSON.stringify(one.models) === JSON.stringify(line.models);
  // Dice are rolled again right after they fell: what fell long ago only looks alike.
  const late = earlier.slice(-8);
  return late.findLast((one) => could(one.dice!) && same(one)) ?? late.findLast((one) => could(one.dice!));
}
