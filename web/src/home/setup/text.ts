/** Squads and matches to be, in a line of words. */

import type { GameSheet, SquadBrief } from "../../wire";
import { worded } from "../words";

/** “6 models: 2 troopers, medic”: who is in a squad, as profiles are called in the book. */
export function rosterText(squad: SquadBrief, sheet: GameSheet): string {
  const counts = new Map<string, number>();
  const names = new Map(sheet.catalog.flatMap((heading) => heading.entries.map((entry) => [entry.id, entry.name])));
  for (const { profile, name: own } of squad.roster.models) {
    const name = names.get(profile) ?? (own || worded(profile, sheet.words));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
}
