/** The mood of the screen, kept in this browser. */

export type Mood = "dark" | "light";

let mood = $state<Mood>((document.documentElement.dataset.mood as Mood) ?? "dark");

export const moods = {
  get now(): Mood {
    return mood;
  },
  set(next: Mood): void {
    mood = next;
    document.documentElement.dataset.mood = next;
    keep("sightline.mood", next);
  },
  turn(): void {
    moods.set(mood === "dark" ? "light" : "dark");
  },
};

/** Keep a word in this browser; a browser that keeps nothing is no reason to stop. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* private windows may refuse */
  }
}

/** A word kept in this browser. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
