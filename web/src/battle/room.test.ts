import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RoomView, Scene, Told, Welcome } from "../wire";
import { Latest, Room, type World } from "./room.svelte";

class Line {
  static last: Line;
  readyState = 1;
  sent: { type: string; [more: string]: unknown }[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  tell(told: Told): void {
    this.onmessage({ data: JSON.stringify(told) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const room: RoomView = { match: "m", game: "g", title: "G", table: "T", seats: {}, options: {}, changed: [], dice: { lock: "", shares: {} } };
const scene = {
  width: 36, height: 24, mat: "", name: "", pieces: [], blocks: [],
  models: { x: { id: "x", at: [1, 1] }, y: { id: "y", at: [2, 2] } },
  sides: {}, clock: { name: "Turn", round: 1, rounds: 7, phases: [], phase: 0 },
} as unknown as Scene;
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: "welcome", you: "blue", sides: ["blue", "red"], room, scene, version: 3, number: 2, hash: "h2", whole: true,
  lines: [{ number: 1, text: "one", rule: "R" }, { number: 2, text: "two", rule: "R" }],
  ...more,
});

let now = 0;
const world: World = { open: () => new Line() as unknown as WebSocket, exists: async () => true, now: () => now };
let opened: Room;

function arrive(): Room {
  opened = new Room("m", { tokens: { blue: "T1", red: "T2" } }, world);
  opened.open();
  Line.last.onopen();
  Line.last.tell(welcome());
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
});
afterEach(() => {
  opened.close();
  vi.useRealTimers();
});

it("greets with every token and takes the table in", () => {
  const it = arrive();
  expect(Line.last.sent[0]).toMatchObject({ type: "hello", token: "T1,T2" });
  expect(it.link).toBe("live");
  expect(it.mine).toEqual(["blue", "red"]);
  expect(it.lines).toHaveLength(2);
});

it("applies what changed and keeps what did not", () => {
  const it = arrive();
  const y = it.scene!.models.y;
  Line.last.tell({
    type: "update", version: 4, number: 3, hash: "h3", room, change: { models: { x: { ...scene.models.x!, at: [5, 5] } } },
    lines: [{ number: 2, text: "two", rule: "R" }, { number: 3, text: "three", rule: "R" }],
  });
  expect(it.scene!.models.x!.at).toEqual([5, 5]);
  expect(it.scene!.models.y).toBe(y);
  expect(it.lines.map((line) => line.number)).toEqual([1, 2, 3]);
  expect(it.version).toBe(4);
});

it("comes back where it was and says once more what nobody acknowledged", async () => {
  const it = arrive();
  const played = it.play([{ type: "Go" }]);
  const id = Line.last.sent.at(-1)!.id;
  Line.last.breaks();
  expect(it.link).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(600);
  Line.last.onopen();
  expect(Line.last.sent[0]).toMatchObject({ type: "hello", after: 2, hash: "h2" });
  Line.last.tell(welcome({ version: 4, number: 4, hash: "h4", whole: false, lines: [{ number: 3, text: "", rule: "" }, { number: 4, text: "", rule: "" }] }));
  expect(Line.last.sent.at(-1)).toMatchObject({ type: "play", id, version: 3 });
  expect(it.lines.map((line) => line.number)).toEqual([1, 2, 3, 4]);
  expect(it.missed).toEqual([2, 4]);
  Line.last.tell({ type: "done", id: String(id), version: 4 });
  await expect(played).resolves.toEqual({ kind: "done" });
});

it("notices silence, and backs off", async () => {
  const it = arrive();
  now = 9500;
  const before = Line.last;
  await vi.advanceTimersByTimeAsync(2500);
  expect(it.link).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(500);
  expect(Line.last).not.toBe(before);
});

it("gives no number for a table that is no longer so", async () => {
  const it = arrive();
  const asked = it.ask({ type: "reach", model: "x", at: null });
  const id = String(Line.last.sent.at(-1)!.id);
  Line.last.tell({ type: "answer", id, version: 2, answer: { type: "reach", model: "x", strides: [], ranges: [] } });
  await expect(asked).resolves.toBeNull();
});

it("asks one question at a time and then the latest", async () => {
  const given: ((value: null) => void)[] = [];
  const asked: unknown[] = [];
  const it = new Latest({ ask: (query) => (asked.push(query), new Promise((give) => given.push(give as never))) });
  const taken: number[] = [];
  for (const n of [1, 2, 3]) it.ask({ type: "sees", model: String(n), at: null, odds: true }, () => taken.push(n));
  expect(asked).toHaveLength(1);
  given[0]!(null);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  given[1]!(null);
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toEqual([1, 3]);
  opened ??= arrive();
});

it("is not let in without a seat", () => {
  opened = new Room("m", { tokens: {} }, world);
  opened.open();
  Line.last.onopen();
  Line.last.tell({ type: "failed", id: "", message: "this link opens no seat", fatal: true });
  expect(opened.link).toBe("barred");
});

it("hears a word once, however often it is told", () => {
  const room = arrive();
  Line.last.tell({ type: "said", by: "red", text: "hello", at: 1 });
  Line.last.tell({ type: "said", by: "red", text: "hello", at: 1 });
  Line.last.tell({ type: "said", by: "red", text: "hello", at: 2 });
  expect(room.words.map((word) => word.at)).toEqual([1, 2]);
});

it("is told why, whatever has become of the table, or in words why not", async () => {
  const it = arrive();
  const thought = { type: "thought" as const, side: "red", level: "veteran", label: "Veteran" };
  const why = it.inquire({ type: "why", action: 7 }, 1000);
  Line.last.tell({ type: "answer", id: String(Line.last.sent.at(-1)!.id), version: 2, answer: thought });
  await expect(why).resolves.toMatchObject({ label: "Veteran" });
  const stale = it.inquire({ type: "advise" }, 1000);
  Line.last.tell({ type: "answer", id: String(Line.last.sent.at(-1)!.id), version: 2, answer: thought });
  await expect(stale).resolves.toMatch("changed");
  const refused = it.inquire({ type: "advise" }, 1000);
  Line.last.tell({ type: "failed", id: String(Line.last.sent.at(-1)!.id), message: "no hints were agreed on", fatal: false });
  await expect(refused).resolves.toMatch("no hints");
  const late = it.inquire({ type: "advise" }, 1000);
  await vi.advanceTimersByTimeAsync(1100);
  await expect(late).resolves.toMatch("too long");
});

it("knows since when a program thinks, and hurries it", () => {
  const it = arrive();
  now = 5000;
  Line.last.tell({ type: "thinking", side: "red", budget: 2, elapsed: 1.5 });
  expect(it.thinking).toEqual({ side: "red", budget: 2, since: 3500, hurried: false });
  void it.hurry();
  expect(Line.last.sent.at(-1)).toMatchObject({ type: "hurry" });
  Line.last.tell({ type: "update", version: 4, number: 2, hash: "h2", room: { ...room, turn: "blue" }, change: {} });
  expect(it.thinking).toBeNull();
  // The same seat is asked again, for a model that no program commands: nobody thinks any more.
  Line.last.tell({ type: "thinking", side: "blue", budget: 2, elapsed: 0 });
  Line.last.tell({ type: "update", version: 5, number: 3, hash: "h3", room: { ...room, turn: "blue" }, change: {} });
  expect(it.thinking).toBeNull();
  // A program that stands in thinks until the seat is taken back, whoever else comes and goes.
  const held = { ...room, turn: "red", seats: { ...room.seats, red: { ...room.seats.red!, stand_in: true } } };
  Line.last.tell({ type: "presence", room: held });
  Line.last.tell({ type: "thinking", side: "red", budget: 2, elapsed: 0 });
  Line.last.tell({ type: "presence", room: held });
  expect(it.thinking).not.toBeNull();
  Line.last.tell({ type: "presence", room: { ...room, turn: "red" } });
  expect(it.thinking).toBeNull();
});

it("asks whoever has a seat about nobody they gave to a friend", () => {
  const it = arrive();
  const models = { x: { id: "x", side: "blue", at: [1, 1] }, y: { id: "y", side: "blue", at: [2, 2] } };
  const call = { action: "Call", rule: "R", name: "Call", glyph: "", slots: [{ field: "model", kind: "pick", of: "models", options: ["x", "y"] }] };
  const told = (hands: object[], about?: string): Welcome =>
    welcome({
      scene: { ...scene, models } as unknown as Scene,
      room: { ...room, seats: { blue: { side: "blue", kind: "person", hands } } } as unknown as RoomView,
      decision: { side: "blue", rule: "R", text: "", offers: [call], about } as unknown as Welcome["decision"],
    });
  Line.last.tell(told([{ models: ["x"], name: "", level: "" }]));
  expect(it.asked?.offers[0]?.slots?.[0]?.options).toEqual(["y"]);
  Line.last.tell(told([{ models: ["x"], name: "", level: "" }], "x"));
  expect(it.asked).toBeNull();
  // A program is called by whoever gave it somebody, and everybody is asked about who was taken back.
  Line.last.tell(told([{ models: ["x"], name: "", level: "easy" }]));
  expect(it.asked?.offers[0]?.slots?.[0]?.options).toEqual(["x", "y"]);
  Line.last.tell(told([{ models: [], name: "", level: "" }], "x"));
  expect(it.asked?.about).toBe("x");
});
