import { expect, it } from "vitest";
import type { LineView, Scene } from "../wire";
import { besideDice, said } from "./words";

const scene = { sides: { blue: {}, red: {} }, models: { x: { id: "x", name: "Scout", side: "blue" } } } as unknown as Scene;

it("calls sides by the names of their squads, with one article", () => {
  expect(said("The blue act", scene, { blue: "The Last Watch" })).toBe("The Last Watch act");
  expect(said("The red act", scene, { red: "Wolves" })).toBe("Wolves act");
  expect(said("near the red zone", scene, { red: "The Pack" })).toBe("near The Pack zone");
  expect(said("blue Scout moves; the red wait", scene, { red: "Wolves" })).toBe("Scout moves; the Wolves wait");
});

it("keeps a place together with the word before it", () => {
  expect(said("blue Scout moves 3.8 in to (29.33, 4.14)", scene, {})).toBe("Scout moves 3.8 in to\u00a0(29.33,\u00a04.14)");
  expect(said("blue Scout hits (1 cancelled)", scene, {})).toBe("Scout hits (1 cancelled)");
});

it("says for whom and for what dice were rolled, and leaves the rest to the dice", () => {
  const line = (text: string, faces: number[]): LineView => ({ number: 1, text, rule: "X", dice: { sides: 10, faces } }) as unknown as LineView;
  expect(besideDice(line("Blue Scout rolls for quality 4, 9 needing 6 or less", [4, 9]))).toBe("Blue Scout rolls for quality");
  expect(besideDice(line("Blue Scout 4 rolls 4 needing 4 or less (2 or less, +2 A-1)", [4]))).toBe("Blue Scout 4 rolls");
  expect(besideDice(line("Blue Scout 4 rolls 4", [4]))).toBe("Blue Scout 4 rolls");
  expect(besideDice({ ...line("Blue Scout moves 4 in to (4, 9)", []), dice: undefined } as unknown as LineView)).toBe("Blue Scout moves 4 in to (4, 9)");
});
