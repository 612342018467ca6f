import { connect, type ClientAuth } from '@mcp-gen/sdk/client';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { readContract } from '../contract.js';
import { MistakeError } from '../mistakeError.js';
import type { BoundServer } from './targets.js';

/** Milliseconds that a server has to start: a package may have to be downloaded first. */
const START_TIMEOUT = 120_000;

/** Characters of its stderr that are shown if it cannot be read, and that are kept for that: what is left out of them can be longer. */
const STDERR_SHOWN = 2_000;
const STDERR_KEPT = 256_000;

/** What the client says of stderr, at the end of a message. It is said here, without secrets. */
const STDERR_OF_CLIENT = /\. Its stderr ended with:\n[^]*$/;

/** Problems of each kind that are reported of one server. */
const MAX_PROBLEMS = 100;

/** What the client says of a server that requires authentication, in terms of its options; and what the options of the command are. */
const AUTH_OF_CLIENT = 'set the option auth, or headers: { authorization: ... }';
const AUTH = "give its URL with --auth, or a header: --header 'Authorization: ...'";

/** What a server offers, and what went wrong while it was read. */
export interface ReadServer {
  readonly contract: ServerContract;
  /** What the server lists that the client cannot use, and other errors that did not end the reading. */
  readonly problems: readonly string[];
  /** Whether some of what the server lists is not in the contract. */
  readonly isIncomplete: boolean;
}

/** How the client reports what it leaves out of a list. */
const LEFT_OUT = /^Left out the /;

const AUTH_PACKAGE = '@mcp-gen/auth';

/**
 * Connects to a server, and reads what it offers. What it lists and the client leaves out is reported.
 *
 * @param timeout milliseconds that its lists may take
 * @throws {MistakeError} if that fails, saying why.
 */
export async function readServer(
  { reached, url, shown, redact }: BoundServer,
  { withLogin, timeout }: { readonly withLogin: boolean; readonly timeout: number },
): Promise<ReadServer> {
  let stderr = '';
  // Apart, so that other errors cannot crowd out what is missing.
  const missing = new Set<string>();
  const others = new Set<string>();
  const report = (to: Set<string>, problem: string): void => void (to.size < MAX_PROBLEMS && to.add(redact(problem)));
  const { target, options } = reached;
  const quiet = { onStderr: (text: unknown) => void (stderr = (stderr + String(text)).slice(-STDERR_KEPT)) };
  const auth = withLogin && url !== undefined ? { auth: await loginTo(url) } : {};
  try {
    await using client = await connect(target, {
      ...options,
      ...(url === undefined ? quiet : auth),
      name: 'mcp-gen bind',
      reconnect: false,
      timeout: START_TIMEOUT,
      onError: (error) => report(LEFT_OUT.test(messageOf(error)) ? missing : others, messageOf(error)),
    });
    const read = await within(timeout, readContract(client));
    for (const problem of read.problems) report(missing, problem);
    return { contract: read.contract, problems: [...missing, ...others], isIncomplete: missing.size > 0 };
  } catch (cause) {
    if (cause instanceof MistakeError) throw cause;
    const reason = redact(messageOf(cause).replace(STDERR_OF_CLIENT, '').replace(AUTH_OF_CLIENT, AUTH));
    const end = redact(stderr).trim().slice(-STDERR_SHOWN);
    const said = end === '' ? '' : `\nIts standard error ends with:\n${end}`;
    throw new MistakeError(`Cannot read the server ${shown}: ${reason}${said}`, { cause });
  }
}

/** A server that answers slowly, and says that there is more each time, would be read for days. */
async function within<T>(timeout: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = `Its lists took longer than ${timeout / 1_000} seconds. --timeout allows more`;
    timer = setTimeout(() => reject(new Error(reason)), timeout);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {MistakeError} if the package that does it is not installed. */
async function loginTo({ protocol }: URL): Promise<ClientAuth> {
  // Not a literal: neither the compiler nor a bundler must look for it.
  const entry: string = `${AUTH_PACKAGE}/node`;
  try {
    const { login } = (await import(entry)) as { login: (options: object) => ClientAuth };
    return login({ allowHttp: protocol === 'http:', clientName: 'mcp-gen bind' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MistakeError(
      `--auth needs the package ${AUTH_PACKAGE}, which is not installed. Run: npm install ${AUTH_PACKAGE}`,
      { cause },
    );
  }
}
