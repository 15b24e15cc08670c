/** Levels and styles as the server writes them: `veteran`, or `veteran/aggressive=0.5,cautious=0.2`. */

import type { About } from "../wire";

export type Style = Record<string, number>;
export interface Choice {
  level: string;
  style: Style;
}

export function parse(written: string): Choice {
  const [level = "", leanings = ""] = written.split("/");
  const style: Style = {};
  for (const leaning of leanings.split(",").filter(Boolean)) {
    const [slider = "", amount = "1"] = leaning.split("=");
    style[slider] = Number(amount);
  }
  return { level, style };
}

export function write({ level, style }: Choice): string {
  const pushed = Object.entries(style).filter(([, amount]) => amount > 0);
  return pushed.length ? `${level}/${pushed.map(([slider, amount]) => `${slider}=${amount}`).join(",")}` : level;
}

/** A level and a style as one says it: `Veteran, aggressive`. */
export function label(about: About | undefined, written: string): string {
  const { level, style } = parse(written);
  const name = about?.levels.find((one) => one.id === level)?.name ?? "Computer";
  const leanings = (about?.sliders ?? []).filter((slider) => style[slider.id]).sort((one, other) => style[other.id]! - style[one.id]!);
  return [name, ...leanings.map((slider) => slider.name.toLowerCase())].join(", ");
}

/** Another level in the same style; one for testing has none. */
export function promoted(about: About | undefined, written: string, level: string): string {
  return about?.levels.find((one) => one.id === level)?.testing ? level : write({ level, style: parse(written).style });
}

/** A level that this server knows, with what is left of its style; otherwise the usual one. */
export function known(about: About | undefined, written: string | undefined): string {
  const { level, style } = parse(written ?? "");
  if (!about?.levels.some((one) => one.id === level)) return about?.usual ?? "";
  return write({ level, style: Object.fromEntries(Object.entries(style).filter(([id]) => about.sliders.some((slider) => slider.id === id))) });
}

/** The levels for a list of the browser's own: those for testing under a heading of theirs. */
export function listed(about: About | undefined): { value: string; name: string; text: string; group?: string }[] {
  return (about?.levels ?? []).map(({ id, name, text, testing }) => ({ value: id, name, text, group: testing ? "For testing" : undefined }));
}

const DEGREES = ["not at all", "a little", "clearly", "strongly", "all the way"];

/** How far a slider is pushed, in words. */
export function degree(amount: number): string {
  return DEGREES[Math.round(Math.max(0, Math.min(1, amount)) * (DEGREES.length - 1))]!;
}
