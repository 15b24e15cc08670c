/** Answers whose prospects can be weighed before one commits to them. Pure. */

import type { DecisionView, ForecastView, ModelView, OfferView, ProspectView, SlotView, Span } from "../wire";
import { answer, begin, beside, fork, openSlot, type Filling, type Said } from "./draft";

/** An answer that could be given: an offer with one choice made. */
export interface Candidate {
  offer: OfferView;
  /** The field that is chosen, and the option; empty where there is nothing to choose. */
  slot: SlotView | null;
  option: unknown;
  name: string;
  answer: Said;
}

const MOST = 18;

/** What could be weighed: every option of what is in hand, or every foretold offer with what is left open. */
export function candidates(decision: DecisionView | null, filling: Filling | null, models: Record<string, ModelView>): Candidate[] {
  if (!decision || decision.window) return [];
  const found = filling ? withIn(decision, filling, models) : apart(decision.offers.filter((offer) => offer.foretold).flatMap(ofOffer));
  return found.slice(0, MOST);
}

/** Where several offers have choices of their own, or one has no choice, each says what it is of. */
function apart(all: Candidate[]): Candidate[] {
  const several = new Set(all.filter((one) => one.slot).map((one) => one.offer)).size > 1;
  return all.map((one) => (one.slot && (several || one.slot.options?.length === 1) ? { ...one, name: `${one.offer.name}, ${one.name}` } : one));
}

function ofOffer(offer: OfferView): Candidate[] {
  const filling = begin(offer);
  const slot = fork(offer);
  if (slot) return options(filling, slot);
  return openSlot(filling) ? [] : [{ offer, slot: null, option: null, name: offer.name, answer: answer(filling) }];
}

/** Every choice within what is in hand, the others as they are; or else it, and what differs from it in a number only. */
function withIn(decision: DecisionView, filling: Filling, models: Record<string, ModelView>): Candidate[] {
  if (!filling.offer.foretold) return [];
  // Where there is much to choose from, what has few options must not be what is left out.
  const slots = beside(filling.offer, models).filter((slot) => slot.kind === "pick").sort((one, other) => (one.options?.length ?? 0) - (other.options?.length ?? 0));
  // What nobody has chosen yet is looked at as its first option would be.
  const values = { ...filling.values };
  for (const slot of slots) if (!(slot.field in values)) values[slot.field] = slot.options?.[0];
  const whole = { ...filling, values };
  if (openSlot(whole)) return [];
  const found = slots.filter((slot) => (slot.options?.length ?? 0) > 1).flatMap((slot) => options(whole, slot));
  return found.length ? found : decision.offers.filter((one) => akin(one, filling.offer)).map((offer) => ({ offer, slot: null, option: null, name: offer.name, answer: answer({ offer, values }) }));
}

/** Whether two offers are the same but for a number. */
function akin(one: OfferView, other: OfferView): boolean {
  const known = (offer: OfferView): string => JSON.stringify([offer.action, offer.rule, Object.entries(offer.given ?? {}).map(([field, value]) => typeof value !== "number" && [field, value])]);
  return known(one) === known(other);
}

/** What helps to choose: options that all promise the same say nothing beside each other. */
export function telling(group: Weighed[]): boolean {
  // How far it reaches is seen on the table.
  const told = (one: Weighed): string => JSON.stringify({ ...one.forecast, spans: [] });
  return group.length < 2 || group.some((one) => told(one) !== told(group[0]!));
}

function options(filling: Filling, slot: SlotView): Candidate[] {
  return (slot.options ?? []).map((option, n) => ({
    offer: filling.offer,
    slot,
    option,
    name: slot.names?.[n] ?? String(option),
    answer: answer({ ...filling, values: { ...filling.values, [slot.field]: option } }),
  }));
}

/** Something weighed. */
export type Weighed = Candidate & { forecast: ForecastView };

/** The figure of a forecast, value by value. */
export function figure(forecast: ForecastView): ProspectView[] {
  return (forecast.prospects ?? []).filter((one) => one.value != null);
}
/** What may happen beside, what is bad last. */
export function beyond(forecast: ForecastView): ProspectView[] {
  const rank = { good: 0, plain: 1, bad: 2 };
  return (forecast.prospects ?? []).filter((one) => one.value == null).sort((one, other) => rank[one.tone ?? "plain"] - rank[other.tone ?? "plain"]);
}
/** The worst that may happen, for a button with little room: the first that is bad. */
export function danger(forecast: ForecastView | undefined): ProspectView | undefined {
  return forecast?.prospects?.find((one) => one.tone === "bad");
}

/** How far that reaches which was chosen, or is looked at, with all that it may win. */
export function spansOf(all: Weighed[], filling: Filling | null, eyed: unknown): Span[] {
  const told = filling?.offer.slots?.find((slot) => slot.texts);
  const value = told && (eyed ?? filling?.values[told.field]);
  if (value == null) return [];
  const about = all.find((one) => one.slot?.field === told!.field && one.option === value) ?? all[0];
  const rolled = eyed == null && all.find((one) => one.slot && one.slot.field !== told!.field && filling!.values[one.slot.field] === one.option);
  return (about?.forecast.spans ?? []).filter((span) => !rolled || rolled.forecast.prospects?.some((one) => one.value === span.value));
}
