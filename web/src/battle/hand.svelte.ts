/** What a hand at this screen holds, and what is there for it: whom it looks at, what it has drafted, what it may do. */

import type { AreaAnswer, DecisionView, Gauge, ModelView, OfferView, PlanAnswer, RefusalView, SlotView } from "../wire";
import { middle, type Point } from "../table/geometry";
import { barred, buttons, callable, doers, ends, kin, onTable, openSlot, placeable, unlike, victim, type Filling, type Said } from "./draft";
import type { Room } from "./room.svelte";

/** A model on its way: where it is wanted, and what the rules make of that. */
export interface Ghost {
  model: string;
  to: Point;
  via: Point[];
  answer: PlanAnswer | null;
  /** The finger is still on it. */
  held: boolean;
  /** What the others did since it was confirmed: it may be thought over. */
  answered?: string[];
}

/** Something that can be aimed at: a model, or a piece of terrain with what it has left. */
export interface Mark {
  id: string;
  name: string;
  at: Point;
  radius: number;
  model?: ModelView;
  left?: Gauge;
}

export class Hand {
  selected = $state("");
  hovered = $state("");
  /** The piece of terrain under the pointer, if something can be done to it. */
  below = $state("");
  /** The option of a list that is looked at before it is chosen. */
  eyed = $state<unknown>(null);
  /** The one that is aimed at, until another is. */
  pinned = $state("");
  /** What is aimed with. */
  gear = $state("");
  draft = $state.raw<Said[]>([]);
  /** What comes after the draft: null if it is another's turn then, nothing while that is not known. */
  after = $state.raw<DecisionView | null>();
  /** Dice fall before that is known. */
  rolls = false;
  filling = $state.raw<Filling | null>(null);
  ghost = $state.raw<Ghost | null>(null);
  spot = $state.raw<Point | null>(null);
  area = $state.raw<AreaAnswer | null>(null);
  /** Places of dice picked to be rolled again, or options of any other choice of several. */
  picked = $state.raw<unknown[]>([]);
  refusal = $state.raw<RefusalView | null>(null);
  trouble = $state("");
  busy = $state(false);
  sight = $state(false);
  /** The table is read in words, which say what is seen too. */
  words = $state(false);
  ranges = $state(false);
  /** The level that is looked at, where there are levels; null for all. */
  level = $state<number | null>(null);
  ruler = $state.raw<Point[] | null>(null);
  /** Where the loose end of the ruler is. */
  loose = $state.raw<Point | null>(null);

  constructor(readonly room: Room) {}

  // ------------------------------------------------------------------ what is there

