import { expect, it } from "vitest";
import type { LineView } from "../wire";
import { firstRoll } from "./apply";

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
