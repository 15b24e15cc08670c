import { describe, expect, it } from "vitest";
import type { Piece } from "../wire";
import { alike, convex, onMat, overlaps, type Shape } from "./geometry";
import { changed, completed, group, inFigures, layoutOf, lonely, numbered, paired, PALETTE, readPlan, room, same, shapeOf, shifted, together, turned, twinOf, without, withParts, written } from "./plan";

const MAT = { width: 36, height: 24 };
const WALL: Shape = [[4, 4], [8, 4], [8, 5], [4, 5]];
const wall: Piece = { id: "w", polygon: WALL, height: 2 };
const two = completed([wall], "turn", MAT);
const by = (pieces: Piece[], id: string) => pieces.find((piece) => piece.id === id)!;

describe("twins", () => {
  it("are made once", () => {
    expect(two).toHaveLength(2);
    expect(completed(two, "turn", MAT)).toHaveLength(2);
    expect(lonely([wall], "turn", MAT)).toBe(1);
    expect(lonely(two, "turn", MAT)).toBe(0);
  });
  it("follow what is moved, turned or raised", () => {
    let pieces = shifted(two, ["w"], 1, 2, "turn", MAT);
    pieces = turned(pieces, ["w"], 30, "turn", MAT);
    pieces = changed(pieces, ["w"], "turn", MAT, (piece) => ({ ...piece, height: 3 }));
    const twin = twinOf(pieces, by(pieces, "w"), "turn", MAT)!;
    expect(twin.id).toBe(two[1]!.id);
    expect(twin.height).toBe(3);
  });
  it("stay behind without symmetry", () => {
    const pieces = shifted(two, ["w"], 1, 2, "none", MAT);
    expect(pieces[1]).toBe(two[1]);
    expect(twinOf(pieces, by(pieces, "w"), "turn", MAT)).toBeUndefined();
  });
  it("are moved once when both are chosen", () => {
    const pieces = shifted(two, two.map((piece) => piece.id!), 1, 0, "turn", MAT);
    expect(alike(shapeOf(pieces[0]!), [[5, 4], [9, 4], [9, 5], [5, 5]])).toBe(true);
    expect(lonely(pieces, "turn", MAT)).toBe(0);
  });
  it("go together", () => {
    expect(without(two, ["w"], "turn", MAT)).toHaveLength(0);
    expect(without(two, ["w"], "none", MAT)).toHaveLength(1);
  });
  it("of what lies in the middle are itself", () => {
    const middle: Piece = { id: "m", polygon: [[17, 11], [19, 11], [19, 13], [17, 13]], height: 4 };
    expect(twinOf([middle], middle, "turn", MAT)).toBe(middle);
    expect(completed([middle], "turn", MAT)).toHaveLength(1);
    expect(without([middle], ["m"], "turn", MAT)).toHaveLength(0);
  });
});

describe("the palette", () => {
  it("has shapes without dents", () => {
    for (const template of PALETTE) for (const part of template.parts) expect(convex(part)).toBe(true);
  });
  it("finds room for each, with its twin", () => {
    let pieces: Piece[] = [];
    for (const template of [...PALETTE, ...PALETTE]) {
      const at = room(pieces, template.parts, [18, 12], "turn", MAT);
      const parts = template.parts.map((part) => ({ shape: part.map(([x, y]): [number, number] => [x + at[0], y + at[1]]), height: 1 }));
      pieces = withParts(pieces, template.id, template.name, parts, "turn", MAT).pieces;
    }
    expect(pieces.length).toBe(PALETTE.flatMap((template) => template.parts).length * 4);
    expect(new Set(pieces.map((piece) => piece.id)).size).toBe(pieces.length);
    expect(pieces.every((piece) => onMat(shapeOf(piece), MAT))).toBe(true);
    for (const [n, one] of pieces.entries()) for (const other of pieces.slice(n + 1)) expect(overlaps(shapeOf(one), shapeOf(other))).toBe(false);
  });
  it("keeps the arms of a corner together", () => {
    const corner = PALETTE.find((template) => template.parts.length === 2)!;
    const { pieces, ids } = withParts([], "corner", "Corner", corner.parts.map((shape) => ({ shape, height: 2 })), "none", MAT);
    expect(together(pieces, ids[0]!)).toEqual(ids);
    expect(group(ids[0]!)).toBe(group(ids[1]!));
  });
});

