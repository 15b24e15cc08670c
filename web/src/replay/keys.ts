/** The keys of a replay: one table from which the bindings and the `?` sheet are made. */

import type { Watch } from "./watch.svelte";

const ZOOM = 1.25;

/** What keys can do besides moving through the match. */
export interface Hands {
  zoom: (factor: number) => void;
  help: () => void;
}

export interface Binding {
  keys: string[];
  /** How the keys are written. */
  shown: string[];
  text: string;
  act: (watch: Watch, hands: Hands) => void;
}

export const BINDINGS: Binding[] = [
  { keys: [" "], shown: ["Space"], text: "Play or pause", act: (watch) => watch.turn() },
  { keys: ["ArrowRight", "j"], shown: ["→", "j"], text: "Step on", act: (watch) => watch.stepByHand(true) },
  { keys: ["ArrowLeft", "k"], shown: ["←", "k"], text: "Step back", act: (watch) => watch.stepByHand(false) },
  { keys: ["ArrowUp", "0", "Home"], shown: ["↑", "0"], text: "To the start", act: (watch) => watch.seek(watch.first) },
  { keys: ["ArrowDown", "$", "End"], shown: ["↓", "$"], text: "To the end", act: (watch) => watch.seek(watch.last) },
  { keys: ["1"], shown: ["1"], text: "A step is one action", act: (watch) => (watch.unit = "action") },
  { keys: ["2"], shown: ["2"], text: "A step is one activation", act: (watch) => (watch.unit = "activation") },
  { keys: ["3"], shown: ["3"], text: "A step is one whole {round}", act: (watch) => (watch.unit = "round") },
  { keys: ["+", "="], shown: ["+"], text: "Nearer", act: (_, hands) => hands.zoom(ZOOM) },
  { keys: ["-"], shown: ["−"], text: "Farther", act: (_, hands) => hands.zoom(1 / ZOOM) },
  { keys: ["?"], shown: ["?"], text: "This sheet", act: (_, hands) => hands.help() },
];

const BY_KEY = new Map(BINDINGS.flatMap((binding) => binding.keys.map((key) => [key, binding] as const)));

/** Does what a key stands for; keys that belong to a control with the focus are left to it. */
export function pressed(event: KeyboardEvent, watch: Watch, hands: Hands): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (document.querySelector("dialog[open]") || target.closest?.("input:not([type=radio]), textarea, select")) return;
  // Radio buttons move with the arrows, buttons and links are pressed with the space bar.
  if (event.key.startsWith("Arrow") && target.closest?.("input")) return;
  if (event.key === " " && target.closest?.("button, a, input")) return;
  const binding = BY_KEY.get(event.key);
  if (!binding) return;
  event.preventDefault();
  binding.act(watch, hands);
}
