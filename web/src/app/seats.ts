/** The seats this browser remembers: what lets somebody go on where they left off, without an account. */

import type { Created } from "../wire";
import { keep, kept } from "./mood.svelte";

export interface RememberedSeat {
  match: string;
  /** Tokens by side; more than one for two people at one screen. */
  tokens: Record<string, string>;
  watch?: string;
  /** All tokens, where this browser set the match up and hands the others on. */
  invite?: Record<string, string>;
  since: number;
}

const NAME = "sightline.seats";
const MOST = 60;

/** Every remembered seat, newest first. */
export function seats(): RememberedSeat[] {
  try {
    const found: unknown = JSON.parse(kept(NAME) ?? "[]");
    return Array.isArray(found) ? (found as RememberedSeat[]) : [];
  } catch {
    return [];
  }
}

/** The seat at one match. */
export function seatAt(match: string): RememberedSeat | undefined {
  return seats().find((seat) => seat.match === match);
}

/** Remember a seat; what is known of it already stays. */
export function remember(seat: Omit<RememberedSeat, "since">): void {
  const old = seatAt(seat.match);
  const joined: RememberedSeat = {
    ...old,
    ...seat,
    tokens: { ...old?.tokens, ...seat.tokens },
    since: Date.now() / 1000,
  };
  const others = seats().filter((one) => one.match !== seat.match);
  keep(NAME, JSON.stringify([joined, ...others].slice(0, MOST)));
}

/** Remember what came of setting a match up. */
export function rememberCreated(made: Created): void {
  const tokens = Object.fromEntries(made.mine.map((side) => [side, made.tokens[side] ?? ""]));
  remember({ match: made.match, tokens, watch: made.watch, invite: made.tokens });
}

/** Forget a seat. */
export function forget(match: string): void {
  keep(NAME, JSON.stringify(seats().filter((seat) => seat.match !== match)));
}

/** What to say where links lead only to this machine. */
export const NEARBY = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)
  ? "This table runs on this machine alone: its links open in browsers here. For friends elsewhere start it with “sightline serve --host 0.0.0.0”."
  : "";

/** The link that seats somebody: what follows # never reaches a server. */
export function seatLink(match: string, token: string): string {
  return `${location.origin}/m/${match}#seat=${token}`;
}

/** The link for watchers. */
export function watchLink(match: string, watch: string): string {
  return `${location.origin}/m/${match}#watch=${watch}`;
}
