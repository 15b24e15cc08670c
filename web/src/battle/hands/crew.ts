/** Those of one's own whom one may give to others. */

import type { ModelView } from "../../wire";
import type { Battle } from "../battle.svelte";

export function crewOf(battle: Battle): ModelView[] {
  const { room } = battle;
  return room.view?.commands ? [] : room.mine.flatMap((side) => battle.squad(side)).filter((model) => !model.gone);
}
