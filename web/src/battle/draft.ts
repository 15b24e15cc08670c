/** What may be answered, and answers in the making. Pure: no drawing, no line, no game. */

import type { DecisionView, ModelView, OfferView, RefusalView, Risk, SlotView } from "../wire";

export type Said = Record<string, unknown>;

/** An offer being filled in. */
export interface Filling {
  offer: OfferView;
  values: Record<string, unknown>;
}

/** The first slot that is still open: nothing is said yet, or fewer are picked than it takes. */
export function openSlot(filling: Filling): SlotView | undefined {
  const few = (slot: SlotView): boolean => slot.kind === "picks" && (filling.values[slot.field] as unknown[]).length < (slot.least ?? 0);
  return filling.offer.slots?.find((slot) => !(slot.field in filling.values) || few(slot));
}

/** The answer a filled offer makes. */
export function answer(filling: Filling): Said {
  return { type: filling.offer.action, ...filling.offer.given, ...filling.values };
}

/** The slots one cannot do without: those with nothing to choose are filled at once. */
export function begin(offer: OfferView): Filling {
  const values: Record<string, unknown> = {};
  for (const slot of offer.slots ?? []) {
    if (slot.kind === "pick" && slot.options?.length === 1) values[slot.field] = slot.options[0];
    if (slot.kind === "count" && (slot.least ?? 0) === (slot.most ?? 0)) values[slot.field] = slot.most ?? 0;
    // What goes without saying is said already, and may be said otherwise.
    if (slot.usual != null && !(slot.field in values)) values[slot.field] = slot.usual;
  }
  return { offer, values };
}

/** What a filled offer costs and risks as it is filled: a number that has its price counts. */
export function priceOf(filling: Filling): { cost: number; risk: Risk | null } {
  const slot = filling.offer.slots?.find((one) => one.costs?.length);
  const least = slot?.least ?? 0;
  const value = filling.values[slot?.field ?? ""];
  const at = slot?.kind === "pick" ? (slot.options ?? []).indexOf(value) : Number(value ?? least) - least;
  return { cost: slot?.costs?.[at] ?? filling.offer.cost ?? 0, risk: slot?.risks?.[at] ?? filling.offer.risk ?? null };
}

/** The numbers and words chosen within an offer, by field. */
export function choices(filling: Filling | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filling?.values ?? {}).filter((one) => typeof one[1] !== "object"));
}

/** Whether a value of what is given names a model of the table. */
function names(offer: OfferView, models: Record<string, ModelView>): boolean {
  return Object.values(offer.given ?? {}).some((value) => typeof value === "string" && value in models);
}

/** The models an offer lets have their turn: it asks for nothing but one of one's own. */
export function callable(decision: DecisionView | null, models: Record<string, ModelView>): Map<string, OfferView> {
  const found = new Map<string, OfferView>();
  if (!decision) return found;
  for (const offer of decision.offers) {
    const [slot, ...more] = offer.slots ?? [];
    if (!slot || more.length || slot.kind !== "pick" || slot.of !== "models" || names(offer, models)) continue;
    const options = (slot.options ?? []).map(String);
    // Where one names somebody of the other side, one does something to them: that is a button.
    if (options.every((id) => models[id]?.side === decision.side || models[id]?.owner === decision.side)) {
      for (const id of options) if (!found.has(id)) found.set(id, offer);
    }
  }
  return found;
}

/** The same decision for somebody who commands only some of a side: of its own only these are called or put down.
 *  Null where nothing but an end is left: that is for the others to say. */
