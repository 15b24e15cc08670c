import { describe, expect, it } from "vitest";
import type { Frame, ModelView, Scene } from "../wire";
import { actionAt, after, firstPlace, folded, placeOf, roundsOf, step } from "./fold";
import { parts, visible } from "./words";

const model = (id: string, side: string, at: [number, number] | null = null, name = id): ModelView => ({
  id,
  side,
  owner: side,
  name,
  profile: "x",
  radius: 0.5,
  figure: { role: "X", glyph: "game:x" },
  at,
});

const start: Scene = {
  width: 36,
  height: 24,
  mat: "yard",
  name: "Yard",
  pieces: [],
  blocks: ["wall"],
  models: { one: model("one", "north"), two: model("two", "south") },
  sides: { north: { side: "north", name: "N", score: 0 }, south: { side: "south", name: "S", score: 0 } },
  clock: { name: "Round", round: 1, rounds: 3, phases: [], phase: 0 },
};

/** Frames that move, score, blow up terrain and end turns, each in its own rhythm. */
const frames: Frame[] = Array.from({ length: 137 }, (_, index) => ({
  action: index,
  side: index % 2 ? "south" : "north",
  text: `Action ${index}`,
  rule: "R",
  round: 1 + Math.floor(index / 40),
  phase: Math.floor(index / 20) % 2,
  activation: Math.floor(index / 3),
  change: {
    models: { [index % 2 ? "one" : "two"]: index % 2 ? model("one", "north", [index, 0]) : model("two", "south", [0, index]) },
    ...(index % 10 === 9 ? { sides: { north: { side: "north", name: "N", score: index } } } : {}),
    ...(index === 70 ? { blocks: [] } : {}),
    ...(index % 7 === 0 ? { active: index % 14 ? "one" : "" } : {}),
    ...(index % 40 === 0 ? { clock: { ...start.clock, round: 1 + index / 40 } } : {}),
  },
}));

describe("folding", () => {
  it("gives the same scene from any kept scene as from the start", () => {
    const slow: Scene[] = [start];
    for (const frame of frames) slow.push(after(slow.at(-1)!, frame.change));
    for (const stride of [1, 7, 25, 1000]) {
      const at = folded(start, frames, stride);
      for (let place = 0; place <= frames.length; place++) expect(at(place)).toEqual(slow[place]);
    }
  });
  it("stays within the match", () => {
    const at = folded(start, frames);
    expect(at(-5)).toEqual(start);
    expect(at(9999)).toEqual(at(frames.length));
  });
  it("keeps what does not change, and takes what becomes empty", () => {
    const at = folded(start, frames);
    expect(at(60).pieces).toBe(start.pieces);
    expect(at(60).blocks).toEqual(["wall"]);
    expect(at(71).blocks).toEqual([]);
    expect(at(1).active).toBe("");
  });
  it("changes nothing in place", () => {
    const before = JSON.stringify([start, frames]);
    folded(start, frames)(100);
    expect(JSON.stringify([start, frames])).toBe(before);
  });
});

describe("stepping", () => {
  it("knows places by the number of their action", () => {
    expect(firstPlace(frames)).toBe(1);
    expect(placeOf(frames, 0)).toBe(1);
    expect(actionAt(frames, placeOf(frames, 66))).toBe(66);
    expect(placeOf(frames, 9999)).toBe(frames.length);
    expect(placeOf([], 3)).toBe(0);
  });
  it("goes to the ends of units and comes back the same way", () => {
    for (const unit of ["action", "activation", "round"] as const) {
      const there = [firstPlace(frames)];
      while (there.at(-1)! < frames.length) there.push(step(frames, there.at(-1)!, unit, true));
      const back = [frames.length];
      while (back.at(-1)! > firstPlace(frames)) back.push(step(frames, back.at(-1)!, unit, false));
      expect(back.reverse()).toEqual(there);
    }
    expect(step(frames, 1, "round", true)).toBe(40);
    expect(step(frames, frames.length, "action", true)).toBe(frames.length);
  });
  it("cuts a match into rounds without gaps", () => {
    const rounds = roundsOf(frames);
    expect(rounds.map((one) => one.round)).toEqual([1, 2, 3, 4]);
    expect(rounds.map((one) => one.from).slice(1)).toEqual(rounds.map((one) => one.to).slice(0, -1));
    expect(rounds.at(-1)!.to).toBe(frames.length);
  });
});

describe("words", () => {
  const scene: Scene = {
    ...start,
    models: { a: model("a", "north", null, "Scout 1"), b: model("b", "north", null, "Scout 12"), c: model("c", "south", null, "Scout 1") },
    sides: { ...start.sides },
  };
  const names = { north: "Gulls", south: "Terns" };
  it("colours models, drops the word before them and names squads", () => {
    expect(parts("North Scout 12 hits south Scout 1", scene, names)).toEqual([
      { text: "Scout 12", side: "north" },
      { text: " hits " },
      { text: "Scout 1", side: "south" },
    ]);
    expect(parts("South rolls 4", scene, names)).toEqual([{ text: "Terns", side: "south" }, { text: " rolls 4" }]);
    expect(parts("Scout 1 falls", scene, names, ["c"])[0]).toEqual({ text: "Scout 1", side: "south" });
    expect(parts("Southern winds", scene, names)).toEqual([{ text: "Southern winds" }]);
  });
  it("leaves out what is not read", () => {
    const frame: Frame = {
      ...frames[0]!,
      lines: [
        { number: 1, text: "", rule: "", kind: "quiet" },
        { number: 2, text: "Shoots", rule: "" },
        { number: 3, text: "Rolls", rule: "", kind: "roll" },
        { number: 4, text: "Hits", rule: "" },
        { number: 5, text: "Phase", rule: "", kind: "phase" },
      ],
    };
    expect(visible(frame).map((line) => line.number)).toEqual([2, 3, 4]);
  });
});
