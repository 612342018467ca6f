/** The command line of the suite. */

import { parseArgs } from 'node:util';
import { IMPLEMENTATIONS, type ImplementationName } from './implementations.js';
import { REVISIONS, type RevisionId } from './revisions.js';
import type { Target } from './target.js';

/** What is to be judged, and how. */
export interface Options {
  /** A server of the caller's, or those of this project by their names. */
  readonly servers: Target | readonly ImplementationName[];
  readonly revisions: readonly RevisionId[];
  /** A part of the ids of checks. */
  readonly check: string;
  readonly json: boolean;
  readonly strict: boolean;
  readonly timeout: number;
}

/** The command line was wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Usage: npm run conformance:own -- [options]

Judges a server of the Model Context Protocol with the checks of this project. Without --command and --url it judges a fixture
on the sdk of this project. A check that needs a tool, a prompt, or a capability that the server does not have is not applicable.

  --command <command>   a server over stdio, such as "node server.js"
  --url <url>           a server over Streamable HTTP
  --sse-url <url>       a server over HTTP with SSE: the URL of its stream of events
  --server <name>       a fixture: ${IMPLEMENTATIONS.join(', ')}, or all (several with commas)
  --revision <revision> one of ${REVISIONS.join(', ')}. Default: all that the server supports
  --check <part>        only checks whose ids contain this
  --timeout <ms>        how long to wait for an answer. Default: 5000
  --strict              exit with 1 for warnings, too: checks that rest on SHOULD alone
  --list                print the checks, and end
  --json                print rows: {revision, leg, transport, check, passed, failed, warnings, skipped, reason, requirements}

Exit codes: 0 nothing failed, 1 a check failed, 2 wrong usage.
`;

const STRING = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;

export function readOptions(args: readonly string[]): Options & { readonly help: boolean; readonly list: boolean } {
  const { command, url, 'sse-url': sseUrl, server, ...given } = parse(args);
  const target = {
    ...(command !== undefined && { command: wordsOf(command) }),
    ...(url !== undefined && { url: urlOf('--url', url) }),
    ...(sseUrl !== undefined && { sseUrl: urlOf('--sse-url', sseUrl) }),
  };
  const isForeign = Object.keys(target).length > 0;
  if (isForeign && server !== undefined) throw new UsageError('Use either --server, or --command and --url');
  return {
    servers: isForeign ? target : namesOf(server ?? 'ours'),
    revisions: revisionsOf(given.revision),
    check: given.check ?? '',
    json: given.json,
    strict: given.strict,
    timeout: timeoutOf(given.timeout),
    help: given.help,
    list: given.list,
  };
}

function parse(args: readonly string[]) {
  const options = {
    command: STRING,
    url: STRING,
    'sse-url': STRING,
    server: STRING,
    revision: STRING,
    check: STRING,
    timeout: { ...STRING, default: '5000' },
    json: FLAG,
    strict: FLAG,
    list: FLAG,
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
  if (words.length === 0) throw new UsageError('--command is empty');
  return words;
}

function urlOf(option: string, text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`${option} is not a URL: ${text}`);
  return text;
}

function namesOf(list: string): readonly ImplementationName[] {
  if (list === 'all') return IMPLEMENTATIONS;
  return list.split(',').map((name) => {
    const found = IMPLEMENTATIONS.find((each) => each === name);
    if (found === undefined)
      throw new UsageError(`Unknown server "${name}". Expected: ${IMPLEMENTATIONS.join(', ')}, or all`);
    return found;
  });
}

function revisionsOf(revision: string | undefined): readonly RevisionId[] {
  if (revision === undefined) return REVISIONS;
  const found = REVISIONS.find((id) => id === revision);
  if (found === undefined)
    throw new UsageError(`Unsupported revision "${revision}". Supported: ${REVISIONS.join(', ')}`);
  return [found];
}

function timeoutOf(text: string): number {
  const timeout = Number(text);
  if (!Number.isInteger(timeout) || timeout < 100)
    throw new UsageError(`--timeout is not an integer from 100 up: ${text}`);
  return timeout;
}
