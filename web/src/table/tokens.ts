/** The figures behind the drawing of a model: rings, squares, wedges. Pixels, y downwards, the base in the middle. */

import type { Gauge, ModelView } from "../wire";
import { f } from "./geometry";
import type { Place } from "./places";

/** How far outside the base the health line runs, and how thick it is. */
export const GAP = 3.6;
export const RING = 2.4;

/** Half the width of what is drawn. A marker is as large as it has to be to be seen: it has no base. */
export function drawnRadius(model: ModelView, px: number): number {
  return model.kind === "marker" ? Math.max(model.radius * px, 9) : model.radius * px;
}

export function share(gauge: Gauge | null | undefined): number {
  return gauge && gauge.most > 0 ? Math.min(Math.max(gauge.value / gauge.most, 0), 1) : 0;
}

/** A third or less is low. */
export function low(gauge: Gauge | null | undefined): boolean {
  return !!gauge && gauge.value * 3 <= gauge.most;
}

/** The health line: a circle for the one side, a rounded square for the other, both clockwise from twelve. */
export function ringPath(place: Place, radius: number): string {
  const r = radius + GAP;
  if (place === "a") return `M0 ${f(-r)}A${f(r)} ${f(r)} 0 1 1 0 ${f(r)}A${f(r)} ${f(r)} 0 1 1 0 ${f(-r)}`;
  const c = r * 0.42;
  const s = r - c;
  const arc = (x: number, y: number): string => `A${f(c)} ${f(c)} 0 0 1 ${f(x)} ${f(y)}`;
  return `M0 ${f(-r)}H${f(s)}${arc(r, -s)}V${f(s)}${arc(s, r)}H${f(-s)}${arc(-r, s)}V${f(-s)}${arc(-s, -r)}H0`;
}

/** Dashes on a line of length 100: four quarters with gaps, so much of it filled, in small pieces where it is low. */
export function ringDashes(filled: number, gap: number, pieces = false): string {
  const out: number[] = [0];
  let at = 0;
  const dash = (from: number, to: number): void => {
    if (to - from < 0.4) return;
    out.push(from - at, to - from);
    at = to;
  };
  for (let quarter = 0; quarter < 4; quarter++) {
    const from = quarter * 25 + gap / 2;
    const to = Math.min(quarter * 25 + 25 - gap / 2, filled * 100);
    if (!pieces) dash(from, to);
    else for (let step = from; step < to; step += 4.6) dash(step, Math.min(step + 2.9, to));
  }
  out.push(200);
  return out.map(f).join(" ");
}

/** The notched square of side b, inside the base. */
export function notched(radius: number): string {
  const s = radius * 0.86;
  const n = radius * 0.3;
  const i = s - n;
  return (
    `M${f(-i)} ${f(-s)}H${f(i)}V${f(-i)}H${f(s)}V${f(i)}H${f(i)}V${f(s)}` +
    `H${f(-i)}V${f(i)}H${f(-s)}V${f(-i)}H${f(-i)}Z`
  );
}

/** Where the wedge for the facing sits: just outside the health line. */
export function wedge(place: Place, radius: number, facing: number): string {
  const c = Math.cos(facing);
  const s = -Math.sin(facing);
  const r = radius + GAP + RING / 2 + 1;
  // a square is farther out towards its corners, which are rounded
  const out = place === "a" ? r : Math.min(r / Math.max(Math.abs(c), Math.abs(s)), r * 1.22);
  const tip = out + Math.max(5, radius * 0.36);
  const half = Math.max(4.2, radius * 0.3);
  return (
    `M${f(c * tip)} ${f(s * tip)}L${f(c * out - s * half)} ${f(s * out + c * half)}` +
    `L${f(c * out + s * half)} ${f(s * out - c * half)}Z`
  );
}

/** Four corners around something of that half width. */
export function brackets(half: number, arm: number): string {
  const i = half - arm;
  return (
    `M${f(-half)} ${f(-i)}V${f(-half)}H${f(-i)}M${f(i)} ${f(-half)}H${f(half)}V${f(-i)}` +
    `M${f(half)} ${f(i)}V${f(half)}H${f(i)}M${f(-i)} ${f(half)}H${f(-half)}V${f(i)}`
  );
}

/** Half of the width of a whole token with its health line. */
export function reachOf(radius: number): number {
  return radius + GAP + RING / 2;
}