describe("a layout", () => {
  it("never leaves the mat", () => {
    expect(alike(shapeOf(shifted([wall], ["w"], -50, 50, "none", MAT)[0]!), [[0, 23], [4, 23], [4, 24], [0, 24]])).toBe(true);
  });
  it("is read back as it was written", () => {
    const layout = layoutOf({ id: "x", name: "Yard", pieces: two }, "yard");
    expect(same(layoutOf(readPlan(JSON.parse(JSON.stringify(written(layout)))), "yard"), layout)).toBe(true);
  });
  it("keeps what its pieces mean, and the size of its mat", () => {
    const scrub: Piece = { id: "scrub", polygon: WALL, height: 0, traits: ["hiding", "cover"] };
    const plan = { id: "x", name: "X", width: 30, height: 20, pieces: [scrub, wall] };
    const again = written(layoutOf(readPlan(JSON.parse(JSON.stringify(plan))), "yard"));
    expect(again).toMatchObject({ width: 30, height: 20 });
    expect(again.pieces.map((piece) => piece.traits)).toEqual([["hiding", "cover"], undefined]);
    const twice = withParts([], "scrub", "Scrub", [{ shape: WALL, height: 0, traits: scrub.traits }], "turn", MAT).pieces;
    expect(twice.map((piece) => piece.traits)).toEqual([scrub.traits, scrub.traits]);
  });
  it("joins what comes in pairs: with its twin, or with the other that waits", () => {
    const gate = { shape: WALL, height: 0, traits: ["portal", "pair:*"] };
    const twins = paired(withParts([], "gate", "Gate", [gate], "turn", MAT).pieces, "turn", MAT);
    expect(twins.map((piece) => piece.traits)).toEqual([["portal", "pair:gate-2"], ["portal", "pair:gate-1"]]);
    const two = withParts(withParts([], "gate", "Gate", [gate], "none", MAT).pieces, "gate", "Gate", [gate], "none", MAT).pieces;
    expect(paired(two, "none", MAT).map((piece) => piece.traits![1])).toEqual(["pair:gate-2", "pair:gate-1"]);
    expect(paired(two.slice(0, 1), "none", MAT)[0]!.traits).toEqual(["portal"]);
  });
  it("gives every piece an id", () => {
    expect(new Set(numbered([{ polygon: WALL }, { polygon: WALL, id: "a" }, { polygon: WALL, id: "a" }]).map((piece) => piece.id)).size).toBe(3);
  });
  it.each([
    [null, /Expected a table/],
    [{}, /list of pieces/],
    [{ pieces: [1] }, /piece 1/],
    [{ pieces: [{ polygon: [[0, 0]] }] }, /corners/],
    [{ pieces: [{ polygon: [[0, 0], [1, 0], [1, null]] }] }, /pair of figures/],
    [{ pieces: Array.from({ length: 61 }, () => wall) }, /too many/],
  ])("that is none is refused: %j", (value, why) => {
    expect(() => readPlan(value)).toThrow(why);
  });
});

it("says of every layout how large it is", () => {
  const layout = layoutOf({ id: "x", name: "Yard", pieces: [wall] }, "yard");
  expect(inFigures(layout, MAT)).toBe("1 piece, 36 × 24″");
  expect(inFigures({ ...layout, pieces: [], width: 30, height: 30 }, MAT)).toBe("0 pieces, 30 × 30″");
});
