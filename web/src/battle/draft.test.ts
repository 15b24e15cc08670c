import { describe, expect, it } from "vitest";
import type { DecisionView, ModelView, OfferView, RefusalView } from "../wire";
import { against, answer, barred, begin, buttons, callable, choices, clickDeal, deal, doers, ends, joined, narrowed, openSlot, placeable, priceOf, routeOf } from "./draft";

const offer = (action: string, more: Partial<OfferView> = {}): OfferView => ({ action, rule: "R-1", name: action, glyph: "", ...more });
const models = { x: { side: "blue" } as ModelView, y: { side: "blue" } as ModelView, foe: { side: "red" } as ModelView };
const decision = (...offers: OfferView[]): DecisionView => ({ side: "blue", rule: "R-1", text: "", offers });

const call = offer("Call", { slots: [{ field: "model", kind: "pick", of: "models", options: ["x", "y"] }] });
const pass = offer("Pass", { ends: true });
const go = offer("Go", { given: { actor: "x" }, slots: [{ field: "to", kind: "route", actor: "x", reach: 4, via: "via" }] });
const hit = offer("Hit", { given: { actor: "x", with: "gun" }, slots: [{ field: "split", kind: "split", options: ["foe"], most: 3 }] });
const bless = offer("Bless", { given: { actor: "x" }, slots: [{ field: "target", kind: "pick", of: "models", options: ["y", "foe"] }] });
const put = offer("Put", {
  slots: [
    { field: "model", kind: "pick", of: "models", options: ["x", "y"] },
    { field: "at", kind: "spot", zone: [[0, 0]] },
  ],
});

describe("what may be answered", () => {
  it("calls models where nothing but a model is asked for", () => {
    expect([...callable(decision(call, pass), models).keys()]).toEqual(["x", "y"]);
    expect(callable(decision(bless, put), models).size).toBe(0);
  });
  it("knows buttons from choices made on the table and from ends", () => {
    expect(buttons(decision(call, put, go, hit, pass), models)).toEqual([go, hit]);
    expect(ends(decision(call, pass))).toEqual([pass]);
    expect([...placeable(decision(put), models).keys()]).toEqual(["x", "y"]);
  });
  it("makes a button of stepping to a spot and doing something to somebody there", () => {
    const dash = offer("Dash", {
      given: { actor: "x", with: "gun" },
      slots: [
        { field: "target", kind: "pick", of: "models", options: ["foe"] },
        { field: "to", kind: "spot", actor: "x", reach: 1 },
      ],
    });
    expect(placeable(decision(dash), models).size).toBe(0);
    expect(buttons(decision(dash), models)).toEqual([dash]);
  });
  it("lets somebody who commands one of a side call and put down nobody else", () => {
    const few = narrowed(decision(call, put, go, bless), models, ["y"])!;
    expect([...callable(few, models).keys()]).toEqual(["y"]);
    expect([...placeable(few, models).keys()]).toEqual(["y"]);
    expect(few.offers).toHaveLength(2);
    expect(narrowed(decision(call, pass), models, [])).toBeNull();
    const about = { ...decision(call), about: "y" };
    expect(narrowed(about, models, ["y"])).toBe(about);
  });
  it("makes a button of naming somebody of the other side", () => {
    const force = offer("Force", { slots: [{ field: "model", kind: "pick", of: "models", options: ["foe"] }] });
    expect([...callable(decision(call, force), models).keys()]).toEqual(["x", "y"]);
    expect(buttons(decision(call, force), models)).toEqual([force]);
  });
  it("knows who could answer, with what, and what ends it for whom", () => {
    const shoot = offer("Shoot", { given: { actor: "x", with: "gun" } });
    const step = offer("Step", { given: { actor: "x" } });
    const dodge = offer("Dodge", { given: { actor: "y" } });
    const stay = offer("Stay", { given: { actor: "y" }, ends: true });
    expect([...doers(decision(shoot, step, dodge, pass), models)]).toEqual([["x", [shoot, step]], ["y", [dodge]]]);
    expect(doers({ ...decision(shoot, dodge), about: "x" }, models).size).toBe(0);
    expect(ends(decision(shoot, dodge, stay, pass), models, "x")).toEqual([pass]);
    expect(ends(decision(shoot, dodge, stay, pass), models, "y")).toEqual([stay, pass]);
  });
  it("knows why somebody has nothing to answer", () => {
    const no = { rule: "R-2", title: "Sight", text: "y does not see foe", facts: {} } as unknown as RefusalView;
    const asked = { ...decision(offer("Shoot", { given: { actor: "x" } }), pass), withheld: [offer("Answer", { given: { actor: "y" }, refusal: no }), offer("Sell", { refusal: no })] };
    expect([...barred(asked, models)]).toEqual([["y", no]]);
    expect(barred({ ...asked, about: "x" }, models).size).toBe(0);
    expect([...barred({ ...asked, about: "y" }, models)]).toEqual([["y", no]]);
    expect(barred(null, models).size).toBe(0);
  });
  it("finds what could be done to a model, and along what it would go", () => {
    expect(against(decision(go, hit, bless), "foe")).toEqual([hit, bless]);
    expect(routeOf(decision(go, hit), "x")).toBe(go);
    expect(routeOf(decision(go, hit), "y")).toBeUndefined();
  });
});

