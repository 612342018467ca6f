/** The fixture on several implementations of the protocol: programs that are written alike, so that they can be compared. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { missingPython, PYTHON } from '../../support/python.js';
import { startIssuer } from '../../../conformance/src/issuer.js';
import type { Protection, Target } from '../../../conformance/src/target.js';
import { within } from '../../../conformance/src/wire/waiting.js';

interface Implementation {
  /** Serves stdio, or HTTP with `--http`, or with `--protected` HTTP to callers with tokens. */
  readonly program: string;
  /** A client on the same package. */
  readonly client?: string;
  /** Whether it serves HTTP with SSE beside Streamable HTTP, at `/sse`. */
  readonly hasSse: boolean;
  /** Why it cannot be started here, or undefined if it can. Default: what it needs is installed with this project. */
  readonly missing?: () => string | undefined;
}

/** Bundled, this module lies in a folder below its own. */
const HERE = fileURLToPath(new URL(import.meta.url.includes('/dist/') ? '../' : './', import.meta.url));
const ROOT = `${HERE}../../../`;

function missingFastmcp(): string | undefined {
  if (process.env['MCP_PYTHON'] === undefined) return 'MCP_PYTHON does not name a Python with the package fastmcp';
  return missingPython('fastmcp');
}

const TABLE = {
  ours: { program: 'ours.mjs', client: 'ours.mjs', hasSse: true },
  'sdk-v1': { program: 'sdkV1.mjs', client: 'sdkV1.mjs', hasSse: true },
  'sdk-v2': { program: 'sdkV2.mjs', client: 'sdkV2.mjs', hasSse: false },
  fastmcp: {
    program: 'fastmcp.mjs',
    hasSse: true,
    missing: () =>
      existsSync(`${ROOT}test/comparison/node_modules/fastmcp`) ? undefined : 'not installed: npm run comparison',
  },
  'fastmcp-python': { program: 'fastmcpPython.py', hasSse: true, missing: missingFastmcp },
} as const satisfies { readonly [name: string]: Implementation };

export type ImplementationName = keyof typeof TABLE;
export const IMPLEMENTATIONS = Object.keys(TABLE) as readonly ImplementationName[];

const START_TIMEOUT = 30_000;
/** A fixture that is reached over every transport that it has. */
export interface Started {
  readonly target: Target;
  stop(): Promise<void>;
}

/** Why a fixture cannot be started here, or undefined if it can. */
export function missing(name: ImplementationName): string | undefined {
  const implementation: Implementation = TABLE[name];
  const reason = implementation.missing?.();
  return reason && `${name}: ${reason}`;
}

/** What clients start over stdio. */
export const RELAY = `${ROOT}conformance/dist/relay.js`;

/** The command of a client, if there is one. */
export function clientOf(name: ImplementationName): readonly string[] | undefined {
  const { client }: Implementation = TABLE[name];
  return client === undefined ? undefined : [process.execPath, `${HERE}clients/${client}`];
}

/** Starts a fixture over HTTP, and its variant that requires tokens. Over stdio each connection has a process of its own. */
export async function start(name: ImplementationName): Promise<Started> {
  const { program, hasSse }: Implementation = TABLE[name];
  const command = [program.endsWith('.py') ? PYTHON : process.execPath, `${HERE}fixtures/${program}`];
  const served = await startServing(name, [...command, '--http']);
  try {
    const guarded = await startProtected(name, [...command, '--protected']);
    const { url } = served;
    return {
      target: {
        command,
        url,
        ...(hasSse && { sseUrl: url.replace(/\/mcp$/, '/sse') }),
        protection: guarded.protection,
      },
      async stop() {
        await Promise.all([served.stop(), guarded.stop()]);
      },
    };
  } catch (error) {
    await served.stop();
    throw error;
  }
}

/** A server that requires tokens, and what ends it with its authorization server. */
interface Guarded {
  readonly protection: Protection;
  stop(): Promise<void>;
}

/** Starts a program that requires tokens of the suite. */
export async function startProtected(name: string, command: readonly string[]): Promise<Guarded> {
  const issuer = await startIssuer();
  try {
    const { url, stop } = await startServing(name, command, { MCP_CONFORMANCE_ISSUER: issuer.url });
    return {
      protection: { url, issuer },
      async stop() {
        await Promise.all([stop(), issuer.close()]);
      },
    };
  } catch (error) {
    await issuer.close();
    throw error;
  }
}

interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program that prints its URL, and ends with its input. */
async function startServing(
  name: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await exited;
    clearTimeout(timer);
  };
  try {
    const ready = new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('http')) resolve(line);
      });
    });
    const ended = exited.then(() => {
      throw new Error(`The server ${name} ended before it printed its URL: ${stderr}`);
    });
    return { url: await within(START_TIMEOUT, `the server ${name}`, Promise.race([ready, ended])), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
