/** The drawings of the icon set: those of a rulebook are fetched when they are to be drawn. */

import common, { sets, where } from "virtual:glyphs";

let known = $state.raw<Record<string, string>>(common);
const asked = new Set<number>();
let wanted: string[] = [];

/** The outline of `game:NAME` in a square of 512; nothing while it is on its way, or if there is none. */
export function drawing(name: string): string | undefined {
  const id = name.replace("game:", "");
  if (where[id] && !where[id].some((place) => asked.has(place))) {
    if (!wanted.length) queueMicrotask(fetchWanted);
    wanted.push(id);
  }
  return known[id];
}

/** Fetch what is wanted: of the sets that have a drawing the one that has most of the others too. */
function fetchWanted(): void {
  const votes = sets.map((_, place) => wanted.filter((id) => where[id]!.includes(place)).length);
  const place = votes.indexOf(Math.max(...votes));
  wanted = wanted.filter((id) => !where[id]!.includes(place));
  asked.add(place);
  sets[place]!().then(
    (found) => (known = { ...known, ...found.default }),
    // Without its drawings a table is poorer, not broken: the next one that is needed asks again.
    () => asked.delete(place),
  );
  if (wanted.length) fetchWanted();
}
