import { expect, it } from "vitest";
import { Unanswered } from "./api";
import { faultOf } from "./files";

it("names the file that something is wrong with, and the place in it", () => {
  expect(faultOf(new Unanswered("changed after it was written", 400, "campaign"), "year.json")).toBe("year.json: changed after it was written");
  expect(faultOf(new Unanswered("expected a name", 400, "list.units[0].name"), "a $& list.json")).toBe("a $& list.json.units[0].name: expected a name");
  expect(faultOf(new Error("This is no JSON."), "year.json")).toBe("year.json: This is no JSON.");
  expect(faultOf(new Error("year.json is larger than 400 kB."), "year.json")).toBe("year.json is larger than 400 kB.");
});

it("says the place in what was pasted, and blames no file for the server", () => {
  expect(faultOf(new Unanswered("expected a name", 400, "list.units[0].name"))).toBe("list.units[0].name: expected a name");
  expect(faultOf(new Unanswered("The server does not answer. Is it still running?", 0), "year.json")).toBe("The server does not answer. Is it still running?");
});
