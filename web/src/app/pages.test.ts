import { describe, expect, it } from "vitest";
import { page } from "./pages";
import { part } from "./router.svelte";

describe("addresses", () => {
  it("open the page they name", () => {
    expect(page([]).id).toBe("play");
    expect(page(["m", "ABC"]).id).toBe("match");
    expect(page(["campaigns"]).title).toBe("Campaigns");
  });
  it("that lead nowhere say so, also those that lack the name of what they would show", () => {
    for (const parts of [["nowhere"], ["m"], ["c"], ["r", ""]]) expect(page(parts).title).toBe("Not found");
  });
  it("that nobody could have written are read as they stand", () => {
    expect(part("%C3%A4")).toBe("ä");
    expect(part("%00%ff")).toBe("%00%ff");
  });
});
