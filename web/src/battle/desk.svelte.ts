/** What the hand at this screen does: takes hold of somebody, drafts, asks what would come of it, and answers. */

import type { AreaAnswer, DecisionView, OfferView, PlanAnswer, TryAnswer } from "../wire";
import type { Point } from "../table/geometry";
import { against, answer, begin, beside, callable, clickDeal, deal, joined, kin, onTable, openSlot, routeOf, slotFor, victim, type Said } from "./draft";
import { Hand, type Ghost } from "./hand.svelte";
import { Latest, type Ended, type Room } from "./room.svelte";

export class Desk extends Hand {
  readonly #plan: Latest<PlanAnswer>;
  readonly #area: Latest<AreaAnswer | TryAnswer>;
  #soon = false;
  #known = "";
  #version = -1;
  #tried = 0;
  /** Done when it is known what the one just selected could do. */
  learned: Promise<void> = Promise.resolve();
  /** Where somebody who has set out wants to go, until it is asked. */
  #wish: (Pick<Ghost, "model" | "to" | "via"> & { since: number }) | null = null;

  constructor(room: Room) {
    super(room);
    this.#plan = new Latest(room);
    this.#area = new Latest(room);
  }

  // ------------------------------------------------------------------ beginning and giving up

  /** The table has changed: what was drafted for the old one is gone. */
  renew(): void {
    const asked = this.room.asked;
    // A line that broke and came back to the same question takes nothing out of the hand.
    const known = JSON.stringify([this.room.version, asked]);
    if (known === this.#known) {
      if (this.#soon && this.filling && this.room.link === "live") this.preview();
      return;
    }
    // Whoever was given to somebody else is still looked at.
    const given = this.#version === this.room.version;
    this.#known = known;
    this.#version = this.room.version;
    this.clear();
    const models = this.models;
    if (this.pinned && !this.mark(this.pinned)) this.pinned = "";
    if (asked?.about && models[asked.about]) {
      if (this.selected !== asked.about) this.select(asked.about);
      this.#remember(asked);
      // Where a word is all there is to say, it need not be asked for.
      const [only, ...more] = asked.window ? [] : asked.offers;
      if (only?.slots?.length && !more.length && beside(only, models).length === only.slots.length) this.choose(only);
      return;
    }
    if (this.selected && models[this.selected]?.gone) this.selected = "";
    const could = [...this.doers.keys()];
    if (could.length) {
      // What they answer to is what the active one does.
      const active = this.room.scene?.active ?? "";
      this.pinned = models[active] && models[active]!.side !== asked?.side ? active : "";
      this.selected = could.length === 1 ? could[0]! : could.includes(this.selected) ? this.selected : "";
    } else if (this.places.size) this.select([...this.places.keys()][0]!);
    else if (asked && !asked.window && !given && !this.calls.has(this.selected)) this.selected = "";
    else if (this.selected && this.calls.has(this.selected)) this.select(this.selected);
    // Where there is nothing to do but to point at a spot, the hand is ready to.
    const [only, ...more] = asked && !asked.window && !could.length && !this.places.size && !this.calls.size ? asked.offers : [];
    if (only && !more.length && only.slots?.length) this.choose(only);
  }

  /** Go on with a way that was shown before everybody could answer it. */
  #remember(asked: DecisionView): void {
    const wish = this.#wish;
    if (!wish || asked.about !== wish.model) return;
    this.#wish = null;
    if (!routeOf(asked, wish.model)) return;
    const { since, ...way } = wish;
    const answered = this.room.lines.filter((line) => line.number > since && line.kind !== "quiet" && line.text && line.side && line.side !== asked.side);
    this.ghost = { ...way, answer: null, held: false, answered: answered.map((line) => line.text) };
    // Where nobody had anything to say to it, it is as it was when it was confirmed.
    this.#soon = !answered.length;
    this.plan();
  }

  /** Forget the draft, but not whom one looks at. */
  clear(): void {
    this.#plan.stop();
    this.#area.stop();
    this.#soon = false;
    this.#tried++;
    this.draft = [];
    this.after = undefined;
    this.filling = null;
    this.eyed = null;
    this.ghost = null;
    this.spot = null;
    this.area = null;
    this.picked = [];
    this.refusal = null;
    this.trouble = "";
  }

