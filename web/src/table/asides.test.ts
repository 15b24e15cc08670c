import { expect, test } from "vitest";
import type { ModelView } from "../wire";
import { asides } from "./asides";
import { distance, type Point } from "./geometry";

const SIZE = { width: 48, height: 48 };
const PX = 11;
const model = (id: string, at: Point, kind = "model", radius = kind === "model" ? 0.5 : 0): ModelView => ({ id, at, kind, radius, name: id }) as ModelView;
const spots = (...models: ModelView[]): Map<string, Point> => asides(models, PX, SIZE, (one) => one.at as Point);

test("a marker in the open stays where it lies", () => {
  expect(spots(model("m", [10, 10], "marker"), model("a", [14, 10])).size).toBe(0);
});

test("a marker under somebody is drawn where nobody stands, near by", () => {
  const crowd = [model("a", [10, 10]), model("b", [11.1, 10]), model("c", [10, 11.1])];
  const to = spots(model("m", [10, 10], "marker"), ...crowd).get("m")!;
  expect(crowd.every((one) => distance(to, one.at as Point) * PX > 0.5 * PX + 9)).toBe(true);
  expect(distance(to, [10, 10]) * PX).toBeLessThan(72);
});

test("of two markers on one spot one moves aside", () => {
  expect([...spots(model("m", [10, 10], "marker"), model("n", [10.1, 10], "object")).keys()]).toEqual(["n"]);
});

test("nothing is drawn off the mat", () => {
  const [x, y] = spots(model("m", [0.3, 0.3], "marker"), model("a", [0.3, 0.3])).get("m")!;
  expect(Math.min(x, y)).toBeGreaterThan(0);
});

test("ground that is seen through stays", () => {
  expect(spots(model("m", [10, 10], "marker", 3), model("a", [10, 10])).size).toBe(0);
});
