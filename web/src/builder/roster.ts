/** A squad as plain data: every change makes a new one, so that undo can keep the old. */

import type { CatalogEntry, CatalogHeading, Entry, Roster } from "../wire";

/** Names the server would refuse are cut here already. */
const LONGEST_NAME = 200;
/** A profile that is in no list may be written out. */
const LONGEST_PROFILE = 2000;
const MOST_MODELS = 100;
const MOST_ITEMS = 60;

export function emptyRoster(game: string): Roster {
  return { game, name: "New squad", models: [] };
}

export function renamed(roster: Roster, name: string): Roster {
  return { ...roster, name: name.slice(0, LONGEST_NAME) };
}

/** A roster as it is written to a file or a link: without what is empty, without ids of this server. */
export function written(roster: Roster): Roster {
  const models = roster.models.map((entry) => {
    const plain: Entry = { profile: entry.profile };
    if (entry.items?.length) plain.items = entry.items;
    if (entry.base != null) plain.base = entry.base;
    if (entry.name) plain.name = entry.name;
    if (Object.keys(entry.stats ?? {}).length) plain.stats = entry.stats;
    return plain;
  });
  const plain: Roster = { game: roster.game, name: roster.name.trim() || "Unnamed squad", models };
  if (roster.note) plain.note = roster.note;
  return plain;
}

/** Whether two rosters would be written the same. */
export function same(one: Roster, other: Roster): boolean {
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}

export function withModel(roster: Roster, entry: Entry, at = roster.models.length): Roster {
  return { ...roster, models: roster.models.toSpliced(at, 0, entry) };
}

export function withoutModel(roster: Roster, at: number): Roster {
  return { ...roster, models: roster.models.toSpliced(at, 1) };
}

export function changedModel(roster: Roster, at: number, change: Partial<Entry>): Roster {
  const entry = roster.models[at];
  return entry ? { ...roster, models: roster.models.with(at, { ...entry, ...change }) } : roster;
}

/** The model at `from` goes to stand at `to`; the others close up. */
export function movedModel(roster: Roster, from: number, to: number): Roster {
  const entry = roster.models[from];
  if (!entry || to < 0 || to >= roster.models.length || from === to) return roster;
  return { ...roster, models: roster.models.toSpliced(from, 1).toSpliced(to, 0, entry) };
}

export function withItem(roster: Roster, at: number, item: string): Roster {
  return changedModel(roster, at, { items: [...(roster.models[at]?.items ?? []), item] });
}

export function withoutItem(roster: Roster, at: number, place: number): Roster {
  return changedModel(roster, at, { items: (roster.models[at]?.items ?? []).toSpliced(place, 1) });
}

/** One of a model's figures, where they are chosen. */
export function withStat(roster: Roster, at: number, stat: string, value: number): Roster {
  return changedModel(roster, at, { stats: { ...roster.models[at]?.stats, [stat]: value } });
}

/** The figures somebody starts with whose figures are chosen: those the cost in the list is for, or the least. */
export function firstStats(profile: CatalogEntry): Record<string, number> {
  return Object.fromEntries(Object.entries(profile.spans ?? {}).map(([stat, [least]]) => [stat, Number(profile.figures?.[stat] ?? least)]));
}

/** A figure as somebody wrote it; nothing where it is no number. What the book does not allow is told, not changed. */
export function typedStat(written: string): number | null {
  const value = Number.parseInt(written, 10);
  return Number.isFinite(value) ? value : null;
}

/** A figure one step up or down; one that is out of its span comes back into it. */
export function stepped(value: number, by: number, [least, most]: [number, number]): number {
  return Math.max(least, Math.min(most, value + by));
}

/** Whom one may add, in two parts: those whose figures are chosen, who stand apart, and the printed ones. */
export function apart(entries: CatalogEntry[]): { free: CatalogEntry[]; printed: CatalogEntry[] } {
  const free = entries.filter((entry) => Object.keys(entry.spans ?? {}).length > 0);
  return { free, printed: entries.filter((entry) => !free.includes(entry)) };
}

/** What a figure is called above a column: as on the cards of models, where they have it. */
export function shortName(name: string, shorts: Record<string, string>): string {
  const short = shorts[name] ?? "";
  return short && short.length <= 3 ? short : name.slice(0, 3).toUpperCase();
}

/** What more something would cost than there is left, in words: of the model's own allowance, or of the squad's budget
 *  where that is not spent already. */
export function beyond(cost: number, allowance: number, budget: number): string {
  if (cost > allowance) return `${cost - allowance} over the allowance`;
  return budget >= 0 && cost > budget ? `${cost - budget} over budget` : "";
}

/** An item, in the place of another form of it where one is carried. */
export function withForm(roster: Roster, at: number, item: CatalogEntry, items: Map<string, CatalogEntry>): Roster {
  const root = item.of || item.id;
  const held = roster.models[at]?.items ?? [];
  const place = held.findLastIndex((id) => id === root || items.get(id)?.of === root);
  return place < 0 ? withItem(roster, at, item.id) : changedModel(roster, at, { items: held.with(place, item.id) });
}

