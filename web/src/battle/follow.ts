/** An answer somebody suggests, taken into the hand: there it can be looked at and changed before Enter gives it. */

import type { DecisionView, OfferView } from "../wire";
import type { Point } from "../table/geometry";
import type { Desk } from "./desk.svelte";
import { callable, placeable, type Said } from "./draft";

/** The offer an answer takes up. */
export function taking(decision: DecisionView | null, said: Said): OfferView | undefined {
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return decision?.offers.find((offer) => offer.action === said.type && Object.entries(offer.given ?? {}).every(([field, value]) => same(said[field], value)));
}

/** Draft what was drafted at another time for this table. */
async function redraft(desk: Desk, draft: Said[]): Promise<void> {
  desk.clear();
  const called = Object.values(draft[0] ?? {}).find((value) => typeof value === "string" && desk.calls.has(value));
  desk.selected = (called as string | undefined) ?? desk.room.asked?.about ?? "";
  desk.draft = draft;
  if (draft.length) await desk.learn();
}

/** Whether an answer only says whose turn it is: what that one does is asked next. */
export function calls(desk: Desk, said: Said, draft: Said[]): string {
  const decision = draft.length ? null : desk.room.asked;
  const offer = taking(decision, said);
  const slot = offer?.slots?.[0];
  const chosen = slot ? String(said[slot.field] ?? "") : "";
  return offer && callable(decision, desk.models).get(chosen) === offer ? chosen : "";
}

/** Do what is suggested, at once. Whose turn it is is only drafted: that is no deed yet, and can be changed. */
export async function obey(desk: Desk, said: Said, draft: Said[]): Promise<void> {
  const called = calls(desk, said, draft);
  if (called) return desk.select(called);
  await desk.send([...draft, said]);
}

/** Take what is suggested in hand. */
export async function follow(desk: Desk, said: Said, draft: Said[]): Promise<void> {
  if (JSON.stringify(draft) !== JSON.stringify(desk.draft)) await redraft(desk, draft);
  const { decision } = desk;
  const offer = taking(decision, said);
  if (!decision || !offer) return desk.send([...draft, said]);
  const slots = offer.slots ?? [];
  const pick = slots.find((slot) => slot.kind === "pick" && slot.of === "models");
  const chosen = pick ? String(said[pick.field] ?? "") : "";
  if (!draft.length && callable(decision, desk.models).get(chosen) === offer) return desk.select(chosen);
  const route = slots.find((slot) => slot.kind === "route");
  if (route?.actor) {
    if (desk.selected !== route.actor && !draft.length) desk.select(route.actor);
    desk.dropGhost();
    desk.stopFilling();
    const via = route.via ? ((said[route.via] as Point[] | undefined) ?? []) : [];
    desk.ghost = { model: route.actor, to: said[route.field] as Point, via, answer: null, held: false };
    return desk.plan();
  }
  const picks = slots.find((slot) => slot.kind === "picks");
  if (decision.window) {
    desk.picked = picks ? [...(said[picks.field] as unknown[])] : [];
    return;
  }
  if (placeable(decision, desk.models).get(chosen) === offer) desk.select(chosen);
  desk.dropGhost();
  desk.stopFilling();
  desk.filling = { offer, values: Object.fromEntries(slots.map((slot) => [slot.field, said[slot.field]])) };
  desk.gear = offer.gear ?? desk.gear;
  const split = slots.find((slot) => slot.kind === "split");
  if (split) desk.pinned = Object.keys(said[split.field] as Record<string, number>)[0] ?? desk.pinned;
  else if (pick && chosen !== desk.selected) desk.pinned = chosen;
  const spot = slots.find((slot) => slot.kind === "spot");
  if (spot) desk.spot = said[spot.field] as Point;
  desk.preview();
}
