/** Numbers that dice have to reach, or to stay at or below. */

import type { NeedView } from "../wire";

type Need = Pick<NeedView, "value" | "low">;

/** A number as one says it; `4+`, or `6 or less`. */
export function needed(need: Need, value = need.value): string {
  return need.low ? `${value} or less` : `${value}+`;
}

/** Whether a die does what it has to; nothing if it has to do nothing. */
export function met(need: Need | null | undefined, face: number): boolean | null {
  if (!need) return null;
  return need.low ? face <= need.value : face >= need.value;
}
