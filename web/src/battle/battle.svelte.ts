/** Everything a part of the battle screen needs, handed down once. */

import { getContext, setContext } from "svelte";
import type { HandView, Heard, Intent, ModelView } from "../wire";
import { placesOf, type Place, type Places } from "../table/places";
import type { Point } from "../table/geometry";
import { Desk } from "./desk.svelte";
import { narrowed } from "./draft";
import { Looking } from "./looking.svelte";
import type { Room } from "./room.svelte";
import { Thoughts } from "./thoughts.svelte";

export type Panel = "" | "help" | "invite" | "orders" | "settings" | "result" | "concede";

/** What the drawn table lets others do with it. */
export interface View {
  fit: () => void;
  centre: (at: Point, px?: number) => void;
  zoomBy: (factor: number) => void;
  pan: (dx: number, dy: number) => void;
  /** The inch under a spot of the window, or nothing if the table is not there. */
  inch: (x: number, y: number) => Point | null;
  /** Be done with showing what happened. */
  skip: () => void;
}

/** A program by its level, a friend by their name. */
const called = (hand: HandView): string => (hand.level ? hand.label : hand.name || "a friend") ?? "";

export class Battle {
  readonly desk: Desk;
  readonly looking: Looking;
  readonly thoughts: Thoughts;
  panel = $state<Panel>("");
  chat = $state(false);
  zen = $state(false);
  /** Models lit because their line in the log or their row is under the mouse. */
  lit = $state.raw<string[]>([]);
  /** Which part of the sheet or drawer shows where there is no room for all. */
  tab = $state<"card" | "actions" | "mission" | "log" | "chat">("card");
  /** The mission is shown whoever is looked at. */
  briefing = $state(false);
  /** Where something is to be done, while that is pointed at. */
  spots = $state.raw<Point[]>([]);
  /** Somebody whose plan is pointed at. */
  planner = $state("");
  /** What the others will do is shown instead of the rest of the mission. */
  plans = $state(false);
  /** Links made here for those who command some of one's models, by model. */
  links = $state.raw<Record<string, string>>({});
  /** What is being shown of what happened, act by act, where that takes a while. */
  acting = $state.raw<{ number: number; of: number; line: number; until: number } | null>(null);
  drawer = $state(false);
  /** When the chat was last looked at, in seconds. */
  read = $state(Date.now() / 1000 - 5);
  /** The inch under the mouse. */
  pointer: Point | null = null;
  view: View | null = null;
  /** Set when the result was closed to look at the table. */
  looked = $state(false);
  /** A model on its way from the rail to the mat. */
  carried = $state("");

  constructor(readonly room: Room) {
    this.desk = new Desk(room);
    this.looking = new Looking(room, this.desk);
    this.thoughts = new Thoughts(room, this.desk);
  }

  /** Whether the table is shown in words. */
  get text(): boolean {
    return this.desk.words;
  }
  set text(on: boolean) {
    this.desk.words = on;
  }

  /** Words of others that nobody here has seen. */
  get unread(): number {
    return this.room.words.filter((word) => word.at > this.read && !this.own(word)).length;
  }

  get places(): Places {
    return placesOf(Object.keys(this.room.scene?.sides ?? {}));
  }

  place(side: string): Place {
    return this.places[side] ?? "a";
  }

  /** The place of whoever has a model; "n" for one of neither side. */
  placed(model: ModelView): Place | "n" {
    return this.places[model.side] ?? "n";
  }

  /** The sides, one's own first. */
  get sides(): string[] {
    const all = Object.keys(this.room.scene?.sides ?? {});
    const own = this.room.mine[0];
    return own && all.includes(own) ? [own, ...all.filter((side) => side !== own)] : all;
  }

  /** What somebody will do, while that is pointed at: as things are now, not as they were when it was. */
  get meant(): Intent | undefined {
    return this.looking.intent(this.planner);
  }

  /** Show what the others will do, whoever is looked at; or no longer. */
  foresee(): void {
    this.plans = !(this.plans && this.briefing);
    this.briefing = this.plans;
    this.tab = "mission";
  }

