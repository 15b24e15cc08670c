/** Every key of the battle: one table from which the bindings and the `?` sheet are made. */

export type Command =
  | "help" | "cancel" | "commit" | "undo" | "back" | "next" | "previous" | "centre" | "nearer" | "farther" | "fit"
  | "measure" | "sight" | "ranges" | "ping" | "chat" | "zen" | "fire" | "target" | "untarget" | "pass" | "hold" | "text"
  | "hint" | "why" | "hurry" | "waypoint" | "left" | "right" | "up" | "down" | "offer" | "orders" | "rules" | "skip" | "briefing" | "plans";

export interface Binding {
  keys: string[];
  command: Command;
  text: string;
  group: "Playing" | "Moving" | "Looking" | "Talking";
  /** How the keys are written, where that is not what they are called. */
  shown?: string[];
}

export const BINDINGS: Binding[] = [
  { group: "Playing", keys: ["Enter"], command: "commit", text: "Do what the light button says; with nothing in hand, take the next model" },
  { group: "Playing", keys: ["Escape"], command: "cancel", text: "One step back", shown: ["Esc"] },
  { group: "Playing", keys: ["Tab"], command: "next", text: "Next model that can still act" },
  { group: "Playing", keys: ["Shift+Tab"], command: "previous", text: "The one before" },
  { group: "Playing", keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], command: "offer", text: "Take an action; with dice on the table, pick a die", shown: ["1 – 9"] },
  { group: "Playing", keys: ["f"], command: "fire", text: "Attack with what is ready; with several targets ↑ ↓ deal dice, ← → change the target" },
  { group: "Playing", keys: ["n"], command: "target", text: "Next target" },
  { group: "Playing", keys: ["Shift+n"], command: "untarget", text: "Target before" },
  { group: "Playing", keys: ["h"], command: "hold", text: "Hold: the model does no more" },
  { group: "Playing", keys: ["p"], command: "pass", text: "Pass: be done for now" },
  { group: "Playing", keys: ["Control+z", "Meta+z"], command: "undo", text: "Take back, or ask to", shown: ["Ctrl+Z"] },
  { group: "Playing", keys: ["o"], command: "orders", text: "Standing orders: what is answered for you" },
  { group: "Playing", keys: ["i"], command: "hint", text: "Hint: what a good player would do" },
  { group: "Playing", keys: ["y"], command: "why", text: "Why the computer did that" },
  { group: "Playing", keys: ["g"], command: "hurry", text: "Have the computer play now" },
  { group: "Playing", keys: ["s"], command: "skip", text: "Skip what is being shown" },
  { group: "Moving", keys: ["ArrowLeft"], command: "left", text: "Nudge by 0.25″ (Shift 0.05″, Alt 1″); with nothing in hand, move the view", shown: ["←", "↑", "↓", "→"] },
  { group: "Moving", keys: ["ArrowRight"], command: "right", text: "" },
  { group: "Moving", keys: ["ArrowUp"], command: "up", text: "" },
  { group: "Moving", keys: ["ArrowDown"], command: "down", text: "" },
  { group: "Moving", keys: ["w"], command: "waypoint", text: "Waypoint here" },
  { group: "Moving", keys: ["Backspace"], command: "back", text: "Drop the last waypoint" },
  { group: "Looking", keys: ["m"], command: "measure", text: "Ruler: from one click to the next" },
  { group: "Looking", keys: ["l"], command: "sight", text: "What the model sees" },
  { group: "Looking", keys: ["r"], command: "ranges", text: "How far its weapons reach" },
  { group: "Looking", keys: [" "], command: "centre", text: "Look at the model", shown: ["Space"] },
  { group: "Looking", keys: ["+", "="], command: "nearer", text: "Nearer", shown: ["+"] },
  { group: "Looking", keys: ["-"], command: "farther", text: "Farther", shown: ["−"] },
  { group: "Looking", keys: ["0"], command: "fit", text: "The whole table" },
  { group: "Looking", keys: ["b"], command: "briefing", text: "The mission, where there is one" },
  { group: "Looking", keys: ["e"], command: "plans", text: "What they will do, where the book plays them" },
  { group: "Looking", keys: ["t"], command: "text", text: "The table in words" },
  { group: "Looking", keys: ["z"], command: "zen", text: "Only the table" },
  { group: "Talking", keys: ["q"], command: "ping", text: "Point at the spot under the mouse" },
  { group: "Talking", keys: ["c"], command: "chat", text: "Write to the others" },
  { group: "Talking", keys: ["/"], command: "rules", text: "Find a rule" },
  { group: "Talking", keys: ["?"], command: "help", text: "This sheet" },
];

const BY_KEY = new Map(BINDINGS.flatMap((binding) => binding.keys.map((key) => [key, binding.command] as const)));

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The command of a key, if it has one. */
export function commandOf(event: Pressed): Command | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return BY_KEY.get(`${event.ctrlKey ? "Control" : "Meta"}+${key}`);
  if (key.startsWith("Arrow")) return BY_KEY.get(key);
  if (event.altKey) return undefined;
  // Signs such as ? and + need Shift on many keyboards: what is typed counts, not how.
  const shifted = event.shiftKey && /^([a-z]|Tab)$/.test(key) ? BY_KEY.get(`Shift+${key}`) : undefined;
  return shifted ?? (event.shiftKey && key === "Tab" ? undefined : BY_KEY.get(key));
}

/** How far an arrow nudges. */
export function nudge(event: Pressed): number {
  return event.altKey ? 1 : event.shiftKey ? 0.05 : 0.25;
}
