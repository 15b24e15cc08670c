import { describe, expect, it } from "vitest";
import { spread } from "./stand";

type Spot = [number, number];
const SQUARE: Spot[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe("squads standing for a picture", () => {
  it("keep apart and off terrain", () => {
    const wall: Spot[] = [
      [4, 0],
      [6, 0],
      [6, 10],
      [4, 10],
    ];
    const spots = spread(8, SQUARE, [wall], 0.5, "seed");
    expect(spots).toHaveLength(8);
    for (const [x, y] of spots) {
      expect(x > 0.5 && x < 9.5 && y > 0.5 && y < 9.5).toBe(true);
      expect(x < 3.5 || x > 6.5).toBe(true);
    }
    for (const [at, [x, y]] of spots.entries())
      for (const [u, v] of spots.slice(at + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThan(1);
  });
  it("stand the same every time, and leave out whom there is no room for", () => {
    expect(spread(5, SQUARE, [], 0.5, "a")).toEqual(spread(5, SQUARE, [], 0.5, "a"));
    expect(spread(3, SQUARE, [SQUARE], 0.5, "a")).toEqual([]);
  });
});
