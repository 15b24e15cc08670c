import { describe, expect, it } from "vitest";
import { BINDINGS, commandOf, nudge } from "./keys";

const press = (key: string, more = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe("keys", () => {
  it("gives no key two meanings", () => {
    const keys = BINDINGS.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it("reads signs as they are typed, and letters in any case", () => {
    expect(commandOf(press("?", { shiftKey: true }))).toBe("help");
    expect(commandOf(press("M"))).toBe("measure");
    expect(commandOf(press("N", { shiftKey: true }))).toBe("untarget");
    expect(commandOf(press("Tab", { shiftKey: true }))).toBe("previous");
    expect(commandOf(press("z", { ctrlKey: true }))).toBe("undo");
    expect(commandOf(press("z"))).toBe("zen");
    expect(commandOf(press("c", { ctrlKey: true }))).toBeUndefined();
  });
  it("nudges finely, plainly and far", () => {
    expect([press("x", { shiftKey: true }), press("x"), press("x", { altKey: true })].map(nudge)).toEqual([0.05, 0.25, 1]);
  });
});
