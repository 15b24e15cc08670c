/** Plain requests to the server. */

import type {
  About,
  CodeView,
  Created,
  GameSheet,
  Joined,
  LayoutView,
  ListBody,
  ListRead,
  MatchBrief,
  MusterView,
  NewMatch,
  PlayOn,
  Replay,
  RulesView,
  SeatKey,
  SquadBrief,
  TableBrief,
  ThoughtAnswer,
  Wonder,
} from "../wire";

/** An answer that is no: what was wrong, and where. */
export class Unanswered extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly where = "",
  ) {
    super(message);
  }
}

/** Ask the server; a text goes as it is, everything else as JSON. */
export async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined || typeof body === "string" ? body : JSON.stringify(body) });
  } catch {
    throw new Unanswered("The server does not answer. Is it still running?", 0);
  }
  const text = await response.text();
  let found: unknown;
  try {
    found = text ? JSON.parse(text) : undefined;
  } catch {
    found = undefined;
  }
  if (!response.ok) {
    const { error, detail, where } = (found ?? {}) as { error?: string; detail?: string; where?: string };
    throw new Unanswered(error ?? detail ?? `The server answered ${response.status}.`, response.status, where);
  }
  return found as T;
}

const once = new Map<string, Promise<unknown>>();

/** Ask once and remember: for what does not change while a page is open. */
function known<T>(path: string): Promise<T> {
  let found = once.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>("GET", path);
    once.set(path, found);
    found.catch(() => once.delete(path));
  }
  return found;
}

export const api = {
  about: () => known<About>("/api/about"),
  game: (game: string) => known<GameSheet>(`/api/games/${game}`),
  rules: (game: string) => known<RulesView>(`/api/games/${game}/rules`),
  muster: (game: string, roster: unknown, options: Record<string, unknown> = {}) =>
    ask<MusterView>("POST", `/api/games/${game}/muster`, { roster, options }),
  readList: (game: string, list: ListBody) => ask<ListRead>("POST", `/api/games/${game}/list`, list),
  layout: (game: string, plan: unknown) => ask<LayoutView>("POST", `/api/games/${game}/layout`, { plan }),
  squads: (game: string) => ask<SquadBrief[]>("GET", `/api/squads?game=${game}`),
  saveSquad: (roster: unknown, id = "") => ask<SquadBrief>("POST", "/api/squads", { id, roster }),
  dropSquad: (id: string) => ask<void>("DELETE", `/api/squads/${id}`),
  tables: (game: string) => ask<TableBrief[]>("GET", `/api/tables?game=${game}`),
  saveTable: (game: string, plan: unknown, mat: string, id = "") =>
    ask<TableBrief>("POST", "/api/tables", { id, game, plan, mat }),
  dropTable: (id: string) => ask<void>("DELETE", `/api/tables/${id}`),
  newMatch: (wish: NewMatch) => ask<Created>("POST", "/api/matches", wish),
  playOn: (wish: PlayOn) => ask<Created>("POST", "/api/matches/on", wish),
  brief: (match: string) => ask<MatchBrief>("GET", `/api/matches/${match}`),
  status: (keys: SeatKey[]) => ask<MatchBrief[]>("POST", "/api/matches/status", { seats: keys }),
  code: (match: string, side: string, token: string) =>
    ask<CodeView>("POST", `/api/matches/${match}/code?side=${side}`, undefined, token),
  join: (code: string) => ask<Joined>("POST", "/api/join", { code }),
  replays: () => ask<MatchBrief[]>("GET", "/api/replays"),
  replay: (match: string, token = "") => ask<Replay>("GET", `/api/matches/${match}/replay`, undefined, token),
  record: (match: string, token = "") => ask<unknown>("GET", `/api/matches/${match}/record`, undefined, token),
  why: (wonder: Wonder) => ask<ThoughtAnswer>("POST", "/api/why", wonder),
  readRecord: (record: unknown) => ask<Replay>("POST", "/api/replays", record),
};
