import { describe, expect, it } from "vitest";
import { invitation } from "./join";

const HOME = "http://127.0.0.1:8000";

describe("what somebody pastes to join", () => {
  it("is a code, however it is written", () => {
    for (const text of ["KX4M7Q", "kx4m7q", " kx4-m7q ", "KX4 M7Q", `${HOME}/join/KX4M7Q`])
      expect(invitation(text, HOME)).toEqual({ kind: "code", code: "KX4M7Q" });
  });
  it("is a link to a table of this server, with its seat", () => {
    for (const text of [`${HOME}/m/abc#seat=t-_1`, "/m/abc#seat=t-_1", "127.0.0.1:8000/m/abc#seat=t-_1"])
      expect(invitation(text, HOME)).toEqual({ kind: "link", address: "/m/abc#seat=t-_1" });
  });
  it("is refused with a reason otherwise", () => {
    expect(invitation("", HOME)).toMatchObject({ kind: "wrong" });
    expect(invitation("KX4M", HOME)).toMatchObject({ why: "A code has six letters and digits; this has 4." });
    expect(invitation("https://elsewhere.example/m/abc#seat=t", HOME)).toMatchObject({ why: expect.stringContaining("elsewhere.example") });
    expect(invitation(`${HOME}/rules`, HOME)).toMatchObject({ why: expect.stringContaining("no table") });
  });
});
