import { describe, expect, it } from "vitest";
import type { ModelView } from "../../wire";
import { overlap } from "../geometry";
import { placeTags, wordsOf } from "./tags";

const model = (id: string, x: number, y: number): ModelView => ({
  id, side: "one", owner: "one", name: id, profile: "", radius: 0.6, at: [x, y], figure: { role: "", glyph: "" },
});
const VIEW = { x0: 0, y0: 0, x1: 900, y1: 600 };

describe("tags", () => {
  it("keep off models and off each other", () => {
    const models = [model("a", 10, 12), model("b", 12.4, 12), model("c", 10, 14)];
    const words = wordsOf([
      { kind: "tag", at: [10, 12], text: "one thing", tone: "legal", radius: 0.6 },
      { kind: "tag", at: [10, 12], text: "another", tone: "refused", radius: 0.6 },
    ]);
    const tags = placeTags(words, models, 24, 25, VIEW);
    expect(overlap(tags[0]!.box, tags[1]!.box)).toBe(false);
    for (const tag of tags) {
      for (const one of models) {
        const [x, y] = [one.at![0] * 25, (24 - one.at![1]) * 25];
        expect(overlap(tag.box, { x0: x - 15, x1: x + 15, y0: y - 15, y1: y + 15 })).toBe(false);
      }
    }
  });

  it("stay in the view", () => {
    const [tag] = placeTags(wordsOf([{ kind: "tag", at: [35.5, 12], text: "near the edge", tone: "plain" }]), [], 24, 25, VIEW);
    expect(tag!.box.x1).toBeLessThanOrEqual(900);
  });

  it("are pushed aside rather than cut off", () => {
    const [tag] = placeTags(wordsOf([{ kind: "tag", at: [18, 12], text: "a no that is nearly as wide as all of a phone", tone: "refused", radius: 0.6 }]), [], 24, 20, { x0: 0, y0: 0, x1: 380, y1: 480 });
    expect(tag!.box.x0).toBeGreaterThanOrEqual(0);
    expect(tag!.box.x1).toBeLessThanOrEqual(380);
  });

  it("are a no where one sees and yet cannot", () => {
    const disc = { at: [1, 1] as [number, number], radius: 0.5 };
    const seen = { kind: "line", from: disc, to: disc, verdict: "clear", label: "Only stands up" } as const;
    expect(wordsOf([seen])[0]!.tone).toBe("legal");
    expect(wordsOf([{ ...seen, refused: true }])[0]!.tone).toBe("refused");
  });

  it("say what a way uses and leaves, or why it may not be", () => {
    const way = { kind: "path", legs: [], at: [1, 1], used: 6.374, left: 1.626, ok: true } as const;
    expect(wordsOf([{ ...way, legs: [], at: [1, 1] }])[0]).toMatchObject({ text: "6.37″ used", note: "1.63″ left" });
    expect(wordsOf([{ ...way, legs: [], at: [1, 1], ok: false, refusal: "0.40″ too far" }])[0]).toMatchObject({ text: "0.40″ too far", tone: "refused" });
  });
});
