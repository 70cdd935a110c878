/** Requests to the server. Every failure is a `Failure` with a sentence for people. */

import { owner } from "../owner";
import type { Guide, Home, ListChecked, MatchCard, NewMatch, Problem, Replay, RuleFrame, Seated } from "../protocol";
import { strings } from "../strings";
import type { Key } from "./keys";

export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.text || (status ? strings.serverSaid(status) : strings.noServer));
  }
}

async function send(method: string, path: string, body?: unknown, token?: string, type = "application/json"): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = type;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new Failure(0, null);
  }
  if (!answer.ok) throw new Failure(answer.status, (await answer.json().catch(() => null)) as Problem | null);
  return answer;
}

async function json<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  return (await (await send(method, path, body, token)).json()) as T;
}

const part = encodeURIComponent;
const at = (match: string, rest = ""): string => `/api/matches/${part(match)}${rest}`;

export const api = {
  home: () => json<Home>("GET", "/api/home"),
  mine: (keys: Key[], owner: string) =>
    json<{ matches: MatchCard[] }>("POST", "/api/mine", { keys: keys.map(({ match, token }) => ({ match, token })), owner }),
  begin: (match: NewMatch) => json<Seated>("POST", "/api/matches", { ...match, owner: owner() }),
  upload: async (text: string) => (await (await send("POST", "/api/records", text, undefined, "text/plain")).json()) as Seated,
  card: (key: Key) => json<MatchCard>("GET", at(key.match), undefined, key.token),
  change: (key: Key, change: { name?: string; archived?: boolean }) => json<MatchCard>("PATCH", at(key.match), change, key.token),
  remove: (key: Key) => send("DELETE", at(key.match), undefined, key.token),
  join: (match: string, code: string, name: string) => json<Seated>("POST", at(match, "/join"), { code, name }),
  toBot: (key: Key, seat: string, level: string) => json<MatchCard>("POST", at(key.match, `/seats/${part(seat)}/bot`), { level }, key.token),
  claim: (key: Key, seat: string) => json<Seated>("POST", at(key.match, `/seats/${part(seat)}/claim`), undefined, key.token),
  rematch: (key: Key) => json<Seated>("POST", at(key.match, "/rematch"), undefined, key.token),
  fork: (key: Key, n: number, seats: NewMatch["seats"], name: string) =>
    json<Seated>("POST", at(key.match, "/fork"), { n, seats, name }, key.token),
  guide: (key: Key) => json<Guide>("GET", at(key.match, "/guide"), undefined, key.token),
  replay: (key: Key, first: number, most: number) =>
    json<Replay>("GET", at(key.match, `/replay?first=${first}&most=${most}`), undefined, key.token),
  rule: (ruleset: string, id: string) => json<RuleFrame>("GET", `/api/rulesets/${part(ruleset)}/rules/${part(id)}`),
  checkList: (ruleset: string, text: string, options: Record<string, unknown>) =>
    json<ListChecked>("POST", `/api/rulesets/${part(ruleset)}/lists`, { text, options }),
  record: async (key: Key) => (await send("GET", at(key.match, "/record"), undefined, key.token)).text(),
  picture: async (key: Key, n?: number) =>
    (await send("GET", at(key.match, `/picture${n === undefined ? "" : `?n=${n}`}`), undefined, key.token)).text(),
};
