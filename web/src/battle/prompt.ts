/** The one line that says what is asked, of whom, and what a hand could do about it. */

import { said as spoken } from "../replay/words";
import { inches } from "./apply";
import { capital, type Battle } from "./battle.svelte";
import { onTable } from "./draft";

/** What a call leads to that says no more of itself before. */
export const ROLLS = "rolls dice first";

export interface Said {
  main: string;
  hint: string;
  side: string;
  rule: string;
  tone: "" | "refused";
}

export function prompt(battle: Battle): Said {
  const { room, desk } = battle;
  const view = room.view;
  const said = (main: string, hint = "", side = "", rule = "", tone: Said["tone"] = ""): Said => ({ main, hint, side, rule, tone });

  if (room.link === "reconnecting") return said("Reconnecting", "what you see is the table as it was; nothing is lost");
  if (room.link === "lost") return said("Not connected", "the server does not answer");
  if (desk.ruler) return said("Measuring", desk.ruler.length < 2 ? "click where it ends; over a base it counts from its edge" : "click to go on, Esc to end");
  if (desk.trouble) return said(desk.trouble, "", "", "", "refused");
  if (desk.refusal) return said(capital(plain(battle, desk.refusal.text)), amount(desk.refusal.facts), desk.side, desk.refusal.rule, "refused");
  if (view?.outcome) {
    const { winner, text, rule } = view.outcome;
    return said(winner && !room.scene!.mission?.side ? `${room.scene!.sides[winner]!.name} won` : text, "the table stays open to look at", winner, rule);
  }

  const asked = room.asked;
  const name = desk.models[desk.selected]?.name ?? "";
  if (!asked) {
    const turn = view?.turn ?? "";
    const waiting = Object.values(view?.seats ?? {}).find((seat) => seat.kind === "open");
    if (waiting && !room.decision) return said("Waiting for the other side to take its seat", "the link is in Invite; measuring is free", waiting.side);
    if (!turn) return said("One moment");
    const hand = room.hand(room.decision?.about ?? "");
    const what = plain(battle, room.decision?.text ?? "");
    // Whoever has the seat may always take back what nobody is there to play.
    const away = !view?.commands && (view?.seats[turn]?.hands ?? []).some((one) => !one.level && !one.present && (!hand || one === hand));
    const hint = away && room.mine.includes(turn) ? "not here now: Invite takes their models back" : what;
    if (room.mine.includes(turn) && room.decision?.about) return said(`${capital(battle.answering)} plays ${desk.models[room.decision.about]?.name ?? ""}`, hint, turn);
    return said(room.mine.length ? `${capital(battle.answering)} to answer` : `${capital(battle.answering)}: ${what}`, room.mine.length ? hint : "", turn);
  }

  const yours = room.mine.length > 1 ? `${room.scene!.sides[asked.side]!.name}: ` : "";
  if (asked.window) return said(yours + plain(battle, asked.text), "click dice to roll them again, or let them stand", asked.side, asked.rule);
  if (desk.ghost) {
    const found = desk.ghost.answer;
    if (!desk.goes(desk.ghost.model)) return said(`Measuring for ${name}`, found ? `${inches(found.used)} on its way` : "", asked.side);
    const hint = desk.ghost.held ? "release to preview, Enter to commit" : "Enter to commit, Shift+click for a way round, Esc to give up";
    const told = (desk.ghost.answered ?? []).slice(-2).map((text) => plain(battle, text));
    return said(told.length ? `${yours}${told.join("; ")}. ${name} is on the way` : `${yours}${name} is being moved`, hint, asked.side);
  }
  if (desk.filling) {
    const slot = desk.slot;
    const { offer } = desk.filling;
    const words = slot && (slot.kind === "count" || !onTable(slot));
    const verb = !slot && desk.spotting && desk.spot ? "Enter to do it, or click another spot" : slot?.kind === "spot" || (!slot && desk.spotting) ? "click a spot" : slot?.grounds?.length || desk.several.length ? "click one on the table, or choose below" : words ? "choose below" : slot?.of === "pieces" ? "click a lit piece" : slot ? "click a lit model, or N" : "Enter to do it, Esc to give up";
    // Where there is only one thing to answer, the question says more than its name.
    const lone = asked.offers.length === 1 && !desk.draft.length && !desk.places.size;
    // A field that is filled on the table has no label elsewhere: what it is called stands here.
    const field = slot?.name && onTable(slot) ? `: ${slot.name}` : "";
    // What a side does as a whole is nobody's, whoever is looked at meanwhile.
    const theirs = desk.draft.length || desk.decision?.about || [...Object.values(offer.given ?? {}), ...Object.values(desk.filling.values)].includes(desk.selected);
    return said(lone ? yours + plain(battle, asked.text) : `${yours}${name && theirs ? `${name}: ` : ""}${plain(battle, offer.name)}${field}`, verb, asked.side, offer.rule);
  }
  const program = desk.whole && room.hand(desk.selected)?.label;
  if (program) return said(`${yours}${program} commands ${name}`, "Enter lets it play now; the card takes it back", asked.side, asked.rule);
  if (desk.whole) {
    const [does, hint] = desk.rolls ? [ROLLS, "take"] : ["has nothing to do now", "be done with"];
    return said(`${yours}${name} ${does}`, `Enter to ${hint} it, or take another`, asked.side, asked.rule);
  }
  if (desk.draft.length && desk.next) return said(yours + plain(battle, desk.next.text), could(battle), asked.side, desk.next.rule);
  if (desk.decision?.about) {
    const not = desk.barred.get(desk.decision.about);
    return said(yours + plain(battle, asked.text), not ? plain(battle, not.text) : could(battle), asked.side, not?.rule ?? asked.rule);
  }
  const no = desk.barred.get(desk.hovered) ?? desk.barred.get(desk.selected);
  if (no) return said(plain(battle, no.text), "others could: click one that is lit, or Tab", asked.side, no.rule, "refused");
  if (desk.doers.size) {
    const hint = desk.offers.length ? `${name}: choose below, or let it be` : `${desk.doers.size} could: click one that is lit, or Tab`;
    return said(yours + plain(battle, asked.text), hint, asked.side, asked.rule);
  }
  return said(yours + plain(battle, asked.text), desk.calls.size ? "click one of your models, or Tab" : "", asked.side, asked.rule);
}

