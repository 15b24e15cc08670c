import { expect, it } from "vitest";
import type { DecisionView, Scene } from "../wire";
import type { Battle } from "./battle.svelte";
import { Desk } from "./desk.svelte";
import { primary } from "./primary";
import type { Room } from "./room.svelte";

/** A room in which somebody is to be put down, and whose answers to questions are as slow as the test wants. */
function roomWith(answered: unknown): { room: Room; played: unknown[][] } {
  const played: unknown[][] = [];
  const asked = {
    side: "red", rule: "R", text: "", offers: [
      { action: "Place", name: "Place", slots: [{ field: "model", kind: "pick", of: "models", options: ["x"] }, { field: "at", kind: "spot" }] },
    ],
  } as unknown as DecisionView;
  const scene = { models: { x: { id: "x", name: "X", side: "red", radius: 0.5, figure: {} } }, sides: { red: {} } } as unknown as Scene;
  const room = {
    asked, scene, version: 1, link: "live", mine: ["red"],
    ask: async () => answered,
    play: async (answers: unknown[]) => (played.push(answers), { kind: "done" }),
  } as unknown as Room;
  return { room, played };
}

const settle = (): Promise<void> => new Promise((give) => setTimeout(give));

it("plays a click on the ground although nobody said in time whether one may stand there", async () => {
  const { room, played } = roomWith(null);
  const desk = new Desk(room);
  desk.renew();
  desk.click([3, 4], true);
  await settle();
  expect(played).toEqual([[{ type: "Place", model: "x", at: [3, 4] }]]);
});

it("plays a click on the ground once the line is back that broke before anybody answered", async () => {
  const { room, played } = roomWith(null);
  const desk = new Desk(room);
  desk.renew();
  room.link = "reconnecting";
  desk.click([3, 4], true);
  await settle();
  expect(played).toEqual([]);
  desk.renew();
  await settle();
  expect(played).toEqual([]);
  room.link = "live";
  desk.renew();
  await settle();
  expect(played).toEqual([[{ type: "Place", model: "x", at: [3, 4] }]]);
});

it("forgets a click on the ground if the table is another when the line is back", async () => {
  const { room, played } = roomWith(null);
  const desk = new Desk(room);
  desk.renew();
  room.link = "reconnecting";
  desk.click([3, 4], true);
  await settle();
  Object.assign(room, { link: "live", version: 2 });
  desk.renew();
  await settle();
  expect(played).toEqual([]);
});

it("keeps a click to itself that the rules refuse", async () => {
  const refusal = { rule: "R", text: "Too near." };
  const { room, played } = roomWith({ type: "try", refusal });
  const desk = new Desk(room);
  desk.renew();
  desk.click([3, 4], true);
  await settle();
  expect(played).toEqual([]);
  expect(desk.refusal).toEqual(refusal);
});

it("aims at a piece of terrain as at a model, as long as it lies there", () => {
  const { room } = roomWith(null);
  const offer = { action: "Hit", name: "Hit", rule: "R", given: { actor: "x" }, slots: [{ field: "target", kind: "pick", of: "pieces", options: ["drum", "crate"] }] };
  const piece = (id: string, name = ""): unknown => ({ id, name, polygon: [[4, 4], [6, 4], [6, 6], [4, 6]] });
  Object.assign(room, { asked: { side: "red", rule: "R", text: "", about: "x", offers: [offer] } });
  Object.assign(room.scene!, { models: { x: { id: "x", side: "red", radius: 0.5, at: [1, 1] } }, pieces: [piece("drum", "fuel drum"), piece("crate")], sturdy: { drum: { name: "Hits", value: 1, most: 1, rule: "R" } } });
  const desk = new Desk(room);
  desk.renew();
  expect(desk.aim("drum")).toBe(true);
  expect(desk.filling?.values).toEqual({ target: "drum" });
  expect(desk.target).toBe("drum");
  expect(desk.mark("drum")).toMatchObject({ name: "fuel drum", at: [5, 5], radius: 0, left: { most: 1 } });
  expect(desk.mark("crate"), "nothing comes of it").toBeUndefined();
  Object.assign(room, { version: 2 });
  desk.renew();
  expect(desk.target, "it lies there still").toBe("drum");
  Object.assign(room, { version: 3 });
  Object.assign(room.scene!, { sturdy: {} });
  desk.renew();
  expect(desk.target).toBe("");
});

/** Somebody of whom it is asked only after the others have answered whereto it goes; gives what was played, and how the others answer. */
async function setOut(): Promise<{ desk: Desk; played: unknown[][]; goOn: (side: string) => Promise<void> }> {
  const found = { model: "x", at: [3, 4], used: 5, left: 0, legs: [{ name: "Move", path: [[0, 0], [3, 4]], cost: 1 }], answers: [] as unknown[] };
  const { room, played } = roomWith(found);
  Object.assign(room.scene!.models.x!, { at: [0, 0] });
  Object.assign(room, { lines: [], asked: { side: "red", rule: "R", text: "", about: "x", offers: [{ action: "Move", name: "Move", later: true, given: { actor: "x" } }] } });
  const desk = new Desk(room);
  desk.renew();
  desk.click([3, 4], true);
  await settle();
  await desk.commit();
  const goOn = async (side: string): Promise<void> => {
    found.answers = [{ type: "Go", to: [3, 4] }];
    Object.assign(room, { version: 2, lines: [{ number: 1, text: "somebody does something", rule: "R", side }] });
    Object.assign(room, { asked: { side: "red", rule: "R", text: "", about: "x", offers: [{ action: "Go", name: "Go", slots: [{ field: "to", kind: "route", actor: "x" }] }] } });
    desk.renew();
    await settle();
  };
  return { desk, played, goOn };
}

it("goes where it was confirmed if nobody had anything to say to it", async () => {
  const { played, goOn } = await setOut();
  expect(played).toEqual([[{ type: "Move", actor: "x" }]]);
  await goOn("red");
  expect(played[1]).toEqual([{ type: "Go", to: [3, 4] }]);
});

it("lets whoever set out think again once somebody has answered", async () => {
  const { desk, played, goOn } = await setOut();
  await goOn("blue");
  expect(played).toHaveLength(1);
  expect(desk.ghost).toMatchObject({ to: [3, 4], answered: ["somebody does something"] });
});

it("says that dice fall first of a call that rolls, and not that there is nothing to do", async () => {
  const { room } = roomWith({ type: "try", rolls: true });
  room.asked!.offers = [{ action: "Call", name: "Call", slots: [{ field: "model", kind: "pick", of: "models", options: ["x"] }] }] as unknown as DecisionView["offers"];
  const desk = new Desk(room);
  desk.select("x");
  await settle();
  expect([desk.whole, desk.rolls]).toEqual([true, true]);
  const battle = { desk, room: Object.assign(room, { hand: () => undefined }) } as unknown as Battle;
  expect(primary(battle)).toMatchObject({ label: "Take X", note: "rolls dice first" });
});

it("says why what is in hand is not for whoever is clicked", async () => {
  const refusal = { rule: "R", text: "x is too far" };
  const { room } = roomWith({ type: "try", refusal });
  const desk = new Desk(room);
  desk.filling = { offer: { action: "Cast", name: "Cast", rule: "R", glyph: "", slots: [{ field: "target", kind: "pick", of: "models", options: ["y"] }] }, values: { target: "y" } };
  await desk.wonder("x");
  expect(desk.refusal).toEqual(refusal);
  expect(desk.filling.values).toEqual({ target: "y" });
});
