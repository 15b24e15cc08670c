import { expect, it } from "vitest";
import type { Scene } from "../wire";
import { said } from "./words";

const scene = { sides: { blue: {}, red: {} }, models: { x: { id: "x", name: "Scout", side: "blue" } } } as unknown as Scene;

it("calls sides by the names of their squads, with one article", () => {
  expect(said("The blue act", scene, { blue: "The Last Watch" })).toBe("The Last Watch act");
  expect(said("The red act", scene, { red: "Wolves" })).toBe("Wolves act");
  expect(said("near the red zone", scene, { red: "The Pack" })).toBe("near The Pack zone");
  expect(said("blue Scout moves; the red wait", scene, { red: "Wolves" })).toBe("Scout moves; the Wolves wait");
});
