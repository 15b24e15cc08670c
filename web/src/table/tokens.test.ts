import { describe, expect, it } from "vitest";
import { labelBox, placeLabels, type Labelled } from "./labels";
import { overlap } from "./geometry";
import { low, ringDashes } from "./tokens";
import { placesOf } from "./places";

const sum = (dashes: string): number => dashes.split(" ").map(Number).filter((_, i) => i % 2 === 0).reduce((a, b) => a + b, 0);

describe("tokens", () => {
  it("have a ring of four quarters that fills clockwise", () => {
    expect(sum(ringDashes(1, 4))).toBeCloseTo(84, 6);
    expect(sum(ringDashes(0.5, 4))).toBeCloseTo(42, 6);
    expect(sum(ringDashes(0, 4))).toBe(0);
  });

  it("are low at a third", () => {
    const gauge = { name: "", rule: "", most: 15 };
    expect([low({ ...gauge, value: 5 }), low({ ...gauge, value: 6 })]).toEqual([true, false]);
  });

  it("give the round shape to blue, or to the first", () => {
    expect(placesOf(["red", "blue"])).toEqual({ red: "b", blue: "a" });
    expect(placesOf(["north", "south"])).toEqual({ north: "a", south: "b" });
  });

  it("have names that keep clear of each other", () => {
    const one = (id: string, x: number, y: number): Labelled => ({ id, x, y, half: 18, text: "Somebody", points: true });
    const all = [one("a", 100, 100), one("b", 100, 140), one("c", 130, 118)];
    const sides = placeLabels(all, { x0: 0, y0: 0, x1: 400, y1: 400 });
    const boxes = all.map((each) => labelBox(each, sides.get(each.id)!));
    expect(overlap(boxes[0]!, boxes[1]!) || overlap(boxes[1]!, boxes[2]!) || overlap(boxes[0]!, boxes[2]!)).toBe(false);
  });

  it("have no name where there is no room for one, unless somebody looks at them", () => {
    const one = (id: string, x: number, y: number): Labelled => ({ id, x, y, half: 18, text: "Somebody there", points: true });
    const all = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => one(`${row}${column}`, 100 + 40 * column, 100 + 40 * row)));
    const bounds = { x0: 0, y0: 0, x1: 400, y1: 400 };
    const sides = placeLabels(all, bounds);
    expect(sides.has("11")).toBe(false);
    const boxes = all.flatMap((each) => (sides.has(each.id) ? [labelBox(each, sides.get(each.id)!)] : []));
    expect(boxes.some((box, n) => boxes.slice(0, n).some((other) => overlap(box, other)))).toBe(false);
    expect(placeLabels(all, bounds, ["11"]).has("11")).toBe(true);
  });
});
