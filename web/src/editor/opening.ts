/** Which table an address means. */

import { api } from "../app/api";
import { linkIn, pack, unpack } from "../app/links";
import type { Place } from "../app/router.svelte";
import { Board, shelf } from "./board.svelte";
import { layoutOf, MATS, readPlan, written, type Layout } from "./plan";

export function emptyLayout(): Layout {
  return { id: "drawn", name: "New table", note: "", mat: MATS[0], pieces: [] };
}

/** The mat stands in front of the link itself: it is a matter of looks, not of the layout. */
export async function linkTo(layout: Layout): Promise<string> {
  return `/t#mat=${layout.mat}&${await pack("t", written(layout))}`;
}

function matOf(word: string | null): string {
  return MATS.find((mat) => mat === word) ?? MATS[0];
}

/** The layout in a link, or in the JSON of a file. */
export async function layoutIn(text: string, json: (text: string) => unknown): Promise<Layout> {
  const link = linkIn(text);
  const mat = matOf(/[#&]mat=(\w+)/.exec(text)?.[1] ?? null);
  return layoutOf(readPlan(link ? await unpack("t", link) : json(text)), mat);
}

/** The table of `/t#LINK`, or of `/tables/edit` with a draft, a saved table, a preset, or nothing but a game. */
export async function opened(place: Place): Promise<Board> {
  const games = (await api.about()).games.map((game) => game.id);
  const draft = shelf.find(place.query.get("draft") ?? "");
  const game = draft?.game || place.query.get("game") || games[0] || "";
  if (!games.includes(game)) throw new Error(`There is no game “${game}” here.`);
  const sheet = await api.game(game);
  if (place.parts[0] === "t") {
    return new Board(sheet, layoutOf(readPlan(await unpack("t", linkIn(location.hash))), matOf(place.fragment.get("mat"))));
  }
  const saved = place.query.get("saved") ?? draft?.saved ?? "";
  const brief = saved ? (await api.tables(game)).find((one) => one.saved === saved) : undefined;
  const kept = brief && layoutOf(brief.plan, brief.mat);
  if (draft) return new Board(sheet, draft.value, { key: draft.key, saved: kept ? saved : "", kept: kept ?? emptyLayout() });
  if (place.query.get("draft")) throw new Error("This draft is not in this browser any more.");
  if (saved) {
    if (!kept) throw new Error("This table is not on the server any more.");
    return new Board(sheet, kept, { saved });
  }
  const preset = sheet.tables.find((one) => one.plan.id === place.query.get("preset"));
  return new Board(sheet, preset ? layoutOf(preset.plan, preset.mat) : emptyLayout(), { preset: preset?.plan.id });
}
