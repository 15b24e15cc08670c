import { describe, expect, it } from "vitest";
import type { Levels, ModelView } from "../wire";
import { crowd, depthMark, levelOf } from "./levels";

const levels: Levels = { name: "Level", step: 3, most: 3, rule: "X-1" };
const model = (id: string, side: string, z: number): ModelView => ({ id, side, owner: side, name: id, profile: "", radius: 0.5, figure: { role: "", glyph: "" }, at: [1, 1], z }) as ModelView;

describe("levels", () => {
  it("are counted from the height of a model", () => {
    expect(levelOf({ z: 6 }, levels)).toBe(2);
    expect(levelOf({ z: 6 }, null)).toBe(0);
  });
  it("say whether somebody is above or below", () => {
    expect([depthMark(2, null), depthMark(2, 2), depthMark(3, 2), depthMark(0, 2)]).toEqual(["2", "2", "▲3", "▼0"]);
  });
  it("tell how many are on each, the highest first", () => {
    const found = crowd([model("a", "red", 0), model("b", "blue", 6), model("c", "red", 0)], levels);
    expect(found.map((one) => one.level)).toEqual([3, 2, 1, 0]);
    expect(found[1]!.sides).toEqual({ blue: 1 });
    expect(found[3]!.sides).toEqual({ red: 2 });
  });
});
