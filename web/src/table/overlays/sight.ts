/** The geometry of a drawn line of sight. Inches, y upwards. */

import type { ModelView, Piece } from "../../wire";
import { distance, entry, lerp, middle, turning, type Disc, type Point } from "../geometry";

export interface Blocked {
  /** Where the line meets what blocks it. */
  at: Point;
  /** Edges of the blocker that face the observer. */
  facing: [Point, Point][];
  /** The stretch that lies in the way. */
  stretch: [Point, Point] | null;
}

/** The spot on the rim of the one towards the other. */
export function rim(one: Disc, towards: Point): Point {
  const away = distance(one.at, towards);
  return away > one.radius ? lerp(one.at, towards, one.radius / away) : one.at;
}

/** The band between two bases, as wide as each of them. */
export function corridor(from: Disc, to: Disc): Point[] {
  const away = distance(from.at, to.at) || 1;
  const n: Point = [-(to.at[1] - from.at[1]) / away, (to.at[0] - from.at[0]) / away];
  const side = (disc: Disc, sign: number): Point => [disc.at[0] + n[0] * disc.radius * sign, disc.at[1] + n[1] * disc.radius * sign];
  return [side(from, 1), side(to, 1), side(to, -1), side(from, -1)];
}

/** The part of an edge that lies inside a convex band; null if none does. */
export function clipped(edge: [Point, Point], band: Point[]): [Point, Point] | null {
  let [t0, t1] = [0, 1];
  const sign = Math.sign(turning(band)) || 1;
  const [a, b] = edge;
  for (let i = 0, j = band.length - 1; i < band.length; j = i++) {
    const p = band[j]!;
    const q = band[i]!;
    const n: Point = [-(q[1] - p[1]) * sign, (q[0] - p[0]) * sign];
    const da = (a[0] - p[0]) * n[0] + (a[1] - p[1]) * n[1];
    const db = (b[0] - p[0]) * n[0] + (b[1] - p[1]) * n[1];
    if (da < 0 && db < 0) return null;
    if (da < 0) t0 = Math.max(t0, da / (da - db));
    else if (db < 0) t1 = Math.min(t1, da / (da - db));
  }
  return t1 - t0 > 1e-6 ? [lerp(a, b, t0), lerp(a, b, t1)] : null;
}

/** Where a line is stopped: by the nearest of its blockers on the way. */
export function stopped(from: Disc, to: Disc, blockers: string[], pieces: Piece[], models: Record<string, ModelView>): Blocked {
  const named = new Set(blockers);
  const band = corridor(from, to);
  let best: Blocked | null = null;
  let nearest = Infinity;
  for (const piece of pieces) {
    if (!named.has(piece.id ?? "")) continue;
    const polygon = piece.polygon as Point[];
    const way = turning(polygon) > 0 ? 1 : -1;
    const facing: [Point, Point][] = [];
    let stretch: [Point, Point] | null = null;
    let share = Infinity;
    const met = entry(from.at, to.at, polygon);
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
      const edge: [Point, Point] = [polygon[j]!, polygon[i]!];
      const n: Point = [(edge[1][1] - edge[0][1]) * way, -(edge[1][0] - edge[0][0]) * way];
      if ((from.at[0] - edge[0][0]) * n[0] + (from.at[1] - edge[0][1]) * n[1] <= 0) continue;
      facing.push(edge);
      const part = clipped(edge, band);
      if (!part) continue;
      const mid = lerp(part[0], part[1], 0.5);
      // the edge the centre line meets is the one; without such an edge, the nearest in the band
      const far = met && distance(met.edge[0], edge[0]) < 1e-9 ? met.share : met ? Infinity : distance(from.at, mid) / (distance(from.at, to.at) || 1);
      if (far < share) [share, stretch] = [far, part];
    }
    if (share < nearest && stretch) {
      nearest = share;
      best = { at: met ? lerp(from.at, to.at, met.share) : lerp(stretch[0], stretch[1], 0.5), facing, stretch };
    }
  }
  for (const id of named) {
    const model = models[id];
    if (!model?.at) continue;
    const share = Math.max(distance(from.at, model.at) - model.radius, 0) / (distance(from.at, to.at) || 1);
    if (share < nearest) {
      nearest = share;
      best = { at: lerp(from.at, to.at, Math.min(share, 1)), facing: [], stretch: null };
    }
  }
  return best ?? { at: lerp(from.at, to.at, 0.5), facing: [], stretch: null };
}

/** The hidden part of a base as seen from another: a slice on the side of what hides it. */
export function hidden(from: Disc, to: Disc, share: number, blockers: string[], pieces: Piece[], models: Record<string, ModelView>): Point[] {
  const away = distance(from.at, to.at) || 1;
  const u: Point = [(to.at[0] - from.at[0]) / away, (to.at[1] - from.at[1]) / away];
  const n: Point = [-u[1], u[0]];
  let side = 0;
  for (const id of blockers) {
    const piece = pieces.find((one) => one.id === id);
    const at = piece ? middle(piece.polygon) : models[id]?.at;
    if (at) side += Math.sign((at[0] - from.at[0]) * n[0] + (at[1] - from.at[1]) * n[1]);
  }
  const sign = side < 0 ? -1 : 1;
  // seen from the observer the base is a strip; so much of its width is hidden
  const edge = 1 - 2 * (1 - Math.min(Math.max(share, 0), 1));
  const half = Math.acos(Math.min(Math.max(edge, -1), 1));
  const out: Point[] = [];
  for (let k = 0; k <= 24; k++) {
    const turn = -half + (2 * half * k) / 24;
    const [c, s] = [Math.cos(turn) * sign, Math.sin(turn)];
    out.push([to.at[0] + (n[0] * c + u[0] * s) * to.radius, to.at[1] + (n[1] * c + u[1] * s) * to.radius]);
  }
  return out;
}
