/** Figures as they are written: a real minus, and no more places than are meant. */

import type { LuckView } from "../wire";

/** A number with its sign, one place. */
export function signed(value: number): string {
  const rounded = Math.abs(value).toFixed(1);
  if (rounded === "0.0") return "0.0";
  return `${value < 0 ? "−" : "+"}${rounded}`;
}

/** A number without places it does not have. */
export function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The smallest round number a chart can end with. */
export function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value - 1e-9) ?? 10;
  return step * power;
}

/** One of several, in words for a count. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${plain(number)} ${number === 1 ? one : many}`;
}

/** A day as one would say it. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" }).format(seconds * 1000);
}

/** How lucky a side had been by an action. */
export function luckAt(luck: LuckView, action: number): number {
  return luck.points.findLast((point) => point.action <= action)?.surplus ?? 0;
}