/** What a hand could do with the model it holds: only what is on offer now. */
function could(battle: Battle): string {
  const { desk } = battle;
  const offers = desk.decision?.offers ?? [];
  const aims = offers.some((offer) => offer.slots?.some(onTable));
  const ways = [desk.goes(desk.selected) ? "drag to move" : "", aims ? "click a target to aim" : "", desk.offers.length || desk.ending.length ? "take an action below" : ""].filter(Boolean);
  return ways.length > 1 ? `${ways.slice(0, -1).join(", ")} or ${ways.at(-1)}` : (ways[0] ?? "");
}

/** A sentence of the server with squads and models called as they are here. */
export function plain(battle: Battle, text: string): string {
  const scene = battle.room.scene;
  // Places on the lattice have many decimals; nobody measures finer than a hundredth.
  text = text.replace(/\d+\.\d{3,}/g, (figure) => Number(figure).toFixed(2));
  return scene ? spoken(text, scene, Object.fromEntries(Object.values(scene.sides).map((side) => [side.side, side.name]))) : text;
}

/** "By how much", where a refusal says so in figures. */
export function amount(facts: Record<string, unknown> | undefined): string {
  const { needed, had } = (facts ?? {}) as { needed?: unknown; had?: unknown };
  if (typeof needed === "number" && typeof had === "number" && needed > had) return `${(needed - had).toFixed(2)} too much`;
  return "";
}
