/** The line to a room and all that is known of it. Whatever the line does, nothing is lost, doubled or stale. */

import type {
  Answer,
  DecisionView,
  ForeseenView,
  HandView,
  Hello,
  Heard,
  LineView,
  Motion,
  Pointed,
  Query,
  QueryAnswer,
  RefusalView,
  RoomView,
  Said,
  Scene,
  Told,
  Update,
  Welcome,
} from "../wire";
import { addLines, apply } from "./apply";
import { narrowed } from "./draft";

export type Link = "connecting" | "live" | "reconnecting" | "lost" | "missing" | "barred";
export type Ended =
  | { kind: "done"; token?: string }
  | { kind: "stale" }
  | { kind: "refused"; refusal: RefusalView }
  | { kind: "failed"; message: string };

/** How this browser says who it is. */
export interface Key {
  /** Tokens by side; a link of which the side is not known yet stands under "". */
  tokens: Record<string, string>;
  watch?: string;
  name?: string;
}

interface Command {
  said: Said & { id: string };
  end: (ended: Ended) => void;
}

const BEAT = 2500;
const SILENCE = 9000;
const BACK_OFF = [500, 900, 1500, 2500, 3500];
const PATIENCE = 8000;
const LOST_AFTER = 5 * 60_000;

/** What a room needs of the world; tests bring their own. */
export interface World {
  open: (match: string) => WebSocket;
  /** Whether there is such a match at all; asked when a line breaks before it ever stood. */
  exists: (match: string) => Promise<boolean>;
  now: () => number;
}

