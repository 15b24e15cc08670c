/** Geometry of the terrain editor: pure, in inches with y upwards. A shape is the corners of a piece in order. */

import { boxOf, middle, turning, type Box } from "../table/geometry";

export type Spot = [number, number];
export type Shape = Spot[];
export type Symmetry = "none" | "turn" | "sides" | "ends";

export interface Mat {
  width: number;
  height: number;
}

/** Places lie on a lattice of 1/1024 in, as on the server. */
const LATTICE = 1024;
/** Corners this close to a sixteenth of an inch are meant to be on it: turning back and forth leaves crumbs. */
const CRUMB = 0.008;
const SIXTEENTH = 16;
/** Two pieces are twins if no corner is farther off than this. */
const SAME = 0.02;
export const SNAP = 0.25;
export const SMALLEST = 0.25;

/** The nearest multiple of a step; no step, no snapping. */
export function snap(value: number, step = SNAP): number {
  return step ? Math.round(value / step) * step : value;
}

/** A shape on the lattice; one that lies square to the mat loses its crumbs. Others keep them, or they would add up. */
export function tidy(shape: Shape): Shape {
  const square = shape.every(([x, y], n) => {
    const [a, b] = shape[(n + 1) % shape.length]!;
    return Math.abs(x - a) < SAME || Math.abs(y - b) < SAME;
  });
  const tidied = (value: number): number => {
    const near = Math.round(value * SIXTEENTH) / SIXTEENTH;
    return square && Math.abs(near - value) < CRUMB ? near : Math.round(value * LATTICE) / LATTICE;
  };
  return shape.map(([x, y]) => [tidied(x), tidied(y)]);
}

export function moved(shape: Shape, dx: number, dy: number): Shape {
  return shape.map(([x, y]) => [x + dx, y + dy]);
}

/** Turned to the left by degrees. */
export function rotated(shape: Shape, degrees: number, about: Spot = middle(shape)): Shape {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return shape.map(([x, y]) => {
    const [dx, dy] = [x - about[0], y - about[1]];
    return [about[0] + dx * cos - dy * sin, about[1] + dx * sin + dy * cos];
  });
}

/** The twin of a shape under a symmetry of the mat; its corners run the same way round as those of the shape. */
export function mirrored(shape: Shape, symmetry: Symmetry, mat: Mat): Shape {
  const { width, height } = mat;
  if (symmetry === "turn") return shape.map(([x, y]) => [width - x, height - y]);
  if (symmetry === "sides") return shape.map(([x, y]): Spot => [width - x, y]).reverse();
  if (symmetry === "ends") return shape.map(([x, y]): Spot => [x, height - y]).reverse();
  return shape;
}

/** Whether two shapes cover the same ground, whichever corner they begin with. */
export function alike(one: Shape, other: Shape): boolean {
  if (one.length !== other.length) return false;
  return one.every(([x, y]) => other.some(([a, b]) => Math.hypot(x - a, y - b) < SAME));
}

/** The direction of the first edge, in degrees from 0 to 360: how far a piece has been turned. */
export function heading(shape: Shape): number {
  const a: Spot = shape[0] ?? [0, 0];
  const b: Spot = shape[1] ?? [1, 0];
  const degrees = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return ((Math.round(degrees * 100) / 100) % 360 + 360) % 360;
}

/** The box of a shape in its own frame: along and across its first edge. */
export function frame(shape: Shape): { about: Spot; degrees: number; box: Box } {
  const about = middle(shape);
  const degrees = heading(shape);
  return { about, degrees, box: boxOf(rotated(shape, -degrees, about)) };
}

/** Corners and sides of a frame by name: x and y are -1, 0 or 1. */
export type Handle = readonly [-1 | 0 | 1, -1 | 0 | 1];
export const HANDLES: readonly Handle[] = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];

/** Where a handle is on the mat. */
export function handleAt(shape: Shape, handle: Handle): Spot {
  const { about, degrees, box } = frame(shape);
  const x = (box.x0 + box.x1) / 2 + ((box.x1 - box.x0) / 2) * handle[0];
  const y = (box.y0 + box.y1) / 2 + ((box.y1 - box.y0) / 2) * handle[1];
  return rotated([[x, y]], degrees, about)[0]!;
}

