import { describe, expect, it } from "vitest";
import type { RuleView } from "../wire";
import { matching, segments, testName, wordsOf } from "./search";

const rule = (id: string, more: Partial<RuleView> = {}): RuleView => ({ id, title: "", text: "", section: "A", origin: "book", ...more });

describe("finding rules", () => {
  const rules = [rule("XX-AA-01", { text: "Cover hides a model." }), rule("XX-AA-02", { title: "Cover", ruling: "Half counts." }), rule("XX-BB-01")];
  it("wants every word, in any field, and puts titles first", () => {
    expect(matching(rules, wordsOf("COVER"), "all").map((one) => one.id)).toEqual(["XX-AA-02", "XX-AA-01"]);
    expect(matching(rules, wordsOf("cover half"), "all").map((one) => one.id)).toEqual(["XX-AA-02"]);
    expect(matching(rules, wordsOf("bb-01"), "all")).toHaveLength(1);
    expect(matching(rules, [], "ruling")).toHaveLength(1);
    expect(matching(rules, [], "untested")).toHaveLength(3);
  });
  it("marks words and known rules without losing a letter", () => {
    const text = "See XX-AA-01 and XX-ZZ-09 for cover.";
    const cut = segments(text, ["cover", "over"], new Set(["XX-AA-01"]));
    expect(cut.map((segment) => segment.text).join("")).toBe(text);
    expect(cut.filter((segment) => segment.kind !== "plain").map((segment) => [segment.kind, segment.text])).toEqual([
      ["rule", "XX-AA-01"],
      ["hit", "cover"],
    ]);
  });
  it("reads the names of tests as sentences", () => {
    expect(testName("tests/a/test_b.py::test_nobody_shoots")).toEqual({ name: "Nobody shoots", file: "tests/a/test_b.py" });
  });
});
