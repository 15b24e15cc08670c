/** Free measuring, for everybody at any time: how far, what is seen, and with what chances. */

import type { AimView, CardAnswer, Intent, IntentsAnswer, Query, QueryAnswer, ReachAnswer, SeesAnswer, Sightline, Span, WeighAnswer } from "../wire";
import type { Point } from "../table/geometry";
import type { Desk } from "./desk.svelte";
import { against, choices } from "./draft";
import { Latest, type Room } from "./room.svelte";
import { candidates, spansOf, type Candidate, type Weighed } from "./weighing";

/** A question that is asked again whenever what it depends on changes, and shows nothing in between. */
class Gauge<A extends QueryAnswer> {
  now = $state.raw<A | null>(null);
  /** Whether the answer takes long enough for a dash instead of nothing. */
  late = $state(false);
  readonly #ask: Latest<A>;
  #key = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(room: Room) {
    this.#ask = new Latest(room);
  }

  /** `same` tells answers that may stay while the next comes (the ghost moves) from those that may not. */
  put(key: string, same: (answer: A) => boolean, query: Query | null, pause = 0): boolean {
    if (key === this.#key) return false;
    this.#key = key;
    clearTimeout(this.#timer);
    if (!query) {
      this.#ask.stop();
      this.now = null;
      this.late = false;
      return true;
    }
    if (this.now && !same(this.now)) this.now = null;
    const wait = Math.max(0, this.#last + pause - Date.now());
    const run = (): void => {
      this.#last = Date.now();
      const slow = setTimeout(() => (this.late = true), 150);
      this.#ask.ask(query, (found) => {
        clearTimeout(slow);
        this.late = false;
        if (this.#key === key || (found && same(found))) this.now = found;
      });
    };
    if (wait) this.#timer = setTimeout(run, wait);
    else run();
    return true;
  }
}

export class Looking {
  readonly #reach: Gauge<ReachAnswer>;
  readonly #sees: Gauge<SeesAnswer>;
  readonly #card: Gauge<CardAnswer>;
  readonly #intents: Gauge<IntentsAnswer>;
  readonly #weigh: Gauge<WeighAnswer>;
  #asked: Candidate[] = [];

  constructor(
    readonly room: Room,
    readonly desk: Desk,
  ) {
    this.#reach = new Gauge(room);
    this.#sees = new Gauge(room);
    this.#card = new Gauge(room);
    this.#intents = new Gauge(room);
    this.#weigh = new Gauge(room);
  }

  /** How far the one that is held could go; nowhere, where it is asked and going is not on offer. */
  get reach(): ReachAnswer | null {
    const found = this.#reach.now;
    return found && found.strides.length && this.settled && !this.desk.goes(this.desk.selected) ? { ...found, strides: [] } : found;
  }
  get sees(): SeesAnswer | null {
    return this.#sees.now;
  }
  get card(): CardAnswer | null {
    return this.#card.now;
  }
  /** What the side that the book plays will do, as things stand. */
  get intents(): IntentsAnswer | null {
    return this.#intents.now;
  }
  intent(id: string): Intent | undefined {
    return this.intents?.intents.find((one) => one.models.includes(id));
  }
  /** What somebody who has not acted yet will do. */
  ahead(id: string): Intent | undefined {
    const found = this.intent(id);
    return found?.spent ? undefined : found;
  }
  /** Whether the one that is held is asked and what it could do is known: then what is not on offer cannot be done now. */
  get settled(): boolean {
    const { desk } = this;
    const { decision } = desk;
    return !!decision && !decision.window && !!desk.selected && decision.about === desk.selected;
  }
  /** Whether the one that is held could do something to whoever is looked at. */
  get idle(): boolean {
    return this.settled && !against(this.desk.decision, this.desk.target).length;
  }
  /** What may come of each answer that could be given, as far as that is known. */
  get weighed(): Weighed[] {
    const found = this.#weigh.now?.forecasts ?? [];
    return found.flatMap((forecast, n) => (this.#asked[n] && (forecast.prospects?.length || this.#asked[n]!.slot) ? [{ ...this.#asked[n]!, forecast }] : []));
  }
  /** How far that reaches which is chosen or looked at, before the dice for it fall. */
  get spans(): Span[] {
    return spansOf(this.weighed, this.desk.filling, this.desk.eyed);
  }
  get late(): boolean {
    return this.#card.late;
  }

  /** How the one that is looked at is seen: as what is aimed with sees it. */
  get sight(): Sightline | undefined {
    return this.aim?.sight ?? this.card?.sight;
  }
  /** What is aimed with: the tab that was chosen, what is in hand, or the first that could be done. */
  get aim(): AimView | undefined {
    const aims = this.card?.aims ?? [];
    const hand = this.desk.filling?.offer;
    // What is fired may stand on the table.
    const manned = hand && !hand.gear && aims.find((one) => Object.values(hand.given ?? {}).includes(one.gear));
    if (manned) return manned;
    // What is weighed, and done with nothing one carries or from another spot, has no odds on the card: it knows only
    // one's own weapons, and where one stands.
    if (hand?.foretold && (!hand.gear || hand.slots?.some((slot) => slot.kind === "spot"))) return undefined;
    const gear = hand?.gear || this.desk.gear;
    return aims.find((one) => one.gear === gear && gear) ?? aims.find((one) => !one.refusal) ?? aims[0];
  }

  /** Ask for whatever is looked at; called whenever something it reads has changed. */
  look(): void {
    const { desk, room } = this;
    const live = room.link === "live" ? room.version : -1;
    const id = desk.selected;
    const model = desk.models[id];
    const stands = live >= 0 && !!model?.at && !model.gone;
    const from = desk.standpoint;
    const moved: Point | null = desk.ghost && desk.ghost.model === id ? from : null;
    const spot = moved ? moved.join() : "";

    this.#reach.put(stands ? `${live} ${id}` : "", (one) => one.model === id, stands ? { type: "reach", model: id, at: null } : null);

    const seeing = stands && (desk.sight || desk.words || !!desk.ghost);
    this.#sees.put(
      seeing ? `${live} ${id} ${spot}` : "",
      (one) => one.model === id && !!desk.ghost,
      seeing ? { type: "sees", model: id, at: moved, odds: true } : null,
      desk.ghost ? 120 : 0,
    );

    // Nobody can be asked what the book will do; the book can.
    const kept = live >= 0 && !room.view?.outcome && Object.values(room.view?.seats ?? {}).some((seat) => seat.kind === "ai" && !seat.level);
    this.#intents.put(kept ? String(live) : "", () => false, kept ? { type: "intents" } : null);
    const mine = live >= 0 && room.asked ? candidates(desk.decision, desk.filling, desk.models) : [];
    const asked = mine.map((one) => one.answer);
    const draft = desk.draft;
    const key = mine.length ? `${live} ${JSON.stringify([draft, asked])}` : "";
    if (this.#weigh.put(key, () => false, mine.length ? { type: "weigh", options: asked, draft } : null)) this.#asked = mine;

    const target = desk.target;
    const carded = stands && !!target && target !== id && !!desk.mark(target);
    const chosen = choices(desk.filling);
    this.#card.put(
      carded ? `${live} ${id} ${target} ${spot} ${JSON.stringify(chosen)}` : "",
      (one) => one.model === id && one.target === target && !!(desk.ghost?.held || desk.filling),
      carded ? { type: "card", model: id, target, at: moved, gear: "", choices: chosen } : null,
      desk.ghost ? 120 : 0,
    );
  }
}
