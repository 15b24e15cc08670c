/** Where the scale of the table lies: along its lower edge, as far right as nobody stands. */

import type { Disc } from "./geometry";

export const SCALE_HEIGHT = 26;
const GAP = 10;

/** The edges of what is seen of the table, in pixels from the top left of the view. */
export interface Seen {
  left: number;
  right: number;
  bottom: number;
}

/** Its upper left corner, among bases given in pixels of the view; at the right where there is no room anywhere. */
export function scaleAt(seen: Seen, wide: number, bases: readonly Disc[]): { left: number; top: number } {
  const top = seen.bottom - GAP - SCALE_HEIGHT;
  const last = seen.right - GAP - wide;
  const free = (left: number): boolean =>
    !bases.some(({ at: [x, y], radius }) => Math.hypot(x - Math.max(left, Math.min(x, left + wide)), y - Math.max(top, Math.min(y, top + SCALE_HEIGHT))) < radius);
  for (let left = last; left >= seen.left + GAP; left -= wide / 2) if (free(left)) return { left, top };
  return { left: last, top };
}
