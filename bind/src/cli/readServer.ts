import { connect, type ClientAuth } from '@mcp-gen/sdk/client';
import type { ServerContract } from '@mcp-gen/sdk/host';
import { readContract } from '../contract.js';
import { MistakeError } from '../mistakeError.js';
import type { BoundServer } from './targets.js';

/** Milliseconds that a server has to start: a package may have to be downloaded first. */
const START_TIMEOUT = 120_000;

/** Characters of its stderr that are shown if it cannot be read. */
const STDERR_KEPT = 2_000;

const AUTH_PACKAGE = '@mcp-gen/auth';

/**
 * Connects to a server, and reads what it offers.
 *
 * @throws {MistakeError} if that fails, saying why.
 */
export async function readServer({ reached, url, shown }: BoundServer, withLogin: boolean): Promise<ServerContract> {
  let stderr = '';
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
      onError: () => undefined,
    });
    return await readContract(client);
  } catch (cause) {
    if (cause instanceof MistakeError) throw cause;
    const said = stderr.trim() === '' ? '' : `\nIts standard error ends with:\n${stderr.trim()}`;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MistakeError(`Cannot read the server ${shown}: ${message}${said}`, { cause });
  }
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
