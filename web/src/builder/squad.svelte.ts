/** The squad on the bench: what it is, what the rules say of it, and whether it is kept anywhere. */

import { api } from "../app/api";
import { newKey, Shelf } from "../app/drafts";
import { Past } from "../app/history.svelte";
import { Latest } from "../app/latest.svelte";
import type { CatalogEntry, FaultView, GameSheet, MemberView, MusterView, Roster } from "../wire";
import { byId, same, written } from "./roster";

export const shelf = new Shelf<Roster>("sightline.squads");

export class Squad {
  readonly sheet: GameSheet;
  readonly profiles: Map<string, CatalogEntry>;
  readonly items: Map<string, CatalogEntry>;
  readonly past: Past<Roster>;
  readonly muster: Latest<Roster, MusterView>;
  key: string;
  saved = $state("");
  saving = $state(false);
  failed = $state("");
  /** As it is kept on the server, or as it came from a sample or a link. */
  #kept = $state.raw() as Roster;

  constructor(sheet: GameSheet, roster: Roster, given: { key?: string; saved?: string; kept?: Roster } = {}) {
    this.sheet = sheet;
    this.profiles = byId(sheet.catalog, "profile");
    this.items = byId(sheet.catalog, "item");
    this.past = new Past(roster);
    this.muster = new Latest((asked) => api.muster(sheet.id, written(asked)));
    this.key = given.key ?? newKey();
    this.saved = given.saved ?? "";
    this.#kept = given.kept ?? roster;
    this.muster.ask(roster);
  }

  get roster(): Roster {
    return this.past.now;
  }
  get changed(): boolean {
    return !same(this.roster, this.#kept);
  }
  /** What the rules say, as long as it is about this very squad. */
  get view(): MusterView | undefined {
    return this.muster.late ? undefined : this.muster.answer;
  }
  get faults(): FaultView[] {
    return this.muster.answer?.faults ?? [];
  }
  /** What is left to spend; without end while that is not known. */
  get left(): number {
    const cost = this.muster.answer?.cost;
    return cost ? cost.most - cost.value : Infinity;
  }
  get legal(): boolean {
    return this.muster.fresh && this.faults.length === 0;
  }

  /** The figures of one model: only those of the squad as it is now, row by row. */
  member(at: number): MemberView | undefined {
    const view = this.view;
    return view && (this.muster.fresh || view.members.length === this.roster.models.length) ? view.members[at] : undefined;
  }

  /** Change it; steps with the same `merge` are undone together. */
  set(roster: Roster, merge = ""): void {
    if (roster === this.roster) return;
    this.past.push(roster, merge);
    this.#after();
  }
  undo(): void {
    this.past.undo();
    this.#after();
  }
  redo(): void {
    this.past.redo();
    this.#after();
  }

  #after(): void {
    this.muster.ask(this.roster);
    if (this.changed) {
      shelf.put({ key: this.key, game: this.sheet.id, value: written(this.roster), saved: this.saved });
      // Not a change of page: what is typed goes on, but a reload finds the draft.
      history.replaceState(null, "", `/squads/edit?draft=${this.key}`);
    } else shelf.drop(this.key);
  }

  /** Keep it on the server; a squad with faults is kept as it is. */
  async save(): Promise<void> {
    const roster = written(this.roster);
    this.saving = true;
    this.failed = "";
    try {
      const brief = await api.saveSquad(roster, this.saved);
      this.saved = brief.saved ?? "";
      this.#kept = roster;
      if (!this.changed) shelf.drop(this.key);
      history.replaceState(null, "", `/squads/edit?game=${this.sheet.id}&saved=${this.saved}`);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.saving = false;
    }
  }
}
