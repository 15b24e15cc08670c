/** A value with a past and a future: what undo and redo walk through. */

const MOST = 200;

export class Past<T> {
  #now = $state.raw() as T;
  #before = $state.raw<T[]>([]);
  #after = $state.raw<T[]>([]);
  #merge = "";

  constructor(value: T) {
    this.#now = value;
  }

  get now(): T {
    return this.#now;
  }
  get canUndo(): boolean {
    return this.#before.length > 0;
  }
  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** Go on; steps with the same `merge` (letters of one name, nudges of one piece) are taken back together. */
  push(value: T, merge = ""): void {
    if (!merge || merge !== this.#merge) this.#before = [...this.#before.slice(1 - MOST), this.#now];
    this.#merge = merge;
    this.#after = [];
    this.#now = value;
  }

  /** Whatever comes next is a step of its own. */
  settle(): void {
    this.#merge = "";
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#after = [...this.#after, this.#now];
    this.#before = this.#before.slice(0, -1);
    this.#now = last;
    this.#merge = "";
  }

  redo(): void {
    const next = this.#after.at(-1);
    if (next === undefined) return;
    this.#before = [...this.#before, this.#now];
    this.#after = this.#after.slice(0, -1);
    this.#now = next;
    this.#merge = "";
  }
}

/** Whether a key press is undo or redo; a text field has its own. */
export function undoKey(event: KeyboardEvent): "" | "undo" | "redo" {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return "";
  const key = event.key.toLowerCase();
  if (key === "y") return "redo";
  if (key !== "z") return "";
  return event.shiftKey ? "redo" : "undo";
}

/** Whether somebody is typing. */
export function typing(event: Event): boolean {
  return (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]") != null;
}
