/** Matches and values in plain words. */

import type { GameSheet, MatchBrief, SquadBrief, TableBrief } from "../wire";

/** A word of a rulebook's data as a person writes it: `roll_each_turn` is “Roll each turn”. */
export function worded(value: unknown, words: Record<string, string> = {}): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  const raw = String(value);
  if (words[raw]) return words[raw];
  const plain = raw.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** How long ago, roughly. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < 90) return "just now";
  if (past < 3600) return `${Math.round(past / 60)} min ago`;
  if (past < 2 * 86400) return `${Math.round(past / 3600)} h ago`;
  return `${Math.round(past / 86400)} days ago`;
}

/** Who sits across the table from somebody, in words. */
export function against(brief: MatchBrief, mine: readonly string[] = []): string {
  if (mine.length > 1 && mine.length === Object.keys(brief.seats).length) return "on one screen";
  const others = Object.values(brief.seats).filter((seat) => seat.side !== brief.you);
  if (!brief.you) return others.map((seat) => seat.name || worded(seat.side)).join(" and ");
  const other = others[0];
  if (!other) return "";
  if (other.kind === "ai") return `against ${other.name || (other.level ? worded(other.level.replace(/\/.*/, "")) : "the book")}`;
  if (other.kind === "open" && !other.name) return "with a friend";
  return `with ${other.name || worded(other.side)}`;
}

/** How far a match has come and how it stands. */
export function standing(brief: MatchBrief): string {
  const { clock } = brief;
  const phase = clock.phases[clock.phase]?.name.toLowerCase();
  const round = clock.round > 0 ? `${clock.name} ${clock.round}` : "Before the first turn";
  return [round, phase, scores(brief)].filter(Boolean).join(", ");
}

/** The score, one's own first. */
export function scores(brief: MatchBrief): string {
  const sides = Object.keys(brief.scores).sort((one, other) => Number(other === brief.you) - Number(one === brief.you));
  // Spaces that do not break: a score is read in one piece.
  return sides.map((side) => String(Math.round(brief.scores[side]! * 10) / 10)).join("\u00a0:\u00a0");
}

/** Whose move it is, from where this browser sits. */
export function turnOf(brief: MatchBrief, mine: readonly string[]): { yours: boolean; text: string } {
  if (brief.outcome) return { yours: false, text: "Finished" };
  if (mine.includes(brief.turn)) return { yours: true, text: "Your move" };
  const seat = brief.seats[brief.turn];
  if (seat?.kind === "ai") return { yours: false, text: `${seat.name || "The computer"} is thinking` };
  if (Object.values(brief.seats).some((one) => one.kind === "open")) return { yours: false, text: "Waiting for a friend" };
  return { yours: false, text: seat ? `Waiting for ${seat.name || worded(seat.side)}` : "Waiting" };
}

/** A squad's name and what it costs. */
export function priced(squad: SquadBrief, sheet: GameSheet): string {
  return `${squad.cost} ${sheet.cost_name.toLowerCase()}`;
}

/** The squads that may play for a side. */
export const fitting = (squads: readonly SquadBrief[], side: string): SquadBrief[] => squads.filter((squad) => !squad.sides?.length || squad.sides.includes(side));

/** What a squad or a table is known by in a list of choices. */
export const squadKey = (squad: SquadBrief): string => squad.saved || squad.roster.id || squad.roster.name;
export const tableKey = (table: TableBrief): string => table.saved || table.plan.id;
export const tableName = (table: TableBrief): string => table.plan.name || worded(table.plan.id);
