import { describe, expect, it } from "vitest";
import { met, needed } from "./needs";

describe("what dice have to do", () => {
  it("says from where on a die is good", () => expect(needed({ value: 4 })).toBe("4+"));
  it("says up to where a low die is good", () => expect(needed({ value: 6, low: true })).toBe("6 or less"));
  it("judges high dice from below", () => expect([3, 4, 5].map((face) => met({ value: 4 }, face))).toEqual([false, true, true]));
  it("judges low dice from above", () => expect([5, 6, 7].map((face) => met({ value: 6, low: true }, face))).toEqual([true, true, false]));
  it("has nothing to say where nothing is needed", () => expect(met(undefined, 3)).toBeNull());
});
