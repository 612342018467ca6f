/** Runs checks against a client, and says what came of each. */

import { fileURLToPath } from 'node:url';
import { citationsOf } from './citation.js';
import type { ClientCheck, Played } from './client/clientCheck.js';
import { overHttp } from './client/overHttp.js';
import { overStdio } from './client/overStdio.js';
import type { RunClient } from './client/program.js';
import { RawServer } from './client/rawServer.js';
import { rowOf, type CheckResult } from './judge.js';
import { limited } from './limited.js';
import { NotApplicableError } from './violation.js';
import { hasSessions, transportsOf, type CheckedRevision, type CheckedTransport } from './revisions.js';

/** How many programs run at a time. */
const CONCURRENCY = 4;

/** The program that stands for a server over stdio. All of this package lies in one folder when it is built. */
const RELAY = fileURLToPath(new URL('./relay.js', import.meta.url));

/**
 * Judges a client in some revisions, over all of their transports.
 *
 * @param run starts the client
 * @param relay the path of the built module `@mcp-gen/conformance/relay`. Default: that of this package
 */
export async function judgeClient(
  run: RunClient,
  revisions: readonly CheckedRevision[],
  checks: readonly ClientCheck[],
  relay: string = RELAY,
): Promise<readonly CheckResult[]> {
  const judge = limited(CONCURRENCY, ({ group, ...place }: ClientRun) => judgeTogether(run, group, place, relay));
  const runs = revisions.flatMap((revision) =>
    transportsOf(revision).flatMap((transport) =>
      together(checks.filter((check) => appliesToClient(check, revision, transport))).map((group) => ({
        group,
        revision,
        transport,
      })),
    ),
  );
  return (await Promise.all(runs.map(judge))).flat();
}

/** What one run of a client is judged by. */
interface ClientRun extends Place {
  readonly group: Group;
}

/** The checks in groups that one run of the client is enough for: what both sides do is the same. */
export function together(checks: readonly ClientCheck[]): readonly Group[] {
  const groups: ClientCheck[][] = [];
  for (const check of checks) {
    const { scenario = 'use', script } = check;
    const same = groups.find(([first]) => first?.script === script && (first?.scenario ?? 'use') === scenario);
    if (same === undefined) groups.push([check]);
    else same.push(check);
  }
  return groups;
}

export type Group = readonly ClientCheck[];

export type Place = Pick<CheckResult, 'revision' | 'transport'>;

/** Whether a check applies to clients of a revision over a transport. */
export function appliesToClient(check: ClientCheck, revision: CheckedRevision, transport: CheckedTransport): boolean {
  const { revisions, transports, rows } = check;
  return (
    (transports === undefined || transports.includes(transport)) &&
    (revisions === undefined || revisions.includes(revision)) &&
    citationsOf(rows, revision).length > 0
  );
}

/** Runs a client once, and judges it by several checks. */
async function judgeTogether(
  run: RunClient,
  checks: Group,
  place: Place,
  relay: string,
): Promise<readonly CheckResult[]> {
  const [first] = checks;
  return first === undefined ? [] : judgePlayed(await play(run, first, place, relay), checks, place);
}

/** Judges what a client has done, or what has kept it from doing anything. */
export function judgePlayed(
  played: Played | Error,
  checks: Group,
  { revision, transport }: Place,
): readonly CheckResult[] {
  const place = { revision, transport, leg: 'client' } as const;
  return checks.map(({ id, rows, judge }) => rowOf({ id, rows }, place, errorOf(played, judge)));
}

function errorOf(played: Played | Error, judge: ClientCheck['judge']): unknown {
  if (played instanceof Error) return played;
  try {
    judge(played);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Runs a client as a check has it. Resolves with what happened, or what has kept it from happening. */
export async function play(
  run: RunClient,
  { scenario = 'use', script = {} }: Pick<ClientCheck, 'scenario' | 'script'>,
  { revision, transport }: Place,
  relay: string,
): Promise<Played | Error> {
  const server = new RawServer(revision, script);
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
    const { messages, noise, events } = server;
    const hasAsked = messages.some(({ method }) => method === 'server/discover');
    if (!hasSessions(revision) && !hasAsked) return new NotApplicableError(`The client does not speak ${revision}`);
    return { revision, transport, messages, noise, events, requests, grants, output };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await served.close();
  }
}
