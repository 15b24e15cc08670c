import { describe, expect, it } from "vitest";
import { turning, type Disc, type Point } from "../geometry";
import { clipped, corridor, hidden, rim, stopped } from "./sight";

const from: Disc = { at: [0, 0], radius: 0.5 };
const to: Disc = { at: [10, 0], radius: 0.5 };
const wall = { id: "w", height: 2, polygon: [[5, -2], [6, -2], [6, 2], [5, 2]] as Point[] };

describe("drawn sight", () => {
  it("starts and ends at the rims", () => {
    expect(rim(from, to.at)).toEqual([0.5, 0]);
  });

  it("is stopped at the near edge, over the width of the corridor", () => {
    const found = stopped(from, to, ["w"], [wall], {});
    expect(found.at).toEqual([5, 0]);
    expect(found.facing).toHaveLength(1);
    const ys = found.stretch!.map((point) => point[1]).sort((a, b) => a - b);
    expect(ys[0]).toBeCloseTo(-0.5, 9);
    expect(ys[1]).toBeCloseTo(0.5, 9);
  });

  it("keeps only what lies in the band", () => {
    expect(clipped([[5, 3], [5, 9]], corridor(from, to))).toBeNull();
  });

  it("hides the share it is told to", () => {
    const half = hidden(from, to, 0.5, [], [], {});
    expect(Math.abs(turning(half)) / 2).toBeCloseTo((Math.PI * 0.25) / 2, 2);
    expect(Math.abs(turning(hidden(from, to, 1, [], [], {})))).toBeCloseTo(0, 9);
  });
});