/** What an item in another form has that the plain one has not, in a word: `Pistol (AP)` is `AP`. */
export function formName(item: CatalogEntry): string {
  return /\(([^)]+)\)\s*$/.exec(item.name)?.[1] ?? item.name;
}

/** A copy under a name of its own. */
export function copied(roster: Roster): Roster {
  const numbered = /^(.*?) \((\d+)\)$/.exec(roster.name);
  const name = numbered ? `${numbered[1]} (${Number(numbered[2]) + 1})` : `${roster.name} (2)`;
  return { ...written(roster), name };
}

/** Which numbers two rosters differ in: how many models came, went or changed. For telling what a repair does. */
export function changes(before: Roster, after: Roster): number {
  const left = new Map<string, number>();
  for (const entry of written(before).models) {
    const key = JSON.stringify(entry);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  let fresh = 0;
  for (const entry of written(after).models) {
    const key = JSON.stringify(entry);
    const there = left.get(key) ?? 0;
    if (there) left.set(key, there - 1);
    else fresh++;
  }
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(gone, fresh);
}

/** The entries of a catalog by id. */
export function byId(catalog: CatalogHeading[], role: CatalogHeading["role"]): Map<string, CatalogEntry> {
  return new Map(catalog.filter((heading) => heading.role === role).flatMap((h) => h.entries.map((e) => [e.id, e])));
}

/** What one profile may carry, by chapter; a chapter whose entries are of several kinds falls apart into them. */
export function openTo(catalog: CatalogHeading[], profile: string): { name: string; entries: CatalogEntry[] }[] {
  const chapters = new Map<string, CatalogEntry[]>();
  for (const heading of catalog) {
    if (heading.role !== "item") continue;
    for (const entry of heading.entries) {
      if (!isOpen(entry, profile)) continue;
      const kind = entry.figures?.kind;
      const name = typeof kind === "string" && kind ? kind.charAt(0).toUpperCase() + kind.slice(1) : heading.name;
      chapters.set(name, [...(chapters.get(name) ?? []), entry]);
    }
  }
  return [...chapters].map(([name, entries]) => ({ name, entries }));
}

/** A figure of the catalog for people: `10 in` is 10″. */
export function shown(value: unknown): string {
  return String(value ?? "").replace(/(\d) in\b/g, "$1″");
}

/** The figures of an entry in one line; where there are none, what the book says. */
export function figures(entry: CatalogEntry): string {
  const found = Object.entries(entry.figures ?? {}).filter(([name, value]) => name !== "kind" && value !== "" && value != null);
  return found.length ? found.map(([name, value]) => `${name} ${shown(value)}`).join(" · ") : (entry.text ?? entry.line ?? "");
}

export function isOpen(entry: CatalogEntry, profile: string): boolean {
  return !entry.open_to?.length || entry.open_to.includes(profile);
}

/** Whether a document may be a list of another program: it names no game and has no models. */
export function isForeign(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("models" in value || "model" in value || "game" in value);
}

/** A squad from whatever somebody handed in, or words about what is wrong with it. */
export function readRoster(value: unknown, games: string[]): Roster {
  const found = object(value, "a squad");
  const game = text(found.game, "game");
  if (!games.includes(game)) throw new Error(`This is a squad for “${game}”, a game this server does not have.`);
  const name = text(found.name, "name");
  const models = found.models ?? found.model;
  if (!Array.isArray(models)) throw new Error("A squad has a list of models; this has none.");
  if (models.length > MOST_MODELS) throw new Error(`A squad of ${models.length} models is too many.`);
  const roster: Roster = { game, name, models: models.map((entry, n) => readEntry(entry, n + 1)) };
  if (found.note) roster.note = text(found.note, "note");
  return roster;
}

function readEntry(value: unknown, number: number): Entry {
  const found = object(value, `model ${number}`);
  const entry: Entry = { profile: text(found.profile ?? found.character, `profile of model ${number}`, LONGEST_PROFILE), items: [] };
  if (found.items !== undefined) {
    if (!Array.isArray(found.items) || found.items.length > MOST_ITEMS) throw new Error(`The items of model ${number} are no list.`);
    entry.items = found.items.map((item) => text(item, `item of model ${number}`));
  }
  const base = found.base ?? found.base_in;
  if (typeof base === "number" && Number.isFinite(base)) entry.base = base;
  if (found.name) entry.name = text(found.name, `name of model ${number}`);
  if (found.stats !== undefined) {
    const stats = Object.entries(object(found.stats, `figures of model ${number}`));
    if (stats.some(([, value]) => !Number.isInteger(value))) throw new Error(`The figures of model ${number} are no whole numbers.`);
    entry.stats = Object.fromEntries(stats) as Record<string, number>;
  }
  return entry;
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`Expected ${what}, found something else.`);
  return value as Record<string, unknown>;
}

function text(value: unknown, what: string, most = LONGEST_NAME): string {
  if (typeof value !== "string" || !value.trim()) throw new Error(`The ${what} is missing.`);
  if (value.length > most) throw new Error(`The ${what} is longer than ${most} characters.`);
  return value;
}
