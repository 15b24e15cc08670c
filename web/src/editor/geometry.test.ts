import { describe, expect, it } from "vitest";
import { middle, turning } from "../table/geometry";
import {
  alike, contains, convex, frame, handleAt, heading, hull, mirrored, moved, onMat, overlaps, pushedOn, resized, rotated, sized, snap, tidy,
  type Shape, type Symmetry,
} from "./geometry";

const MAT = { width: 36, height: 24 };
const WALL: Shape = [[4, 4], [8, 4], [8, 5], [4, 5]];
const round = (shape: Shape) => shape.map(([x, y]) => [Math.round(x * 1e6) / 1e6 + 0, Math.round(y * 1e6) / 1e6 + 0]);

describe("turning", () => {
  it("keeps the middle and comes back after a full circle", () => {
    let shape = WALL;
    for (let i = 0; i < 24; i++) shape = tidy(rotated(shape, 15));
    expect(alike(shape, WALL)).toBe(true);
    expect(middle(rotated(WALL, 33))[0]).toBeCloseTo(6);
  });
  it("by a right angle gives a shape on the grid", () => {
    expect(tidy(rotated(WALL, 90))).toEqual([[6.5, 2.5], [6.5, 6.5], [5.5, 6.5], [5.5, 2.5]]);
    expect(heading(rotated(WALL, 90))).toBe(90);
    expect(heading(rotated(WALL, -15))).toBe(345);
  });
});

describe("twins", () => {
  it.each<[Symmetry, Shape]>([
    ["turn", [[32, 20], [28, 20], [28, 19], [32, 19]]],
    ["sides", [[28, 4], [32, 4], [32, 5], [28, 5]]],
    ["ends", [[4, 20], [8, 20], [8, 19], [4, 19]]],
    ["none", WALL],
  ])("under %s lie where they should", (symmetry, twin) => {
    expect(alike(mirrored(WALL, symmetry, MAT), twin)).toBe(true);
    expect(alike(mirrored(mirrored(WALL, symmetry, MAT), symmetry, MAT), WALL)).toBe(true);
    expect(Math.sign(turning(mirrored(WALL, symmetry, MAT)))).toBe(Math.sign(turning(WALL)));
  });
  it("are alike whatever corner comes first", () => {
    expect(alike(WALL, [WALL[2]!, WALL[3]!, WALL[0]!, WALL[1]!])).toBe(true);
    expect(alike(WALL, moved(WALL, 0.25, 0))).toBe(false);
    expect(alike(WALL, WALL.slice(1))).toBe(false);
  });
});

describe("resizing", () => {
  it("leaves the opposite side where it is", () => {
    expect(round(resized(WALL, [1, 0], [9.1, 4.5]))).toEqual([[4, 4], [9, 4], [9, 5], [4, 5]]);
    expect(round(resized(WALL, [-1, 1], [3, 6]))).toEqual([[3, 4], [8, 4], [8, 6], [3, 6]]);
  });
  it("never turns a piece inside out", () => {
    const thin = resized(WALL, [1, 0], [-5, 4.5]);
    expect(round(thin)).toEqual([[4, 4], [4.25, 4], [4.25, 5], [4, 5]]);
  });
  it("snaps or does not", () => {
    expect(round(resized(WALL, [1, 0], [9.1, 4.5], 0))[1]).toEqual([9.1, 4]);
  });
  it("works in the frame of a turned piece", () => {
    const turned = rotated(WALL, 30);
    const still = handleAt(turned, [-1, 0]);
    const at = handleAt(turned, [1, 0]);
    const way = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)] as const;
    const longer = resized(turned, [1, 0], [at[0] + way[0], at[1] + way[1]]);
    expect(frame(longer).box.x1 - frame(longer).box.x0).toBeCloseTo(5);
    expect(handleAt(longer, [-1, 0])[0]).toBeCloseTo(still[0]);
    expect(handleAt(longer, [-1, 0])[1]).toBeCloseTo(still[1]);
  });
  it("by figures keeps the middle", () => {
    const shape = sized(rotated(WALL, 45), 2, 2);
    expect(middle(shape)[0]).toBeCloseTo(6);
    expect(frame(shape).box.y1 - frame(shape).box.y0).toBeCloseTo(2);
  });
});

describe("shapes", () => {
  it("without dents are known", () => {
    expect(convex(WALL)).toBe(true);
    expect(convex([...WALL].reverse())).toBe(true);
    expect(convex([[0, 0], [4, 0], [4, 4], [2, 1]])).toBe(false);
    expect(convex([[0, 0], [1, 0]])).toBe(false);
    expect(convex([[0, 0], [1, 0], [2, 0]])).toBe(false);
    const star: Shape = [0, 2, 4, 1, 3].map((k) => [Math.cos((k * 2 * Math.PI) / 5), Math.sin((k * 2 * Math.PI) / 5)]);
    expect(convex(star)).toBe(false);
  });
  it("get a hull", () => {
    const found = hull([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4], [2, 2]]);
    expect(alike(found, [[0, 0], [4, 0], [4, 4], [0, 4]])).toBe(true);
    expect(convex(found)).toBe(true);
  });
  it("share ground or touch", () => {
    expect(overlaps(WALL, moved(WALL, 1, 0.5))).toBe(true);
    expect(overlaps(WALL, moved(WALL, 4, 0))).toBe(false);
    expect(overlaps(WALL, moved(WALL, 0, 1))).toBe(false);
    expect(overlaps(WALL, [...moved(WALL, 1, 0.5)].reverse())).toBe(true);
    expect(overlaps(WALL, rotated(WALL, 45))).toBe(true);
  });
  it("hold spots", () => {
    expect(contains(WALL, [5, 4.5])).toBe(true);
    expect(contains(WALL, [9, 4.5])).toBe(false);
  });
  it("lie on the mat or are pushed onto it", () => {
    expect(onMat(WALL, MAT)).toBe(true);
    expect(onMat(moved(WALL, -5, 0), MAT)).toBe(false);
    expect(pushedOn([moved(WALL, -5, 0)], MAT)).toEqual([1, 0]);
    expect(pushedOn([moved(WALL, 30, 21)], MAT)).toEqual([-2, -2]);
    expect(pushedOn([WALL], MAT)).toEqual([0, 0]);
  });
  it("snap to quarters", () => {
    expect(snap(1.13)).toBe(1.25);
    expect(snap(1.13, 0)).toBe(1.13);
    expect(snap(1.3, 1)).toBe(1);
  });
});