export function narrowed(decision: DecisionView, models: Record<string, ModelView>, mine: readonly string[]): DecisionView | null {
  if (decision.about) return decision;
  const own = (id: unknown): boolean => models[String(id)]?.side === decision.side;
  const others = (slot: SlotView): boolean => slot.kind === "pick" && slot.of === "models" && !!slot.options?.length && slot.options.every(own);
  const offers = decision.offers.flatMap((offer) => {
    // What is given with an offer is as little theirs to say as what is picked.
    const named = doer(offer, decision.side, models);
    if (named && (models[named]!.kind ?? "model") === "model" && !mine.includes(named)) return [];
    if (!offer.slots?.some(others)) return [offer];
    const slots = offer.slots.map((slot) => {
      if (!others(slot)) return slot;
      const kept = slot.options!.map((_, n) => n).filter((n) => mine.includes(String(slot.options![n])));
      return { ...slot, options: kept.map((n) => slot.options![n]), names: slot.names && kept.map((n) => slot.names![n]!) };
    });
    return slots.every((slot, n) => !others(offer.slots![n]!) || slot.options!.length) ? [{ ...offer, slots }] : [];
  });
  if (offers.length < decision.offers.length && offers.every((offer) => offer.ends)) return null;
  return { ...decision, offers };
}

/** The one of one's own models an offer is for, where it is given with the offer. */
function doer(offer: OfferView, side: string, models: Record<string, ModelView>): string | undefined {
  const named = Object.values(offer.given ?? {}).find((value) => typeof value === "string" && models[value]?.side === side);
  return named as string | undefined;
}

/** Where a side is asked about no model in particular: who could do something, and what. */
export function doers(decision: DecisionView | null, models: Record<string, ModelView>): Map<string, OfferView[]> {
  const found = new Map<string, OfferView[]>();
  if (!decision || decision.about || decision.window) return found;
  for (const offer of decision.offers) {
    const id = offer.ends ? undefined : doer(offer, decision.side, models);
    if (id) found.set(id, [...(found.get(id) ?? []), offer]);
  }
  return found;
}

/** Who of a side has nothing to answer, or not what it was about to do, and why. */
export function barred(decision: DecisionView | null, models: Record<string, ModelView>): Map<string, RefusalView> {
  const found = new Map<string, RefusalView>();
  if (!decision || decision.window) return found;
  for (const offer of decision.withheld ?? []) {
    const id = doer(offer, decision.side, models);
    if (id && offer.refusal && !found.has(id) && (!decision.about || decision.about === id)) found.set(id, offer.refusal);
  }
  return found;
}

/** The models that may be put on the mat: an offer asks for one of them and for a spot, and for nobody who does it. */
export function placeable(decision: DecisionView | null, models: Record<string, ModelView>): Map<string, OfferView> {
  const found = new Map<string, OfferView>();
  for (const offer of decision?.offers ?? []) {
    const pick = offer.slots?.find((slot) => slot.kind === "pick" && slot.of === "models");
    // Where somebody goes to a spot and does something to another there, that is a button.
    if (!pick || names(offer, models) || !offer.slots?.some((slot) => slot.kind === "spot")) continue;
    for (const option of pick.options ?? []) found.set(String(option), offer);
  }
  return found;
}

/** The offer along which a model would go. */
export function routeOf(decision: DecisionView | null, model: string): OfferView | undefined {
  return decision?.offers.find((offer) => offer.slots?.some((slot) => slot.kind === "route" && slot.actor === model));
}

/** The offers that are buttons: not the choice of a model, which is made on the table. */
export function buttons(decision: DecisionView | null, models: Record<string, ModelView>): OfferView[] {
  if (!decision) return [];
  const calls = new Set(callable(decision, models).values());
  const places = new Set(placeable(decision, models).values());
  return decision.offers.filter((offer) => !calls.has(offer) && !places.has(offer) && !offer.ends);
}

/** The offers that end something: for whoever is held, where several could do something. */
export function ends(decision: DecisionView | null, models: Record<string, ModelView> = {}, held = ""): OfferView[] {
  const several = held && doers(decision, models).size > 1;
  return decision?.offers.filter((offer) => offer.ends && (!several || (doer(offer, decision.side, models) ?? held) === held)) ?? [];
}

/** What one does to whoever an open slot is filled with: a model or a piece of terrain. */
const ABOUT = ["models", "pieces"];
export function onTable(slot: SlotView): boolean {
  return slot.kind === "split" || (slot.kind === "pick" && ABOUT.includes(slot.of ?? ""));
}

