import { expect, test } from "vitest";
import type { ModelView } from "../wire";
import { called, rows, short, together, unitsIn } from "./alike";

const model = (id: string, name: string, unit = "", gone = false, left = 2): ModelView =>
  ({ id, name, profile: name.replace(/[\s.\d]+$/, ""), unit, gone, side: "red", figure: { role: "", glyph: "", health: { name: "Wounds", value: left, most: 3, rule: "X-1" } } }) as ModelView;

test("those of one name and kind are one row, those who stand first", () => {
  const squad = [model("r1", "Hound 1.1", "pack-1", true, 0), model("r2", "Hound 1.2", "pack-1"), model("r3", "Hound 2", "pack-2"), model("r4", "Handler")];
  const found = rows(squad, false);
  expect(found.map((row) => [row.models.map((one) => one.id), row.standing])).toEqual([
    [["r2", "r3", "r1"], 2],
    [["r4"], 1],
  ]);
  expect(unitsIn(found[0]!)).toBe(2);
  expect(found.map(called)).toEqual(["Hound", "Handler"]);
  expect(together(found[0]!)).toMatchObject({ value: 4, most: 6 });
});

test("one's own are commanded one by one", () => {
  expect(rows([model("r1", "Hound"), model("r2", "Hound")], true).map((row) => row.id)).toEqual(["r1", "r2"]);
});

test("nothing is left where all fell", () => {
  expect(together(rows([model("r1", "Hound", "", true, 0), model("r2", "Hound", "", true, 0)], false)[0]!)).toBeNull();
});

test("those of whom nobody is left come last", () => {
  const squad = [model("r1", "Ogre", "", true, 0), model("r2", "Hound 1"), model("r3", "Hound 2")];
  expect(rows(squad, false).map(called)).toEqual(["Hound", "Ogre"]);
  expect(rows(squad, true).map((row) => row.id)).toEqual(["r1", "r2", "r3"]);
});

test("names are as short as they can be told apart", () => {
  expect(short(["Odile Marrow", "Brick Tannavoss", "Lark-Seven"])).toEqual(["Odile", "Brick", "Lark-Seven"]);
  expect(short(["Walker Ode", "Walker Ruen", "The Ninth", "Mother Teal"])).toEqual(["Walker Ode", "Walker Ruen", "The Ninth", "Mother"]);
  expect(short(["Hound 1", "Hound 2"])).toEqual(["Hound 1", "Hound 2"]);
});
