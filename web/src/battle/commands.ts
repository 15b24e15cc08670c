/** What the keys do. A whole match can be played with them alone. */

import type { Point } from "../table/geometry";
import { middle } from "../table/geometry";
import { apart } from "./apply";
import { against } from "./draft";
import type { Battle } from "./battle.svelte";
import { nudge, type Command } from "./keys";
import { primary } from "./primary";
import { go } from "../app/router.svelte";

const ARROWS: Partial<Record<Command, Point>> = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };

/** Do what a key stands for; gives whether it meant something here. */
export function run(battle: Battle, command: Command, event: KeyboardEvent): boolean {
  const { desk, room } = battle;
  switch (command) {
    case "help":
      battle.panel = battle.panel === "help" ? "" : "help";
      return true;
    case "cancel":
      if (battle.acting) battle.view?.skip();
      else if (battle.zen) battle.zen = false;
      else if (battle.thoughts.now) battle.thoughts.close();
      else desk.cancel();
      return true;
    case "commit": {
      const main = primary(battle);
      if (main?.ready) main.run();
      else if (desk.ghost || desk.filling) void desk.commit();
      return true;
    }
    case "undo":
      if (room.view?.undo) void room.undo().then((ended) => desk.told(ended));
      return true;
    case "skip":
      battle.view?.skip();
      return true;
    case "briefing":
      if (room.scene?.mission) battle.briefing = !battle.briefing;
      battle.plans = false;
      return true;
    case "plans":
      if (battle.looking.intents?.intents.length && room.scene?.mission) battle.foresee();
      return true;
    case "orders":
      battle.panel = "orders";
      return true;
    case "hint":
      battle.hint();
      return true;
    case "why":
      battle.why();
      return true;
    case "hurry":
      if (room.thinking && room.mine.length) void room.hurry();
      return true;
    case "back":
      desk.dropWaypoint();
      return true;
    case "waypoint":
      desk.waypoint();
      return true;
    case "next":
    case "previous": {
      const id = desk.step(command === "next" ? 1 : -1);
      if (id) battle.show(id);
      return !!id;
    }
    case "centre": {
      const at = desk.standpoint;
      if (at) battle.view?.centre(at, 42);
      return true;
    }
    case "nearer":
    case "farther":
      battle.view?.zoomBy(command === "nearer" ? 1.3 : 1 / 1.3);
      return true;
    case "fit":
      battle.view?.fit();
      return true;
    case "measure":
      desk.ruler = desk.ruler ? null : [];
      desk.loose = null;
      return true;
    case "sight":
      desk.sight = !desk.sight;
      return true;
    case "ranges":
      desk.ranges = !desk.ranges;
      return true;
    case "text":
      battle.text = !battle.text;
      return true;
    case "zen":
      battle.zen = !battle.zen;
      return true;
    case "ping":
      if (room.mine.length) room.point(battle.pointer ?? desk.standpoint ?? [0, 0]);
      return true;
    case "chat":
      battle.chat = true;
      battle.tab = "chat";
      return true;
    case "rules":
      go(`/rules?game=${room.view?.game ?? ""}&find=1`);
      return true;
    case "fire":
      return fire(battle);
    case "target":
    case "untarget":
      return aimAtNext(battle, command === "target" ? 1 : -1);
    case "hold": {
      const offer = desk.ending[0];
      if (offer && (desk.draft.length || desk.decision?.about)) void desk.end(offer);
      return true;
    }
    case "pass": {
      const offer = desk.passing[0] ?? desk.ending[0];
      if (offer) void desk.end(offer, !!desk.passing[0]);
      return true;
    }
    case "offer":
      return take(battle, Number(event.key));
    case "left":
    case "right":
    case "up":
    case "down":
      return push(battle, ARROWS[command]!, event);
  }
}

