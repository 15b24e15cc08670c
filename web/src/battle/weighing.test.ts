import { describe, expect, it } from "vitest";
import type { DecisionView, OfferView } from "../wire";
import { begin } from "./draft";
import { candidates, telling, type Weighed } from "./weighing";

const shot = (target: string): OfferView =>
  ({
    action: "Shoot", name: `Shoot ${target}`, rule: "X", foretold: true, given: { target },
    slots: [{ field: "effort", kind: "pick", spoken: true, options: [2, 3], names: ["2 actions", "3 actions"] }],
  }) as unknown as OfferView;
const names = (...offers: OfferView[]) => candidates({ offers } as unknown as DecisionView, null, {}).map((one) => one.name);

describe("candidates", () => {
  it("say what they are of where several offers have the same choices", () => {
    expect(names(shot("Ana"))).toEqual(["2 actions", "3 actions"]);
    const lone = { ...shot("Ana"), slots: [{ field: "effort", kind: "pick", spoken: true, options: [2], names: ["2 actions"] }] } as unknown as OfferView;
    expect(names(lone)).toEqual(["Shoot Ana, 2 actions"]);
    expect(names(shot("Ana"), shot("Bo"))).toEqual(["Shoot Ana, 2 actions", "Shoot Ana, 3 actions", "Shoot Bo, 2 actions", "Shoot Bo, 3 actions"]);
  });

  it("set what is in hand beside what differs from it in a number only", () => {
    const cast = (power: number, actor = "ana"): OfferView =>
      ({ action: "Cast", name: `Lance, power ${power}`, rule: "X", foretold: true, given: { actor, power }, slots: [{ field: "target", kind: "pick", of: "models", options: ["bo"] }] }) as unknown as OfferView;
    const offers = [cast(1), cast(2), cast(2, "cy")];
    const filling = { ...begin(offers[1]!), values: { target: "bo" } };
    const models = { bo: { at: [1, 1] } } as never;
    const found = candidates({ offers } as unknown as DecisionView, filling, models);
    expect(found.map((one) => [one.name, one.answer])).toEqual([
      ["Lance, power 1", { type: "Cast", actor: "ana", power: 1, target: "bo" }],
      ["Lance, power 2", { type: "Cast", actor: "ana", power: 2, target: "bo" }],
    ]);
    expect(candidates({ offers } as unknown as DecisionView, begin({ ...offers[1]!, slots: [{ field: "at", kind: "spot" }] } as unknown as OfferView), models)).toEqual([]);
  });
});

describe("telling", () => {
  const weighed = (chance: number): Weighed => ({ forecast: { prospects: [{ name: "Hit", chance }] } }) as unknown as Weighed;
  it("leaves out options that all promise the same", () => {
    expect(telling([weighed(0.5), weighed(0.5)])).toBe(false);
    expect(telling([weighed(0.5), weighed(0.25)])).toBe(true);
    expect(telling([weighed(0.5)])).toBe(true);
  });
});
