import { describe, expect, it } from "vitest";
import type { About } from "../wire";
import { degree, known, label, listed, parse, promoted, write } from "./level";

const about = {
  levels: [
    { id: "regular", name: "Regular", text: "Sound.", seconds: 0.15 },
    { id: "veteran", name: "Veteran", text: "Good.", seconds: 0.7 },
    { id: "random", name: "Random", text: "Anything.", seconds: 0.05, testing: true },
  ],
  sliders: [
    { id: "aggressive", name: "Aggressive", text: "" },
    { id: "objective", name: "Objective first", text: "" },
  ],
  usual: "regular",
} as unknown as About;

describe("levels", () => {
  it("are read and written as the server does", () => {
    for (const written of ["veteran", "veteran/aggressive=0.5", "veteran/aggressive=0.25,objective=1"]) expect(write(parse(written))).toBe(written);
    expect(parse("veteran/aggressive").style).toEqual({ aggressive: 1 });
    expect(write({ level: "veteran", style: { aggressive: 0 } })).toBe("veteran");
  });
  it("are said as one says them", () => {
    expect(label(about, "veteran/aggressive=0.25,objective=1")).toBe("Veteran, objective first, aggressive");
    expect(label(about, "regular")).toBe("Regular");
    expect([0, 0.25, 0.5, 1].map(degree)).toEqual(["not at all", "a little", "clearly", "all the way"]);
  });
  it("that are no more give way to the usual one", () => {
    expect(known(about, "greedy")).toBe("regular");
    expect(known(about, undefined)).toBe("regular");
    expect(known(about, "veteran/sly=1,objective=1")).toBe("veteran/objective=1");
  });
  it("keep the style of the one before, but for testing there is none", () => {
    expect(promoted(about, "regular/objective=1", "veteran")).toBe("veteran/objective=1");
    expect(promoted(about, "regular/objective=1", "random")).toBe("random");
  });
  it("for testing stand apart", () => {
    expect(listed(about).map((one) => one.group)).toEqual([undefined, undefined, "For testing"]);
  });
});
