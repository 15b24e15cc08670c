/** The table cut along a line and seen from the side: what stands on the line, how far along it and how high. Pure. */

import type { ModelView, Piece, Scene } from "../wire";
import { distance, lerp, within, type Point } from "../table/geometry";

/** A stretch of the line that a piece covers. */
export interface Block {
  piece: Piece;
  from: number;
  to: number;
  /** In inches. */
  height: number;
}
export interface Stood {
  model: ModelView;
  at: number;
}
export interface Profile {
  length: number;
  blocks: Block[];
  models: Stood[];
}

/** Inches between two looks along the line. */
const STEP = 0.1;

export function profile(scene: Scene, path: Point[], heights = scene.levels?.step ?? 1): Profile {
  const found: Profile = { length: 0, blocks: [], models: [] };
  for (let place = 1; place < path.length; place++) {
    const [from, to] = [path[place - 1]!, path[place]!];
    const far = distance(from, to);
    for (const piece of scene.pieces) {
      if (!piece.height) continue;
      for (const [into, out] of stretches(from, to, far, piece)) {
        found.blocks.push({ piece, from: found.length + into, to: found.length + out, height: piece.height * heights });
      }
    }
    for (const model of Object.values(scene.models)) {
      if (!model.at || model.gone || (model.kind ?? "model") !== "model" || found.models.some((one) => one.model === model)) continue;
      const along = far ? ((model.at[0] - from[0]) * (to[0] - from[0]) + (model.at[1] - from[1]) * (to[1] - from[1])) / far : 0;
      const beside = distance(lerp(from, to, far ? Math.min(1, Math.max(0, along / far)) : 0), model.at as Point);
      if (beside <= model.radius) found.models.push({ model, at: found.length + Math.min(far, Math.max(0, along)) });
    }
    found.length += far;
  }
  return found;
}

function stretches(from: Point, to: Point, far: number, piece: Piece): [number, number][] {
  const found: [number, number][] = [];
  let start: number | null = null;
  const looks = Math.max(1, Math.ceil(far / STEP));
  for (let n = 0; n <= looks; n++) {
    const inside = within(lerp(from, to, n / looks), piece.polygon as Point[]);
    if (inside && start == null) start = (n / looks) * far;
    if (start != null && (!inside || n === looks)) {
      found.push([start, (n / looks) * far]);
      start = null;
    }
  }
  return found;
}
