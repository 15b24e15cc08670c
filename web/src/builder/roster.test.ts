import { describe, expect, it } from "vitest";
import type { CatalogEntry, Roster } from "../wire";
import { apart, beyond, changes, copied, firstStats, formName, movedModel, openTo, readRoster, same, shortName, stepped, typedStat, withForm, withItem, withModel, withoutItem, withStat, withoutModel, written } from "./roster";

const SQUAD: Roster = { game: "g", name: "Band", models: [{ profile: "a" }, { profile: "b", items: ["x", "y"] }, { profile: "c" }] };
const names = (roster: Roster) => roster.models.map((entry) => entry.profile).join("");

describe("a squad", () => {
  it("is changed without changing the one before", () => {
    const before = JSON.stringify(SQUAD);
    expect(names(withModel(SQUAD, { profile: "d" }))).toBe("abcd");
    expect(names(withoutModel(SQUAD, 1))).toBe("ac");
    expect(names(movedModel(SQUAD, 0, 2))).toBe("bca");
    expect(names(movedModel(SQUAD, 2, 0))).toBe("cab");
    expect(movedModel(SQUAD, 0, 3)).toBe(SQUAD);
    expect(withItem(SQUAD, 0, "z").models[0]?.items).toEqual(["z"]);
    expect(withoutItem(SQUAD, 1, 0).models[1]?.items).toEqual(["y"]);
    expect(JSON.stringify(SQUAD)).toBe(before);
  });

  it("is written without what is empty", () => {
    const full: Roster = { ...SQUAD, id: "7", origin: "house", note: "", models: [{ profile: "a", items: [], name: "", base: null }] };
    expect(written(full)).toEqual({ game: "g", name: "Band", models: [{ profile: "a" }] });
    expect(same(full, { ...full, id: "8" })).toBe(true);
  });

  it("takes figures as they are written, and brings them back by steps", () => {
    expect([typedStat("99"), typedStat("-4"), typedStat("0"), typedStat("many"), typedStat("")]).toEqual([99, -4, 0, null, null]);
    expect([stepped(99, 1, [3, 9]), stepped(9, -1, [3, 9]), stepped(3, -1, [3, 9]), stepped(-4, -1, [3, 9])]).toEqual([9, 8, 3, 3]);
  });

  it("sets those apart whose figures are chosen", () => {
    const [one, own] = [{ id: "a" }, { id: "own", spans: { luck: [1, 3] } }] as unknown as CatalogEntry[];
    expect(apart([one!, own!])).toEqual({ free: [own], printed: [one] });
  });

  it("calls figures as the cards do", () => {
    const shorts = { hit_points: "HP", attack: "ATK", move: "Move" };
    expect(["hit_points", "attack", "move", "luck"].map((name) => shortName(name, shorts))).toEqual(["HP", "ATK", "MOV", "LUC"]);
  });

  it("warns of what costs more than there is left", () => {
    expect(beyond(60, Infinity, 50)).toBe("10 over budget");
    expect(beyond(1, Infinity, 0)).toBe("1 over budget");
    expect(beyond(5, Infinity, -20)).toBe("");
    expect(beyond(3, 1, 50)).toBe("2 over the allowance");
    expect(beyond(50, Infinity, 50)).toBe("");
  });

  it("keeps the figures that were chosen for somebody", () => {
    const own = { profile: "own", stats: { move: 5, luck: 2 } };
    const squad = withStat({ ...SQUAD, models: [own] }, 0, "luck", 3);
    expect(written(squad).models).toEqual([{ profile: "own", stats: { move: 5, luck: 3 } }]);
    expect(readRoster(written(squad), ["g"]).models[0]?.stats).toEqual({ move: 5, luck: 3 });
    expect(firstStats({ id: "own", name: "Own", cost: 9, glyph: "", figures: { move: 5 }, spans: { move: [3, 9], luck: [1, 3] } })).toEqual({ move: 5, luck: 1 });
    expect(() => readRoster({ ...SQUAD, models: [{ profile: "own", stats: { move: "far" } }] }, ["g"])).toThrow(/whole numbers/);
  });

  it("carries one form of a thing in the place of another", () => {
    const item = (id: string, of = "") => ({ id, name: id, cost: 1, glyph: "", of });
    const items = new Map(["x", "x_hot", "x_cold", "y"].map((id) => [id, item(id, id.startsWith("x_") ? "x" : "")]));
    expect(withForm(SQUAD, 1, items.get("x_hot")!, items).models[1]?.items).toEqual(["x_hot", "y"]);
    const hot = withForm(SQUAD, 1, items.get("x_hot")!, items);
    expect(withForm(hot, 1, items.get("x_cold")!, items).models[1]?.items).toEqual(["x_cold", "y"]);
    expect(withForm(SQUAD, 0, items.get("x_hot")!, items).models[0]?.items).toEqual(["x_hot"]);
    expect(formName({ ...item("x"), name: "Long gun (Hot)" })).toBe("Hot");
  });

  it("is copied under another name", () => {
    expect(copied(SQUAD).name).toBe("Band (2)");
    expect(copied(copied(SQUAD)).name).toBe("Band (3)");
  });

  it("counts what a repair changes", () => {
    expect(changes(SQUAD, SQUAD)).toBe(0);
    expect(changes(SQUAD, withoutItem(SQUAD, 1, 0))).toBe(1);
    expect(changes(SQUAD, withoutModel(withoutItem(SQUAD, 1, 0), 2))).toBe(2);
    expect(changes(SQUAD, movedModel(SQUAD, 0, 2))).toBe(0);
  });

  it("knows what is open to a profile", () => {
    const entry = (id: string, open_to?: string[]) => ({ id, name: id, cost: 1, glyph: "", open_to });
    const catalog = [
      { id: "p", name: "Profiles", role: "profile" as const, entries: [entry("a")] },
      { id: "i", name: "Items", role: "item" as const, entries: [entry("x", ["a"]), entry("y", ["b"]), entry("z")] },
      { id: "j", name: "None", role: "item" as const, entries: [entry("w", ["b"])] },
    ];
    expect(openTo(catalog, "a").map((h) => h.entries.map((e) => e.id))).toEqual([["x", "z"]]);
  });

  it("is read from a file", () => {
    expect(readRoster(JSON.parse(JSON.stringify(SQUAD)), ["g"]).models).toHaveLength(3);
    expect(readRoster({ game: "g", name: "n", model: [{ character: "a", base_in: 1.5 }] }, ["g"]).models[0]).toEqual({
      profile: "a",
      items: [],
      base: 1.5,
    });
  });

  it.each([
    [null, /Expected a squad/],
    [[], /Expected a squad/],
    [{ game: "h", name: "n", models: [] }, /does not have/],
    [{ game: "g", models: [] }, /name is missing/],
    [{ game: "g", name: "n" }, /list of models/],
    [{ game: "g", name: "n", models: [3] }, /model 1/],
    [{ game: "g", name: "n", models: [{}] }, /profile of model 1/],
    [{ game: "g", name: "n", models: [{ profile: "a", items: "x" }] }, /no list/],
  ])("that is none is refused: %j", (value, why) => {
    expect(() => readRoster(value, ["g"])).toThrow(why);
  });
});