  /** One step back: the ruler, the ghost, the filling, the aim, the selection. */
  cancel(): void {
    if (this.ruler) {
      this.ruler = null;
      this.loose = null;
    } else if (this.ghost) this.dropGhost();
    else if (this.filling && !this.places.size) this.stopFilling();
    else if (this.picked.length) this.picked = [];
    else if (this.pinned) this.pinned = "";
    else {
      this.clear();
      this.selected = this.room.asked?.about ?? "";
    }
  }

  dropGhost(): void {
    this.#plan.stop();
    this.#soon = false;
    this.ghost = null;
    this.refusal = null;
  }

  stopFilling(): void {
    this.#area.stop();
    this.#soon = false;
    this.filling = null;
    this.eyed = null;
    this.spot = null;
    this.area = null;
    this.refusal = null;
  }

  /** Look at a model; if it may have its turn, draft that, and learn what it could do then. */
  select(id: string): void {
    this.clear();
    this.selected = id;
    if (this.pinned === id) this.pinned = "";
    const call = this.calls.get(id);
    const place = this.places.get(id);
    if (call) {
      const filling = begin(call);
      this.draft = [answer({ ...filling, values: { ...filling.values, [call.slots![0]!.field]: id } })];
      this.learned = this.learn();
    } else if (place) {
      const field = place.slots!.find((slot) => slot.kind === "pick")!.field;
      this.filling = { offer: place, values: { ...begin(place).values, [field]: id } };
    }
  }

  /** Learn what could be done after the draft. */
  async learn(): Promise<void> {
    const ticket = ++this.#tried;
    const found = await this.room.ask<TryAnswer>({ type: "try", answers: this.draft });
    if (ticket !== this.#tried || !found) return;
    this.refusal = found.refusal ?? null;
    this.rolls = !!found.rolls;
    const about = found.decision?.about;
    const goes = found.decision?.side === this.room.asked?.side && (!about || about === this.selected);
    // Whoever has nothing to do has had its turn as soon as it is called: what comes next is another's.
    if (!found.refusal) this.after = goes && about ? found.decision! : null;
  }

  /** The next of those that can still do something. */
  step(by: 1 | -1): string {
    const able = this.able;
    if (!able.length) return "";
    const at = able.indexOf(this.selected);
    const id = able[(at < 0 ? (by > 0 ? 0 : able.length - 1) : at + by + able.length) % able.length]!;
    this.select(id);
    return id;
  }

  // ------------------------------------------------------------------ going

  /** Whether a model would really go, or is only measured. */
  goes(id: string): boolean {
    if (id !== this.selected) return false;
    // What may be done after a draft is on its way: until it is here, a model that may be called may go.
    return this.draft.length && !this.next && !this.whole && !this.refusal ? this.calls.has(id) : !!(routeOf(this.decision, id) ?? this.setting);
  }

  /** Take hold of a model; anybody may be held, to measure. */
  hold(id: string, to: Point): void {
    if (this.selected !== id) this.select(id);
    if (this.filling) this.stopFilling();
    this.ghost = { model: id, to, via: [], answer: null, held: true };
    this.plan();
  }

  moveGhost(to: Point, held = this.ghost?.held ?? false): void {
    if (!this.ghost) return;
    this.#soon = false;
    this.ghost = { ...this.ghost, to, held };
    this.plan();
  }

  letGo(): void {
    if (this.ghost) this.ghost = { ...this.ghost, held: false };
  }

  /** Keep the spot where the ghost stands, and go on from there. */
  waypoint(): void {
    const ghost = this.ghost;
    if (!ghost?.answer) return;
    this.ghost = { ...ghost, via: [...ghost.via, ghost.answer.at] };
  }

  dropWaypoint(): void {
    const ghost = this.ghost;
    if (!ghost) return;
    if (!ghost.via.length) return this.dropGhost();
    this.ghost = { ...ghost, via: ghost.via.slice(0, -1) };
    this.plan();
  }

  plan(): void {
    const ghost = this.ghost;
    if (!ghost) return;
    const draft = ghost.model === this.selected ? this.draft : [];
    this.#plan.ask({ type: "plan", model: ghost.model, to: ghost.to, via: ghost.via, draft }, (found) => {
      if (!found && this.#soon && this.ghost?.to === ghost.to) {
        this.#soon = false;
        this.trouble = "The server took too long to measure this way; nothing was done.";
      }
      if (!this.ghost || !found || found.model !== this.ghost.model) return;
      this.ghost = { ...this.ghost, answer: found };
      this.refusal = found.refusal ?? null;
      if (!this.#soon || this.ghost.to !== ghost.to) return;
      this.#soon = false;
      void this.commit();
    });
  }

