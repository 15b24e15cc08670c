/** What programs think, when somebody asks: why they did something, and what one had better do oneself. */

import type { CandidateView, ThoughtAnswer } from "../wire";
import type { Desk } from "./desk.svelte";
import type { Said } from "./draft";
import { calls, follow, obey } from "./follow";
import type { Room } from "./room.svelte";

export interface Asked {
  kind: "why" | "hint";
  title: string;
  thought: ThoughtAnswer | null;
  trouble: string;
  /** What was drafted when a hint was asked for. */
  draft: Said[];
  /** The table a hint is for. */
  version: number;
}

/** Thinking again may mean to play half a match again first. */
const PATIENCE = 30_000;

export class Thoughts {
  now = $state.raw<Asked | null>(null);
  /** The answer somebody looks at. */
  looked = $state.raw<CandidateView | null>(null);
  #round = 0;

  constructor(
    readonly room: Room,
    readonly desk: Desk,
  ) {}

  /** The newest action of a program that can say why. */
  get last(): number {
    return this.room.lines.findLast((line) => line.why)?.action ?? 0;
  }
  /** Whether one may ask for a hint now. */
  get may(): boolean {
    return !!this.room.view?.hints && !!this.room.asked && !this.room.view.outcome;
  }

  async why(action = this.last): Promise<void> {
    if (!action) return;
    await this.#ask({ kind: "why", title: "Why?", thought: null, trouble: "", draft: [], version: -1 }, { type: "why", action });
  }

  async hint(): Promise<void> {
    if (!this.may) return;
    // What was drafted counts only where something is asked after it.
    const draft = this.desk.draft.length && this.desk.next ? this.desk.draft : [];
    await this.#ask({ kind: "hint", title: "Hint", thought: null, trouble: "", draft, version: this.room.version }, { type: "advise", draft });
  }

  async #ask(asked: Asked, query: { type: "why"; action: number } | { type: "advise"; draft: Said[] }): Promise<void> {
    const round = ++this.#round;
    this.now = asked;
    const found = await this.room.inquire<ThoughtAnswer>(query, PATIENCE);
    if (round !== this.#round) return;
    if (typeof found === "string") this.now = { ...asked, trouble: found };
    else this.now = { ...asked, thought: found };
  }

  close(): void {
    this.#round++;
    this.now = null;
    this.looked = null;
  }

  /** A hint for a table that has changed is none. */
  renew(): void {
    if (this.now?.kind === "hint" && this.now.version !== this.room.version) this.close();
  }

  /** Do what a hint says; where it only names somebody, it goes on with what that one should do. */
  async do(one: CandidateView): Promise<void> {
    const asked = this.now;
    if (!asked) return;
    const named = calls(this.desk, one.answer, asked.draft);
    this.close();
    await obey(this.desk, one.answer, asked.draft);
    if (!named) return;
    await this.desk.learned;
    if (this.desk.selected !== named || this.now) return;
    // Who has nothing to do is done with by being named.
    await (this.desk.whole ? this.desk.commit() : this.hint());
  }

  /** Take a hint in hand, to be changed or given by Enter. */
  async take(one: CandidateView): Promise<void> {
    const asked = this.now;
    if (!asked) return;
    this.close();
    await follow(this.desk, one.answer, asked.draft);
  }
}
