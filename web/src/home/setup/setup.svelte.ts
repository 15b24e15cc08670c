/** A match being set up: every choice, what the server knows to choose from, and what to ask it for. */

import { api } from "../../app/api";
import { lastBook } from "../../app/book";
import { linkIn, unpack } from "../../app/links";
import { readRoster } from "../../builder/roster";
import { placesOf } from "../../table/places";
import type { About, FaultView, GameSheet, NewMatch, Roster, SeatWish, SquadBrief, TableBrief } from "../../wire";
import { fitting, squadKey, tableKey } from "../words";

export type Seats = Record<string, SeatWish>;
/** The table that is drawn by lot. */
export const RANDOM = "";

export class Setup {
  about = $state.raw<About>();
  sheet = $state.raw<GameSheet>();
  saved = $state.raw<SquadBrief[]>([]);
  drawn = $state.raw<TableBrief[]>([]);
  /** Squads that came from links and files. */
  brought = $state.raw<SquadBrief[]>([]);

  seats = $state<Seats>({});
  /** Friends are wanted beside one, not against one: where the book plays the other side. */
  beside = $state(false);
  squads = $state<Record<string, string>>({});
  table = $state(RANDOM);
  /** Only what differs from the defaults. */
  options = $state<Record<string, unknown>>({});
  bonuses = $state<Record<string, string[]>>({});
  clock = $state(0);
  share = $state("");
  /** Two people who play each other may ask for hints. */
  hints = $state(false);
  faults = $state.raw<Record<string, FaultView[]>>({});
  /** What the book would have otherwise and does not forbid: of each squad, and of the table. */
  advice = $state.raw<Record<string, FaultView[]>>({});
  tableAdvice = $state.raw<FaultView[]>([]);

  places = $derived(placesOf(this.sheet?.sides ?? []));
  /** Round side first: where there is only one person, it is theirs. */
  sides = $derived([...(this.sheet?.sides ?? [])].sort((one, other) => (this.places[one] ?? "").localeCompare(this.places[other] ?? "")));
  onOffer = $derived<SquadBrief[]>([...this.brought, ...this.saved, ...(this.sheet?.squads ?? [])]);
  tables = $derived<TableBrief[]>([...(this.sheet?.tables ?? []), ...this.drawn]);
  chosenTable = $derived(this.tables.find((table) => tableKey(table) === this.table));
  changed = $derived(Object.keys(this.options).filter((name) => this.house.some((option) => option.name === name)).length);
  friends = $derived(this.sides.filter((side) => !this.kept(side) && this.seats[side]?.kind === "friend"));
  /** Whether the book plays one side, so that there is nobody to play against. */
  alone = $derived(this.sides.some((side) => this.kept(side)));
  /** Whether friends get links to some of the models that are played here. */
  shared = $derived(this.beside && this.alone && this.sides.some((side) => !this.kept(side) && this.seats[side]?.kind === "me"));
  /** What is played, and how the book is read: two sorts of options. */
  scenario = $derived((this.sheet?.scenario ?? []).flatMap((name) => this.sheet!.options.filter((option) => option.name === name)));
  house = $derived((this.sheet?.options ?? []).filter((option) => !this.sheet!.scenario.includes(option.name) && !Object.values(this.sheet!.keeps).includes(option.name)));

  /** What an option stands at. */
  option(name: string): unknown {
    return name in this.options ? this.options[name] : this.sheet?.options.find((one) => one.name === name)?.default;
  }

  /** Whether the book plays a side by itself, as things are chosen. */
  kept(side: string): boolean {
    const by = this.sheet?.keeps[side];
    return !!by && !this.option(by);
  }

  squad(side: string): SquadBrief | undefined {
    return this.onOffer.find((squad) => squadKey(squad) === this.squads[side]);
  }

  /** Open a rulebook; what the address asks for is chosen where it is there. */
  async load(game: string, query: URLSearchParams): Promise<void> {
    const about = await api.about();
    const wanted = about.games.find((one) => one.id === game) ?? lastBook(about.games);
    if (!wanted) throw new Error("This server has no rulebook.");
    const sheet = await api.game(wanted.id);
    const [saved, drawn] = await Promise.allSettled([api.squads(wanted.id), api.tables(wanted.id)]);
    this.about = about;
    this.sheet = sheet;
    this.saved = saved.status === "fulfilled" ? saved.value : [];
    this.drawn = drawn.status === "fulfilled" ? drawn.value : [];
    this.brought = [];
    this.options = {};
    this.bonuses = {};
    this.faults = {};
    this.advice = {};
    this.tableAdvice = [];
    this.seat(query.get("with") ?? "ai");
    const [mine, theirs] = this.sides;
    const known = (key: string | null, side: string, at: number): string => {
      const samples = fitting(sheet.squads, side);
      const found = fitting(this.onOffer, side).find((squad) => squadKey(squad) === key) ?? samples[at] ?? samples[0];
      return found ? squadKey(found) : "";
    };
    if (mine) this.squads[mine] = known(query.get("mine") ?? query.get("squad"), mine, 0);
    if (theirs) this.squads[theirs] = known(query.get("theirs"), theirs, 1);
    // The bench hands over what is not saved yet as a whole squad in the address.
    const link = linkIn(query.get("squad") ?? "");
    if (mine && link) await this.bring(mine, readRoster(await unpack("s", link), [sheet.id]));
    const table = query.get("table");
    const preset = this.tables[0];
    this.table = this.tables.some((one) => tableKey(one) === table) ? table! : preset ? tableKey(preset) : RANDOM;
  }

