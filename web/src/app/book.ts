/** The rulebook somebody turned to last, on whatever page: a page whose address names none opens on it. */

import { keep, kept } from "./mood.svelte";

const NAME = "sightline.book";

export function turnTo(game: string): void {
  keep(NAME, game);
}

/** The one among some that was turned to last; the first of them where none was. */
export function lastBook<G extends { id: string }>(games: readonly G[]): G | undefined {
  const last = kept(NAME);
  return games.find((one) => one.id === last) ?? games[0];
}
