import { expect, test } from "vitest";
import type { LineView } from "../wire";
import { byMember, changes, debriefing, sections } from "./lines";

const line = (number: number, text: string, more: Partial<LineView> = {}): LineView => ({ number, text, rule: "R", action: 1, ...more });

test("a roll stands with what came of it", () => {
  const found = changes([line(1, "rolls 1", { kind: "roll", models: ["a"] }), line(2, "a is sore", { models: ["a"] })]);
  expect(found).toHaveLength(1);
  expect(found[0]!.line.number).toBe(2);
  expect(found[0]!.rolls.map((roll) => roll.number)).toEqual([1]);
});

test("a roll nothing came of stands alone, and another's consequence is not its own", () => {
  const found = changes([
    line(1, "rolls 6", { kind: "roll", models: ["a"] }),
    line(2, "rolls 1", { kind: "roll", models: ["b"] }),
    line(3, "b is sore", { models: ["b"] }),
  ]);
  expect(found.map((one) => [one.line.number, one.rolls.length])).toEqual([
    [1, 0],
    [3, 1],
  ]);
});

test("what was done later is no consequence of an old roll", () => {
  const found = changes([line(1, "rolls 6", { kind: "roll" }), line(2, "bought", { action: 2 })]);
  expect(found.map((one) => one.rolls.length)).toEqual([0, 0]);
});

test("sections begin with headings and battles, the newest first", () => {
  const found = sections([
    line(1, "bought"),
    line(2, "Spring", { kind: "round" }),
    line(3, "The battle is over", { tag: "Fought", action: 2 }),
    line(4, "paid", { action: 2 }),
    line(5, "", { kind: "quiet" }),
  ]);
  expect(found.map((one) => one.heading?.number ?? 0)).toEqual([3, 2, 0]);
  expect(found[0]!.changes.map((one) => one.line.number)).toEqual([4]);
});

test("the debriefing is what came of the last battle and nothing later", () => {
  const found = debriefing([line(1, "over", { tag: "Fought", action: 3 }), line(2, "paid", { action: 3 }), line(3, "bought", { action: 4 })]);
  expect(found.map((one) => one.line.number)).toEqual([1, 2]);
  expect(debriefing([line(1, "bought")])).toEqual([]);
});

test("what came of each member stands together, what is about nobody first", () => {
  const found = changes([line(1, "a is back", { models: ["a"] }), line(2, "b is back", { models: ["b"] }), line(3, "it was won"), line(4, "a is paid", { models: ["a"] })]);
  expect(byMember(found).map((group) => group.map((change) => change.line.number))).toEqual([[3], [1, 4], [2]]);
});

test("what is rolled for after a choice came of the battle too, and a new chapter ends it", () => {
  const found = debriefing([
    line(1, "over", { tag: "Fought", action: 3 }),
    line(2, "a rises", { models: ["a"], action: 3 }),
    line(3, "a improves", { models: ["a"], action: 4 }),
    line(4, "rolls 1", { kind: "roll", models: ["b"], action: 5 }),
    line(5, "b is sore", { models: ["b"], action: 5 }),
    line(6, "bought", { action: 6 }),
    line(7, "Spring", { kind: "round", action: 7 }),
    line(8, "rolls 3", { kind: "roll", action: 7 }),
  ]);
  expect(found.map((one) => one.line.number)).toEqual([1, 2, 3, 5]);
});

test("dice about nobody that nothing has come of are for what lies ahead", () => {
  const lines = [line(1, "over", { tag: "Fought", action: 3 }), line(2, "b got off", { kind: "roll", models: ["b"], action: 3 }), line(3, "where next", { kind: "roll", action: 4 })];
  expect(debriefing(lines).map((one) => one.line.number)).toEqual([1, 2]);
});