/** The slots of an offer that are filled beside the table: words, numbers, and whoever does not stand on it. */
export function beside(offer: OfferView, models: Record<string, ModelView>): SlotView[] {
  return (offer.slots ?? []).filter((slot) => {
    if (slot.kind === "count" || slot.kind === "picks") return true;
    return slot.kind === "pick" && (!onTable(slot) || !!slot.options?.some((id) => !models[String(id)]?.at));
  });
}

/** The one choice an offer leaves open, where it is between a few words that speak for themselves: each is a button. */
export function fork(offer: OfferView): SlotView | undefined {
  const [slot, ...more] = (offer.slots ?? []).filter((one) => one.usual == null);
  const few = slot?.kind === "pick" && slot.spoken && (slot.options?.length ?? 0) <= 4;
  return few && !more.length ? slot : undefined;
}

/** Whom an offer is done to, where that comes with it: a model that is not the one it is about. */
export function victim(offer: OfferView, about: string): string {
  const named = Object.values(offer.given ?? {}).filter((value): value is string => typeof value === "string");
  if (!about || !named.includes(about)) return "";
  return String(Object.entries(offer.given ?? {}).find(([field, value]) => offer.foes?.includes(field) && value !== about)?.[1] ?? "");
}

/** The offers that are the same but for whom they are done to. */
export function kin(decision: DecisionView | null, offer: OfferView): OfferView[] {
  const about = decision?.about ?? "";
  const known = (one: OfferView): string => JSON.stringify([one.action, one.rule, one.gear, Object.entries(one.given ?? {}).filter(([field]) => !one.foes?.includes(field))]);
  return (decision?.offers ?? []).filter((one) => one === offer || (victim(one, about) && known(one) === known(offer)));
}

/** One offer for every way of doing something to somebody: to the one that is aimed at, where it can be. */
export function unlike(decision: DecisionView | null, offers: OfferView[], aimed: string): OfferView[] {
  const about = decision?.about ?? "";
  const seen = new Set<OfferView>();
  return offers.filter((offer) => !seen.has(offer)).flatMap((offer) => {
    if (seen.has(offer)) return [];
    if (!victim(offer, about)) return [offer];
    const all = kin(decision, offer);
    all.forEach((one) => seen.add(one));
    return [all.find((one) => victim(one, about) === aimed) ?? offer];
  });
}

/** The open slot of an offer that a click on a model could fill. */
export function slotFor(offer: OfferView, model: string): SlotView | undefined {
  return offer.slots?.find(
    (slot) => onTable(slot) && (slot.options ?? []).includes(model),
  );
}

/** The offers that could be done to a model. */
export function against(decision: DecisionView | null, model: string): OfferView[] {
  return decision?.offers.filter((offer) => slotFor(offer, model) || victim(offer, decision.about ?? "") === model) ?? [];
}

/** Dice for targets, so that nothing is below nothing and the sum is at most what there is. */
export function deal(split: Record<string, number>, most: number, target: string, change: number): Record<string, number> {
  const dealt = { ...split };
  const used = (): number => Object.values(dealt).reduce((sum, count) => sum + count, 0);
  const wanted = Math.max(0, Math.min(most, (dealt[target] ?? 0) + change));
  dealt[target] = wanted;
  while (used() > most) {
    // The one with the most gives one up: adding to a target must not need two hands.
    const [richest] = Object.entries(dealt)
      .filter(([id]) => id !== target)
      .sort((one, other) => other[1] - one[1]);
    if (!richest) break;
    dealt[richest[0]] = richest[1] - 1;
  }
  for (const id of Object.keys(dealt)) if (!dealt[id]) delete dealt[id];
  return dealt;
}

/** The dice of a split after a click on a target: the first takes all, every further one takes one over. */
export function clickDeal(split: Record<string, number>, most: number, target: string): Record<string, number> {
  return Object.keys(split).length === 0 ? { [target]: most } : deal(split, most, target, 1);
}

/** How many dice are dealt. */
export function dealt(split: Record<string, number> | undefined): number {
  return Object.values(split ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Answers with the draft before them, unless they hold it already. */
export function joined(draft: Said[], answers: Said[]): Said[] {
  const held = draft.every((one, place) => JSON.stringify(one) === JSON.stringify(answers[place]));
  return held && answers.length >= draft.length ? answers : [...draft, ...answers];
}