  /** Who sits where, in a word. */
  seat(how: string): void {
    this.beside = how === "friend";
    const level = this.about?.usual ?? "";
    const other: SeatWish = how === "friend" ? { kind: "friend" } : how === "hotseat" ? { kind: "me" } : { kind: "ai", level };
    this.seats = Object.fromEntries(this.sides.map((side, index) => [side, index ? { ...other } : { kind: "me" }]));
  }

  setOption(name: string, value: unknown): void {
    const option = this.sheet?.options.find((one) => one.name === name);
    const { [name]: _, ...others } = this.options;
    this.options = value === option?.default ? others : { ...others, [name]: value };
  }

  /** Everything about how the book is read as it usually is; what is played stays chosen. */
  resetHouse(): void {
    this.options = Object.fromEntries(Object.entries(this.options).filter(([name]) => !this.house.some((option) => option.name === name)));
  }

  setBonus(side: string, bonus: string, on: boolean): void {
    const others = (this.bonuses[side] ?? []).filter((one) => one !== bonus);
    this.bonuses = { ...this.bonuses, [side]: on ? [...others, bonus] : others };
  }

  /** Look at a squad from outside, and take it for a side. */
  async bring(side: string, roster: Roster): Promise<void> {
    if (!this.sheet) return;
    const view = await api.muster(this.sheet.id, roster, this.options);
    const brief: SquadBrief = {
      roster: { ...roster, id: `brought-${this.brought.length + 1}` },
      cost: view.cost.value,
      glyphs: view.members.map((member) => member.figure.glyph),
      faults: view.faults.length,
    };
    this.brought = [brief, ...this.brought];
    this.squads[side] = squadKey(brief);
  }

  /** Which faults the chosen squads have under the chosen options, and what the book advises. */
  async inspect(): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    const found: Record<string, FaultView[]> = {};
    const advice: Record<string, FaultView[]> = {};
    await Promise.all(
      this.sides.map(async (side) => {
        const squad = this.squad(side);
        if (!squad) return;
        const view = await api.muster(sheet.id, plain(squad), this.options);
        found[side] = [...view.faults];
        advice[side] = [...(view.advice ?? [])];
      }),
    );
    this.faults = found;
    this.advice = advice;
  }

  /** What the book advises about the chosen table. */
  async inspectTable(): Promise<void> {
    const { sheet, chosenTable } = this;
    const advice = sheet && chosenTable ? ((await api.layout(sheet.id, chosenTable.plan)).advice ?? []) : [];
    if (chosenTable === this.chosenTable) this.tableAdvice = [...advice];
  }

  get wish(): NewMatch {
    const squads: Record<string, unknown> = {};
    for (const side of this.sides) {
      const squad = this.squad(side);
      if (squad) squads[side] = this.sheet?.squads.includes(squad) ? squad.roster.id : plain(squad);
    }
    const bonuses: Record<string, string[]> = {};
    for (const [side, names] of Object.entries(this.bonuses)) for (const name of names) (bonuses[name] ??= []).push(side);
    const wish: NewMatch = { game: this.sheet?.id ?? "", seats: $state.snapshot(this.seats), squads, options: { ...this.options } };
    if (this.chosenTable) wish.table = this.chosenTable.saved ? this.chosenTable.plan : this.chosenTable.plan.id;
    if (Object.keys(bonuses).length) wish.bonuses = bonuses;
    if (this.clock) wish.clock = this.clock;
    if (this.friends.length && this.hints) wish.hints = true;
    if (this.share.trim()) wish.share = this.share.trim();
    return wish;
  }
}

/** A squad as its owner wrote it: ids given here mean nothing to the server. */
function plain(squad: SquadBrief): Roster {
  const { id, ...roster } = squad.roster;
  return id && !id.startsWith("brought-") ? squad.roster : roster;
}
