/** What just happened, left on the table for as long as one looks: ways, shots, who was hit and how hard. */

import type { Frame, Motion, Scene } from "../wire";
import type { Overlay } from "../table/overlays";
import type { Places } from "../table/places";
import { plain } from "./figures";

type Point = [number, number];

/** Who acted: the one that moved or shot, else the first one told of. */
export function actor(frame: Frame | undefined): string {
  return frame?.motions?.find((motion) => motion.model)?.model ?? frame?.lines?.find((line) => line.models?.length)?.models?.[0] ?? "";
}

/** The overlays of a moment; the scene is the one after it. */
export function moment(frame: Frame | undefined, scene: Scene, places: Places): Overlay[] {
  const found: Overlay[] = [];
  const losses = new Map<string, number>();
  for (const motion of frame?.motions ?? []) {
    const place = places[scene.models[motion.model ?? ""]?.side ?? ""] ?? "a";
    const way = trail(motion, scene);
    if (way) found.push({ kind: "trail", path: way, place });
    if (motion.kind === "hit" && motion.target) losses.set(motion.target, (losses.get(motion.target) ?? 0) + (motion.amount ?? 0));
    if (motion.kind === "miss" && motion.target && !losses.has(motion.target)) losses.set(motion.target, 0);
  }
  for (const [model, loss] of losses) {
    const { at, radius } = scene.models[model] ?? {};
    if (!at) continue;
    found.push({ kind: "brackets", model, tone: loss ? "legal" : "refused" });
    found.push({ kind: "tag", at: at as Point, radius, text: loss ? `−${plain(loss)}` : "missed", tone: loss ? "legal" : "plain" });
  }
  return found;
}

/** The way of a move, or of a shot from where it was fired. */
function trail(motion: Motion, scene: Scene): Point[] | null {
  const path = (motion.path ?? []) as Point[];
  if ((motion.kind === "move" || motion.kind === "push") && path.length > 1) return path;
  if (motion.kind !== "shot") return null;
  const from = scene.models[motion.model ?? ""];
  const to = scene.models[motion.target ?? ""];
  if (!from?.at || !to?.at) return null;
  // From edge to edge, so that nobody is struck through.
  const [dx, dy] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
  const away = Math.hypot(dx, dy);
  if (away <= from.radius + to.radius) return null;
  const [ux, uy] = [dx / away, dy / away];
  return [
    [from.at[0] + ux * from.radius, from.at[1] + uy * from.radius],
    [to.at[0] - ux * to.radius, to.at[1] - uy * to.radius],
  ];
}
