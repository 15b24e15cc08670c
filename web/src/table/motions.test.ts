import { describe, expect, it } from "vitest";
import type { Motion } from "../wire";
import { acts, MOST, progress, schedule, spotAt, staged, total } from "./motions";

const move: Motion = { kind: "move", line: 1, model: "m", path: [[0, 0], [4, 0]] };
const shot: Motion = { kind: "shot", line: 2, model: "m", target: "t" };
const hit: Motion = { kind: "hit", line: 3, target: "t", amount: 2 };
const remove: Motion = { kind: "remove", line: 4, model: "t" };

describe("acts", () => {
  const other: Motion = { kind: "move", line: 5, model: "n", path: [[0, 0], [1, 0]] };
  it("begin where somebody else begins to act, and keep what befalls others with who did it", () => {
    const scenes = acts([move, shot, hit, other, { ...move, line: 6 }], (model) => model);
    expect(scenes.map((scene) => scene.map((one) => one.line))).toEqual([[1, 2, 3], [5], [6]]);
    expect(acts([move, other], () => "together")).toHaveLength(1);
  });
  it("follow each other, and one alone is not slowed down", () => {
    const { acts: told, timed } = staged([[move], [other]]);
    expect(told.map((act) => act.line)).toEqual([1, 5]);
    expect(told[1]!.start).toBeGreaterThan(told[0]!.end);
    expect(timed[1]!.start).toBe(told[1]!.start);
    expect(staged([[move]])).toEqual({ timed: schedule([move]), acts: [] });
  });
});

describe("motions", () => {
  it("follow each other: way, shot, hit, end", () => {
    const starts = schedule([remove, hit, shot, move]).map((one) => [one.motion.kind, one.start]);
    expect(starts.map(([kind]) => kind)).toEqual(["move", "shot", "hit", "remove"]);
    expect(starts[0]![1]).toBe(0);
  });

  it("take 240 ms for a move, and never more than 600 in all", () => {
    expect(total(schedule([move]))).toBe(240);
    const many = Array.from({ length: 9 }, () => move);
    expect(total(schedule([...many, shot, hit, remove]))).toBeLessThanOrEqual(MOST + 1e-6);
  });

  it("draw a model on its way, and at its start before", () => {
    const timed = schedule([move, { ...move, path: [[4, 0], [4, 4]] }]);
    expect(spotAt(timed, "m", 0)).toEqual([0, 0]);
    expect(spotAt(timed, "m", 120)![0]).toBeCloseTo(2, 6);
    expect(spotAt(timed, "m", 480)).toEqual([4, 4]);
    expect(spotAt(timed, "other", 100)).toBeNull();
    expect(progress(timed[1]!, 10)).toBe(-1);
  });

  it("draw whoever is pushed on the way, and not whoever pushes", () => {
    for (const by of ["m", ""]) {
      const timed = schedule([{ kind: "push", line: 1, model: by, target: "t", path: [[0, 0], [2, 0]] }]);
      expect(spotAt(timed, "t", 90)![0]).toBeCloseTo(1, 6);
      expect(spotAt(timed, by || "m", 90)).toBeNull();
    }
  });
});
