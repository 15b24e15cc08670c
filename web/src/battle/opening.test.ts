import { expect, test } from "vitest";
import type { LineView } from "../wire";
import { opening } from "./opening";

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
