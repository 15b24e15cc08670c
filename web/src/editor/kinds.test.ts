import { describe, expect, it } from "vitest";
import type { Piece, TableBrief } from "../wire";
import { joined, keyOf, kindsOf, spoken } from "./kinds";

const at = (name: string, id: string, ...traits: string[]): Piece => ({ polygon: [[0, 0], [1, 0], [1, 1]], name, id, traits });
const table = (...pieces: Piece[]): TableBrief => ({ plan: { id: "t", pieces }, mat: "yard" });

describe("the kinds of pieces of a book", () => {
  it("are those of its tables, the most frequent first", () => {
    const kinds = kindsOf([table(at("scrub 1", "a", "cover"), at("rock A", "b", "hiding", "solid")), table(at("spire", "c", "solid", "hiding"))]);
    expect(kinds.map((kind) => kind.name)).toEqual(["Rock", "Scrub"]);
    expect(keyOf(kinds[0]!.traits)).toBe(keyOf(["solid", "hiding"]));
  });
  it("leave out what only one place can be, and what means nothing", () => {
    expect(kindsOf([table(at("deck", "c", "ladder:3/4"), at("box", "d"))])).toEqual([]);
  });
  it("may come in pairs", () => {
    const [gate, ...others] = kindsOf([table(at("gate", "a", "portal", "pair:b"), at("gate", "b", "portal", "pair:a"))]);
    expect(others).toEqual([]);
    expect(gate!.traits).toEqual(["portal", "pair:*"]);
    expect(spoken(gate!.traits)).toBe("portal, pair with its twin");
    expect(joined(gate!.traits, "c")).toEqual(["portal", "pair:c"]);
    expect(joined(gate!.traits, undefined)).toEqual(["portal"]);
  });
  it("are said as one says them", () => {
    expect(spoken(["high_ground", "level:1"])).toBe("high ground, level 1");
  });
});