/** The world as it is: matches lie under one path of the server, campaigns under another. */
export const worldOf = (path: string): World => ({
  open: (match) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/${path}/${encodeURIComponent(match)}/socket`);
  },
  exists: async (match) => {
    try {
      return (await fetch(`/api/${path}/${encodeURIComponent(match)}`)).status !== 404;
    } catch {
      return true; // The server is away, which says nothing about the match.
    }
  },
  now: () => Date.now(),
});

export class Room {
  link = $state<Link>("connecting");
  /** Why the line is no longer tried. */
  reason = $state("");
  /** When the line broke. */
  since = $state(0);
  you = $state("");
  mine = $state.raw<string[]>([]);
  view = $state.raw<RoomView | null>(null);
  scene = $state.raw<Scene | null>(null);
  version = $state(-1);
  decision = $state.raw<DecisionView | null>(null);
  /** Decisions one was asked here that may be answered beforehand the next time, by side and rule. */
  met = $state.raw<Record<string, DecisionView>>({});
  /** Questions one may give orders about before they are asked. */
  foreseen = $state.raw<ForeseenView[]>([]);
  lines = $state.raw<LineView[]>([]);
  motions = $state.raw<Motion[]>([]);
  words = $state.raw<Heard[]>([]);
  pointed = $state.raw<(Pointed & { time: number; own?: boolean }) | null>(null);
  thinking = $state.raw<{ side: string; budget: number; since: number; hurried: boolean } | null>(null);
  /** Lines that came while the line was broken: after the first number, up to the second. */
  missed = $state.raw<[number, number] | null>(null);
  /** Commands on their way. */
  waiting = $state(0);

  #socket: WebSocket | null = null;
  #number = 0;
  #hash = "";
  #heard = 0;
  #tries = 0;
  #stood = false;
  #beat: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #commands = new Map<string, Command>();
  #questions = new Map<string, (answer: QueryAnswer | null, why: string) => void>();
  /** Questions whose answer holds whatever happens to the table. */
  #lasting = new Set<string>();
  #count = 0;
  readonly #stamp = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly match: string,
    readonly key: Key,
    readonly world: World = worldOf("matches"),
    /** Told once when the server says which side the tokens open. */
    readonly seated: (you: string) => void = () => {},
  ) {}

  /** What this browser is asked now: nothing that is about a model somebody else commands, nor what only such models could do. */
  readonly asked: DecisionView | null = $derived.by(() => {
    const { decision, scene } = this;
    if (!decision || !this.mine.includes(decision.side) || !this.commands(decision.about ?? "")) return null;
    return this.ours && scene ? narrowed(decision, scene.models, this.ours) : decision;
  });

  /** The models this browser commands, where others command some of its side; null where all of it is its own.
   *  Whoever has the seat leaves to friends whom they were given, until they are taken back; a program's may be called. */
  get ours(): readonly string[] | null {
    const { view, scene } = this;
    if (view?.commands) return view.commands;
    const given = this.mine.flatMap((side) => view?.seats[side]?.hands ?? []).flatMap((hand) => (hand.level ? [] : hand.models));
    return given.length ? Object.keys(scene?.models ?? {}).filter((id) => !given.includes(id)) : null;
  }

  /** Who commands a model, where that is not whoever has its seat. */
  hand(id: string): HandView | undefined {
    const side = this.scene?.models[id]?.side ?? "";
    return this.view?.seats[side]?.hands?.find((hand) => hand.models.includes(id));
  }

  /** Whether this browser commands a model, as far as that is anybody's of its side. */
  commands(id: string): boolean {
    const own = this.scene?.models[id] && this.mine.includes(this.scene.models[id]!.side);
    if (!own) return true;
    const mine = this.view?.commands;
    return mine ? mine.includes(id) : !this.hand(id);
  }

  /** Have models commanded by a program, or by a friend with a link, or take them back. */
  entrust(side: string, models: string[], to: "me" | "ai" | "friend", level = "", hand = -1): Promise<Ended> {
    return this.#command({ type: "entrust", id: this.#id(), side, models, to, level, hand });
  }

  open(): void {
    this.#connect();
    this.#beat = setInterval(() => this.#pulse(), BEAT);
    if (typeof window !== "undefined") window.addEventListener("online", this.retry);
  }

  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#again);
    if (typeof window !== "undefined") window.removeEventListener("online", this.retry);
    this.#drop();
    this.link = "lost";
  }

  /** Try at once, whatever the back-off says. */
  retry = (): void => {
    if (this.link !== "reconnecting" && this.link !== "lost") return;
    if (this.link === "lost") {
      this.link = "reconnecting";
      this.since = this.world.now();
    }
    clearTimeout(this.#again);
    this.#tries = 0;
    this.#drop();
    this.#connect();
  };

  // ------------------------------------------------------------------ what can be said

  /** Ask about the table; nothing comes back for a table that has changed since. */
  ask<A extends QueryAnswer>(query: Query): Promise<A | null> {
    if (this.link !== "live") return Promise.resolve(null);
    const id = this.#id();
    return new Promise((give) => {
      // A question that got lost must not hold up those after it.
      const late = setTimeout(() => this.#answer(id, null), PATIENCE);
      this.#questions.set(id, (answer) => {
        clearTimeout(late);
        give(answer as A | null);
      });
      this.#send({ type: "ask", id, query });
    });
  }

  /** Ask somebody who thinks: the answer, or in words why there is none. What has happened stays so, whatever the table. */
  inquire<A extends QueryAnswer>(query: Query, patience: number): Promise<A | string> {
    if (this.link !== "live") return Promise.resolve("Not connected.");
    const id = this.#id();
    if (query.type === "why") this.#lasting.add(id);
    return new Promise((give) => {
      const late = setTimeout(() => this.#answer(id, null, "The server took too long to answer."), patience);
      this.#questions.set(id, (answer, why) => {
        clearTimeout(late);
        give((answer as A | null) ?? why);
      });
      this.#send({ type: "ask", id, query });
    });
  }

  /** Have the program that thinks answer at once. */
  hurry(): Promise<Ended> {
    return this.#command({ type: "hurry", id: this.#id() });
  }

  play(answers: Record<string, unknown>[]): Promise<Ended> {
    return this.#command({ type: "play", id: this.#id(), version: this.version, answers });
  }

  undo(): Promise<Ended> {
    return this.#command({ type: "undo", id: this.#id(), version: this.version });
  }

  consent(yes: boolean): Promise<Ended> {
    return this.#command({ type: "consent", id: this.#id(), yes });
  }

  standIn(side: string, level: string): Promise<Ended> {
    return this.#command({ type: "standin", id: this.#id(), side, level });
  }

  /** Have an offer answered wherever its rule asks, from now on; without one, ask again. */
  /** Have an answer given without being asked; null for whatever is answered where nobody answers, nothing to be asked again. */
  order(side: string, rule: string, answer?: Record<string, unknown> | null): Promise<Ended> {
    return this.#command({ type: "order", id: this.#id(), side, rule, answer: answer ?? null, clear: answer === undefined });
  }

  say(text: string): Promise<Ended> {
    return this.#command({ type: "say", id: this.#id(), text });
  }

  concede(): Promise<Ended> {
    return this.#command({ type: "concede", id: this.#id(), version: this.version });
  }

  point(at: [number, number]): void {
    this.#send({ type: "point", at });
    this.pointed = { type: "pointed", by: this.mine[0] ?? "", at, time: this.world.now(), own: true };
  }

  // ------------------------------------------------------------------ the line

  #id(): string {
    return `${this.#stamp}-${++this.#count}`;
  }

  #send(said: Said): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(said));
  }

  #command(said: Said & { id: string }): Promise<Ended> {
    return new Promise((end) => {
      this.#commands.set(said.id, { said, end });
      this.waiting = this.#commands.size;
      if (this.link === "live") this.#send(said);
    });
  }

  #finish(id: string, ended: Ended): void {
    const command = this.#commands.get(id);
    if (!command) return;
    this.#commands.delete(id);
    this.waiting = this.#commands.size;
    command.end(ended);
  }

  #connect(): void {
    const socket = this.world.open(this.match);
    this.#socket = socket;
    this.#heard = this.world.now();
    socket.onopen = () => {
      const hello: Hello = { type: "hello" };
      const tokens = Object.values(this.key.tokens).filter(Boolean);
      if (tokens.length) hello.token = tokens.join(",");
      else hello.watch = this.key.watch ?? "";
      if (this.#number) {
        hello.after = this.#number;
        hello.hash = this.#hash;
      }
      if (this.key.name) hello.name = this.key.name;
      this.#send(hello);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#heard = this.world.now();
      this.hear(JSON.parse(event.data) as Told);
    };
    socket.onclose = () => {
      if (socket === this.#socket) void this.#broken();
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    for (const give of this.#questions.values()) give(null, "The line broke.");
    this.#questions.clear();
    this.#lasting.clear();
    socket?.close();
  }

  async #broken(): Promise<void> {
    this.#drop();
    if (this.link === "barred" || this.link === "missing" || this.link === "lost") return;
    if (this.link === "live" || (this.link === "connecting" && this.#stood)) {
      this.link = "reconnecting";
      this.since = this.world.now();
    }
    if (!this.#stood && this.#tries === 0 && !(await this.world.exists(this.match))) {
      this.link = "missing";
      return;
    }
    if (this.link === "reconnecting" && this.world.now() - this.since > LOST_AFTER) {
      this.link = "lost";
      return;
    }
    const wait = BACK_OFF[Math.min(this.#tries++, BACK_OFF.length - 1)]!;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), wait);
  }

  #pulse(): void {
    if (this.link === "live") this.#send({ type: "ping" });
    if (this.#socket && this.world.now() - this.#heard > SILENCE) void this.#broken();
  }

  // ------------------------------------------------------------------ what is heard

  /** Take a message in. */
  hear(told: Told): void {
    switch (told.type) {
      case "welcome":
        return this.#welcome(told);
      case "update":
        return this.#update(told);
      case "presence": {
        // A program that stood in thinks no more once its seat is taken back.
        const side = this.thinking?.side ?? "";
        if (this.view?.seats[side]?.stand_in && !told.room.seats[side]?.stand_in) this.thinking = null;
        this.view = told.room;
        return;
      }
      case "done":
        return this.#finish(told.id, { kind: "done", token: told.token });
      case "refused":
        return this.#finish(told.id, { kind: "refused", refusal: told.refusal });
      case "stale":
        return this.#finish(told.id, { kind: "stale" });
      case "failed":
        return this.#failed(told.id, told.message, told.fatal ?? false);
      case "answer":
        return this.#answered(told);
      case "said":
        // Whoever comes back is told the last words again.
        if (!this.words.some((word) => word.at === told.at && word.by === told.by)) this.words = [...this.words.slice(-199), told];
        return;
      case "pointed":
        this.pointed = { ...told, time: this.world.now() };
        return;
      case "thinking":
        this.thinking = { side: told.side, budget: told.budget, since: this.world.now() - (told.elapsed ?? 0) * 1000, hurried: told.hurried ?? false };
        return;
      case "pong":
        return;
    }
  }

  #welcome(told: Welcome): void {
    const back = this.#stood && this.link !== "live";
    const known = this.#number;
    this.#stood = true;
    this.#tries = 0;
    if (told.you !== this.you) {
      this.you = told.you;
      this.seated(told.you);
    }
    this.mine = told.sides;
    this.foreseen = told.foreseen ?? [];
    this.view = told.room;
    this.scene = told.scene;
    this.lines = told.whole ? told.lines : addLines(this.lines, told.lines);
    this.motions = [];
    this.#now(told);
    if (back) this.missed = told.number > known && !told.whole ? [known, told.number] : null;
    this.link = "live";
    this.reason = "";
    if (back) for (const command of this.#commands.values()) this.#send(command.said);
    else if (known === 0) for (const command of this.#commands.values()) this.#send(command.said);
  }

  #update(told: Update): void {
    if (!this.scene) return;
    this.view = told.room;
    this.scene = apply(this.scene, told.change);
    this.lines = addLines(this.lines, told.lines);
    this.motions = told.motions ?? [];
    this.#now(told);
  }

  #now(told: Welcome | Update): void {
    // What was thought about is answered; a seat of which a program plays some models may be asked next for the others.
    if (told.version !== this.version || this.thinking?.side !== told.room.turn) this.thinking = null;
    this.version = told.version;
    this.#number = told.number;
    this.#hash = told.hash;
    this.decision = told.decision ?? null;
    const asked = this.asked;
    if (asked?.offers.some((offer) => offer.standing)) this.met = { ...this.met, [`${asked.side} ${asked.rule}`]: asked };
  }

  #answered(told: Answer): void {
    // Never a stale number: an answer for another table is none.
    const holds = told.version === this.version || this.#lasting.has(told.id);
    this.#answer(told.id, holds ? told.answer : null, "The table has changed meanwhile.");
  }

  #answer(id: string, answer: QueryAnswer | null, why = ""): void {
    const give = this.#questions.get(id);
    this.#questions.delete(id);
    this.#lasting.delete(id);
    give?.(answer, why);
  }

  #failed(id: string, message: string, fatal: boolean): void {
    this.#answer(id, null, message);
    this.#finish(id, { kind: "failed", message });
    if (fatal && !this.#stood) {
      this.link = "barred";
      this.reason = message;
    }
  }
}

/** Questions of one kind: one on its way, the latest next, what was overtaken before it left is never asked. */
export class Latest<A extends QueryAnswer> {
  #busy = false;
  #next: (() => void) | null = null;
  #round = 0;

  constructor(readonly room: Pick<Room, "ask">) {}

  ask(query: Query, take: (answer: A | null) => void): void {
    const round = this.#round;
    const run = async (): Promise<void> => {
      this.#busy = true;
      this.#next = null;
      const answer = await this.room.ask<A>(query);
      this.#busy = false;
      if (round === this.#round) take(answer);
      (this.#next as (() => void) | null)?.();
    };
    if (this.#busy) this.#next = () => void run();
    else void run();
  }

  /** Forget what is on its way. */
  stop(): void {
    this.#round++;
    this.#next = null;
  }
}
