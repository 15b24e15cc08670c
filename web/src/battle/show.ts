/** What is drawn over the table, from what the hand does and what is known. Pure. */

import type { AimView, SeenView, Sightline } from "../wire";
import { turning, type Disc, type Point } from "../table/geometry";
import type { Overlay } from "../table/overlays";
import type { Place } from "../table/places";
import { needed } from "../parts/needs";
import { said } from "../replay/words";
import { apart, inches, percent } from "./apply";
import type { Desk } from "./desk.svelte";
import type { Looking } from "./looking.svelte";

/** The short tag of an aim: what it needs and what it would do. */
export function tagOf(aim: AimView | null | undefined, target: string, piece = false): { label: string; note: string } {
  if (!aim) return { label: "", note: "" };
  const need = aim.need ? needed(aim.need) : aim.name;
  if (aim.refusal) return { label: aim.refusal.title, note: "" };
  const chance = aim.chances?.find((one) => one.model === target);
  if (!chance) return { label: need, note: "" };
  if (chance.lethal > 0) return { label: need, note: `${percent(chance.lethal)} % ${piece ? "destroyed" : "lethal"}` };
  return { label: need, note: chance.mean ? `${chance.mean.toFixed(1)} expected` : "" };
}

function line(from: Disc, to: Disc, sight: Sightline, label: string, note: string, refused = false): Overlay {
  return { kind: "line", from, to, verdict: sight.verdict, label, note, share: sight.share, blockers: sight.blockers, refused };
}

/** A ruler between two points; over a base it counts from the edge. */
export function measured(desk: Desk, points: Point[]): { points: Point[]; label: string } {
  const ends = points.map((at) => {
    const over = Object.values(desk.models).find((model) => model.at && !model.gone && apart(model.at as Point, at) <= model.radius);
    return over ? { at: over.at as Point, radius: over.radius, name: over.name } : { at, radius: 0, name: "" };
  });
  let sum = 0;
  for (let place = 1; place < ends.length; place++) {
    const [one, other] = [ends[place - 1]!, ends[place]!];
    sum += Math.max(0, apart(one.at, other.at) - one.radius - other.radius);
  }
  return { points: ends.map((end) => end.at), label: inches(sum) };
}

