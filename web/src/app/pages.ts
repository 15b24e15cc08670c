/** The pages of the site; each is loaded when it is first opened. */

import type { Component } from "svelte";

export interface Page {
  id: string;
  title: string;
  /** Whether it stands in the common frame with the site's navigation. */
  frame: boolean;
  load: () => Promise<{ default: Component }>;
}

const PAGES: Record<string, Page> = {
  "": { id: "play", title: "", frame: true, load: () => import("../home/Home.svelte") },
  new: { id: "play", title: "New match", frame: true, load: () => import("../home/NewMatch.svelte") },
  join: { id: "play", title: "Join", frame: true, load: () => import("../home/Home.svelte") },
  m: { id: "match", title: "Match", frame: false, load: () => import("../battle/Battle.svelte") },
  squads: { id: "squads", title: "Squads", frame: true, load: () => import("../builder/Squads.svelte") },
  s: { id: "squads", title: "Squad", frame: true, load: () => import("../builder/Squads.svelte") },
  tables: { id: "tables", title: "Tables", frame: true, load: () => import("../editor/Tables.svelte") },
  t: { id: "tables", title: "Table", frame: true, load: () => import("../editor/Tables.svelte") },
  replays: { id: "replays", title: "Replays", frame: true, load: () => import("../replay/Replays.svelte") },
  r: { id: "replays", title: "Replay", frame: false, load: () => import("../replay/Replay.svelte") },
  rules: { id: "rules", title: "Rules", frame: true, load: () => import("../rules/Rules.svelte") },
  campaigns: { id: "play", title: "Campaigns", frame: true, load: () => import("../campaign/Campaigns.svelte") },
  c: { id: "play", title: "Campaign", frame: true, load: () => import("../campaign/Campaign.svelte") },
  demo: { id: "demo", title: "Table", frame: false, load: () => import("../table/demo/Demo.svelte") },
  about: { id: "about", title: "About", frame: true, load: () => import("../home/About.svelte") },
};

const LOST: Page = { id: "", title: "Not found", frame: true, load: () => import("./Lost.svelte") };

/** What these pages show has a name, without which there is nothing to wait for. */
const NAMED = ["m", "r", "c"];

/** The page of an address. */
export function page(parts: string[]): Page {
  const [first = "", name] = parts;
  return (NAMED.includes(first) && !name ? undefined : PAGES[first]) ?? LOST;
}
