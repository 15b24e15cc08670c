import { expect, test } from "vitest";
import type { LineView } from "../wire";
import { opening, thrown, turned } from "./opening";

const lines = (before: number, after = 0): LineView[] =>
  Array.from({ length: before + after }, (_, n) => ({ number: n + 1, text: `line ${n + 1}`, rule: "X-1", ...(n === before && after ? { kind: "round" } : {}) }) as LineView);

test("what came before the first round is folded", () => {
  expect(opening(lines(60, 12))).toBe(60);
});

test("while the table is being set up the newest lines stay", () => {
  expect(opening(lines(30))).toBe(25);
});

test("a few lines are not worth it", () => {
  expect(opening(lines(6, 40))).toBe(0);
  expect(opening(lines(10))).toBe(0);
  expect(opening([])).toBe(0);
});

const line = (number: number, kind: LineView["kind"], side = "", text = `line ${number}`): LineView => ({ number, text, rule: "X-1", kind, side });

test("how a turn ended is told until somebody who looks on does something in the next", () => {
  const told = [line(1, "event", "red"), line(2, "roll", "red"), line(3, "event", "", "Turnover"), line(4, "quiet"), line(5, "round", "", "Turn 2"), line(6, "phase"), line(7, "event", "blue")];
  expect(turned(told, ["red"]).map((one) => one.text)).toEqual(["Turnover", "Turn 2"]);
  expect(turned([...told, line(8, "event", "red")], ["red"])).toEqual([]);
  expect(turned([line(1, "round", "", "Turn 1")], ["red"]).map((one) => one.text)).toEqual(["Turn 1"]);
  expect(turned(told.slice(0, 3), ["red"])).toEqual([]);
});

test("dice are told with what came of them until those who threw them do something else", () => {
  const of = (action: number, one: LineView, faces?: number[]): LineView => ({ ...one, action, dice: faces ? { faces, sides: 6 } : null }) as LineView;
  const told = [of(0, line(0, "round", "", "Turn 1")), of(1, line(1, "event", "red", "Red moves")), of(2, line(2, "event", "red", "Red attacks")), of(2, line(3, "roll", "red", "Red rolls"), [2]), of(2, line(4, "quiet", "red")), of(2, line(5, "event", "", "Nothing comes of it"))];
  expect(thrown(told, ["red"]).map((one) => one.text)).toEqual(["Red rolls", "Nothing comes of it"]);
  expect(thrown(told, ["blue"])).toEqual([]);
  expect(thrown(told.slice(1), ["red"])).toEqual([]);
  expect(thrown([...told, of(3, line(6, "roll", "blue"), [5])], ["red"])).toHaveLength(2);
  expect(thrown([...told, of(3, line(6, "event", "red", "Red moves"))], ["red"])).toEqual([]);
});
