/** What happened before the first round: the table being set up, dice by dice. It is told in one line that opens. Pure. */

import type { LineView } from "../wire";

/** So few lines are read faster than opened. */
const FEW = 8;
/** While the table is still being set up, the newest lines stay. */
const KEPT = 5;

/** How many of the first lines are folded into one. */
export function opening(lines: readonly LineView[]): number {
  const first = lines.findIndex((line) => line.kind === "round");
  const folded = first < 0 ? lines.length - KEPT : first;
  return folded > FEW ? folded : 0;
}
