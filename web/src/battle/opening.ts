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

/**
 * How the last turn ended and whose it is now, as lines of the log, until one of those who look on has done something in it: where the log is out of sight
 * nothing else says why it is suddenly somebody else's turn.
 */
export function turned(lines: readonly LineView[], mine: readonly string[]): LineView[] {
  for (let place = lines.length - 1; place >= 0; place--) {
    const line = lines[place]!;
    if (line.kind === "round") {
      const before = lines.slice(0, place).findLast((one) => one.kind !== "quiet" && one.kind !== "phase" && one.text);
      return before && before.kind !== "round" ? [before, line] : [line];
    }
    if (line.kind !== "quiet" && line.kind !== "phase" && line.side && mine.includes(line.side)) return [];
  }
  return [];
}

/** The dice of those who look on that fell last, with what came of them, until they do something else; setting up is told in one line. */
export function thrown(lines: readonly LineView[], mine: readonly string[]): LineView[] {
  const told = lines.filter((line) => line.kind !== "quiet" && line.kind !== "phase" && (line.text || line.dice));
  const own = told.findLast((line) => line.side && mine.includes(line.side));
  const same = told.filter((line) => own && line.action === own.action);
  const first = same.findIndex((line) => line.dice);
  return first < 0 || !told.some((line) => line.kind === "round") ? [] : same.slice(first);
}
