import { describe, expect, it } from "vitest";
import type { Scene } from "../wire";
import { profile } from "./profile";

const scene = {
  width: 48, height: 36, levels: { name: "Level", step: 3, most: 3, rule: "X-1" },
  pieces: [{ id: "reef", polygon: [[10, 0], [14, 0], [14, 20], [10, 20]], height: 2 }],
  models: {
    near: { id: "near", side: "red", radius: 0.5, at: [5, 10.3], z: 6 },
    far: { id: "far", side: "red", radius: 0.5, at: [5, 12], z: 0 },
    lying: { id: "lying", side: "red", kind: "marker", radius: 0.5, at: [6, 10], z: 0 },
  },
} as unknown as Scene;

describe("a cut along a line", () => {
  const cut = profile(scene, [[0, 10], [20, 10]]);
  it("meets the pieces it crosses, as high as their levels are", () => {
    expect(cut.length).toBe(20);
    expect(cut.blocks).toHaveLength(1);
    expect(cut.blocks[0]!.from).toBeCloseTo(10, 0);
    expect(cut.blocks[0]!.to).toBeCloseTo(14, 0);
    expect(cut.blocks[0]!.height).toBe(6);
  });
  it("meets the models whose bases it touches, and no others", () => {
    expect(cut.models.map((one) => [one.model.id, one.at])).toEqual([["near", 5]]);
  });
  it("goes on around a corner", () => {
    expect(profile(scene, [[0, 10], [5, 10], [5, 12]]).models.map((one) => one.model.id)).toEqual(["near", "far"]);
  });
});
