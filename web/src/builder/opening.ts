/** Which squad an address means. */

import { api } from "../app/api";
import { linkIn, unpack } from "../app/links";
import type { Place } from "../app/router.svelte";
import { emptyRoster, readRoster, written } from "./roster";
import { shelf, Squad } from "./squad.svelte";

/** The squad of `/s#LINK`, or of `/squads/edit` with a draft, a saved squad, a sample, or nothing but a game. */
export async function opened(place: Place): Promise<Squad> {
  const about = await api.about();
  const games = about.games.map((game) => game.id);
  if (place.parts[0] === "s") {
    const roster = readRoster(await unpack("s", linkIn(location.hash)), games);
    return new Squad(await api.game(roster.game), roster);
  }
  const draft = shelf.find(place.query.get("draft") ?? "");
  const game = draft?.game || place.query.get("game") || games[0] || "";
  if (!games.includes(game)) throw new Error(`There is no game “${game}” here.`);
  const sheet = await api.game(game);
  const saved = place.query.get("saved") ?? draft?.saved ?? "";
  const kept = saved ? (await api.squads(game)).find((brief) => brief.saved === saved)?.roster : undefined;
  if (draft) return new Squad(sheet, draft.value, { key: draft.key, saved: kept ? saved : "", kept: kept ?? emptyRoster(game) });
  if (place.query.get("draft")) throw new Error("This draft is not in this browser any more.");
  if (saved) {
    if (!kept) throw new Error("This squad is not on the server any more.");
    return new Squad(sheet, kept, { saved });
  }
  const sample = sheet.squads.find((brief) => brief.roster.id === place.query.get("sample"));
  return new Squad(sheet, sample ? written(sample.roster) : emptyRoster(game));
}
