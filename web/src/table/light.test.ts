import { describe, expect, it } from "vitest";
import { turning, type Point } from "./geometry";
import { lit } from "./light";

const area = (polygon: Point[]): number => Math.abs(turning(polygon)) / 2;
const WALL: Point[] = [[5, 0], [6, 0], [6, 5], [5, 5]];

describe("light", () => {
  it("fills an empty table", () => {
    expect(area(lit([3, 4], [], 10, 8))).toBeCloseTo(80, 6);
  });

  it("leaves the ground behind a piece in shade", () => {
    // from (2.5, 5) a wall up to y = 5 hides all below its top edge, and the wall itself
    expect(area(lit([2.5, 5], [WALL], 10, 10))).toBeCloseTo(75, 2);
  });

  it("throws the shadow a straight edge would", () => {
    const block: Point[] = [[4, 4], [5, 4], [5, 6], [4, 6]];
    const seen = area(lit([0, 5], [block], 10, 10));
    // the cone through (4, 4) and (4, 6) is 2 wide at x = 4 and 5 wide at x = 10
    expect(100 - seen).toBeCloseTo(((2 + 5) / 2) * 6, 2);
  });

  it("is not blinded by the piece one stands on", () => {
    expect(area(lit([5.5, 2], [WALL], 10, 10))).toBeCloseTo(100, 4);
  });

  it("works from the very edge", () => {
    expect(area(lit([0, 0], [], 10, 10))).toBeCloseTo(100, 3);
  });

  it("is quick enough to be traced on every frame", () => {
    const many: Point[][] = Array.from({ length: 25 }, (_, i) => {
      const x = 3 + (i % 5) * 6;
      const y = 2 + Math.floor(i / 5) * 4;
      return [[x, y], [x + 1.5, y], [x + 2, y + 1], [x + 1, y + 2], [x - 0.4, y + 1]];
    });
    const start = performance.now();
    for (let i = 0; i < 50; i++) lit([1 + i * 0.5, 12.1], many, 36, 24);
    expect((performance.now() - start) / 50).toBeLessThan(8);
  });
});
