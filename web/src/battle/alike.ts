/** A squad in which many are alike: those of one name and kind stand in one row. Pure. */

import type { Gauge, ModelView } from "../wire";

export interface Alike {
  id: string;
  /** Those who stand before those who fell. */
  models: ModelView[];
  standing: number;
}

/** A name without the number of the unit and the model. */
const bare = (name: string): string => name.replace(/[\s.\d]+$/, "") || name;

/** What they are called together. */
export function called(group: Alike): string {
  return group.models.length > 1 ? bare(group.models[0]!.name) : group.models[0]!.name;
}

/**
 * The rows of a squad, in the order of their first models, those of whom nobody is left at the end. One's own are each a row where they are, for one
 * commands them one by one.
 */
export function rows(models: readonly ModelView[], own: boolean): Alike[] {
  const found = new Map<string, ModelView[]>();
  for (const model of models) {
    const key = own ? model.id : `${bare(model.name)}/${model.profile}`;
    found.set(key, [...(found.get(key) ?? []), model]);
  }
  const all = [...found].map(([id, alike]) => {
    const standing = alike.filter((model) => !model.gone);
    return { id, models: [...standing, ...alike.filter((model) => model.gone)], standing: standing.length };
  });
  return own ? all : [...all.filter((row) => row.standing), ...all.filter((row) => !row.standing)];
}

/** How many units they are; models without one are units of themselves. */
export function unitsIn(group: Alike): number {
  return new Set(group.models.filter((model) => !model.gone).map((model) => model.unit || model.id)).size;
}

/** What is left of all who stand, taken together. */
export function together(group: Alike): Gauge | null {
  const left = group.models.slice(0, group.standing).map((model) => model.figure.health);
  const first = left[0];
  if (!first) return null;
  const sum = (of: (gauge: Gauge) => number): number => left.reduce((all, gauge) => all + (gauge ? of(gauge) : 0), 0);
  return { ...first, value: sum((gauge) => gauge.value), most: sum((gauge) => gauge.most) };
}

/** Names as short as they can be told apart: the first words of each, whole where nobody else begins so. */
export function short(names: readonly string[]): string[] {
  const begins = (name: string, words: number): string => name.split(" ").slice(0, words).join(" ");
  return names.map((name) => {
    const most = name.split(" ").length;
    for (let words = 1; words < most; words++) {
      const start = begins(name, words);
      // An article tells nothing, whoever has it.
      if (!/^(the|an?)$/i.test(start) && names.filter((other) => begins(other, words) === start).length === 1) return start;
    }
    return name;
  });
}