  get models() {
    return this.room.scene?.models ?? {};
  }
  /** What this hand is asked after the draft; whom a program commands, it plays. */
  get next(): DecisionView | null {
    return this.after && !this.room.hand(this.after.about ?? "")?.level ? this.after : null;
  }
  /** The draft is a whole answer: nothing is asked of this hand after it. */
  get whole(): boolean {
    return this.after !== undefined && !this.next;
  }
  /** What this hand is asked, after what it has drafted. */
  get decision(): DecisionView | null {
    return this.draft.length ? this.next : this.room.asked;
  }
  /** The side this hand plays now: at one screen with two, the one that is asked. */
  get side(): string {
    const { mine, decision } = this.room;
    return decision && mine.includes(decision.side) ? decision.side : (mine[0] ?? "");
  }
  /** Who could do something where no model in particular is asked about, and what. */
  get doers(): Map<string, OfferView[]> {
    return this.draft.length ? new Map() : doers(this.room.asked, this.models);
  }
  /** Who has nothing to answer where others could, and why. */
  get barred(): Map<string, RefusalView> {
    return this.draft.length ? new Map() : barred(this.room.asked, this.models);
  }
  get offers(): OfferView[] {
    const could = this.doers;
    if (could.size) return could.get(this.selected) ?? [];
    return unlike(this.decision, buttons(this.decision, this.models), this.pinned);
  }
  get ending(): OfferView[] {
    return ends(this.decision, this.models, this.doers.has(this.selected) ? this.selected : "");
  }
  /** The offer to go of whoever is held, where it is said only later whereto. */
  get setting(): OfferView | undefined {
    return this.decision?.offers.find((offer) => offer.later && !offer.slots?.length && Object.values(offer.given ?? {}).includes(this.selected));
  }
  /** The way out of the whole decision, where a draft has its own. */
  get passing(): OfferView[] {
    return this.draft.length ? ends(this.room.asked) : [];
  }
  get calls(): Map<string, OfferView> {
    return this.#mine(callable(this.room.asked, this.models));
  }
  get places(): Map<string, OfferView> {
    return this.#mine(placeable(this.room.asked, this.models));
  }
  /** Only whom this hand commands: of those of others a program's may still be called, to have it play. */
  #mine(found: Map<string, OfferView>): Map<string, OfferView> {
    const mine = this.room.ours;
    return mine ? new Map([...found].filter(([id]) => mine.includes(id))) : found;
  }
  get slot(): SlotView | undefined {
    return this.filling ? openSlot(this.filling) : undefined;
  }
  /** The slot of the filling that holds dice for targets, whether filled or not. */
  get splitting(): SlotView | undefined {
    return this.filling?.offer.slots?.find((slot) => slot.kind === "split");
  }
  get split(): Record<string, number> {
    const slot = this.splitting;
    return slot ? ((this.filling!.values[slot.field] as Record<string, number>) ?? {}) : {};
  }
  /** The spot slot of the filling. */
  get spotting(): SlotView | undefined {
    return this.filling?.offer.slots?.find((slot) => slot.kind === "spot");
  }
  /** The models of which several are to be picked, where they stand on the table. */
  get several(): string[] {
    const slot = this.filling ? this.picking?.slot : undefined;
    return slot?.of === "models" ? (slot.options ?? []).map(String).filter((id) => this.models[id]?.at) : [];
  }

  /** The offer of choosing several: dice to roll again. */
  get picking(): { offer: OfferView; slot: SlotView } | undefined {
    for (const offer of this.decision?.offers ?? []) {
      const slot = offer.slots?.find((one) => one.kind === "picks");
      if (slot && (this.decision?.window || this.filling?.offer === offer)) return { offer, slot };
    }
    return undefined;
  }
  /** The models that may be clicked to go on. */
  get wanted(): string[] {
    const slot = this.filling?.offer.slots?.find(onTable);
    if (slot && !this.places.size) return (slot.options ?? []).map(String);
    const about = this.decision?.about ?? "";
    if (this.filling && victim(this.filling.offer, about)) return kin(this.decision, this.filling.offer).map((one) => victim(one, about));
    return [];
  }
  /** What a model or a piece of terrain is called. */
  nameOf(id: string): string {
    return this.models[id]?.name ?? this.room.scene?.pieces.find((piece) => piece.id === id)?.name ?? id;
  }
  /** Whether an option of a field is pointed at on the table rather than said: a finger is too broad for a small piece. */
  pointed(slot: SlotView, option: unknown): boolean {
    if (!onTable(slot)) return false;
    return !!this.models[String(option)] || (!!this.mark(String(option)) && !matchMedia("(pointer: coarse)").matches);
  }
  /** Whom or what a card is about. */
  get target(): string {
    const over = this.hovered;
    if (over && over !== this.selected && this.models[over]?.at) return over;
    return this.ghost ? this.pinned : this.below || this.pinned;
  }
  /** What can be aimed at, and where it is: a model on the mat, or a piece of terrain that something can be done to. */
  mark(id: string): Mark | undefined {
    const model = this.models[id];
    if (model) return model.at && !model.gone ? { id, name: model.name, at: model.at as Point, radius: model.radius, model } : undefined;
    const left = this.room.scene?.sturdy?.[id];
    const piece = left && this.room.scene?.pieces.find((one) => one.id === id);
    return piece && { id, name: piece.name || id, at: middle(piece.polygon as Point[]), radius: 0, left };
  }
  /** Whether Enter would do something final now. */
  get ready(): boolean {
    if (this.busy || this.room.link !== "live") return false;
    // A refused wish may still be gone as far as the nearest legal spot, where the ghost is held.
    if (this.ghost) return !!this.ghost.answer?.answers.length || (!!this.ghost.answer && !!this.setting);
    return !!this.filling && !openSlot(this.filling) && !this.area?.refusal;
  }
  /** Own models that can still do something, in the order of the rails; those a program plays come last. */
  get able(): string[] {
    const asked = this.room.asked;
    if (!asked) return [];
    if (asked.about && this.models[asked.about]?.owner === asked.side) return [asked.about];
    return Object.keys(this.models).filter((id) => this.calls.has(id) || this.places.has(id) || this.doers.has(id)).sort((one, other) => Number(!!this.room.hand(one)) - Number(!!this.room.hand(other)));
  }
  /** Where the one that is looked at stands or would stand. */
  get standpoint(): Point | null {
    if (this.ghost?.model === this.selected) return this.ghost.answer?.at ?? this.ghost.to;
    return (this.models[this.selected]?.at as Point | null | undefined) ?? null;
  }
}
