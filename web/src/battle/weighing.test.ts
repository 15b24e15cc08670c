import { describe, expect, it } from "vitest";
import type { DecisionView, OfferView } from "../wire";
import { candidates } from "./weighing";

const shot = (target: string): OfferView =>
  ({
    action: "Shoot", name: `Shoot ${target}`, rule: "X", foretold: true, given: { target },
    slots: [{ field: "effort", kind: "pick", spoken: true, options: [2, 3], names: ["2 actions", "3 actions"] }],
  }) as unknown as OfferView;
const names = (...offers: OfferView[]) => candidates({ offers } as unknown as DecisionView, null, {}).map((one) => one.name);

describe("candidates", () => {
  it("say what they are of where several offers have the same choices", () => {
    expect(names(shot("Ana"))).toEqual(["2 actions", "3 actions"]);
    expect(names(shot("Ana"), shot("Bo"))).toEqual(["Shoot Ana, 2 actions", "Shoot Ana, 3 actions", "Shoot Bo, 2 actions", "Shoot Bo, 3 actions"]);
  });
});
