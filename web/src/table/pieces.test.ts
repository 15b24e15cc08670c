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

  it("burns and smokes where its kind says so, whatever it means to the rules", () => {
    const fire = drawn({ polygon: ring(12), kind: "fire", traits: ["hazardous"] }, 0, 24, false);
    const smoke = drawn({ polygon: ring(12), kind: "smoke", traits: ["hiding", "cover"] }, 0, 24, true);
    expect([fire.manner, smoke.manner]).toEqual(["fire", "smoke"]);
    expect(smoke.shadow).toBe("");
    for (const { puffs } of [fire, smoke]) {
      expect(puffs.length).toBeGreaterThan(4);
      expect(puffs.every((puff) => Math.hypot(puff.x, puff.y - 24) + puff.r < 2.3)).toBe(true);
    }
    expect(drawn({ polygon: ring(12), traits: ["hazardous"] }, 0, 24, false)).toMatchObject({ manner: "hazard", puffs: [] });
  });

  it("tells what is deadly and what is solid from what only hides", () => {
    const manner = (...traits: string[]): string => drawn({ polygon: box(4, 3), height: 2, traits }, 0, 24, traits.includes("blocking")).manner;
    expect([manner("deadly", "difficult"), manner("scenic", "blocking"), manner("scenic", "difficult", "cover")]).toEqual(["hazard", "solid", "low"]);
  });

  it("turns the figure along narrow walls", () => {
    expect(drawn({ polygon: box(1, 4), height: 2 }, 0, 24, true).figure.turn).toBeCloseTo(-90, 6);
    expect(drawn({ polygon: box(4, 1), height: 2 }, 0, 24, true).figure.turn).toBeCloseTo(0, 6);
  });
});
