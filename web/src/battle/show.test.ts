import { expect, test } from "vitest";
import { reason } from "./show";

test("a no beside a model says by how much, not whom it is about", () => {
  const no = (text: string): string => reason({ title: "Move action", text }, "blue", "Lark-Seven");
  expect(no("blue Lark-Seven would overlap the rock spire by 0.33 in")).toBe("Would overlap the rock spire by 0.33 in");
  expect(no("the way takes 13.2 in, blue Lark-Seven has 5 in")).toBe("The way takes 13.2 in, Lark-Seven has 5 in");
  expect(no("something that takes far more words than there is room for beside a model")).toBe("Move action");
});
