import { SERVER_CHECKS } from './checks/server/index.js';
import { judgeServer, type CheckResult } from './judge.js';
import { CHECKED_REVISIONS, type CheckedRevision } from './revisions.js';

/** A server to check: how it is reached, over one transport or several. */
export interface CheckedServer {
  /** A program that serves stdio, with its arguments. It is started once for each revision, and more often where a check needs that. */
  readonly command?: readonly string[] | undefined;
  /** The environment of the program. Default: that of this process. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined;
  /** The working directory of the program. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** The URL of Streamable HTTP. */
  readonly url?: string | undefined;
  /** The URL of the stream of events of HTTP with SSE, as in 2024-11-05. */
  readonly sseUrl?: string | undefined;
  /** Sends the requests, for example with credentials. Default: the global function. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Options of {@link checkServer} and {@link checkClient}. */
export interface ConformanceOptions {
  /** The revisions to check. Default: all; those that the other side does not support are not applicable. */
  readonly revisions?: readonly CheckedRevision[] | undefined;
  /** Only checks whose names contain this. Default: all. */
  readonly only?: string | undefined;
  /** Milliseconds to wait for an answer. Default 5,000. */
  readonly timeout?: number | undefined;
  /** When it is aborted, the connections are closed at once. The results are those of the checks that have ended. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds in which a message that must not come would have come. */
const QUIET = 60;
/** Milliseconds that a server may take to start. */
const OPEN_TIMEOUT = 60_000;

/**
 * Checks whether a server conforms to the protocol, in each revision and over each transport that both sides have. Of its tools, only those
 * are called that are made for checks (docs/conformance.md).
 *
 * @example
 * ```ts
 * import { checkServer } from '@mcp-gen/conformance';
 *
 * const results = await checkServer({ command: ['node', 'server.js'] });
 * console.log(results.filter(({ failed }) => failed > 0).map(({ check, reason }) => `${check}: ${reason}`));
 * ```
 * @returns a result for each check, revision, and transport; a revision that the server does not support has one, which is skipped
 * @throws {TypeError} if none of the checks has such a name.
 */
export async function checkServer(
  { command, env, cwd, url, sseUrl, fetch }: CheckedServer,
  { revisions = CHECKED_REVISIONS, only = '', timeout = 5_000, signal }: ConformanceOptions = {},
): Promise<readonly CheckResult[]> {
  const target = {
    ...(command !== undefined && { command, process: { env, cwd } }),
    ...(url !== undefined && { url }),
    ...(sseUrl !== undefined && { sseUrl }),
    ...(fetch !== undefined && { fetch }),
  };
  const checks = SERVER_CHECKS.filter(({ id }) => id.includes(only));
  if (checks.length === 0) throw new TypeError(`No check has a name with ${JSON.stringify(only)}`);
  const timing = { answer: timeout, open: Math.max(timeout, OPEN_TIMEOUT), quiet: QUIET };
  return judgeServer(target, revisions, checks, timing, signal);
}
