import { describe, expect, it } from "vitest";
import type { Point } from "./geometry";
import { drawn, lookOf } from "./pieces";

const box = (w: number, h: number): Point[] => [[0, 0], [w, 0], [w, h], [0, h]];
const ring = (n: number): Point[] => Array.from({ length: n }, (_, i) => [2 * Math.cos((i * 2 * Math.PI) / n), 2 * Math.sin((i * 2 * Math.PI) / n)]);

describe("looks of pieces", () => {
  it("reads the shape", () => {
    expect(lookOf("", box(4, 1))).toBe("wall");
    expect(lookOf("", box(4, 2))).toBe("box");
    expect(lookOf("", box(2, 2))).toBe("crate");
    expect(lookOf("", box(3.5, 3))).toBe("block");
    expect(lookOf("", ring(5))).toBe("rock");
    expect(lookOf("", ring(12))).toBe("silo");
  });

  it("takes a kind at its word", () => {
    expect(lookOf("rock", box(2, 2))).toBe("rock");
  });

  it("has a contour for every full inch and a shadow only where sight is blocked", () => {
    const high = drawn({ polygon: box(3, 3.5), height: 4, id: "t" }, 0, 24, true);
    expect(high.contours.match(/M/g)).toHaveLength(4);
    expect(high.shadow).not.toBe("");
    const heap = drawn({ polygon: box(2, 2), height: 0.75 }, 1, 24, false);
    expect(heap.contours + heap.shadow).toBe("");
    expect(heap.figure.text).toBe("0.75″");
  });

  it("turns the figure along narrow walls", () => {
    expect(drawn({ polygon: box(1, 4), height: 2 }, 0, 24, true).figure.turn).toBeCloseTo(-90, 6);
    expect(drawn({ polygon: box(4, 1), height: 2 }, 0, 24, true).figure.turn).toBeCloseTo(0, 6);
  });
});
