/** Requests about campaigns, and the seats this browser remembers in them. */

import { ask } from "../app/api";
import { keep, kept } from "../app/mood.svelte";
import type { BattleCalled, CampaignBrief, CampaignKey, CampaignMade, CampaignSheet, NewCampaign } from "../wire";

export const campaigns = {
  sheet: (game: string) => ask<CampaignSheet>("GET", `/api/games/${game}/campaign`),
  begin: (wish: NewCampaign) => ask<CampaignMade>("POST", "/api/campaigns", wish),
  status: (seats: CampaignKey[]) => ask<CampaignBrief[]>("POST", "/api/campaigns/status", { seats }),
  list: () => ask<CampaignBrief[]>("GET", "/api/campaigns"),
  fight: (id: string, token: string) => ask<BattleCalled>("POST", `/api/campaigns/${id}/battle`, undefined, token),
  file: (id: string, token: string) => ask<unknown>("GET", `/api/campaigns/${id}/file`, undefined, token),
  bring: (text: string) => ask<CampaignMade>("POST", "/api/campaigns/file", text),
};

/** A seat in a campaign. */
export interface Member {
  campaign: string;
  /** Tokens by side; more than one for several people at one screen. */
  tokens: Record<string, string>;
  watch?: string;
  /** All tokens, where this browser began the campaign and hands the others on. */
  invite?: Record<string, string>;
}

const NAME = "sightline.campaigns";
const MOST = 40;

export function members(): Member[] {
  try {
    const found: unknown = JSON.parse(kept(NAME) ?? "[]");
    return Array.isArray(found) ? (found as Member[]) : [];
  } catch {
    return [];
  }
}

export function memberOf(campaign: string): Member | undefined {
  return members().find((one) => one.campaign === campaign);
}

export function remember(member: Member): void {
  const old = memberOf(member.campaign);
  const joined = { ...old, ...member, tokens: { ...old?.tokens, ...member.tokens } };
  keep(NAME, JSON.stringify([joined, ...members().filter((one) => one.campaign !== member.campaign)].slice(0, MOST)));
}

export function rememberMade(made: CampaignMade): void {
  const tokens = Object.fromEntries(made.mine.map((side) => [side, made.tokens[side] ?? ""]));
  remember({ campaign: made.campaign, tokens, watch: made.watch, invite: made.tokens });
}

export function forget(campaign: string): void {
  keep(NAME, JSON.stringify(members().filter((one) => one.campaign !== campaign)));
}

/** The remembered campaigns that are still there, those that wait for this browser first. */
export async function mine(): Promise<CampaignBrief[]> {
  const keys = members().flatMap((one) => Object.values(one.tokens).map((token) => ({ campaign: one.campaign, token })));
  if (!keys.length) return [];
  const found = new Map((await campaigns.status(keys)).map((brief) => [brief.campaign, brief]));
  const waits = (brief: CampaignBrief): boolean => !brief.outcome && (!!brief.battle || brief.turn in (memberOf(brief.campaign)?.tokens ?? {}));
  return [...found.values()].sort((one, other) => Number(waits(other)) - Number(waits(one)) || other.changed - one.changed);
}

export const seatLink = (campaign: string, token: string): string => `${location.origin}/c/${campaign}#seat=${token}`;
export const watchLink = (campaign: string, watch: string): string => `${location.origin}/c/${campaign}#watch=${watch}`;
