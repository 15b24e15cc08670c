import { describe, expect, it } from "vitest";
import type { MatchBrief, SeatView } from "../wire";
import { against, ago, scores, standing, turnOf, worded } from "./words";

const seat = (side: string, kind: SeatView["kind"], name = ""): SeatView => ({ side, kind, name });
const brief = (more: Partial<MatchBrief> = {}): MatchBrief => ({
  match: "m",
  game: "g",
  table: "Yard",
  mat: "",
  seats: { north: seat("north", "person", "Ann"), south: seat("south", "person", "Mara") },
  scores: { north: 3, south: 1 },
  squads: {},
  clock: { name: "Turn", round: 3, rounds: 7, phases: [{ id: "m", name: "Movement", glyph: "", rule: "" }], phase: 0 },
  turn: "south",
  changed: 0,
  actions: 0,
  you: "north",
  ...more,
});

describe("matches in words", () => {
  it("say who sits across", () => {
    expect(against(brief())).toBe("with Mara");
    expect(against(brief(), ["north", "south"])).toBe("on one screen");
    expect(against(brief({ seats: { north: seat("north", "person"), south: seat("south", "ai", "Greedy") } }))).toBe("against Greedy");
    const styled = { ...seat("south", "ai", ""), level: "recruit/aggressive=1" };
    expect(against(brief({ seats: { north: seat("north", "person"), south: styled } }))).toBe("against Recruit");
    expect(against(brief({ seats: { north: seat("north", "person"), south: { ...styled, level: "" } } }))).toBe("against the book");
    expect(against(brief({ seats: { north: seat("north", "person"), south: seat("south", "open") } }))).toBe("with a friend");
  });
  it("say how it stands, one's own score first", () => {
    expect(standing(brief())).toBe("Turn 3, movement, 3\u00a0:\u00a01");
    expect(scores(brief({ you: "south" }))).toBe("1\u00a0:\u00a03");
  });
  it("say whose move it is", () => {
    expect(turnOf(brief(), ["south"])).toEqual({ yours: true, text: "Your move" });
    expect(turnOf(brief(), ["north"])).toEqual({ yours: false, text: "Waiting for Mara" });
    expect(turnOf(brief({ outcome: { winner: "", rule: "", text: "" } }), ["south"]).yours).toBe(false);
  });
  it("write values and times as people do", () => {
    expect([worded(true), worded("roll_each_turn"), worded("x", { x: "Cross" })]).toEqual(["Yes", "Roll each turn", "Cross"]);
    expect([ago(995, 1000), ago(400, 1000), ago(0, 10 * 3600), ago(0, 5 * 86400)]).toEqual(["just now", "10 min ago", "10 h ago", "5 days ago"]);
  });
});
