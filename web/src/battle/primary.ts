/** The one thing Enter does now. */

import type { Risk } from "../wire";
import { percent } from "./apply";
import type { Battle } from "./battle.svelte";
import { priceOf } from "./draft";
import { plain, ROLLS } from "./prompt";

export interface Primary {
  label: string;
  note: string;
  ready: boolean;
  run: () => void;
}

/** How a number of what a model spends is said, in the word the book has for it. */
export function points(count: number, name = "points"): string {
  return count ? `${count} ${name.toLowerCase().replace(/s$/, count > 1 ? "s" : "")}` : "";
}

/** What something takes, and what that risks. */
export function price(count: number, risk?: Risk | null, name?: string): string {
  return [points(count, name), risk ? `${risk.name.toLowerCase()} ${percent(risk.chance)} %` : ""].filter(Boolean).join(", ");
}

export function primary(battle: Battle): Primary | null {
  const { desk, room } = battle;
  const asked = room.asked;
  if (!asked || room.view?.outcome) return null;
  const spent = desk.models[desk.selected]?.figure.points?.name;

  if (asked.window) {
    const picking = desk.picking;
    if (picking && desk.picked.length >= Math.max(1, picking.slot.least ?? 0)) {
      return { label: `Roll again (${desk.picked.length})`, note: "", ready: !desk.busy, run: () => void desk.again() };
    }
    const keep = desk.ending[0];
    return keep ? { label: keep.name, note: "", ready: !desk.busy, run: () => void desk.end(keep) } : null;
  }
  if (desk.ghost) {
    const found = desk.ghost.answer;
    if (!desk.goes(desk.ghost.model)) return null;
    const name = found?.legs.at(-1)?.name ?? "Go";
    const later = found && !found.answers.length ? desk.setting : undefined;
    const cost = later?.cost ?? found?.legs.reduce((sum, leg) => sum + leg.cost, 0) ?? 0;
    const remarks = (found?.remarks ?? []).map((one) => one.name);
    const note = [price(cost, later ? later.risk : cost ? found?.risk : null, spent), ...remarks].filter(Boolean).join(", ");
    return { label: `${name} here`, note, ready: desk.ready, run: () => void desk.commit() };
  }
  if (desk.filling) {
    const { offer } = desk.filling;
    const many = Object.keys(desk.split).length;
    const at = Object.keys(desk.split)[0] ?? Object.values(desk.filling.values).find((value) => desk.wanted.includes(String(value)));
    const whom = many > 1 ? ` at ${many} targets` : at ? ` › ${desk.nameOf(String(at))}` : "";
    const { cost, risk } = priceOf(desk.filling);
    return { label: plain(battle, offer.name) + whom, note: price(cost, risk, spent), ready: desk.ready, run: () => void desk.commit() };
  }
  if (desk.whole) {
    const name = desk.models[desk.selected]?.name ?? "";
    const program = room.hand(desk.selected)?.label;
    if (program) return { label: `Let ${program} play ${name}`, note: "", ready: !desk.busy, run: () => void desk.commit() };
    const [label, note] = desk.rolls ? [`Take ${name}`, ROLLS] : [`${name} is done`, "has nothing to do now"];
    return { label, note, ready: !desk.busy, run: () => void desk.commit() };
  }
  if (desk.picking && desk.picked.length) return { label: desk.picking.offer.name, note: "", ready: !desk.busy, run: () => void desk.again() };
  const enough = desk.ending[0];
  if (desk.doers.size && enough) return { label: enough.name, note: "", ready: !desk.busy, run: () => void desk.end(enough) };
  if (!desk.decision?.about && !desk.draft.length && desk.able.length) {
    const next = desk.models[desk.able[0]!]!;
    return { label: `Take ${next.name}`, note: desk.able.length > 1 ? `${desk.able.length} to go` : "", ready: true, run: () => battle.show(desk.step(1)) };
  }
  return null;
}
