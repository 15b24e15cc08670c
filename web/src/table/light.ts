/** What is seen from a spot over flat ground: light is sight, traced from the middle of a base. */

import type { Point, Polygon } from "./geometry";

type Edge = [number, number, number, number];

function inside(at: Point, polygon: Polygon): boolean {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > at[1] !== by > at[1] && at[0] < ((bx - ax) * (at[1] - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** How far a ray runs until it meets an edge. */
function run(x: number, y: number, dx: number, dy: number, edges: Edge[]): number {
  let best = Infinity;
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i]!;
    const ex = e[2] - e[0];
    const ey = e[3] - e[1];
    const det = dx * ey - dy * ex;
    if (det > -1e-12 && det < 1e-12) continue;
    const t = ((e[0] - x) * ey - (e[1] - y) * ex) / det;
    if (t < 0 || t >= best) continue;
    const u = ((e[0] - x) * dy - (e[1] - y) * dx) / det;
    if (u >= -1e-9 && u <= 1 + 1e-9) best = t;
  }
  return best;
}

/** The polygon seen from a spot, within a table and around pieces; rays go to every corner and just past it on both sides. */
export function lit(at: Point, pieces: readonly Polygon[], width: number, height: number): Point[] {
  const x = Math.min(Math.max(at[0], 1e-6), width - 1e-6);
  const y = Math.min(Math.max(at[1], 1e-6), height - 1e-6);
  const edges: Edge[] = [
    [0, 0, width, 0],
    [width, 0, width, height],
    [width, height, 0, height],
    [0, height, 0, 0],
  ];
  const angles: number[] = [];
  for (const [cx, cy] of [[0, 0], [width, 0], [width, height], [0, height]] as const) angles.push(Math.atan2(cy - y, cx - x));
  for (const piece of pieces) {
    // somebody on top of a piece is not blinded by it
    if (inside([x, y], piece)) continue;
    for (let i = 0, j = piece.length - 1; i < piece.length; j = i++) {
      const [px, py] = piece[i]!;
      edges.push([piece[j]![0], piece[j]![1], px, py]);
      const angle = Math.atan2(py - y, px - x);
      angles.push(angle - 1e-5, angle, angle + 1e-5);
    }
  }
  angles.sort((a, b) => a - b);
  const out: Point[] = [];
  for (const angle of angles) {
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    const t = run(x, y, dx, dy, edges);
    if (t < Infinity) out.push([x + dx * t, y + dy * t]);
  }
  return out;
}
