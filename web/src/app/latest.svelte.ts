/** Questions to the server about something that keeps changing: only the answer to the latest counts. */

const PAUSE = 80;

/** After this long without an answer, figures are blanked: a dash is better than a stale number. */
const PATIENCE = 150;

export class Latest<Q, A> {
  /** The last answer; `fresh` says whether it is about what was asked last. */
  answer = $state.raw<A>();
  fresh = $state(false);
  /** There has been no answer for so long that the old one must not be shown. */
  late = $state(false);
  failed = $state("");
  #ask: (question: Q) => Promise<A>;
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (question: Q) => Promise<A>) {
    this.#ask = ask;
  }

  ask(question: Q): void {
    const mine = ++this.#number;
    this.fresh = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(question, mine), this.answer === undefined ? 0 : PAUSE);
    this.#patience ??= setTimeout(() => (this.late = true), PAUSE + PATIENCE);
  }

  async #send(question: Q, mine: number): Promise<void> {
    try {
      const answer = await this.#ask(question);
      if (mine !== this.#number) return;
      this.answer = answer;
      this.failed = "";
    } catch (error) {
      if (mine !== this.#number) return;
      this.failed = error instanceof Error ? error.message : String(error);
      this.late = true;
      return;
    } finally {
      if (mine === this.#number) {
        clearTimeout(this.#patience);
        this.#patience = undefined;
      }
    }
    this.fresh = true;
    this.late = false;
  }

  /** Nobody listens any more. */
  stop(): void {
    this.#number++;
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
  }
}
