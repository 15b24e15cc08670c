/** What a piece may be, as the tables of a book show it: traits that go together, under the name of a piece that has them. */

import type { TableBrief } from "../wire";

export interface Kind {
  name: string;
  kind: string;
  traits: string[];
}

/** The same for the same traits, in whatever order they stand. */
export function keyOf(traits: readonly string[] = []): string {
  return [...traits].sort().join(" ");
}

/** Every kind of piece on some tables, the most frequent first; one whose traits speak of a place or of another piece is none. */
export function kindsOf(tables: readonly TableBrief[]): Kind[] {
  const found = new Map<string, Kind & { times: number }>();
  for (const { plan } of tables) {
    const ids = new Set(plan.pieces.map((piece) => piece.id));
    for (const piece of plan.pieces) {
      const traits = piece.traits ?? [];
      const figures = traits.flatMap((trait) => (trait.includes(":") ? [trait.slice(trait.indexOf(":") + 1)] : []));
      if (!traits.length || figures.some((figure) => ids.has(figure) || /[/,]/.test(figure))) continue;
      const known = found.get(keyOf(traits));
      if (known) known.times++;
      else found.set(keyOf(traits), { name: plain(piece.name ?? ""), kind: piece.kind ?? "", traits, times: 1 });
    }
  }
  return [...found.values()].sort((one, other) => other.times - one.times).map(({ name, kind, traits }) => ({ name, kind, traits }));
}

/** A name without what tells one piece from the next. */
function plain(name: string): string {
  const short = name.replace(/ ([A-Z]|\d+)$/, "");
  return short ? short[0]!.toUpperCase() + short.slice(1) : "Piece";
}

/** Traits as one says them. */
export function spoken(traits: readonly string[]): string {
  return traits.map((trait) => trait.replace(":", " ").replaceAll("_", " ")).join(", ");
}
