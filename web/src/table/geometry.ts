/** Small geometry of the drawing. Table coordinates are inches with y upwards; the drawing has y downwards. */

export type Point = [number, number];
export type Polygon = readonly (readonly [number, number])[];

/** A base: where its centre is, and its radius. */
export interface Disc {
  at: Point;
  radius: number;
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A figure for an attribute: three decimals of an inch are far below a pixel. */
export function f(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** The attribute `d` of a line through points; `height` is that of the table, which turns y upside down. */
export function trace(points: Polygon, height: number, closed = false): string {
  if (!points.length) return "";
  let d = "";
  for (let i = 0; i < points.length; i++) {
    const [x, y] = points[i]!;
    d += `${i ? "L" : "M"}${f(x)} ${f(height - y)}`;
  }
  return closed ? `${d}Z` : d;
}

/** Twice the signed area. */
export function turning(polygon: Polygon): number {
  let sum = 0;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    sum += polygon[j]![0] * polygon[i]![1] - polygon[i]![0] * polygon[j]![1];
  }
  return sum;
}

/** One `d` for the union of polygons under the non-zero rule, whichever way round each of them runs. */
export function union(polygons: readonly Polygon[], height: number): string {
  return polygons.map((one) => trace(turning(one) < 0 ? [...one].reverse() : one, height, true)).join("");
}

export function boxOf(polygon: Polygon): Box {
  const xs = polygon.map((point) => point[0]);
  const ys = polygon.map((point) => point[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function overlap(one: Box, other: Box, gap = 0): boolean {
  return one.x0 < other.x1 + gap && other.x0 < one.x1 + gap && one.y0 < other.y1 + gap && other.y0 < one.y1 + gap;
}

/** The middle of the ground a polygon covers. */
export function middle(polygon: Polygon): Point {
  const whole = turning(polygon);
  if (Math.abs(whole) < 1e-9) {
    const n = polygon.length || 1;
    return [polygon.reduce((sum, point) => sum + point[0], 0) / n, polygon.reduce((sum, point) => sum + point[1], 0) / n];
  }
  let x = 0;
  let y = 0;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[j]!;
    const [bx, by] = polygon[i]!;
    const cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return [x / (3 * whole), y / (3 * whole)];
}

/** Whether a point lies in a polygon. */
export function within([x, y]: Point, polygon: Polygon): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

export function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function lerp(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

/** The length of a way. */
export function length(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) sum += distance(path[i - 1]!, path[i]!);
  return sum;
}

/** The spot a share of the way along. */
export function along(path: readonly Point[], share: number): Point {
  if (path.length < 2) return path[0] ?? [0, 0];
  let rest = length(path) * Math.min(Math.max(share, 0), 1);
  for (let i = 1; i < path.length; i++) {
    const step = distance(path[i - 1]!, path[i]!);
    if (rest <= step || i === path.length - 1) return lerp(path[i - 1]!, path[i]!, step ? Math.min(rest / step, 1) : 1);
    rest -= step;
  }
  return path[path.length - 1]!;
}

/** Where the segment from a to b first enters a polygon: how far along, and through which edge; null if it does not. */
export function entry(a: Point, b: Point, polygon: Polygon): { share: number; edge: [Point, Point] } | null {
  let best: { share: number; edge: [Point, Point] } | null = null;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [px, py] = polygon[j]!;
    const [qx, qy] = polygon[i]!;
    const ex = qx - px;
    const ey = qy - py;
    const det = dx * ey - dy * ex;
    if (Math.abs(det) < 1e-12) continue;
    const t = ((px - a[0]) * ey - (py - a[1]) * ex) / det;
    const u = ((px - a[0]) * dy - (py - a[1]) * dx) / det;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1 && (!best || t < best.share)) best = { share: t, edge: [[px, py], [qx, qy]] };
  }
  return best;
}
