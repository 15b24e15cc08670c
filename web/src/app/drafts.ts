/** Unsaved work, kept in this browser so that a closed window costs nothing. */

import { keep, kept } from "./mood.svelte";

export interface Draft<T> {
  key: string;
  game: string;
  value: T;
  /** The id under which an older version is kept on the server. */
  saved: string;
  since: number;
}

const MOST = 40;

/** A shelf of drafts of one kind. */
export class Shelf<T> {
  constructor(readonly name: string) {}

  all(): Draft<T>[] {
    try {
      const found: unknown = JSON.parse(kept(this.name) ?? "[]");
      return Array.isArray(found) ? (found as Draft<T>[]) : [];
    } catch {
      return [];
    }
  }

  find(key: string): Draft<T> | undefined {
    return this.all().find((draft) => draft.key === key);
  }

  put(draft: Omit<Draft<T>, "since">): void {
    const others = this.all().filter((one) => one.key !== draft.key);
    keep(this.name, JSON.stringify([{ ...draft, since: Date.now() / 1000 }, ...others].slice(0, MOST)));
  }

  drop(key: string): void {
    keep(this.name, JSON.stringify(this.all().filter((one) => one.key !== key)));
  }
}

/** A key nobody has yet. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
