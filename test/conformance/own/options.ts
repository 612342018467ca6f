/** The command line of the suite. */

import { parseArgs } from 'node:util';
import { IMPLEMENTATIONS, type ImplementationName } from './implementations.js';
import { CHECKED_REVISIONS, type CheckedRevision } from '../../../conformance/src/revisions.js';
import type { Target } from '../../../conformance/src/target.js';

const LEGS = ['server', 'client'] as const;
type Leg = (typeof LEGS)[number];

/** A server, a client, or both, of the caller's. */
export interface Foreign {
  readonly server?: Target;
  readonly client?: readonly string[];
  /** What starts the server with tokens required. */
  readonly protected?: readonly string[];
}

/** What is to be judged, and how. */
export interface Options {
  /** What the caller has, or fixtures of this project by their names. */
  readonly judged: Foreign | readonly ImplementationName[];
  /** Default: both. */
  readonly leg: Leg | undefined;
  readonly revisions: readonly CheckedRevision[];
  /** A part of the ids of checks. */
  readonly check: string;
  readonly json: boolean;
  readonly strict: boolean;
  readonly timeout: number;
  /** Whether the table of docs/conformance.md is written. */
  readonly write: boolean;
}

/** The command line was wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Usage: npm run conformance:own -- [options]

Judges servers and clients of the Model Context Protocol with the checks of this project. Without --command, --url and --client it
judges fixtures on the sdk of this project. A check that needs a tool, a prompt, or a capability that the server does not have is not
applicable. docs/conformance.md says what a server and a client need for all checks.

  --command <command>   a server over stdio, such as "node server.js"
  --url <url>           a server over Streamable HTTP
  --sse-url <url>       a server over HTTP with SSE: the URL of its stream of events
  --protected <command> the server of --url as a program that requires tokens: see docs/conformance.md
  --client <command>    a client: see docs/conformance.md for what it is told
  --fixture <name>      a fixture: ${IMPLEMENTATIONS.join(', ')}, or all (several with commas)
  --leg <leg>           server or client. Default: both
  --revision <revision> one of ${CHECKED_REVISIONS.join(', ')}. Default: all that the server supports
  --check <part>        only checks whose ids contain this
  --timeout <ms>        how long to wait for an answer. Default: 5000
  --strict              exit with 1 for warnings, too: checks that rest on SHOULD alone
  --list                print the checks, and end
  --write               write the table of docs/conformance.md
  --json                print rows: {revision, leg, transport, check, passed, failed, warnings, skipped, reason, requirements}

Exit codes: 0 nothing failed, 1 a check failed, 2 wrong usage.
`;

const STRING = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;

export function readOptions(args: readonly string[]): Options & { readonly help: boolean; readonly list: boolean } {
  const { command, url, 'sse-url': sseUrl, client, protected: guarded, fixture, ...given } = parse(args);
  const target = {
    ...(command !== undefined && { command: wordsOf(command) }),
    ...(url !== undefined && { url: urlOf('--url', url) }),
    ...(sseUrl !== undefined && { sseUrl: urlOf('--sse-url', sseUrl) }),
  };
  const foreign = {
    ...(Object.keys(target).length > 0 && { server: target }),
    ...(client !== undefined && { client: wordsOf(client) }),
    ...(guarded !== undefined && { protected: wordsOf(guarded) }),
  };
  if (guarded !== undefined && url === undefined) throw new UsageError('--protected needs --url');
  const isForeign = Object.keys(foreign).length > 0;
  if (isForeign && fixture !== undefined)
    throw new UsageError('Use either --fixture, or --command, --url and --client');
  return {
    judged: isForeign ? foreign : namesOf(fixture ?? 'ours'),
    leg: legOf(given.leg),
    revisions: revisionsOf(given.revision),
    check: given.check ?? '',
    json: given.json,
    strict: given.strict,
    timeout: timeoutOf(given.timeout),
    help: given.help,
    list: given.list,
    write: given.write,
  };
}

function parse(args: readonly string[]) {
  const options = {
    command: STRING,
    url: STRING,
    'sse-url': STRING,
    client: STRING,
    protected: STRING,
    fixture: STRING,
    leg: STRING,
    revision: STRING,
    check: STRING,
    timeout: { ...STRING, default: '5000' },
    json: FLAG,
    strict: FLAG,
    list: FLAG,
    write: FLAG,
    help: FLAG,
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Splits a command at its spaces. Quotes keep words together. */
function wordsOf(command: string): readonly string[] {
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...groups]) => groups.find(Boolean) ?? '');
  if (words.length === 0) throw new UsageError('The command is empty');
  return words;
}

function urlOf(option: string, text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`${option} is not a URL: ${text}`);
  return text;
}

function legOf(name: string | undefined): Leg | undefined {
  const found = LEGS.find((leg) => leg === name);
  if (found === undefined && name !== undefined) throw new UsageError(`--leg is neither server nor client: ${name}`);
  return found;
}

function namesOf(list: string): readonly ImplementationName[] {
  if (list === 'all') return IMPLEMENTATIONS;
  return list.split(',').map((name) => {
    const found = IMPLEMENTATIONS.find((each) => each === name);
    if (found === undefined)
      throw new UsageError(`Unknown fixture "${name}". Expected: ${IMPLEMENTATIONS.join(', ')}, or all`);
    return found;
  });
}

function revisionsOf(revision: string | undefined): readonly CheckedRevision[] {
  if (revision === undefined) return CHECKED_REVISIONS;
  const found = CHECKED_REVISIONS.find((id) => id === revision);
  if (found === undefined)
    throw new UsageError(`Unsupported revision "${revision}". Supported: ${CHECKED_REVISIONS.join(', ')}`);
  return [found];
}

function timeoutOf(text: string): number {
  const timeout = Number(text);
  if (!Number.isInteger(timeout) || timeout < 100)
    throw new UsageError(`--timeout is not an integer from 100 up: ${text}`);
  return timeout;
}
