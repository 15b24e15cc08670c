/** The ledger of a campaign: every change in words, with the roll behind it, in sections that begin with a heading or a battle. */

import type { LineView } from "../wire";

/** A change, and the dice that led to it. */
export interface Change {
  line: LineView;
  rolls: LineView[];
}

export interface Section {
  key: number;
  heading: LineView | null;
  changes: Change[];
}

const HEADS = ["round", "phase"];

/** Lines with each roll put before what came of it; a roll nothing came of stands alone. */
export function changes(lines: readonly LineView[]): Change[] {
  const found: Change[] = [];
  let rolls: LineView[] = [];
  let action = -1;
  const alone = (): void => {
    for (const line of rolls) found.push({ line, rolls: [] });
    rolls = [];
  };
  for (const line of lines) {
    if (!line.text || line.kind === "quiet") continue;
    const concerns = (roll: LineView): boolean => !roll.models?.length || !line.models?.length || roll.models.some((one) => line.models!.includes(one));
    if (line.kind === "roll") {
      if (rolls.length && !rolls.some((roll) => roll.rule === line.rule && roll.models?.[0] === line.models?.[0])) alone();
      rolls.push(line);
    } else {
      if ((line.action ?? 0) !== action || !rolls.every(concerns)) alone();
      found.push({ line, rolls });
      rolls = [];
    }
    action = line.action ?? 0;
  }
  alone();
  return found;
}

/** Sections, the newest first. */
export function sections(lines: readonly LineView[]): Section[] {
  const found: Section[] = [];
  let now: Section = { key: 0, heading: null, changes: [] };
  for (const change of changes(lines)) {
    if (HEADS.includes(change.line.kind ?? "event") || change.line.tag === "Fought") {
      if (now.changes.length || now.heading) found.push(now);
      now = { key: change.line.number, heading: change.line, changes: [] };
    } else now.changes.push(change);
  }
  if (now.changes.length || now.heading) found.push(now);
  return found.reverse();
}

/** What came of the last battle: its line first. What is rolled for after some choices came of it as well; what is bought then did not. */
export function debriefing(lines: readonly LineView[]): Change[] {
  const start = lines.findLastIndex((line) => line.tag === "Fought");
  if (start < 0) return [];
  const since = lines.slice(start);
  const next = since.findIndex((line) => HEADS.includes(line.kind ?? "event"));
  const own = next < 0 ? since : since.slice(0, next);
  // Dice about nobody of which nothing has come yet are for what lies ahead.
  while (own.at(-1)?.kind === "roll" && !own.at(-1)!.models?.length) own.pop();
  const last = own.findLast((line) => line.kind === "roll")?.action ?? 0;
  return changes(own.filter((line) => (line.action ?? 0) <= Math.max(last, own[0]!.action ?? 0)));
}

/** The changes of each member together, in the order they first come; what is about nobody stays among the first. */
export function byMember(found: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[]>();
  for (const change of found) {
    const who = change.line.models?.[0] ?? "";
    groups.set(who, [...(groups.get(who) ?? []), change]);
  }
  return [...groups].sort(([one], [other]) => Number(one !== "") - Number(other !== "")).map(([, changes]) => changes);
}
