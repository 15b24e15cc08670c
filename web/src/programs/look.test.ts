import { describe, expect, it } from "vitest";
import type { CandidateView, ModelView } from "../wire";
import { bars, look, worth } from "./look";

const model = (id: string, at: [number, number] | null) => ({ id, side: id[0], radius: 0.5, at }) as unknown as ModelView;
const models = { a1: model("a1", [1, 1]), b1: model("b1", [5, 1]), a2: model("a2", null) };
const one = (more: Partial<CandidateView>): CandidateView => ({ answer: {}, text: "", glyph: "", rule: "", ...more });
const kinds = (candidate: CandidateView): string[] => look(candidate, models, { a: "a", b: "b" }).map((shown) => shown.kind);

describe("an answer on the table", () => {
  it("is a way with a ghost at its end", () => {
    expect(kinds(one({ model: "a1", path: [[1, 1], [1, 3], [2, 3]] }))).toEqual(["trail", "ghost"]);
  });
  it("is a ring around whoever it is aimed at", () => {
    expect(kinds(one({ model: "a1", targets: ["b1"] }))).toEqual(["brackets", "brackets", "trail"]);
  });
  it("is an area where it covers one, and a ghost for a model that is put down", () => {
    expect(kinds(one({ model: "a1", path: [[4, 4]], radius: 2 }))).toEqual(["area"]);
    expect(kinds(one({ model: "a2", path: [[4, 4]] }))).toEqual(["ghost"]);
  });
  it("is nothing for somebody who is not there", () => {
    expect(kinds(one({ model: "gone", targets: ["gone"] }))).toEqual([]);
    expect(look(null, models, {})).toEqual([]);
  });
});

describe("what an answer is worth", () => {
  it("has its sign", () => {
    expect([1.044, -0.38, 0.001, -11.56].map(worth)).toEqual(["+1.04", "−0.38", "0", "−11.6"]);
  });
  it("is a bar from the one zero of all", () => {
    const { zero, bar } = bars([3, -1, null]);
    expect(zero).toBe(0.25);
    expect(bar(3)).toEqual({ from: 0.25, to: 1 });
    expect(bar(-1)).toEqual({ from: 0, to: 0.25 });
    expect(bars([]).zero).toBe(0);
  });
});
