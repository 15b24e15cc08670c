/** Those that act together, tied together: the shortest net of lines between them. Pure. */

import type { ModelView } from "../wire";
import { distance, type Point } from "./geometry";

export interface Tie {
  side: string;
  from: Point;
  to: Point;
}

/** The units of several models, each in the order of its models. */
export function unitsOf(models: readonly ModelView[]): ModelView[][] {
  const found = new Map<string, ModelView[]>();
  for (const model of models) if (model.unit) found.set(model.unit, [...(found.get(model.unit) ?? []), model]);
  return [...found.values()].filter((unit) => unit.length > 1);
}

/** What several are called together: what all their names begin with. */
export function commonName(models: readonly ModelView[]): string {
  const [first = "", ...others] = models.map((model) => model.name);
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length).replace(/[\s.-]+$/, "");
}

/** From each model to the nearest that is tied already. */
export function ties(models: readonly ModelView[], spot: (model: ModelView) => Point | null): Tie[] {
  const out: Tie[] = [];
  for (const unit of unitsOf(models)) {
    const places = unit.map(spot).filter((one): one is Point => !!one);
    if (places.length !== unit.length) continue;
    const tied = [places[0]!];
    const loose = places.slice(1);
    while (loose.length) {
      const pairs = loose.flatMap((to, n) => tied.map((from) => ({ from, to, n, away: distance(from, to) })));
      const { from, to, n } = pairs.reduce((best, one) => (one.away < best.away ? one : best));
      out.push({ side: unit[0]!.side, from, to });
      tied.push(...loose.splice(n, 1));
    }
  }
  return out;
}
