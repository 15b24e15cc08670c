/** What somebody will do, drawn on the table: the way, and whom it is aimed at. Pure. */

import type { Intent, ModelView } from "../../wire";
import { distance, type Point } from "../../table/geometry";
import type { Overlay } from "../../table/overlays";
import type { Places } from "../../table/places";

export function intended(intent: Intent | null, models: Record<string, ModelView>, places: Places): Overlay[] {
  const standing = (intent?.models ?? []).flatMap((id) => (models[id]?.at && !models[id]!.gone ? [models[id]!] : []));
  const first = standing[0];
  if (!intent || !first) return [];
  const place = places[first.side] ?? "b";
  const shown: Overlay[] = standing.map((model) => ({ kind: "brackets", model: model.id, tone: place }));
  const end = intent.to as Point | null | undefined;
  if (end) shown.push({ kind: "trail", path: [first.at as Point, end], place }, { kind: "ghost", model: first.id, at: end, ok: true });
  const target = models[intent.target ?? ""];
  if (target?.at) {
    const from = end ?? nearest(standing, target.at as Point);
    shown.push({ kind: "trail", path: [from, target.at as Point], place }, { kind: "brackets", model: target.id, tone: "caution" });
  }
  shown.push({ kind: "tag", at: first.at as Point, text: intent.text, tone: place, radius: first.radius });
  return shown;
}

function nearest(models: readonly ModelView[], to: Point): Point {
  return models.map((model) => model.at as Point).reduce((best, at) => (distance(at, to) < distance(best, to) ? at : best));
}