/** Enemies in the order they would be aimed at: those that can be hit first, then the nearest. */
function targets(battle: Battle): string[] {
  const { desk } = battle;
  if (desk.wanted.length) return desk.wanted;
  const from = desk.standpoint;
  const side = desk.models[desk.selected]?.side ?? desk.side;
  const far = (id: string): number => (from ? apart(from, desk.models[id]!.at as Point) : 0);
  const could = (id: string): number => (against(desk.decision, id).length ? 0 : 1);
  return Object.values(desk.models)
    .filter((model) => model.at && !model.gone && model.side !== side)
    .map((model) => model.id)
    .sort((one, other) => could(one) - could(other) || far(one) - far(other));
}

function aimAtNext(battle: Battle, by: 1 | -1, keep = false): boolean {
  const { desk } = battle;
  const all = targets(battle);
  if (!all.length) return false;
  const at = all.indexOf(desk.pinned);
  const id = all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length]!;
  if (keep) desk.pinned = id;
  else desk.retarget(id);
  return true;
}

/** Take up what can be done to whoever is aimed at, or to the first who can be hit. */
function fire(battle: Battle): boolean {
  const { desk } = battle;
  if (desk.filling && desk.wanted.length) return aimAtNext(battle, 1);
  const aimed = desk.pinned && against(desk.decision, desk.pinned).length ? desk.pinned : targets(battle).find((id) => against(desk.decision, id).length);
  if (aimed) return desk.aim(aimed);
  const offer = desk.offers.find((one) => one.slots?.some((slot) => slot.kind === "split" || slot.kind === "spot"));
  if (offer) desk.choose(offer);
  return true;
}

function take(battle: Battle, number: number): boolean {
  const { desk } = battle;
  if (desk.decision?.window) {
    const option = desk.picking?.slot.options?.[number - 1];
    if (option !== undefined) desk.togglePick(option);
    return true;
  }
  const words = desk.filling?.offer.slots?.find((slot) => slot.kind === "pick" && slot.of !== "models" && !(slot.field in desk.filling!.values));
  if (words) {
    const option = words.options?.[number - 1];
    if (option !== undefined) desk.fill(words.field, option);
    return true;
  }
  const offer = desk.offers[number - 1];
  if (offer) desk.choose(offer);
  return true;
}

/** An arrow: nudges what is in hand, deals dice, or moves the view. */
function push(battle: Battle, [dx, dy]: Point, event: KeyboardEvent): boolean {
  const { desk } = battle;
  const by = nudge(event);
  if (desk.splitting) {
    if (dy) desk.dealTo(desk.pinned || targets(battle)[0] || "", dy);
    else aimAtNext(battle, dx > 0 ? 1 : -1, true);
    return true;
  }
  const count = desk.filling?.offer.slots?.find((slot) => slot.kind === "count");
  if (count) {
    const now = Number(desk.filling!.values[count.field] ?? count.least ?? 0);
    desk.fill(count.field, Math.max(count.least ?? 0, Math.min(count.most ?? 0, now + (dx || dy))));
    return true;
  }
  if (desk.spotting) {
    const at = desk.spot ?? startOfSpot(battle);
    if (at) desk.moveSpot(desk.spot ? [at[0] + dx * by, at[1] + dy * by] : at);
    return true;
  }
  if (desk.ghost || desk.goes(desk.selected)) {
    const at = desk.ghost ? (desk.ghost.answer?.refusal ? desk.ghost.answer.at : desk.ghost.to) : (desk.models[desk.selected]!.at as Point);
    if (!desk.ghost) desk.hold(desk.selected, at);
    desk.moveGhost([at[0] + dx * by, at[1] + dy * by], false);
    return true;
  }
  battle.view?.pan(-dx * 60, dy * 60);
  return true;
}

/** Where a spot begins when only keys are used. */
function startOfSpot(battle: Battle): Point | null {
  const { desk } = battle;
  const slot = desk.spotting!;
  if (slot.zone?.length) return middle(slot.zone as Point[]);
  const aimed = desk.models[desk.pinned || targets(battle)[0] || ""]?.at as Point | undefined;
  return aimed ?? desk.standpoint;
}
