/** Runs checks against a client, and says what came of each. */

import { citationsOf } from './citation.js';
import type { ClientCheck, Played } from './client/clientCheck.js';
import { overHttp } from './client/overHttp.js';
import { overStdio } from './client/overStdio.js';
import type { RunClient } from './client/program.js';
import { RawServer } from './client/rawServer.js';
import { rowOf, type Row } from './judge.js';
import { PROTECTED, type SeenRequest } from './client/script.js';
import { notApplicable } from './violation.js';
import { hasSessions, transportsOf, type RevisionId, type TransportName } from './revisions.js';
import type { Fields } from './wire/message.js';

/** Changes what a client sends, to see checks fail. */
export interface ClientAlteration {
  /** Undefined drops the message. */
  readonly message?: (message: Fields) => Fields | undefined;
  readonly request?: (request: SeenRequest) => SeenRequest;
  readonly events?: (events: readonly string[]) => readonly string[];
  readonly output?: (output: string) => string;
  readonly grant?: (grant: URLSearchParams) => URLSearchParams;
  /** More messages. */
  readonly extra?: () => readonly Fields[];
  /** More of what is no message. */
  readonly noise?: readonly string[];
}

/** How many programs run at a time. */
const CONCURRENCY = 4;

/** Judges a client in some revisions, over all of their transports. */
export async function judgeClient(
  run: RunClient,
  revisions: readonly RevisionId[],
  checks: readonly ClientCheck[],
  relay: string,
): Promise<readonly Row[]> {
  const tasks = revisions.flatMap((revision) =>
    transportsOf(revision).flatMap((transport) =>
      together(checks.filter((check) => appliesToClient(check, revision, transport))).map(
        (group) => () => judgeTogether(run, group, { revision, transport, leg: 'client' }, relay),
      ),
    ),
  );
  const rows: (readonly Row[])[] = [];
  const next = tasks.entries();
  const work = async (): Promise<void> => {
    for (const [at, task] of next) rows[at] = await task();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return rows.flat();
}

/** The checks in groups that one run of the client is enough for: what both sides do is the same. */
function together(checks: readonly ClientCheck[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const check of checks) {
    const { scenario = 'use', script } = check;
    const name = script === undefined || script === PROTECTED ? scenario : `${scenario} ${check.id}`;
    groups.set(name, [...(groups.get(name) ?? []), check]);
  }
  return [...groups.values()];
}

type Group = readonly ClientCheck[];

/** Whether a check applies to clients of a revision over a transport. */
export function appliesToClient(check: ClientCheck, revision: RevisionId, transport: TransportName): boolean {
  const { revisions, transports, rows } = check;
  return (
    (transports === undefined || transports.includes(transport)) &&
    (revisions === undefined || revisions.includes(revision)) &&
    citationsOf(rows, revision).length > 0
  );
}

/** Runs a client once, and judges it by several checks. */
export async function judgeTogether(
  run: RunClient,
  checks: readonly ClientCheck[],
  place: Pick<Row, 'revision' | 'transport' | 'leg'>,
  relay: string,
  alter: ClientAlteration = {},
): Promise<readonly Row[]> {
  const [first] = checks;
  if (first === undefined) return [];
  const played = await errorOr(() => play(run, first, place, relay, alter));
  return checks.map(({ id, rows, judge }) => rowOf({ id, rows }, place, errorOf(played, judge)));
}

async function errorOr(run: () => Promise<Played>): Promise<Played | Error> {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What a check throws at what happened, or what has kept it from happening. */
function errorOf(played: Played | Error, judge: ClientCheck['judge']): unknown {
  if (played instanceof Error) return played;
  try {
    judge(played);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function play(
  run: RunClient,
  { scenario = 'use', script = {} }: ClientCheck,
  { revision, transport }: Pick<Row, 'revision' | 'transport'>,
  relay: string,
  alter: ClientAlteration,
): Promise<Played> {
  const server = new RawServer(revision, script, alter.message);
  const served = await (transport === 'stdio' ? overStdio(server, relay) : overHttp(server, transport === 'sse'));
  try {
    const { url, command, requests = [], grants = [] } = served;
    const output = await run({
      scenario,
      revision,
      transport,
      ...(url !== undefined && { url }),
      ...(command && { command }),
    });
    await served.settle?.();
    const hasAsked = server.messages.some(({ method }) => method === 'server/discover');
    if (!hasSessions(revision) && !hasAsked) notApplicable(`The client does not speak ${revision}`);
    return {
      revision,
      transport,
      messages: [...server.messages, ...(alter.extra?.() ?? [])],
      noise: [...server.noise, ...(alter.noise ?? [])],
      events: alter.events?.(server.events) ?? server.events,
      answers: server.answers,
      requests: alter.request ? requests.map(alter.request) : requests,
      grants: alter.grant ? grants.map(alter.grant) : grants,
      output: alter.output?.(output) ?? output,
    };
  } finally {
    await served.close();
  }
}