  // ------------------------------------------------------------------ filling an offer

  /** Take an offer up; one that leaves nothing open is given at once. */
  choose(offer: OfferView): void {
    this.dropGhost();
    this.stopFilling();
    this.trouble = "";
    // Answers to what somebody does are declared one by one, and each of them is a word.
    if (this.doers.size && !offer.slots?.length) return void this.end(offer);
    const filling = begin(offer);
    this.filling = filling;
    // What needs nothing more waits for Enter as well: it may roll dice.
    if (!offer.slots?.length) return;
    const route = offer.slots.find((slot) => slot.kind === "route");
    if (route) {
      this.filling = null;
      const at = this.models[route.actor ?? ""]?.at as Point | undefined;
      if (at) this.ghost = { model: route.actor!, to: at, via: [], answer: null, held: false };
      return;
    }
    this.gear = offer.gear ?? "";
    const aimed = this.target;
    const split = this.splitting;
    if (split) {
      const only = split.options?.length === 1 ? String(split.options[0]) : "";
      const on = aimed && split.options?.includes(aimed) ? aimed : only;
      if (on) this.aim(on);
      return;
    }
    const whom = victim(offer, this.decision?.about ?? "");
    if (whom) this.pinned = whom;
    const pick = offer.slots.find((slot) => slot.kind === "pick" && onTable(slot));
    if (pick && aimed && pick.options?.includes(aimed)) this.fill(pick.field, aimed);
    else if (pick && filling.values[pick.field]) this.aim(String(filling.values[pick.field]));
    else if (whom) this.preview();
  }

  fill(field: string, value: unknown): void {
    if (!this.filling) return;
    this.filling = { ...this.filling, values: { ...this.filling.values, [field]: value } };
    this.refusal = null;
    if (this.area?.refusal) this.area = null;
  }

  /** Take an offer up with a choice made already. */
  chooseWith(offer: OfferView, field: string, value: unknown): void {
    this.choose(offer);
    this.fill(field, value);
    this.preview();
  }

  /** Point at a model or at a piece: with something in hand it becomes its target; otherwise whatever can be done to it is taken in hand. */
  aim(id: string): boolean {
    if (this.models[id] || this.mark(id)) this.pinned = id;
    let filling = this.filling;
    if (!filling || !slotFor(filling.offer, id)) {
      const could = against(this.decision, id);
      const like = filling ? kin(this.decision, filling.offer) : [];
      const offer = could.find((one) => like.includes(one)) ?? could.find((one) => one.gear && one.gear === this.gear) ?? could[0];
      if (!offer || (this.decision?.offers.includes(offer) && callable(this.decision, this.models).has(id))) return false;
      this.dropGhost();
      this.stopFilling();
      filling = this.filling = begin(offer);
      this.gear = offer.gear ?? this.gear;
    }
    const slot = slotFor(filling.offer, id);
    if (!slot) this.preview();
    else if (slot.kind === "split") this.fill(slot.field, clickDeal(this.split, slot.most ?? 1, id));
    else this.fill(slot.field, id);
    this.preview();
    return true;
  }

  /** Learn why what is in hand is not for somebody. */
  async wonder(id: string): Promise<void> {
    const filling = this.filling;
    const slot = filling?.offer.slots?.find((one) => one.kind === "pick" && one.of === "models");
    const wish = filling && slot && { ...filling, values: { ...filling.values, [slot.field]: id } };
    if (!wish || openSlot(wish)) return;
    const found = await this.room.ask<TryAnswer>({ type: "try", answers: [...this.draft, answer(wish)] });
    if (this.filling === filling) this.refusal = found?.refusal ?? null;
  }

  /** All of it on one target. */
  retarget(id: string): void {
    const slot = this.filling && slotFor(this.filling.offer, id);
    this.pinned = id;
    if (!slot && this.wanted.includes(id)) return void this.aim(id);
    if (!slot) return;
    this.fill(slot.field, slot.kind === "split" ? { [id]: slot.most ?? 1 } : id);
    this.preview();
  }

  /** More or fewer dice for a target. */
  dealTo(id: string, change: number): void {
    const slot = this.splitting;
    if (!slot) return;
    const dealt = deal(this.split, slot.most ?? 1, id, change);
    if (Object.keys(dealt).length) this.fill(slot.field, dealt);
    else {
      const { [slot.field]: _, ...rest } = this.filling!.values;
      this.filling = { ...this.filling!, values: rest };
    }
    this.preview();
  }

