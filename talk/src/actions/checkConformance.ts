/** Checks whether a server conforms to the protocol. */

import { once } from 'node:events';
import {
  CHECKED_REVISIONS,
  checkServer,
  resultsSum,
  type CheckedRevision,
  type CheckedServer,
  type CheckResult,
} from '@mcp-gen/conformance';
import { inheritedEnvironment } from '@mcp-gen/runtime/stdio';
import { plainLine } from '@mcp-gen/sdk/client';
import { mistakesOf, reach, revisionsOf, type ConnectionOptions, type Reached } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import type { Terminal } from '../terminal.js';
import { jsonText } from '../text/values.js';
import type { Running } from '../commands/command.js';

/** The options of `check`. */
export interface CheckOptions extends ConnectionOptions {
  readonly only: string;
  readonly sse?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly all?: boolean | undefined;
}

/** Maximum milliseconds for an answer: whether something comes at all is what many checks wait for. */
const ANSWER_LIMIT = 10_000;

/** Checks a server, and prints what was found. */
export async function checkConformance(
  server: string,
  options: CheckOptions,
  { terminal, signal, words }: Running,
): Promise<ExitCode> {
  if (options.verbose === true || options.record !== undefined || options.times === true) {
    throw new MistakeError('check has neither --verbose nor --record and --times');
  }
  const revisions = checkedRevisions(options);
  const reached = await reach(server, words, options, terminal, signal);
  const checked = serverOf(reached, options.sse === true, signal);
  const timeout = Math.min(options.timeout, ANSWER_LIMIT);
  terminal.status('Checking …');
  // A check that is running is not waited for.
  signal.throwIfAborted();
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
  aborted.catch(() => undefined);
  const checking = checkServer(checked, { revisions, only: options.only, timeout, signal });
  const rows = await mistakesOf(() => Promise.race([checking, aborted]));
  terminal.status('');
  if (rows.length === 0) throw new MistakeError('No checks of these names for this transport and revision');
  if (options.json === true) terminal.print(jsonText(rows));
  else report(rows, options, terminal);
  const isReached = rows.some(({ check: name }) => name !== 'revision');
  const failure = rows.find(({ check: name, failed }) => name === 'revision' && failed > 0);
  if (!isReached && failure !== undefined)
    throw new Error(plainLine(failure.reason ?? 'The server cannot be reached', 1_000));
  if (!isReached) throw new Error('The server supports none of these revisions');
  const isWrong = ({ failed, warnings }: CheckResult): boolean =>
    failed > 0 || (options.strict === true && warnings > 0);
  return rows.some(isWrong) ? ExitCode.failed : ExitCode.done;
}

function serverOf({ target, options }: Reached, isSse: boolean, signal: AbortSignal): CheckedServer {
  if (!(target instanceof URL)) {
    const { env, cwd } = options;
    return { command: target, cwd, env: { ...inheritedEnvironment(), ...env } };
  }
  const { headers, auth } = options;
  const connection = { server: target, fetch, revisions: CHECKED_REVISIONS, signal, onLogin: () => undefined };
  const authorized = auth?.wrapFetch(connection) ?? fetch;
  const send: CheckedServer['fetch'] = (url, init) => {
    const all = new Headers(init.headers);
    // The server of HTTP with SSE names the URL for messages.
    const own = new URL(url).origin === target.origin ? headers : undefined;
    for (const [name, value] of Object.entries({ ...(own as ConnectionOptions['header'] | undefined) }))
      if (!all.has(name)) all.set(name, value);
    return authorized(url, { ...init, headers: all });
  };
  return { [isSse ? 'sseUrl' : 'url']: target.href, fetch: send };
}

function checkedRevisions(options: ConnectionOptions): readonly CheckedRevision[] {
  const wanted: readonly string[] = revisionsOf(options);
  const found = CHECKED_REVISIONS.filter((id) => wanted.includes(id));
  if (found.length > 0) return found;
  throw new MistakeError(
    `No checks for revision ${wanted.join(', ')}. There are checks for ${CHECKED_REVISIONS.join(', ')}`,
  );
}

/** A fault, with the revisions in which it occurs. */
interface Fault {
  readonly row: CheckResult;
  readonly places: string[];
}

/** How each revision did, and then each fault once. */
function report(rows: readonly CheckResult[], { all = false }: CheckOptions, { print, paint }: Terminal): void {
  const faults = new Map<string, Fault>();
  for (const [place, own] of grouped(rows)) {
    print(`${paint('bold', place)}: ${isUnsupported(own) ? 'not supported' : resultsSum(own)}`);
    for (const row of own) {
      if (row.passed + row.skipped > 0) {
        if (all)
          print(
            `  ${row.passed > 0 ? 'passed' : 'not applicable'}  ${row.check}${row.skipped > 0 ? `  ${plainLine(row.reason ?? '', 200)}` : ''}`,
          );
        continue;
      }
      const key = `${row.check} ${row.failed}`;
      const fault = faults.get(key) ?? { row, places: [] };
      // The newest revision is the last one: its sentences are shown.
      faults.set(key, { row, places: [...fault.places, place] });
    }
  }
  for (const { row, places } of faults.values()) {
    print(
      `\n${row.failed > 0 ? paint('red', 'FAILED') : paint('yellow', 'WARNING')}  ${row.check}  (${places.join(', ')})`,
    );
    print(`  ${plainLine(row.reason ?? '', 1_000)}`);
    for (const { must, text, url } of row.requirements) print(`  ${must ? 'MUST' : 'SHOULD'}: ${text}\n    ${url}`);
  }
}

function grouped(rows: readonly CheckResult[]): ReadonlyMap<string, readonly CheckResult[]> {
  const places = new Map<string, CheckResult[]>();
  for (const row of rows) {
    const place = `${row.revision} over ${row.transport}`;
    places.set(place, [...(places.get(place) ?? []), row]);
  }
  return places;
}

function isUnsupported([first, ...rest]: readonly CheckResult[]): boolean {
  return rest.length === 0 && first?.check === 'revision' && first.skipped > 0;
}
