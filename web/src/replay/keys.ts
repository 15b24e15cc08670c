/** The keys of a replay. */

import type { Watch } from "./watch.svelte";

const ZOOM = 1.25;

/** Does what a key stands for; keys that belong to a control with the focus are left to it. */
export function pressed(event: KeyboardEvent, watch: Watch, zoom: (factor: number) => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.closest?.("input:not([type=radio]), textarea, select, dialog[open]")) return;
  // Radio buttons move with the arrows, buttons and links are pressed with the space bar.
  if (target.closest?.("input") && event.key.startsWith("Arrow")) return;
  if (target.closest?.("button, a, input") && event.key === " ") return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act(watch, zoom);
}

const KEYS: Record<string, (watch: Watch, zoom: (factor: number) => void) => void> = {
  ArrowRight: (watch) => watch.stepByHand(true),
  j: (watch) => watch.stepByHand(true),
  ArrowLeft: (watch) => watch.stepByHand(false),
  k: (watch) => watch.stepByHand(false),
  ArrowUp: (watch) => watch.seek(watch.first),
  "0": (watch) => watch.seek(watch.first),
  Home: (watch) => watch.seek(watch.first),
  ArrowDown: (watch) => watch.seek(watch.last),
  $: (watch) => watch.seek(watch.last),
  End: (watch) => watch.seek(watch.last),
  " ": (watch) => watch.turn(),
  "1": (watch) => (watch.unit = "action"),
  "2": (watch) => (watch.unit = "activation"),
  "3": (watch) => (watch.unit = "round"),
  "+": (_, zoom) => zoom(ZOOM),
  "=": (_, zoom) => zoom(ZOOM),
  "-": (_, zoom) => zoom(1 / ZOOM),
};
