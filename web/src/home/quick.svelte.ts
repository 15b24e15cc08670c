/** The quick battle: what was chosen last time, or what suits the table; enough to start with one press. */

import { api } from "../app/api";
import { lastBook, turnTo } from "../app/book";
import { keep, kept } from "../app/mood.svelte";
import { placesOf } from "../table/places";
import type { About, GameSheet, NewMatch, SquadBrief, TableBrief } from "../wire";
import { known, parse } from "../programs/level";
import { fitting, squadKey, tableKey } from "./words";

const NAME = "sightline.quick";

interface Choice {
  game: string;
  mine: string;
  theirs: string;
  level: string;
  table: string;
}

function remembered(): Partial<Choice> {
  try {
    return JSON.parse(kept(NAME) ?? "{}") as Partial<Choice>;
  } catch {
    return {};
  }
}

export class Quick {
  about = $state.raw<About>();
  sheet = $state.raw<GameSheet>();
  saved = $state.raw<SquadBrief[]>([]);
  drawn = $state.raw<TableBrief[]>([]);
  choice = $state<Choice>({ game: "", mine: "", theirs: "", level: "", table: "" });
  /** Whether all there is to choose from is here, so that what is chosen is what is wanted. */
  settled = $state(false);

  squads = $derived<SquadBrief[]>([...(this.sheet?.squads ?? []), ...this.saved.filter((squad) => !squad.faults)]);
  tables = $derived<TableBrief[]>([...(this.sheet?.tables ?? []), ...this.drawn]);
  mine = $derived(this.squads.find((squad) => squadKey(squad) === this.choice.mine));
  theirs = $derived(this.squads.find((squad) => squadKey(squad) === this.choice.theirs));
  table = $derived(this.tables.find((table) => tableKey(table) === this.choice.table));
  level = $derived(this.about?.levels.find((level) => level.id === parse(this.choice.level).level));
  /** The side of whoever presses Start: the round one. */
  side = $derived.by(() => {
    const places = placesOf(this.sheet?.sides ?? []);
    return this.sheet?.sides.find((side) => places[side] === "a") ?? "";
  });
  other = $derived(this.sheet?.sides.find((side) => side !== this.side) ?? "");
  /** Whether another book was chosen whose sheet is still to come: what is shown is not what is wanted. */
  waiting = $derived(this.choice.game !== (this.sheet?.id ?? ""));
  /** Whether the book plays the other side by itself. */
  kept = $derived(!!this.sheet?.keeps[this.other]);

  async load(game = ""): Promise<void> {
    const old = remembered();
    const about = await api.about();
    const wanted = about.games.find((one) => one.id === (game || old.game)) ?? lastBook(about.games);
    if (!wanted) return;
    if (game) turnTo(game);
    this.choice.game = wanted.id;
    this.settled = false;
    const sheet = await api.game(wanted.id);
    if (this.choice.game !== wanted.id) return; // Yet another was chosen meanwhile.
    this.about = about;
    this.sheet = sheet;
    const wished = { ...old, level: this.choice.level || old.level };
    this.#settle(wished);
    const first = { ...this.choice };
    // What was made here may come later, or not at all: samples are enough to start.
    const [saved, drawn] = await Promise.allSettled([api.squads(wanted.id), api.tables(wanted.id)]);
    if (this.choice.game !== wanted.id) return;
    if (saved.status === "fulfilled") this.saved = saved.value;
    if (drawn.status === "fulfilled") this.drawn = drawn.value;
    // Whatever was chosen meanwhile stays chosen.
    const since = Object.entries(this.choice).filter(([name, value]) => value !== first[name as keyof Choice]);
    this.#settle({ ...wished, ...Object.fromEntries(since) });
    this.settled = true;
  }

  /** What was chosen last time where it is still there, otherwise the first that fits. */
  #settle(old: Partial<Choice>): void {
    const { about, sheet } = this;
    if (!about || !sheet) return;
    const squad = (key: string | undefined, side: string, at: number) => {
      const fit = fitting(this.squads, side);
      const found = fit.find((one) => squadKey(one) === key) ?? fit[at] ?? fit[0];
      return found ? squadKey(found) : "";
    };
    this.choice = {
      game: sheet.id,
      mine: squad(old.mine, this.side, 0),
      theirs: squad(old.theirs, this.other, 1),
      level: known(about, old.level),
      table: this.tables.some((table) => tableKey(table) === old.table) ? old.table! : this.tables[0] ? tableKey(this.tables[0]) : "",
    };
  }

  /** What is chosen, as part of an address; nothing while nothing is. */
  get address(): string {
    const { game, mine, theirs, table } = this.choice;
    return game ? new URLSearchParams({ game, mine, theirs, table }).toString() : "";
  }

  remember(): void {
    keep(NAME, JSON.stringify(this.choice));
  }

  /** What to ask the server for. */
  get wish(): NewMatch {
    const squad = (brief: SquadBrief | undefined): unknown => (brief?.saved ? brief.roster : brief?.roster.id);
    return {
      game: this.choice.game,
      seats: { [this.side]: { kind: "me" }, [this.other]: { kind: "ai", level: this.choice.level } },
      squads: { [this.side]: squad(this.mine), [this.other]: squad(this.theirs) },
      table: this.table?.saved ? this.table.plan : this.table?.plan.id,
    };
  }
}
