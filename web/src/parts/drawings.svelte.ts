/** The drawings of the icon set: those of a rulebook are fetched when the first of them is to be drawn. */

import common, { sets, where } from "virtual:glyphs";

let known = $state.raw<Record<string, string>>(common);
const asked = new Set<number>();

/** The outline of `game:NAME` in a square of 512; nothing while it is on its way, or if there is none. */
export function drawing(name: string): string | undefined {
  const id = name.replace("game:", "");
  const place = where[id];
  if (place !== undefined && !asked.has(place)) {
    asked.add(place);
    sets[place]!().then(
      (found) => (known = { ...known, ...found.default }),
      // Without its drawings a table is poorer, not broken: the next one that is needed asks again.
      () => asked.delete(place),
    );
  }
  return known[id];
}