export function overlays(desk: Desk, looking: Looking, places: Record<string, Place>): Overlay[] {
  const shown: Overlay[] = [];
  const models = desk.models;
  const subject = models[desk.selected];
  const from = desk.standpoint;
  const disc: Disc | null = subject && from ? { at: from, radius: subject.radius } : null;
  const place = subject ? places[subject.side] : undefined;

  if (disc && !desk.room.view?.outcome) shown.push({ kind: "light", ...disc });
  if (looking.reach && !desk.filling) shown.push({ kind: "reach", strides: looking.reach.strides, place });
  const ground = desk.spotting?.ground;
  if (ground?.length) shown.push({ kind: "reach", strides: [{ region: ground }], place });
  if (desk.ranges && disc && looking.reach) {
    shown.push({ kind: "ranges", ...disc, rings: looking.reach.ranges.map(({ range, name }) => ({ range, name })) });
  }
  const { spans } = looking;
  if (disc && spans.length) {
    const facing = spans[0]!.front ? (subject!.facing ?? undefined) : undefined;
    shown.push({ kind: "ranges", ...disc, facing, rings: spans.map((one) => ({ range: one.range, name: `${one.name} ${one.value}${one.models ? `: ${within(one.models.length)}` : ""}` })) });
    for (const id of new Set(spans.flatMap((one) => one.models ?? []))) if (id !== subject?.id) shown.push({ kind: "brackets", model: id, tone: "plain" });
  }
  for (const slot of desk.filling?.offer.slots ?? []) {
    (slot.grounds ?? []).forEach((polygon, n) => {
      const picked = desk.filling!.values[slot.field] === slot.options?.[n];
      shown.push({ kind: "zone", polygon: polygon as Point[], tone: picked ? "legal" : "plain", label: slot.names?.[n] });
    });
    // Where anywhere will do, nothing is marked.
    const { width = 0, height = 0 } = desk.room.scene ?? {};
    if (slot.kind === "spot" && slot.zone?.length && Math.abs(turning(slot.zone as Point[])) < 2 * width * height - 1) {
      shown.push({ kind: "zone", polygon: slot.zone as Point[], tone: place ?? "plain" });
    }
  }

  const aimed = desk.target && looking.card?.target === desk.target ? desk.target : "";
  if (disc && (desk.sight || desk.ghost)) {
    for (const seen of looking.sees?.seen ?? []) {
      // Who is hidden is in the dark already: their lines only show when they are asked for.
      if (seen.target !== aimed && (desk.sight || seen.sight.verdict !== "none")) shown.push(...seeing(desk, disc, seen));
    }
  }
  const mark = aimed ? desk.mark(aimed) : undefined;
  if (disc && mark && looking.card) {
    const sight = looking.sight!;
    const aim = looking.aim;
    const tag = tagOf(aim, aimed, !mark.model);
    // What is weighed beside the table counts, whatever the plainest way to do it would come to.
    if (looking.weighed.length) tag.note = "";
    // Odds of what cannot be done now promise nothing.
    if (looking.idle) tag.label = tag.note = "";
    // Some things are done to those one does not see: then what they need counts, not the cover.
    const hidden = sight.verdict === "none" && (!aim || !!aim.refusal);
    const to = { at: mark.at, radius: mark.radius };
    shown.push(line(disc, to, sight, hidden ? sight.name : tag.label || sight.name, hidden ? sight.rule : tag.note || inches(sight.distance), !!tag.label && !!aim?.refusal));
    const tone = looking.idle ? "plain" : hidden || aim?.refusal ? "refused" : "legal";
    if (mark.model) shown.push({ kind: "brackets", model: aimed, tone });
  }

  // Of several one picks as many as it takes, here or by name.
  for (const id of desk.several) shown.push({ kind: "brackets", model: id, tone: desk.picked.includes(id) ? "legal" : "plain" });
  for (const id of desk.wanted) if (id !== aimed && models[id]) shown.push({ kind: "brackets", model: id, tone: desk.split[id] ? "legal" : "plain" });
  const picked = Object.values(desk.filling?.values ?? {});
  for (const piece of desk.room.scene?.pieces ?? []) {
    const id = piece.id ?? "";
    if (!desk.wanted.includes(id) && id !== mark?.id) continue;
    const barred = id === mark?.id && !!looking.aim?.refusal;
    shown.push({ kind: "zone", polygon: piece.polygon as Point[], tone: barred ? "refused" : picked.includes(id) || id === mark?.id ? "legal" : "plain" });
  }
  // Whoever may answer is lit, and a tap on one shows its ways.
  for (const id of desk.doers.keys()) if (id !== desk.selected) shown.push({ kind: "brackets", model: id, tone: "legal" });
  for (const [id, dice] of Object.entries(desk.split)) {
    const model = models[id];
    if (model?.at && Object.keys(desk.split).length > 1) {
      shown.push({ kind: "tag", at: model.at as Point, text: dice === 1 ? "1 die" : `${dice} dice`, tone: "legal", radius: model.radius });
    }
  }

  const ghost = desk.ghost;
  if (ghost && models[ghost.model]) {
    const model = models[ghost.model]!;
    const found = ghost.answer;
    const at = found?.at ?? ghost.to;
    const ok = !found?.refusal;
    if (found) {
      shown.push({
        kind: "path", legs: found.legs, at, used: found.used, left: found.left, ok, radius: model.radius,
        refusal: found.refusal ? reason(found.refusal, model.side, model.name) : undefined, rule: found.refusal?.rule,
      });
    }
    shown.push({ kind: "ghost", model: ghost.model, at, ok, wanted: ok ? undefined : ghost.to });
  }

  const spot = desk.spotting;
  if (spot && desk.spot) {
    const ok = !desk.area?.refusal;
    const picked = desk.places.size ? String(Object.values(desk.filling!.values).find((value) => typeof value === "string" && value in models) ?? "") : "";
    if (picked) {
      const at = ok ? desk.spot : ((desk.area?.refusal?.nearest as Point | undefined) ?? desk.spot);
      shown.push({ kind: "ghost", model: picked, at, ok, wanted: ok ? undefined : desk.spot });
    } else {
      shown.push({
        kind: "area", at: desk.spot, radius: spot.radius ?? 0, affected: desk.area?.affected ?? [], ok,
        label: desk.area?.refusal ? reason({ ...desk.area.refusal, text: said(desk.area.refusal.text, desk.room.scene!, {}) }, "", subject?.name ?? "") : areaLabel(desk),
      });
    }
  }

  if (desk.ruler?.length) {
    const { points, label } = measured(desk, desk.loose ? [...desk.ruler, desk.loose] : desk.ruler);
    shown.push({ kind: "measure", points, label });
  }
  return shown;
}

const within = (count: number): string => (count ? `${count} in reach` : "nobody");

function areaLabel(desk: Desk): string | undefined {
  const { area } = desk;
  if (!area?.need) return undefined;
  const lethal = Math.max(0, ...(area.chances ?? []).map((one) => one.lethal));
  return lethal ? `${needed(area.need)}, ${percent(lethal)} % lethal` : needed(area.need);
}

function seeing(desk: Desk, disc: Disc, seen: SeenView): Overlay[] {
  const model = desk.models[seen.target];
  const subject = desk.models[desk.selected];
  if (!model?.at || model.gone || model.side === subject?.side) return [];
  const sight = (!seen.best?.refusal && seen.best?.sight) || seen.sight;
  const hidden = sight.verdict === "none";
  const tag = hidden || seen.best?.refusal ? { label: "", note: "" } : tagOf(seen.best, seen.target);
  const to = { at: model.at as Point, radius: model.radius };
  return [line(disc, to, sight, tag.label, tag.note)];
}

/** A no in a few words, with the amount where there is one. */
export function reason(refusal: { title: string; text: string }, side: string, name: string): string {
  // Whom it is about is plain to see: the tag hangs on them.
  const called = name.replace(/[^\w\s-]/g, ".");
  const text = refusal.text.replace(new RegExp(`^(${side} )?${called} `, "i"), "").replace(new RegExp(`${side} (?=${called})`, "g"), "");
  return text.length <= 46 ? text.charAt(0).toUpperCase() + text.slice(1) : refusal.title;
}
