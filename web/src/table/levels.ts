/** Heights one above the other: on which of them models are, and how that is told at a glance. */

import type { Levels, ModelView } from "../wire";

/** The level a model is on; 0 where the book counts none. */
export function levelOf(model: Pick<ModelView, "z">, levels: Levels | null | undefined): number {
  return levels ? Math.round((model.z ?? 0) / levels.step) : 0;
}

/** The number of a level, with where it is from another: above, below or the same. */
export function depthMark(level: number, from: number | null): string {
  if (from == null || level === from) return String(level);
  return `${level > from ? "▲" : "▼"}${level}`;
}

/** How many models there are on every level, the highest first. */
export function crowd(models: ModelView[], levels: Levels): { level: number; sides: Record<string, number> }[] {
  return Array.from({ length: levels.most + 1 }, (_, n) => levels.most - n).map((level) => {
    const sides: Record<string, number> = {};
    for (const model of models) {
      if (!model.at || model.gone || (model.kind ?? "model") !== "model" || levelOf(model, levels) !== level) continue;
      sides[model.side] = (sides[model.side] ?? 0) + 1;
    }
    return { level, sides };
  });
}
