/** The programs that stand in for servers over stdio, and a client that records what comes from them. */

import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import {
  connectSession,
  type ConnectionClosedError,
  type JsonRpcError,
  type Session,
} from '../../runtime/src/index.js';
import { StdioClientTransport, type StdioClientOptions } from '../../runtime/src/stdio.js';
import { clientInfo, older } from '../unit/runtime/fixture.js';
import { deferred } from '../unit/runtime/support.js';

export type Program =
  | 'asking'
  | 'attentive'
  | 'client'
  | 'deaf'
  | 'echo'
  | 'endless'
  | 'environment'
  | 'exit'
  | 'garbage'
  | 'graceful'
  | 'host'
  | 'crowded'
  | 'mute'
  | 'obedient'
  | 'parent'
  | 'server'
  | 'stubborn'
  | 'talkative';

export interface Started {
  readonly transport: StdioClientTransport;
  readonly messages: unknown[];
  readonly malformed: JsonRpcError[];
  /** Resolves with the first message. */
  readonly first: Promise<unknown>;
  /** Resolves when the transport says that the connection is gone. */
  readonly closed: Promise<ConnectionClosedError>;
}

/** Starts one of the programs, and records what comes from it. */
export async function start(program: Program, options: Partial<StdioClientOptions> = {}): Promise<Started> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    shutdownTimeout: 100,
    stderr: 'ignore',
    ...options,
    args: options.command === undefined ? [programPath(program), ...(options.args ?? [])] : (options.args ?? []),
  });
  onTestFinished(() => transport.close());
  const messages: unknown[] = [];
  const malformed: JsonRpcError[] = [];
  const first = deferred<unknown>();
  const closed = deferred<ConnectionClosedError>();
  await transport.start({
    message: (value) => {
      messages.push(value);
      first.resolve(value);
    },
    malformed: (error) => malformed.push(error),
    failed: () => expect.unreachable(),
    ended: () => expect.unreachable(),
    closed: closed.resolve,
  });
  return { transport, messages, malformed, first: first.promise, closed: closed.promise };
}

/** A session with a server in a process of its own. */
export async function converse(): Promise<{ readonly transport: StdioClientTransport; readonly session: Session }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programPath('server')],
    stderr: 'ignore',
  });
  const session = await connectSession(transport, { clientInfo, revisions: [older] });
  onTestFinished(() => session.close());
  return { transport, session };
}

export function programPath(program: Program): string {
  return fileURLToPath(new URL(`programs/${program}.mjs`, import.meta.url));
}
