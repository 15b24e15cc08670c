/** Markers that somebody stands on, or that lie on one spot: they are drawn beside it, or nobody would see them. Pure. */

import type { ModelView } from "../wire";
import { distance, type Point } from "./geometry";
import { drawnRadius, reachOf } from "./tokens";

/** From this radius on, in inches, a marker is ground that is seen through. */
const CLOUD = 1;
const STEP = 6;
const FAR = 72;
const TURNS = [45, 135, -45, -135, 90, 0, 180, -90].map((degrees) => (degrees * Math.PI) / 180);

const small = (model: ModelView): boolean => (model.kind === "marker" || model.kind === "object") && model.radius < CLOUD;

/** Where markers are drawn that would be hidden where they lie, in inches by id. */
export function asides(models: readonly ModelView[], px: number, size: { width: number; height: number }, spot: (model: ModelView) => Point | null): Map<string, Point> {
  const bodies = models.filter((model) => (model.kind ?? "model") === "model").flatMap((model) => pair(spot(model), reachOf(model.radius * px)));
  const lying: { at: Point; half: number }[] = [];
  const found = new Map<string, Point>();
  for (const marker of models.filter(small)) {
    const at = spot(marker);
    if (!at) continue;
    const half = drawnRadius(marker, px);
    const hidden = bodies.some((body) => distance(at, body.at) * px < body.half + half * 0.3) || lying.some((other) => distance(at, other.at) * px < 0.75 * (half + other.half));
    const aside = hidden ? beside(at, half) : undefined;
    if (aside) found.set(marker.id, aside);
    lying.push({ at: aside ?? at, half });
  }
  return found;

  function beside(at: Point, half: number): Point | undefined {
    for (let away = 2 * half; away <= FAR; away += STEP) {
      for (const turn of TURNS) {
        const to: Point = [at[0] + (Math.cos(turn) * away) / px, at[1] + (Math.sin(turn) * away) / px];
        const on = to[0] > 0 && to[1] > 0 && to[0] < size.width && to[1] < size.height;
        if (on && [...bodies, ...lying].every((other) => distance(to, other.at) * px >= other.half + half)) return to;
      }
    }
    return undefined;
  }
}

function pair(at: Point | null, half: number): { at: Point; half: number }[] {
  return at ? [{ at, half }] : [];
}
