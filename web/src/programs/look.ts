/** An answer that was weighed, shown on the table: where it would go, whom it is aimed at. Pure. */

import type { CandidateView, ModelView } from "../wire";
import { distance, type Point } from "../table/geometry";
import type { Overlay } from "../table/overlays";
import type { Places } from "../table/places";

export function look(one: CandidateView | null, models: Record<string, ModelView>, places: Places): Overlay[] {
  if (!one) return [];
  const shown: Overlay[] = [];
  const actor = models[one.model ?? ""];
  const path = (one.path ?? []) as Point[];
  const end = path.at(-1);
  const targets = (one.targets ?? []).filter((id) => models[id]?.at);
  if (path.length > 1 && actor) {
    shown.push({ kind: "trail", path, place: places[actor.side] ?? "a" });
    shown.push({ kind: "ghost", model: actor.id, at: end!, ok: true });
  } else if (end && one.radius) {
    shown.push({ kind: "area", at: end, radius: one.radius, affected: targets, ok: true });
  } else if (end && actor) {
    shown.push({ kind: "ghost", model: actor.id, at: end, ok: true });
  }
  if (actor?.at && !end) shown.push({ kind: "brackets", model: actor.id, tone: "plain" });
  const from = end ?? (actor?.at as Point | undefined);
  for (const id of targets) {
    shown.push({ kind: "brackets", model: id, tone: "legal" });
    const shot = from && actor && id !== actor.id ? between(from, actor.radius, models[id]!) : null;
    if (shot) shown.push({ kind: "trail", path: shot, place: places[actor!.side] ?? "a" });
  }
  return shown;
}

/** From edge to edge, so that nobody is struck through. */
function between(from: Point, radius: number, target: ModelView): Point[] | null {
  const to = target.at as Point;
  const away = distance(from, to);
  if (away <= radius + target.radius) return null;
  const [ux, uy] = [(to[0] - from[0]) / away, (to[1] - from[1]) / away];
  return [
    [from[0] + ux * radius, from[1] + uy * radius],
    [to[0] - ux * target.radius, to[1] - uy * target.radius],
  ];
}

/** A worth with its sign, as fine as it is worth reading. */
export function worth(value: number): string {
  const text = Math.abs(value).toFixed(Math.abs(value) >= 10 ? 1 : 2);
  return Number(text) === 0 ? "0" : `${value < 0 ? "−" : "+"}${text}`;
}

/** Where the bars of some worths begin and end, in shares of the width: all on one scale, which has its zero. */
export function bars(values: (number | null | undefined)[]): { zero: number; bar: (value: number) => { from: number; to: number } } {
  const known = values.filter((value): value is number => typeof value === "number");
  const low = Math.min(0, ...known);
  const span = Math.max(0, ...known) - low || 1;
  const at = (value: number): number => (value - low) / span;
  return { zero: at(0), bar: (value) => ({ from: Math.min(at(0), at(value)), to: Math.max(at(0), at(value)) }) };
}
