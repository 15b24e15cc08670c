/** What a piece may be, as the tables of a book show it: traits that go together, under the name of a piece that has them. */

import type { TableBrief } from "../wire";

export interface Kind {
  name: string;
  kind: string;
  traits: string[];
}

/** What stands in a kind for the id of another piece. */
const OTHER = "*";

/** Traits without the ids of other pieces in them: `pair:gate-2` is `pair:*`. */
export function general(traits: readonly string[] = [], ids: ReadonlySet<string>): string[] {
  return traits.map((trait) => {
    const [word, figure] = [trait.slice(0, trait.indexOf(":") + 1), trait.slice(trait.indexOf(":") + 1)];
    return word && ids.has(figure) ? word + OTHER : trait;
  });
}
/** Whether traits wait for the id of another piece. */
export function waits(traits: readonly string[] = []): boolean {
  return traits.some((trait) => trait.endsWith(`:${OTHER}`));
}
/** Traits with the id of another piece; without what needs one where there is none. */
export function joined(traits: readonly string[], id: string | undefined): string[] {
  return traits.filter((trait) => id || !waits([trait])).map((trait) => (waits([trait]) ? trait.slice(0, -1) + id : trait));
}

/** The same for the same traits, in whatever order they stand. */
export function keyOf(traits: readonly string[] = []): string {
  return [...traits].sort().join(" ");
}

/** Every kind of piece on some tables, the most frequent first; one whose traits speak of a place is none. */
export function kindsOf(tables: readonly TableBrief[]): Kind[] {
  const found = new Map<string, Kind & { times: number }>();
  for (const { plan } of tables) {
    const ids = new Set(plan.pieces.map((piece) => piece.id ?? ""));
    for (const piece of plan.pieces) {
      const traits = general(piece.traits, ids);
      const figures = traits.flatMap((trait) => (trait.includes(":") ? [trait.slice(trait.indexOf(":") + 1)] : []));
      if (!traits.length || figures.some((figure) => /[/,]/.test(figure))) continue;
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
  return traits.map((trait) => (waits([trait]) ? `${trait.slice(0, -2)} with its twin` : trait.replace(":", " ")).replaceAll("_", " ")).join(", ");
}
