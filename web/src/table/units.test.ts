import { describe, expect, it } from "vitest";
import type { ModelView } from "../wire";
import type { Point } from "./geometry";
import { ties, unitsOf } from "./units";

const model = (id: string, at: Point, unit = ""): ModelView => ({ id, side: "b", owner: "b", name: id, profile: "", radius: 0.5, figure: { role: "", glyph: "" }, at, unit });

describe("units", () => {
  it("ties each model to its nearest neighbour, and nobody who acts alone", () => {
    const all = [model("1", [0, 0], "u"), model("2", [4, 0], "u"), model("3", [2, 0], "u"), model("x", [9, 9]), model("y", [1, 1], "alone")];
    expect(unitsOf(all).map((unit) => unit.map((one) => one.id))).toEqual([["1", "2", "3"]]);
    expect(ties(all, (one) => one.at as Point).map((tie) => [tie.from[0], tie.to[0]])).toEqual([
      [0, 2],
      [2, 4],
    ]);
  });
});
