import { connect, type ClientAuth } from '@mcp-gen/sdk/client';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { readContract } from '../contract.js';
import { MistakeError } from '../mistakeError.js';
import type { BoundServer } from './targets.js';

/** Milliseconds that a server has to start: a package may have to be downloaded first. */
const START_TIMEOUT = 120_000;

/** Characters of its stderr that are shown if it cannot be read. */
const STDERR_KEPT = 2_000;

/** Problems that are reported of one server. */
const MAX_PROBLEMS = 100;

/** What a server offers, and what went wrong while it was read. */
export interface ReadServer {
  readonly contract: ServerContract;
  /** What the server lists that the client cannot use, and other errors that did not end the reading. */
  readonly problems: readonly string[];
}

const AUTH_PACKAGE = '@mcp-gen/auth';

/**
 * Connects to a server, and reads what it offers. What it lists and the client leaves out is reported.
 *
 * @throws {MistakeError} if that fails, saying why.
 */
export async function readServer(
  { reached, url, shown, redact }: BoundServer,
  withLogin: boolean,
): Promise<ReadServer> {
  let stderr = '';
  const problems = new Set<string>();
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
      onError: (error) => void (problems.size < MAX_PROBLEMS && problems.add(redact(messageOf(error)))),
    });
    const contract = await readContract(client);
    return { contract, problems: [...problems] };
  } catch (cause) {
    if (cause instanceof MistakeError) throw cause;
    const said = stderr.trim() === '' ? '' : `\nIts standard error ends with:\n${stderr.trim()}`;
    throw new MistakeError(redact(`Cannot read the server ${shown}: ${messageOf(cause)}${said}`), { cause });
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
