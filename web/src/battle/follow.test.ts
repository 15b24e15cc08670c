import { expect, it } from "vitest";
import type { DecisionView } from "../wire";
import { taking } from "./follow";

const decision = {
  side: "blue", rule: "R", text: "",
  offers: [
    { action: "Go", rule: "R", name: "Move", glyph: "", given: { model: "b1", kind: "walk" } },
    { action: "Go", rule: "R", name: "Sprint", glyph: "", given: { model: "b1", kind: "sprint" } },
    { action: "Rest", rule: "R", name: "Rest", glyph: "" },
  ],
} as DecisionView;

it("finds the offer that an answer takes up by what is given", () => {
  expect(taking(decision, { type: "Go", model: "b1", kind: "sprint", to: [1, 2] })?.name).toBe("Sprint");
  expect(taking(decision, { type: "Rest" })?.name).toBe("Rest");
  expect(taking(decision, { type: "Go", model: "b2", kind: "walk" })).toBeUndefined();
  expect(taking(null, { type: "Rest" })).toBeUndefined();
});
