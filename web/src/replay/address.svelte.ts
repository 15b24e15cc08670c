/** The address and the place in a match follow each other: `#at=166` leads to that action, and says where one is. */

import { untrack } from "svelte";
import { go, place } from "../app/router.svelte";
import type { Watch } from "./watch.svelte";

/** Browsers mind addresses that change with every pixel of a drag. */
const PAUSE = 300;

/** Call while a component is set up. */
export function followAddress(watch: Watch): void {
  // What this writes itself must not lead back to where one has been meanwhile.
  let written = "";

  $effect(() => {
    const wanted = place.now.fragment.get("at") ?? "";
    if (wanted === written || !/^\d{1,9}$/.test(wanted)) return;
    written = wanted;
    untrack(() => watch.seekAction(Number(wanted)));
  });
  $effect(() => {
    const action = String(watch.action);
    const timer = setTimeout(() => {
      if (action === written || place.now.parts[0] !== "r") return;
      written = action;
      go(`${location.pathname}#at=${action}`, true);
    }, PAUSE);
    return () => clearTimeout(timer);
  });
}