describe("filling an offer", () => {
  it("fills what leaves no choice, and asks for the rest in order", () => {
    const one = begin(offer("Put", { slots: [{ field: "model", kind: "pick", of: "models", options: ["x"] }, { field: "at", kind: "spot" }] }));
    expect(one.values).toEqual({ model: "x" });
    expect(openSlot(one)?.field).toBe("at");
    expect(answer({ ...one, values: { ...one.values, at: [1, 2] } })).toEqual({ type: "Put", model: "x", at: [1, 2] });
  });
});

describe("dice divided among targets", () => {
  it("gives all to the first and takes one over for each further click", () => {
    const first = clickDeal({}, 3, "foe");
    expect(first).toEqual({ foe: 3 });
    expect(clickDeal(first, 3, "other")).toEqual({ foe: 2, other: 1 });
  });
  it("never deals more than there are nor less than none", () => {
    expect(deal({ foe: 3 }, 3, "foe", 1)).toEqual({ foe: 3 });
    expect(deal({ foe: 1 }, 3, "foe", -1)).toEqual({});
    expect(deal({ a: 2, b: 1 }, 3, "c", 2)).toEqual({ b: 1, c: 2 });
  });
});

it("joins a draft with answers once", () => {
  expect(joined([{ type: "Call" }], [{ type: "Go" }])).toEqual([{ type: "Call" }, { type: "Go" }]);
  expect(joined([{ type: "Call" }], [{ type: "Call" }, { type: "Go" }])).toEqual([{ type: "Call" }, { type: "Go" }]);
});

it("counts the price of a number that is chosen within an offer", () => {
  const risk = (chance: number) => ({ name: "Risk", chance, rule: "R-1" });
  const one = offer("Hit", { cost: 1, risk: risk(0), slots: [{ field: "more", kind: "count", least: 0, most: 2, costs: [1, 2, 3], risks: [risk(0), risk(0.25), risk(0.5)] }] });
  expect(priceOf(begin(one))).toEqual({ cost: 1, risk: risk(0) });
  const filling = { offer: one, values: { more: 2 } };
  expect(priceOf(filling)).toEqual({ cost: 3, risk: risk(0.5) });
  expect(choices({ ...filling, values: { more: 2, part: "head", by: ["a"] } })).toEqual({ more: 2, part: "head" });
  const aimed = offer("Fire", { cost: 2, slots: [{ field: "actions", kind: "pick", options: [2, 3], costs: [2, 3], usual: 2 }] });
  expect(priceOf({ offer: aimed, values: { actions: 3 } }).cost).toBe(3);
  expect(priceOf(begin(aimed)).cost).toBe(2);
  expect(priceOf(begin(offer("Go", { cost: 2 })))).toEqual({ cost: 2, risk: null });
  expect(choices(null)).toEqual({});
});