  /** Why a program did something: its last action, or the one of a number. */
  why(action?: number): void {
    if (!action && !this.thoughts.last) return;
    this.#read();
    void this.thoughts.why(action);
  }
  hint(): void {
    if (!this.thoughts.may) return;
    this.#read();
    void this.thoughts.hint();
  }
  /** Make room for something to read. */
  #read(): void {
    this.zen = false;
    this.tab = "card";
  }

  /** Who plays a side, in a word: "You" to nobody but oneself. */
  who(side: string): string {
    const seat = this.room.view?.seats[side];
    if (this.room.mine.length === 1 && this.room.mine[0] === side) return this.room.view?.commands ? this.#host(side) : "You";
    return seat?.name || this.room.scene?.sides[side]?.name || side;
  }

  /** Who has the seat of a side, to a friend who commands some of it. */
  #host(side: string): string {
    return this.room.view?.seats[side]?.name || "the host";
  }

  /** Who else commands a model: a program, a friend, or to a friend whoever has the seat; nobody for one's own. */
  whose(model: ModelView): { words: string; program: boolean } | null {
    const { room } = this;
    const ours = room.view?.commands;
    const hand = room.hand(model.id);
    if (ours?.includes(model.id)) return null;
    if (hand) return { words: `Commanded by ${called(hand)}`, program: !!hand.level };
    return ours && room.mine.includes(model.side) ? { words: `Commanded by ${this.#host(model.side)}`, program: false } : null;
  }

  /** Who has to answer now: of a side that is played together, whoever commands those it is about, or could be called. */
  get answering(): string {
    const { room } = this;
    const side = room.view?.turn ?? "";
    if (!room.mine.includes(side)) return this.who(side);
    const about = room.decision?.about ?? "";
    const hand = room.hand(about);
    if (hand) return called(hand);
    if (about && room.view?.commands) return this.#host(side);
    const hands = (room.view?.seats[side]?.hands ?? []).filter((one) => !one.level);
    const given = hands.flatMap((one) => one.models);
    const left = Object.keys(this.desk.models).filter((id) => !given.includes(id));
    const others = hands.filter((one) => this.#could(one.models) && !one.models.some((id) => room.view?.commands?.includes(id))).map(called);
    const names = room.view?.commands && (this.#could(left) || !others.length) ? [this.#host(side), ...others] : others;
    return names.length ? [...new Set(names)].join(" or ") : this.who(side);
  }

  /** Whether some of a side have anything to say to what is asked. */
  #could(models: readonly string[]): boolean {
    const { decision, scene } = this.room;
    return !decision || !scene ? models.length > 0 : !!narrowed(decision, scene.models, models);
  }

  /** Whether a word was said here. */
  own(word: Heard): boolean {
    const { view, mine } = this.room;
    if (!mine.includes(word.by)) return false;
    if (!view?.commands) return !word.name;
    const hand = view.seats[word.by]?.hands?.find((one) => one.models.join() === view.commands!.join());
    return !!word.name && word.name === (hand?.name || "A friend");
  }
  /** Who said a word. */
  speaker(word: Heard): string {
    if (this.room.mine.includes(word.by) && this.room.mine.length === 1 && this.own(word)) return "You";
    return capital(word.name || this.who(word.by));
  }

  squad(side: string): ModelView[] {
    return Object.values(this.room.scene?.models ?? {}).filter((model) => model.side === side && (model.kind ?? "model") === "model");
  }

  /** Look at a model, and bring it into view if it is out of it. */
  show(id: string): void {
    const at = this.desk.models[id]?.at;
    // On a small screen the whole table is too small to aim at: the camera goes to the action.
    if (at) this.view?.centre(at as Point, innerWidth < 640 ? 25 : undefined);
  }
}

/** A sentence begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const KEY = Symbol("battle");

export function hand(battle: Battle): Battle {
  return setContext(KEY, battle);
}
export function taken(): Battle {
  return getContext<Battle>(KEY);
}