  /** Move the spot an action is about. */
  moveSpot(at: Point): void {
    const slot = this.spotting;
    if (!slot || !this.filling) return;
    this.spot = at;
    this.fill(slot.field, at);
    this.preview();
  }

  /** What would come of what is filled in. */
  preview(): void {
    const filling = this.filling;
    if (!filling || openSlot(filling)) return;
    const answers = [...this.draft, answer(filling)];
    // Whoever is put down does nothing yet: only whether they may stand there is asked.
    const putting = this.places.size > 0;
    this.#area.ask(putting ? { type: "try", answers } : { type: "area", answers }, (found) => {
      if (!this.filling) return;
      this.area = found?.type === "try" ? { type: "area", refusal: found.refusal } : found;
      this.refusal = found?.refusal ?? null;
      // An answer about where the hand was a moment ago decides nothing.
      if (!this.#soon || this.filling !== filling) return;
      // Nor must a line that broke meanwhile: it is asked again when it is back.
      if (!found && this.room.link !== "live") return;
      this.#soon = false;
      // A question that got no answer in time must not cost the click: whoever plays is told by the rules as well.
      if (!found?.refusal) void this.commit();
    });
  }

  /** A click on the ground: a spot for what is in hand. Gives whether it meant something. */
  click(at: Point, sure: boolean): boolean {
    if (this.spotting) {
      this.moveSpot(at);
      // A model put down can be taken back; a die cannot, so whatever rolls waits for Enter or its button.
      if (sure && this.places.size) this.#soon = true;
      return true;
    }
    if (this.goes(this.selected)) {
      const from = this.models[this.selected]!.at as Point;
      this.ghost = this.ghost ? { ...this.ghost, to: at, held: false } : { model: this.selected, to: at, via: [], answer: null, held: false };
      if (from) this.plan();
      return true;
    }
    return false;
  }

  // ------------------------------------------------------------------ giving the answer

  async commit(): Promise<void> {
    if (this.busy || this.room.link !== "live") return;
    if (this.ghost) {
      const found = this.ghost.answer;
      if (!found) {
        this.#soon = true;
        return this.plan();
      }
      if (!found.answers.length) return this.#setOut(found);
      return this.send(joined(this.draft, found.answers));
    }
    if (this.filling && !openSlot(this.filling)) return this.send([...this.draft, answer(this.filling)]);
    if (this.whole) return this.send(this.draft);
  }

  /** Say that somebody goes; whereto is asked once everybody has answered. */
  #setOut(found: PlanAnswer): Promise<void> {
    const [ghost, offer] = [this.ghost!, this.setting];
    if (!offer) return Promise.resolve();
    const first = found.legs[0]?.path.at(-1) as Point | undefined;
    const since = this.room.lines.at(-1)?.number ?? 0;
    this.#wish = { model: ghost.model, since, ...(found.legs.length > 1 && first ? { to: first, via: [] } : { to: ghost.to, via: ghost.via }) };
    return this.end(offer);
  }

  /** Give an offer that needs nothing, on top of the draft or instead of it. */
  end(offer: OfferView, plain = false): Promise<void> {
    return this.send([...(plain ? [] : this.draft), answer(begin(offer))]);
  }

  /** Roll what was picked again. */
  again(): Promise<void> {
    const picking = this.picking;
    if (!picking) return Promise.resolve();
    return this.send([...this.draft, answer({ offer: picking.offer, values: { [picking.slot.field]: this.picked } })]);
  }

  /** One of several more, or less, in the answer that is being made. */
  pickOne(option: unknown): void {
    const slot = this.picking?.slot;
    if (!slot) return;
    this.togglePick(option);
    this.fill(slot.field, this.picked);
    this.preview();
  }

  togglePick(option: unknown): void {
    const most = this.picking?.slot.most ?? 0;
    if (this.picked.includes(option)) this.picked = this.picked.filter((one) => one !== option);
    else if (this.picked.length < most) this.picked = [...this.picked, option];
    else if (most > 0) this.picked = [...this.picked.slice(1), option];
  }

  async send(answers: Said[]): Promise<void> {
    this.busy = true;
    this.trouble = "";
    const ended = await this.room.play(answers);
    this.busy = false;
    this.told(ended);
  }

  /** Say what became of a command that was not carried out. */
  told(ended: Ended): void {
    if (ended.kind === "refused") this.refusal = ended.refusal;
    if (ended.kind === "failed") this.trouble = ended.message;
    if (ended.kind === "stale") this.trouble = "The table had changed meanwhile; nothing was done.";
  }
}
