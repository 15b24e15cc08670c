/** Which side has which shape: one is round and blue (a), the other square and vermilion (b). */

export type Place = "a" | "b";
export type Places = Record<string, Place>;

/** The side called "blue" is round, where there is one; otherwise the first. */
export function placesOf(sides: Iterable<string>): Places {
  const all = [...sides];
  const round = all.includes("blue") ? "blue" : all[0];
  return Object.fromEntries(all.map((side) => [side, side === round ? "a" : "b"]));
}
