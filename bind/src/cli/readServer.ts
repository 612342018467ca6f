import { within } from '@mcp-gen/runtime';
import { loginTo, type LoginSettings } from '@mcp-gen/sdk/bridge';
import { connect } from '@mcp-gen/sdk/client';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { readContract } from '../contract.js';
import { MistakeError } from '../mistakeError.js';
import type { BoundServer } from './targets.js';

/** Milliseconds that a server has to start. A package may have to be downloaded first. */
const START_TIMEOUT = 120_000;

/** Maximum characters of stderr in an error, and of the buffer for it. Redacted values may be longer. */
const STDERR_SHOWN = 2_000;
const STDERR_KEPT = 256_000;

/** The end of the client's message, with its stderr. This command appends the redacted stderr instead. */
const STDERR_OF_CLIENT = /\. Its stderr ended with:\n[^]*$/;

/** Maximum number of problems of each kind reported for one server. */
const MAX_PROBLEMS = 100;

/** What the client advises, and the same with the options of this command. */
const ADVICE: readonly (readonly [ofClient: string, own: string])[] = [
  [
    'set the option auth, or headers: { authorization: ... }',
    "give its URL with --auth, or a header: --header 'Authorization: ...'",
  ],
  ['The option limits.messageLimit raises', '--message-limit raises'],
  ['The option limits.valueLimit raises', '--value-limit raises'],
];

/** The contract of a server, and the problems of reading it. */
export interface ReadServer {
  readonly contract: ServerContract;
  /** Entries that the client skipped, and other errors that did not abort the reading. */
  readonly problems: readonly string[];
  /** Whether the client skipped entries, so that the contract lacks them. */
  readonly isIncomplete: boolean;
}

/** How to read a server. */
export interface ReadOptions {
  /** The options of the login. Undefined: without a login. */
  readonly login: LoginSettings | undefined;
  /** Timeout of reading its lists, in milliseconds. */
  readonly timeout: number;
  /** Limits of the client. */
  readonly limits: { readonly messageLimit?: number; readonly valueLimit?: number };
}

/** The prefix of the client's report for a skipped entry. */
const LEFT_OUT = /^Left out the /;

/**
 * Connects to a server, and reads its contract. Skipped entries are reported as problems.
 *
 * @throws {MistakeError} if that fails. The message has the reason.
 */
export async function readServer(
  { reached, url, address, redact }: BoundServer,
  { login, timeout, limits }: ReadOptions,
): Promise<ReadServer> {
  let stderr = '';
  // Stored separately, so that other errors cannot displace them.
  const missing = new Set<string>();
  const others = new Set<string>();
  const report = (to: Set<string>, problem: string): void => void (to.size < MAX_PROBLEMS && to.add(redact(problem)));
  const { target, options } = reached;
  const quiet = { onStderr: (text: unknown) => void (stderr = (stderr + String(text)).slice(-STDERR_KEPT)) };
  const auth = login !== undefined && url !== undefined ? { auth: await authOf(url, login) } : {};
  try {
    await using client = await connect(target, {
      ...options,
      ...(url === undefined ? quiet : auth),
      limits,
      name: 'mcp-gen bind',
      reconnect: false,
      timeout: START_TIMEOUT,
      onError: (error) => report(LEFT_OUT.test(messageOf(error)) ? missing : others, messageOf(error)),
    });
    // A slow server with endless pages could take days.
    const late = (): Error =>
      new Error(`Reading its lists timed out after ${timeout / 1_000} seconds. Raise --timeout`);
    const read = await within(timeout, readContract(client), late);
    for (const problem of read.problems) report(missing, problem);
    return { contract: read.contract, problems: [...missing, ...others], isIncomplete: missing.size > 0 };
  } catch (cause) {
    if (cause instanceof MistakeError) throw cause;
    const said = messageOf(cause).replace(STDERR_OF_CLIENT, '');
    const reason = redact(ADVICE.reduce((text, [ofClient, own]) => text.replace(ofClient, own), said));
    const end = redact(stderr).trim().slice(-STDERR_SHOWN);
    const shown = end === '' ? '' : `\nIts standard error ends with:\n${end}`;
    throw new MistakeError(`Cannot read the server ${address}: ${reason}${shown}`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {MistakeError} if the package for logins is not installed, or its options are invalid. */
async function authOf(url: URL, login: LoginSettings): ReturnType<typeof loginTo> {
  try {
    return await loginTo(url, login, { clientName: 'mcp-gen bind' });
  } catch (cause) {
    throw new MistakeError(messageOf(cause), { cause });
  }
}
