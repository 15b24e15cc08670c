import { expect, test } from "vitest";
import type { Point } from "./geometry";
import { SCALE_HEIGHT, scaleAt } from "./scale";

const seen = { left: 0, right: 800, bottom: 600 };
const base = (x: number, y: number) => ({ at: [x, y] as Point, radius: 20 });

test("the scale lies in the lower right corner", () => {
  expect(scaleAt(seen, 140, [])).toEqual({ left: 650, top: 600 - 10 - SCALE_HEIGHT });
  expect(scaleAt(seen, 140, [base(700, 300)])).toEqual(scaleAt(seen, 140, []));
});

test("the scale makes room for whoever stands there", () => {
  const { left } = scaleAt(seen, 140, [base(700, 580)]);
  expect(left + 140).toBeLessThanOrEqual(680);
  expect(scaleAt(seen, 140, [base(790, 560), base(640, 590)]).left + 140).toBeLessThanOrEqual(620);
});

test("where everybody stands along the edge the scale stays in its corner", () => {
  const crowd = Array.from({ length: 21 }, (_, n) => base(n * 40, 580));
  expect(scaleAt(seen, 140, crowd).left).toBe(650);
});