/** A shape whose handle was pulled to a spot; the opposite side stays. Lengths snap to the step. */
export function resized(shape: Shape, handle: Handle, to: Spot, step = SNAP): Shape {
  const { about, degrees, box } = frame(shape);
  const [px, py] = rotated([to], -degrees, about)[0]!;
  const pull = (low: number, high: number, side: -1 | 0 | 1, at: number): [number, number] => {
    if (side === 0) return [low, high];
    const size = Math.max(snap(side > 0 ? at - low : high - at, step), SMALLEST);
    return side > 0 ? [low, low + size] : [high - size, high];
  };
  const [x0, x1] = pull(box.x0, box.x1, handle[0], px);
  const [y0, y1] = pull(box.y0, box.y1, handle[1], py);
  return rotated(stretched(rotated(shape, -degrees, about), box, { x0, y0, x1, y1 }), degrees, about);
}

/** A shape of another length and breadth around the same middle of its frame. */
export function sized(shape: Shape, length: number, breadth: number): Shape {
  const { about, degrees, box } = frame(shape);
  const [cx, cy] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  const [a, b] = [Math.max(length, SMALLEST) / 2, Math.max(breadth, SMALLEST) / 2];
  const to = { x0: cx - a, x1: cx + a, y0: cy - b, y1: cy + b };
  return rotated(stretched(rotated(shape, -degrees, about), box, to), degrees, about);
}

function stretched(shape: Shape, from: Box, to: Box): Shape {
  const sx = (to.x1 - to.x0) / (from.x1 - from.x0 || 1);
  const sy = (to.y1 - to.y0) / (from.y1 - from.y0 || 1);
  return shape.map(([x, y]) => [to.x0 + (x - from.x0) * sx, to.y0 + (y - from.y0) * sy]);
}

/** Whether every corner bends the same way. */
export function convex(shape: Shape): boolean {
  if (shape.length < 3) return false;
  let sign = 0;
  let bends = 0;
  for (let i = 0; i < shape.length; i++) {
    const [ax, ay] = shape[i]!;
    const [bx, by] = shape[(i + 1) % shape.length]!;
    const [cx, cy] = shape[(i + 2) % shape.length]!;
    const cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    if (Math.abs(cross) < 1e-9) continue;
    if (sign && Math.sign(cross) !== sign) return false;
    sign = Math.sign(cross);
    bends += Math.atan2(cross, (bx - ax) * (cx - bx) + (by - ay) * (cy - by));
  }
  // A star bends the same way at every corner too, but goes round more than once.
  return sign !== 0 && Math.abs(Math.abs(bends) - 2 * Math.PI) < 1e-6;
}

/** The smallest shape without dents around spots, counter-clockwise. */
export function hull(spots: Shape): Shape {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Shape): Shape => {
    const chain: Shape = [];
    for (const spot of list) {
      while (chain.length > 1 && turning([chain.at(-2)!, chain.at(-1)!, spot]) <= 1e-9) chain.pop();
      chain.push(spot);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

export function onMat(shape: Shape, mat: Mat): boolean {
  return shape.every(([x, y]) => x >= -1e-9 && y >= -1e-9 && x <= mat.width + 1e-9 && y <= mat.height + 1e-9);
}

/** How far shapes have to be pushed to lie on the mat. */
export function pushedOn(shapes: Shape[], mat: Mat): Spot {
  const box = boxOf(shapes.flat());
  const push = (low: number, high: number, end: number): number => (low < 0 ? -low : high > end ? Math.max(end - high, -low) : 0);
  return [push(box.x0, box.x1, mat.width), push(box.y0, box.y1, mat.height)];
}

/** Whether two shapes without dents share ground; touching is no sharing. */
export function overlaps(one: Shape, other: Shape): boolean {
  for (const [edges, against] of [[one, other], [other, one]] as const) {
    const way = Math.sign(turning(edges)) || 1;
    for (let i = 0; i < edges.length; i++) {
      const [ax, ay] = edges[i]!;
      const [bx, by] = edges[(i + 1) % edges.length]!;
      // all of the other on the outer side of one edge: there is a gap
      if (against.every(([x, y]) => way * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) <= 1e-6)) return false;
    }
  }
  return true;
}

export function contains(shape: Shape, [x, y]: Spot): boolean {
  let inside = false;
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
    const [ax, ay] = shape[i]!;
    const [bx, by] = shape[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
