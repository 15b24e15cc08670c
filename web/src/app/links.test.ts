import { describe, expect, it } from "vitest";
import { deflateRawSync } from "node:zlib";
import { BadLink, LARGEST, linkIn, LONGEST, pack, unpack } from "./links";

const SQUAD = { game: "g", name: "Ältere Garde ★", models: [{ profile: "p", items: ["a", "b"] }] };

/** A link as another program would make it. */
function made(head: string, content: string | Buffer): string {
  return head + deflateRawSync(content).toString("base64url");
}

describe("links", () => {
  it("come back as they went", async () => {
    for (const value of [SQUAD, [], {}, "x", 0, { deep: [[[["″"]]]] }]) {
      expect(await unpack("s", await pack("s", value))).toEqual(value);
    }
  });

  it("fit into an address", async () => {
    const link = await pack("t", SQUAD);
    expect(link).toMatch(/^t1\.[A-Za-z0-9_-]+$/);
  });

  it("are the same as another program makes", async () => {
    expect(await unpack("s", made("s1.", JSON.stringify(SQUAD)))).toEqual(SQUAD);
  });

  it.each([
    ["", /no link/],
    ["hello", /no link/],
    ["x1.AAAA", /no link/],
    ["s1.", /no link/],
    ["s1.!!", /no link/],
    ["t1.AAAA", /link to a table/],
    ["s2.AAAA", /newer/],
    ["s0.AAAA", /No Sightline/],
    ["s1.A", /damaged/],
    ["s1.____", /damaged/],
    [made("s1.", "{nonsense"), /damaged/],
    [made("s1.", Buffer.from([0xff, 0xfe])), /damaged/],
    [made("s1.", JSON.stringify(SQUAD)).slice(0, -6), /damaged/],
    ["s1." + "A".repeat(LONGEST), /longer/],
  ])("say what is wrong with %s", async (link, why) => {
    await expect(unpack("s", link)).rejects.toThrow(why);
    await expect(unpack("s", link)).rejects.toBeInstanceOf(BadLink);
  });

  it("do not unpack a bomb", async () => {
    const bomb = made("s1.", " ".repeat(20_000_000));
    expect(bomb.length).toBeLessThan(LONGEST);
    await expect(unpack("s", bomb)).rejects.toThrow(/more than/);
  });

  it("do not pack what nobody would unpack", async () => {
    await expect(pack("s", "x".repeat(LARGEST))).rejects.toThrow(/too large/);
  });

  it("are found in what was pasted", () => {
    expect(linkIn("s1.abc-_9")).toBe("s1.abc-_9");
    expect(linkIn(" http://127.0.0.1:8000/s#s1.abc \n")).toBe("s1.abc");
    expect(linkIn("look: http://x/t#t1.zz")).toBe("t1.zz");
    expect(linkIn('{"name": "s1.x"}')).toBe("");
  });
});
