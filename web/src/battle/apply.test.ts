import { expect, it } from "vitest";
import type { LineView } from "../wire";
import { firstRoll, roundOf } from "./apply";

const roll = (number: number, need: number, faces: number[], models: string[], again?: number[]): LineView =>
  ({ number, text: "", rule: "R", models, dice: { sides: 6, faces, need: { value: need }, again } }) as unknown as LineView;

it("strikes the die of the target it was rolled for", () => {
  const one = roll(1, 4, [2, 5], ["a", "x"]);
  const other = roll(2, 3, [1, 6], ["a", "y"]);
  expect(firstRoll([one, other], roll(3, 4, [6, 5], ["a", "x"], [0]))).toBe(one);
  expect(firstRoll([one, other], roll(4, 3, [4, 6], ["a", "y"], [0]))).toBe(other);
});

it("knows no first roll of dice that lie otherwise", () => {
  expect(firstRoll([roll(1, 4, [2, 5], [])], roll(2, 4, [6, 1], [], [0]))).toBeUndefined();
});

it("says of the fallen one round for good, however many turns begin after it", () => {
  // One heading for each side's turn: the third is the first of round two, whoever plays on.
  for (const [headings, round] of [[3, 2], [4, 2], [5, 3], [6, 3], [9, 5]] as const) expect(roundOf(3, headings, round)).toBe(2);
  for (const [headings, round] of [[2, 2], [3, 3], [5, 5]] as const) expect(roundOf(2, headings, round)).toBe(2);
  expect(roundOf(0, 0, 0)).toBe(0);
});
