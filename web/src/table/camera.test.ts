import { describe, expect, it } from "vitest";
import { between, detail, fitting, held, panned, pinched, toTable, toView, zoomed, type Camera } from "./camera";

const VIEW = { width: 800, height: 600 };
const TABLE = { width: 36, height: 24 };
const CAMERA: Camera = { x: 10, y: 12, px: 40 };

describe("camera", () => {
  it("goes from inches to pixels and back, y upwards", () => {
    expect(toView(CAMERA, VIEW, [10, 12])).toEqual([400, 300]);
    expect(toView(CAMERA, VIEW, [11, 13])).toEqual([440, 260]);
    const [x, y] = toTable(CAMERA, VIEW, ...toView(CAMERA, VIEW, [3.25, 20.5]));
    expect(x).toBeCloseTo(3.25, 9);
    expect(y).toBeCloseTo(20.5, 9);
  });

  it("fits the whole table with its margins", () => {
    const camera = fitting(VIEW, TABLE, { top: 10, right: 20, bottom: 30, left: 40 });
    const [left, top] = toView(camera, VIEW, [0, 24]);
    const [right, bottom] = toView(camera, VIEW, [36, 0]);
    expect(left).toBeCloseTo(40, 6);
    expect(right).toBeCloseTo(780, 6);
    expect(top).toBeGreaterThanOrEqual(10);
    expect(bottom).toBeLessThanOrEqual(570);
  });

  it("keeps the inch under the pointer while zooming", () => {
    const before = toTable(CAMERA, VIEW, 500, 200);
    const after = toTable(zoomed(CAMERA, VIEW, TABLE, 500, 200, 1.4), VIEW, 500, 200);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
  });

  it("is held on the table and within sensible distances", () => {
    expect(held({ x: -5, y: 99, px: 40 }, VIEW, TABLE)).toEqual({ x: 0, y: 24, px: 40 });
    expect(held({ x: 1, y: 1, px: 9999 }, VIEW, TABLE).px).toBe(110);
    expect(held({ x: 1, y: 1, px: 0.1 }, VIEW, TABLE).px).toBeLessThan(fitting(VIEW, TABLE).px);
  });

  it("pulls the ground along with the pointer", () => {
    const moved = panned(CAMERA, VIEW, TABLE, 40, -80);
    expect(moved).toEqual({ x: 9, y: 10, px: 40 });
  });

  it("keeps what is under two fingers under them", () => {
    const next = pinched(CAMERA, VIEW, TABLE, [[300, 300], [500, 300]], [[250, 320], [550, 320]]);
    expect(next.px).toBeCloseTo(60, 9);
    const under = toView(next, VIEW, toTable(CAMERA, VIEW, 300, 300));
    expect(under[0]).toBeCloseTo(250, 6);
    expect(under[1]).toBeCloseTo(320, 6);
  });

  it("flies from one place to another", () => {
    const to = { x: 20, y: 6, px: 80 };
    expect(between(CAMERA, to, 0)).toEqual(CAMERA);
    expect(between(CAMERA, to, 1)).toEqual(to);
  });

  it("draws less from farther away", () => {
    expect([detail(30), detail(11), detail(8)]).toEqual(["full", "icon", "plain"]);
  });
});
